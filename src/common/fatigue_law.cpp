#include "common/fatigue_law.h"

#include "common/preconditions.h"

#include <cmath>

namespace grist {

// The equation is G(D) = ln D + m ln(1 + (1 - D)/m) - m ln e = 0. G rises and is concave, so that
// Newton's steps from a D that is too small (that of 1 in place of 1 - D in the equation) never pass
// the root.
double fatigue_damage(double energy_share, double m)
{
  assert(m > 0.0);
  constexpr int MOST_STEPS = 200;
  if (!(energy_share > 0.0)) return 0.0;
  if (energy_share >= 1.0) return 1.0;
  const double log_right = m * std::log(energy_share);
  double damage = std::exp(log_right - m * std::log1p(1.0 / m));
  if (damage == 0.0) return 0.0;
  for (int step = 0; step < MOST_STEPS; step++) {
    const double whole = 1.0 - damage;
    const double excess = std::log(damage) + m * std::log1p(whole / m) - log_right;
    const double slope = (m + 1.0) * whole / (damage * (m + whole));
    const double next = damage - excess / slope;
    if (!(next > damage && next < 1.0)) break;    // rounding
    damage = next;
  }
  return damage;
}

}    // namespace grist
