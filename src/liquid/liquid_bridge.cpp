#include "liquid/liquid_bridge.h"

#include "common/constants.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace grist {

// Less liquid than this is none, in any units: R/V of a bridge stays finite.
static constexpr double LEAST_VOLUME = 1e-200;

// Where the fit of bridge_shape() ends.
static constexpr double LARGEST_VOLUME = 0.1, LARGEST_ANGLE = 45.0 * DEGREE;

/* Fitted to forces between equal spheres at gaps up to 0.87 of rupture, V/R^3 from 1e-4 to
   0.1, by the largest relative error, which is 2.5 percent for V/R^3 from 1e-3 to 2e-2 and angles
   up to 20 degrees. In the whole range 4 c0 c2 > c1^2, which
   energy() needs.
*/
BridgeShape bridge_shape(double volume, double angle)
{
  assert(volume > 0.0 && angle >= 0.0);
  const double x = std::pow(std::min(volume, LARGEST_VOLUME), 0.25);
  const double t = std::min(angle, LARGEST_ANGLE);
  return {1.0 + x * (0.105 + t * (0.046 + 0.182 * t) + 0.796 * x),
          1.177 + t * (0.66 + 0.314 * t) + x * (0.308 - 0.462 * t - 2.694 * x),
          2.327 - t * (0.318 + 0.863 * t) - x * (2.514 + 1.295 * t - 3.144 * x)};
}

double BridgeLaw::rupture_gap(double volume) const
{
  assert(volume >= 0.0);
  return (1.0 + 0.5 * angle) * std::cbrt(volume);
}

double BridgeLaw::volume_of_rupture(double gap) const
{
  assert(gap >= 0.0);
  const double root = gap / (1.0 + 0.5 * angle);
  return root * root * root;
}

BridgePull BridgeLaw::pull(double radius, double volume) const
{
  assert(radius > 0.0);
  if (!(volume > 0.0)) return {};
  const BridgeShape c = bridge_shape(volume / (radius * radius * radius), angle);
  const double scale = std::sqrt(radius / volume);
  const double least = smallest_gap * radius;
  return {2.0 * PI * radius * tension * std::cos(angle) / c.at_touch,
          scale * c.linear / c.at_touch,
          scale * scale * c.square / c.at_touch,
          rupture_gap(volume),
          least * resistance(radius, least),
          least};
}

double BridgeLaw::force(double radius, double volume, double gap) const
{
  const BridgePull of = pull(radius, volume);
  if (gap > of.rupture) return 0.0;
  return of.at_touch / bridge_decay(std::max(gap, 0.0), of.linear, of.square);
}

double BridgeLaw::resistance(double radius, double gap) const
{
  assert(radius > 0.0);
  const double reduced = 0.5 * radius;
  return 6.0 * PI * viscosity * reduced * reduced / std::max(gap, smallest_gap * radius);
}

double BridgeLaw::energy(double radius, double volume, double gap) const
{
  const BridgePull of = pull(radius, volume);
  if (of.rupture == 0.0) return 0.0;
  if (gap > of.rupture) return (gap - of.rupture) * force(radius, volume, of.rupture);
  const double root = std::sqrt(4.0 * of.square - of.linear * of.linear);
  assert(root > 0.0);
  const auto integral = [&](double at) {
    return 2.0 / root * std::atan((2.0 * of.square * at + of.linear) / root);
  };
  const double outside = integral(std::max(gap, 0.0)) - integral(of.rupture);
  return of.at_touch * (outside + std::min(gap, 0.0));
}

double mean_angle(double a, double b)
{
  return a == b ? a : std::acos(0.5 * (std::cos(a) + std::cos(b)));
}

double film_share(double film, double share, int bridges, double most)
{
  assert(film >= 0.0 && is_share(share) && most >= 0.0);
  const double part = bridges > 0 ? std::min(share * film / bridges, most) : 0.0;
  return part > LEAST_VOLUME ? part : 0.0;
}

}    // namespace grist
