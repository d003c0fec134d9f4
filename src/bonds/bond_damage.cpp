#include "bonds/bond_damage.h"

#include "common/fatigue_law.h"

#include <algorithm>
#include <cmath>

namespace grist {

double stiffness_kept(double reach, double strength)
{
  if (reach == 0.0 || strength <= 1.0) return 1.0;
  return std::max(0.0, (reach - strength) / (strength * (reach - 1.0)));
}

double damage_of(double reach, const BondDamage &damage)
{
  return reach > 0.0 ? 1.0 - stiffness_kept(reach, damage.strength)
                     : 1.0 - damage.strength * damage.strength;
}

float strength_left(double scatter, const BondDamage &damage)
{
  const double exact = scatter * damage.strength;
  const auto rounded = static_cast<float>(exact);
  return rounded <= exact ? rounded : std::nextafter(rounded, 0.0f);
}

void follow_cycle(const BondMaterial &material, double share, BondDamage &damage)
{
  const double peak = damage.peak;
  if (peak <= 0.0) {
    damage.peak = share > -2.0 * peak ? share : std::max(peak, -share);
  } else if (share >= 0.5 * peak) {
    damage.peak = std::max(peak, share);
  } else {
    const double kept = std::sqrt(1.0 - fatigue_damage(peak * peak, 0.5 * material.fatigue));
    damage.strength *= kept;
    damage.peak = -share / kept;
  }
}

}    // namespace grist
