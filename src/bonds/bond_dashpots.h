// Forces of the dashpots of all bonds in a step, kept as the kernels compute them, and their power
// at the velocities of the full step, which are known later. Teams are kept element by element, to
// seven digits; other bonds block by block.

#ifndef GRIST_BONDS_BOND_DASHPOTS_H
#define GRIST_BONDS_BOND_DASHPOTS_H

#include "bonds/bond_store.h"
#include "bonds/dashpot_lanes.h"
#include "energy/losses.h"

#include <vector>

namespace grist {

class BondTeam;
struct BondBlockForces;

class BondDashpots {
 public:
  // To be called before the bonds of a step. Only the ends below `owned` count here: the others are
  // those of another rank, which has the bond, too.
  void begin_step(int owned_spheres)
  {
    owned = owned_spheres;
    teams.clear();
    rows_in_use = 0;
    others.begin_step();
  }

  // One for each element, for the kernel to set. Valid until the next call; the team must stay as
  // it is until the power has been read.
  DashpotRow *rows_of(const BondTeam &team);

  // Adds the forces of these lanes.
  void add(const BondBlock &block, const BondBlockForces &on, BondMask lanes);

  // Power that dashpots dissipate. rates: by sphere, ghosts included.
  void add_powers(EnergyFlows &to, const SphereRates *rates) const;

 private:
  std::vector<const BondTeam *> teams;
  std::vector<DashpotRow> rows;    // of these, one after another
  size_t rows_in_use = 0;
  Losses<BondEntries> others;    // bonds of no team
  int owned = 0;
};

}    // namespace grist

#endif
