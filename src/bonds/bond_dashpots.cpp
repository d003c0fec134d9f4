#include "bonds/bond_dashpots.h"

#include "bonds/bond_lanes.h"
#include "bonds/like_clusters.h"

#include <algorithm>

namespace grist {

// Grows by half at least.
template <class Item> static void make_room(std::vector<Item> &items, size_t needed)
{
  if (items.size() < needed) items.resize(std::max(needed, items.size() + items.size() / 2));
}

DashpotRow *BondDashpots::rows_of(const BondTeam &team)
{
  const size_t first = rows_in_use;
  rows_in_use += team.radius.size();
  make_room(rows, rows_in_use);
  teams.push_back(&team);
  return &rows[first];
}

void BondDashpots::add(const BondBlock &block, const BondBlockForces &on, BondMask lanes)
{
  make_room(blocks, blocks_in_use + 1);
  DashpotBlock &to = blocks[blocks_in_use++];
  std::copy_n(block.a, BOND_LANES, to.a);
  std::copy_n(block.b, BOND_LANES, to.b);
  for (int d = 0; d < 3; d++)
    for (int l = 0; l < BOND_LANES; l++) {
      const bool is_there = lanes >> l & 1;
      to.force_a[d][l] = is_there ? on.damping_force_a[d][l] : 0.0;
      to.torque_a[d][l] = is_there ? on.damping_torque_a[d][l] : 0.0;
      to.torque_b[d][l] = is_there ? on.damping_torque_b[d][l] : 0.0;
    }
}

double BondDashpots::dissipated_power(const SphereRates *rates, int owned) const
{
  if (rows_in_use + blocks_in_use == 0) return 0.0;
  const DashpotLanes &lanes = kernels_in_use<DashpotLanes>();
  const double *numbers = &rates->velocity[0];
  double power = lanes.power_of_blocks(blocks.data(), blocks_in_use, numbers, owned);
  const DashpotRow *of_team = rows.data();
  for (const BondTeam *team : teams) {
    power += lanes.power_of_rows(of_team, *team, numbers);
    of_team += team->radius.size();
  }
  return -power;
}

}    // namespace grist
