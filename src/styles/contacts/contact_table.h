/* The coefficients of a pair style of spheres for all pairs of types: as pair_coeff gives them,
   mixed where it does not, in restart and data files, and the laws that follow.

   Types count from 1. Elasticity of a law by material stands with the pair of a type with itself.
*/

#ifndef GRIST_STYLES_CONTACT_TABLE_H
#define GRIST_STYLES_CONTACT_TABLE_H

#include "common/archive.h"
#include "contacts/contact_options.h"
#include "heat/conduction.h"

#include "pointers.h"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class ContactTable : protected Pointers {
 public:
  // `user` begins error texts.
  ContactTable(class LAMMPS *lmp, grist::ContactKind kind, std::string user);

  // One line of pair_coeff, or of a data file.
  void read(int narg, char **arg);
  bool is_given(int i, int j) const { return pair(i, j).given; }

  // An error where a keyword that must be given is missing.
  void check() const;

  // Two parts of one option in one run are an error, and those that stock has not got.
  void check_parts(grist::ContactForm contact_form) const;

  // Fills the pairs that were not given, makes the laws, and reports once, on rank 0, for which pairs
  // of types friction or restitution was never given.
  void complete(grist::ContactForm contact_form);
  const grist::ContactLaw &law(int i, int j) const
  {
    assert(i >= 1 && i <= types && j >= 1 && j <= types);
    assert(!all_laws.empty());
    return all_laws[(i - 1) * types + j - 1];
  }
  const grist::ContactLaw *laws() const
  {
    assert(!all_laws.empty());
    return all_laws.data();
  }                                               // by two types, from 0
  bool has_one_law() const { return one_law; }    // all of them are the same
  int part(grist::ContactOptionNumber option) const { return common.parts[option]; }    // of any

  // How far beyond touch cohesion acts between two spheres.
  double reach_beyond_touch(int type_i, int type_j, double radius_i, double radius_j) const;

  // Values of a type with itself, for walls of the same material.
  const grist::Elasticity &elasticity(int type) const { return pair(type, type).elasticity; }
  const grist::ContactCoefficients &coefficients(int type) const
  {
    return pair(type, type).coefficients;
  }
  const grist::HeatMaterial &heat(int type) const { return pair(type, type).heat; }

  // With the form of the pair style's law. Collective.
  void write_restart(FILE *file, grist::ContactForm contact_form);
  grist::ContactForm read_restart(FILE *file);
  void write_data(FILE *file) const;
  void write_data_all(FILE *file) const;

 private:
  struct PairOfTypes {
    int given = 0;
    grist::Elasticity elasticity;
    grist::ContactCoefficients coefficients;
    grist::HeatMaterial heat;    // of a type with itself
    bool has_friction = false, has_restitution = false;
  };

  grist::ContactKind kind;
  std::string user;
  int types;
  std::vector<PairOfTypes> pairs;    // both (i, j) and (j, i); those with i <= j are used
  std::vector<grist::ContactLaw> all_laws;
  grist::CommonParts common;
  bool one_law = false;
  double parcel_ratio = 1.0;    // of all_laws
  bool defaults_are_reported = false;

  PairOfTypes &pair(int i, int j)
  {
    assert(i >= 1 && i <= types && j >= 1 && j <= types);
    return pairs[(std::min(i, j) - 1) * types + std::max(i, j) - 1];
  }
  void mix(int i, int j);
  void make_laws(grist::ContactForm contact_form);
  void report_defaults();
  std::string pairs_without(bool PairOfTypes::*number) const;
  const PairOfTypes &pair(int i, int j) const
  {
    assert(i >= 1 && i <= types && j >= 1 && j <= types);
    return pairs[(std::min(i, j) - 1) * types + std::max(i, j) - 1];
  }
  void transfer(grist::Archive &archive, grist::ContactForm &contact_form);
  template <class Visit> void for_each_pair(const Visit &visit);
  template <class Visit> void for_each_pair(const Visit &visit) const;
};

}    // namespace LAMMPS_NS

#endif
