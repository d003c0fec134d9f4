/* Contacts of spheres by Hertz and Mindlin (mechanics/hertz_mindlin.h), in blocks over flat arrays of pairs
   (mechanics/contact_sweep.h), which fix CONTACT/HISTORY makes at every rebuild.
*/

#ifdef PAIR_CLASS
// clang-format off
PairStyle(hertz/mindlin,PairHertzMindlin);
// clang-format on
#else

#ifndef LMP_PAIR_HERTZ_MINDLIN_H
#define LMP_PAIR_HERTZ_MINDLIN_H

#include "pair.h"

#include "contacts/contact_energy.h"
#include "contacts/contact_sweep.h"

#include <vector>

namespace LAMMPS_NS {

class PairHertzMindlin : public Pair, private grist::ContactTally {
 public:
  PairHertzMindlin(class LAMMPS *);
  ~PairHertzMindlin() override;
  void compute(int, int) override;
  void settings(int, char **) override;
  void coeff(int, char **) override;
  void init_style() override;
  double init_one(int, int) override;
  double single(int, int, int, int, double, double, double, double &) override;
  // Virtual in class Pair of 4Feb2025, in newer versions no longer.
  double atom2cut(int);
  double radii2cut(double, double);
  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;
  void write_restart(FILE *) override;
  void read_restart(FILE *) override;
  void write_data(FILE *) override;
  void write_data_all(FILE *) override;
  double memory_usage() override;

  // Of a type, for walls of the same material: Young's modulus in units of force per area, whatever that of pressure.
  grist::ElasticMaterial material(int type) const;
  const grist::ContactCoefficients &contact(int type) const { return coefficients[type][type]; }

  // This rank's share of all pairs that touched at the last evaluation; shares add up to each pair once. Velocities must
  // be those of that evaluation for power_taken(); `rates` are those of the full step, owned and ghost.
  grist::ContactEnergy stored_energy() const;
  grist::ContactPower power_taken(const grist::SphereRates *rates) const;

  // The energy that comes with the pair i, j, which has just become an ordinary neighbor in `list` and acts from the next
  // step on: that of its overlap, and what its force should have taken in half a step by then. This rank's share.
  double energy_of_new(const class NeighList *list, int i, int j) const;

 private:
  class FixContactHistory *history;    // null before the first run
  class Fix *rigid;                    // or null
  int freeze_group;                    // bit of fix freeze, 0 for none
  grist::RollingLaw rolling;    // of all pairs of types; those without have coefficients of zero

  // By type, as the user gave them. young 0, poisson not a number: not given.
  std::vector<grist::ElasticMaterial> materials;
  std::vector<std::vector<grist::ContactCoefficients>> coefficients;
  std::vector<double> largest;    // radius

  std::vector<grist::HertzMindlin> laws;    // by two types, from 0
  bool one_law;                             // all of them are the same

  // Of this step, owned and ghost; where pairs are few, those of their spheres alone are true.
  std::vector<grist::SpherePlace> place;
  std::vector<grist::SphereMotion> motion;
  std::vector<double> body_mass;    // of an atom's rigid body, 0 for none

  void allocate();
  void check_surroundings();
  void find_rolling_law();
  void find_largest_radii();
  void make_laws();
  void look_up_body_masses();
  double inertial_mass(int i) const;
  const grist::HertzMindlin &law_of(int i, int j) const;
  grist::SphereContact contact_of(int i, int j) const;
  double share_of(int j) const;
  template <class Visit> void for_each_touching(const Visit &visit) const;
  grist::SpherePlace place_of(int i) const;
  grist::SphereMotion motion_of(int i) const;
  void read_spheres();
  void read_sphere(int i);
  void contact(int a, int b, const double *force, const double *apart) override;
};

}    // namespace LAMMPS_NS

#endif
#endif
