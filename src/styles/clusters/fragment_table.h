/* The fragments of a group: what each set of elements that hang together is made of, how large it is, where it is.

   Elements go to the rank that their cluster id falls to, which sorts them by atom id and puts the fragment
   together, unwrapped along its bonds. All sums are in the order of atom ids, masses without rounding: nothing
   depends on the number of ranks.
*/

#ifndef GRIST_STYLES_FRAGMENT_TABLE_H
#define GRIST_STYLES_FRAGMENT_TABLE_H

#include "pointers.h"

#include "clusters/exact_sum.h"
#include "clusters/fragment_shape.h"

#include <Eigen/Core>

#include <unordered_map>
#include <vector>

namespace LAMMPS_NS {

struct Fragment {
  tagint id;        // smallest atom id
  tagint parent;    // molecule id of the element of smallest atom id
  bigint elements;
  double birth;    // latest of its elements
  double mass;
  double equivalent;     // diameters, see clusters/fragment_shape.h
  double sieve;          // 0 where not asked for
  double center[3];      // of mass, inside the box where it is periodic
  double velocity[3];    // of the centre of mass
};

class FragmentTable : protected Pointers {
 public:
  FragmentTable(class LAMMPS *);

  // Collective. cluster: current cluster ids of owned atoms; birth: of owned atoms.
  void collect(int groupbit, const tagint *cluster, const double *birth, bool with_sieve);

  std::vector<Fragment> fragments;    // by id; on rank 0
  double mass;                        // of all fragments, correctly rounded; on rank 0

 private:
  struct Element {
    tagint cluster, tag, molecule;
    int bonds;    // inside the fragment
    size_t first_bond;
    double mass, radius, birth;
    double x[3], v[3];
  };

  // This rank's share of the fragments: their elements by cluster and atom id, and the partners of these.
  std::vector<Element> elements;
  std::vector<tagint> partners;

  // Sieve diameters that are known, by cluster id: worked out once for a set of elements, whose shape then only changes by
  // elastic strain.
  struct KnownSieve {
    bigint elements;
    double birth, sieve;
  };
  std::unordered_map<tagint, KnownSieve> known_sieves, seen_sieves;

  double sieve_of(const Fragment &fragment, const std::vector<grist::FragmentElement> &shape);
  void send_home(int groupbit, const tagint *cluster, const double *birth);
  Fragment put_together(size_t begin, size_t end, bool with_sieve, grist::ExactSum &mass_here);
  std::vector<Eigen::Vector3d> unwrapped(size_t begin, size_t end) const;
};

}    // namespace LAMMPS_NS

#endif
