/* The ghost cutoff that bonds need: ghosts must reach the far end of every bond, and the pair cutoff alone may be shorter.
   A cutoff that the user gave (comm_modify cutoff) is left alone.
*/

#ifndef GRIST_STYLES_BOND_GHOST_CUTOFF_H
#define GRIST_STYLES_BOND_GHOST_CUTOFF_H

#include "pointers.h"

namespace LAMMPS_NS {

class BondGhostCutoff : protected Pointers {
 public:
  explicit BondGhostCutoff(LAMMPS *lmp) : Pointers(lmp) {}

  // Before a run. Collective.
  void widen();

  // True if the cutoff in force was set here, not by the user.
  bool is_set_here() const { return set_here; }

 private:
  bool set_here = false;

  double longest_local_bond() const;
};

}    // namespace LAMMPS_NS

#endif
