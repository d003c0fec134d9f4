// When the fragment of each atom formed, per owned atom.
//
// A fragment formed when the last bond broke that had one end in it and the other end elsewhere. So
// its birth does not depend on when the breaks are evaluated. An atom that is new forms a fragment
// at that time.

#ifndef LMP_FRAGMENT_BIRTHS_H
#define LMP_FRAGMENT_BIRTHS_H

#include "pointers.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/fragments/fragment_source.h"

#include <vector>

namespace LAMMPS_NS {

class FragmentBirths : protected Pointers {
 public:
  FragmentBirths(class LAMMPS *lmp, FragmentRows &rows) : Pointers(lmp), rows(rows) {}

  // Collective. events: of all ranks, the same on every rank; cluster: current cluster ids of owned
  // atoms.
  void update(const std::vector<BreakEvent> &events, const tagint *cluster);

 private:
  FragmentRows &rows;

  std::vector<tagint> clusters_at_ends(const std::vector<BreakEvent> &events,
                                       const tagint *cluster) const;
};

}    // namespace LAMMPS_NS

#endif
