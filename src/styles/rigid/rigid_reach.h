/* How far ghosts must reach so that each rank with elements of a body has its owner, and the rank
   of the owner all elements when it makes the body.
*/

#ifndef LMP_RIGID_REACH_H
#define LMP_RIGID_REACH_H

#include "pointers.h"

namespace LAMMPS_NS {

class RigidReach : protected Pointers {
 public:
  explicit RigidReach(LAMMPS *lmp) : Pointers(lmp) {}

  // The greatest distance from an owner to the far side of its body, so far.
  double of_bodies() const { return greatest; }
  void set_of_bodies(double reach) { greatest = reach; }
  void include(double reach);    // the greatest of all ranks; collective

  // At the start of a run. holds: bonded clusters may be held, too. Collective.
  void widen_ghost_cutoff(const class BondingStyle &bond, bool holds);

  // As widened last, skin included.
  double of_ghosts() const { return ghosts; }

 private:
  double greatest = 0.0, ghosts = 0.0;

  double of_templates(const BondingStyle &bond, bool holds) const;
  double of_present_clusters() const;
};

}    // namespace LAMMPS_NS

#endif
