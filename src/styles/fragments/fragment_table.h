/* The fragments of a group: the elements, mass, size, place and velocity of each connected set of
   elements.

   Each fragment is assembled by the rank that its cluster id is assigned to, unwrapped along its
   bonds, from its elements in the order of atom ids. Masses are summed without rounding. So nothing
   depends on the number of ranks.
*/

#ifndef LMP_FRAGMENT_TABLE_H
#define LMP_FRAGMENT_TABLE_H

#include "pointers.h"
#include "styles/fragments/fragment_list.h"

#include "common/exact_sum.h"
#include "fragments/fragment_shape.h"

#include <Eigen/Core>

#include <unordered_map>
#include <vector>

namespace LAMMPS_NS {

// Sieve diameters, by fragment id. A diameter is computed once for a set of elements: afterwards
// their arrangement changes by elastic strain only.
class SieveDiameters {
 public:
  // Sieve diameter of a fragment; elements and birth identify the set of elements.
  struct Known {
    bigint id, elements;
    double birth, diameter;
  };

  double of(const Fragment &fragment, const std::vector<grist::FragmentElement> &shape);

  // Fragments that were not asked for since the last call are forgotten.
  void forget_unused();

  // For restart files: what is known of fragments of two elements or more; a single element is a
  // sphere.
  std::vector<Known> to_keep() const;
  void add(const Known &kept) { known[static_cast<tagint>(kept.id)] = kept; }

 private:
  std::unordered_map<tagint, Known> known, used;
};

class FragmentTable : protected Pointers {
 public:
  FragmentTable(class LAMMPS *);

  // Collective. cluster: current cluster ids of owned atoms; birth: of owned atoms.
  FragmentList collect(int groupbit, const tagint *cluster, const double *birth, bool with_sieves);

  // The sieve diameters that are known, for restart files: of all ranks, by id, on rank 0
  // (collective), and back on every rank.
  std::vector<SieveDiameters::Known> known_sieves() const;
  void set_known_sieves(const std::vector<SieveDiameters::Known> &known);

 private:
  struct Element {
    tagint cluster, tag, molecule;
    int bonds;
    size_t first_bond;    // of partners
    double mass, radius, birth;
    double x[3], v[3];
  };

  // This rank's share of the fragments: their elements by cluster and atom id, and the partners of
  // these.
  std::vector<Element> elements;
  std::vector<tagint> partners;
  SieveDiameters sieves;

  int rank_of(bigint cluster) const;
  void send_elements(int groupbit, const tagint *cluster, const double *birth);
  Fragment assemble(size_t begin, size_t end, bool with_sieve, grist::ExactSum &mass_here);
  std::vector<Eigen::Vector3d> unwrapped(size_t begin, size_t end) const;
  std::vector<int> bonded_inside(size_t begin, size_t end, const Element &element) const;
};

}    // namespace LAMMPS_NS

#endif
