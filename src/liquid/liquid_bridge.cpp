#include "liquid/liquid_bridge.h"

#include "common/constants.h"

#include <algorithm>
#include <cmath>

namespace grist {

static constexpr double LINEAR = 1.05, SQUARE = 2.5;    // of bridge_decay()

double BridgeLaw::rupture_gap(double volume) const
{
  return (1.0 + 0.5 * angle) * std::cbrt(volume);
}

double BridgeLaw::volume_of_rupture(double gap) const
{
  const double root = gap / (1.0 + 0.5 * angle);
  return root * root * root;
}

double BridgeLaw::force_at_touch() const
{
  return 2.0 * PI * tension * std::cos(angle);
}

double BridgeLaw::force(double radius, double volume, double gap) const
{
  if (!(volume > 0.0) || gap > rupture_gap(volume)) return 0.0;
  return radius * force_at_touch() / bridge_decay(std::max(gap, 0.0) * std::sqrt(radius / volume));
}

double BridgeLaw::resistance(double radius, double gap) const
{
  const double reduced = 0.5 * radius;
  return 6.0 * PI * viscosity * reduced * reduced / std::max(gap, smallest_gap * radius);
}

double BridgeLaw::energy(double radius, double volume, double gap) const
{
  const double end = rupture_gap(volume);
  if (!(volume > 0.0) || gap > end) return 0.0;
  const double at_touch = radius * force_at_touch();
  const double scale = std::sqrt(radius / volume);
  const double root = std::sqrt(4.0 * SQUARE - LINEAR * LINEAR);
  const auto integral = [&](double s) {
    return 2.0 / root * std::atan((2.0 * SQUARE * s + LINEAR) / root);
  };
  const double outside = (integral(std::max(gap, 0.0) * scale) - integral(end * scale)) / scale;
  return at_touch * (outside + std::min(gap, 0.0));
}

double mean_angle(double a, double b)
{
  return a == b ? a : std::acos(0.5 * (std::cos(a) + std::cos(b)));
}

double film_share(double film, double share, int bridges, double most)
{
  return bridges > 0 ? std::min(share * film / bridges, most) : 0.0;
}

}    // namespace grist
