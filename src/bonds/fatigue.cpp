#include "bonds/fatigue.h"

#include "bonds/bond_growth.h"
#include "common/fatigue_law.h"

#include <algorithm>
#include <cmath>

namespace grist {

bool Fatigue::may_be_held(const BondState &state)
{
  constexpr double LEAST = 0.9;
  return state.memory.left >= LEAST;
}

void Fatigue::grow(BondGrowth &bond)
{
  Memory<double> &memory = bond.state.memory;
  if (!acts(bond.material)) {
    memory.peak = 0.0;    // kernels follow it in all lanes
    return;
  }
  if (bond.failure != BondFailure::NONE) return;
  const double share = share_of_strength(bond.material, bond.section, bond.state, bond.length);
  const double peak = memory.peak;
  if (peak <= 0.0) {
    memory.peak = share > -2.0 * peak ? share : std::max(peak, -share);
  } else if (share >= 0.5 * peak) {
    memory.peak = std::max(peak, share);
  } else {
    const double kept =
        std::sqrt(1.0 - fatigue_damage(peak * peak, 0.5 * bond.material.fatigue));
    memory.left *= kept;
    memory.peak = -share / kept;
  }
}

}    // namespace grist
