#include "bonds/load_path.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

void LoadPath::begin()
{
  first_share = share_at(0.0);
  last_share = share_at(1.0);
}

// By regula falsi with the weights of Illinois, of a convex function.
double LoadPath::way_to(double share) const
{
  constexpr double ROUNDING = 1e-13;
  constexpr int MOST = 100;
  double low = 0.0, high = 1.0, below = first_share - share, above = last_share - share;
  if (below >= -ROUNDING * share) return low;
  if (above <= ROUNDING * share) return high;
  for (int n = 0, side = 0; n < MOST; n++) {
    const double way = low - below * (high - low) / (above - below);
    const double off = share_at(way) - share;
    if (std::fabs(off) <= ROUNDING * share) return way;
    double &other = off < 0.0 ? above : below;
    if (side == (off < 0.0 ? -1 : 1)) other *= 0.5;
    side = off < 0.0 ? -1 : 1;
    (off < 0.0 ? low : high) = way;
    (off < 0.0 ? below : above) = off;
  }
  return 0.5 * (low + high);
}

// The integral of psi/u^2 over u, exact where that is constant: by the trapezoid rule over four parts
// and over two, and Richardson's extrapolation.
double LoadPath::taken(double before, double now, double reach) const
{
  assert(before >= 1.0 && before <= now && reach > 1.0);
  constexpr int PARTS = 4;
  const double start = way_to(before), end = way_to(now);
  // Where the loads before the step exceed `before`, as after spheres were moved, the way up to them
  // is not known.
  const double known = std::min(std::max(before, first_share), now);
  double share[PARTS + 1], ratio[PARTS + 1];
  for (int k = 0; k <= PARTS; k++) {
    const double way = start + (end - start) * k / PARTS;
    share[k] = k == 0 ? known : k == PARTS ? now : share_at(way);
    ratio[k] = energy_over_square_at(way);
  }
  const auto trapezoid = [&](int by) {
    double sum = 0.0;
    for (int k = 0; k < PARTS; k += by)
      sum += 0.5 * (share[k + by] - share[k]) * (ratio[k] + ratio[k + by]);
    return sum;
  };
  const double on_way = end > start ? (4.0 * trapezoid(1) - trapezoid(2)) / 3.0 : 0.0;
  return reach / (reach - 1.0) * ((known - before) * ratio[0] + on_way);
}

}    // namespace grist
