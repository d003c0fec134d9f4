/* The fragments of a group: the elements, mass, size, place and velocity of each connected set of
   elements.

   Each fragment is assembled by the rank that its cluster id is assigned to, unwrapped along its
   bonds, from its elements in the order of atom ids. Masses are summed without rounding. So nothing
   depends on the number of ranks.
*/

#ifndef LMP_FRAGMENT_TABLE_H
#define LMP_FRAGMENT_TABLE_H

#include "common/space.h"
#include "pointers.h"

#include "common/exact_sum.h"
#include "fragments/fragment_list.h"
#include "fragments/fragment_sizes.h"
#include "styles/fragments/fragment_source.h"

#include <vector>

namespace LAMMPS_NS {

class FragmentTable : protected Pointers {
 public:
  FragmentTable(class LAMMPS *);

  // Collective. cluster: current cluster ids of owned atoms.
  grist::FragmentList collect(int groupbit, const tagint *cluster, const FragmentRows &rows,
                              bool with_sieves);

  // The sieve diameters that are known, for restart files: of all ranks, by id, on rank 0
  // (collective), and back on every rank.
  std::vector<grist::SieveDiameters::Known> known_sieves() const;
  void set_known_sieves(const std::vector<grist::SieveDiameters::Known> &known);

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
  grist::SieveDiameters sieves;

  int rank_of(bigint cluster) const;
  void send_elements(int groupbit, const tagint *cluster, const FragmentRows &rows);
  grist::Fragment assemble(size_t begin, size_t end, bool with_sieve, grist::ExactSum &mass_here);
  std::vector<grist::Vector3d> unwrapped(size_t begin, size_t end) const;
  std::vector<int> bonded_inside(size_t begin, size_t end, const Element &element) const;
};

}    // namespace LAMMPS_NS

#endif
