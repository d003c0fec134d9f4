/* Which units have wholly passed, across ranks.

   The id of a unit is the current cluster id of its elements, spheres or blocks; of an atom style
   without clusters, the atom id. Ghosts have both. Only units with an element that has passed are exchanged between
   ranks.
*/

#ifndef LMP_OUTFLOW_SEARCH_H
#define LMP_OUTFLOW_SEARCH_H

#include "pointers.h"

#include <vector>

namespace LAMMPS_NS {

class BondedElements;
class OutflowZone;

class OutflowSearch : protected Pointers {
 public:
  using Pointers::Pointers;

  // At the start of a run. An error where bonds are not those of bond_style parallel or face.
  void init();

  // Ids, ascending, of all units of the group that leave, the same on every rank. A unit of which
  // an element is not in the group stays. Collective; ghosts must be those of this step.
  std::vector<tagint> find(OutflowZone &zone, int groupbit);

  tagint unit_of(int i) const;                              // of an owned or ghost atom
  tagint parent_of(int i) const;                            // 0 without clusters
  const BondedElements *bonded() const { return bonds; }    // null without clusters

 private:
  BondedElements *bonds = nullptr;    // null without clusters
  std::vector<char> passed;

  std::vector<tagint> units_with(const std::vector<char> &marks) const;
  std::vector<tagint> held_back(const std::vector<tagint> &candidates, int groupbit,
                                bool by_first) const;
};

}    // namespace LAMMPS_NS

#endif
