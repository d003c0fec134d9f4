/* The report of a fix that inserts or removes spheres during a run to compute energy/balance.

   It is asked at every step, after all forces and at its end, when pairwise lists, ghosts and
   velocities are those of the step. The balance then computes the energy that the marked spheres
   store, and their share of dissipation and of the work of walls. Spheres leave with the energy of
   their last step and enter with that of their first, so a fix reports no energies.
*/

#ifndef LMP_ENERGY_TRAFFIC_H
#define LMP_ENERGY_TRAFFIC_H

#include "styles/interfaces/energy_style.h"

#include <vector>

namespace LAMMPS_NS {

class EnergyTraffic : public EnergyStyle {
 public:
  // Sets the marks of spheres that this fix has inserted at this step (in pre_exchange). One mark
  // an atom, owned and ghost; by atom ids, which ghosts have, too. False on all ranks if there are
  // none.
  virtual bool mark_entered(std::vector<char> &) const { return false; }

  // The same of spheres that it has inserted while the present run was set up. Asked at its setup;
  // what was inserted in the last step of the run before is not marked.
  virtual bool mark_entered_at_setup(std::vector<char> &) const { return false; }

  // Decides which spheres it removes at the next step. Asked at the setup of a run, perhaps before
  // this fix is set up itself, and at the end of each step, on all ranks, perhaps several times.
  virtual void decide_leaving() {}

  // The same of spheres that it removes at the next step, before forces; asked after
  // decide_leaving(). Bonds lead from no marked sphere to another one.
  virtual bool mark_leaving(std::vector<char> &) const { return false; }

  // It removes bodies that break, and inserts their pieces.
  virtual bool breaks_bodies() const { return false; }

 protected:
  ~EnergyTraffic() = default;    // deleted as a fix
};

}    // namespace LAMMPS_NS

#endif
