#include "bonds/bond_dashpots.h"

#include "bonds/bond_lanes.h"
#include "bonds/like_clusters.h"

#include <algorithm>

namespace grist {

DashpotRow *BondDashpots::rows_of(const BondTeam &team)
{
  const size_t first = rows_in_use;
  rows_in_use += team.radius.size();
  if (rows.size() < rows_in_use) rows.resize(std::max(rows_in_use, rows.size() + rows.size() / 2));
  teams.push_back(&team);
  return &rows[first];
}

// The torque on a is that of a force at its centre and a moment.
void BondDashpots::add(const BondBlock &block, const BondBlockForces &on, BondMask lanes)
{
  constexpr int LANES = Losses<BondEntries>::LANES;
  LossBlock<BondEntries> *blocks = others.room_for(BOND_LANES);
  double share[BOND_LANES];
  for (int l = 0; l < BOND_LANES; l++)
    share[l] = (block.a[l] < owned ? 0.5 : 0.0) + (block.b[l] < owned ? 0.5 : 0.0);
  for (int l = 0; lanes != ALL_LANES && l < BOND_LANES; l++)
    if (!(lanes >> l & 1)) share[l] = 0.0;
  for (int first = 0; first < BOND_LANES; first += LANES) {
    LossBlock<BondEntries> &to = *blocks++;
    for (int d = 0; d < 3; d++)
      for (int k = 0; k < LANES; k++) {
        to.force[0][d][k] = on.damping_force_a[d][first + k];
        to.moment[0][d][k] = on.damping_torque_a[d][first + k];
        to.arm_b[d][k] = -on.distance[d][first + k];
      }
  }
  others.add(block.a, block.b, share, BOND_LANES);
}

void BondDashpots::add_powers(EnergyFlows &to, const SphereRates *rates) const
{
  others.add_powers(to, rates);
  const DashpotLanes &lanes = kernels_in_use<DashpotLanes>();
  const DashpotRow *of_team = rows.data();
  for (const BondTeam *team : teams) {
    to[BOND_DAMPING] -= lanes.power_of_rows(of_team, *team, &rates->velocity[0]);
    of_team += team->radius.size();
  }
}

}    // namespace grist
