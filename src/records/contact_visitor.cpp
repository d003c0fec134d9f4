#include "records/contact_visitor.h"

#include "geometry/body_motion.h"

namespace grist {

static const SphereRates &rates_of_b(const TouchingPair &pair, const SphereRates &wall,
                                     const SphereRates *rates)
{
  return pair.is_wall() ? wall : rates[pair.b];
}

ContactPower dissipated_power(const RecordedContact &c, const SphereRates *rates)
{
  return dissipated_power(*c.law, c.contact, c.on, rates[c.a], rates_of_b(c, c.wall, rates),
                          c.history);
}

double dissipated_by_change(const RecordedChange &c, const SphereRates *rates)
{
  return dissipated_by_change(*c.law, c.contact, c.began, rates[c.a], rates_of_b(c, c.wall, rates));
}

// Velocity and angular velocity of a relative to b, at the centroid.
static SphereRates relative_rates(const RecordedOverlap &o, const SphereRates *rates)
{
  const Vector3d &arm = o.overlap.centroid;
  const SphereRates &a = rates[o.a];
  SphereRates b = rates_of_b(o, o.wall, rates);
  if (!o.is_wall()) b.velocity = velocity_at(b.velocity, b.omega, arm - o.distance);
  return {velocity_at(a.velocity, a.omega, arm) - b.velocity, a.omega - b.omega};
}

OverlapPower dissipated_power(const RecordedOverlap &o, const SphereRates *rates)
{
  const SphereRates now = relative_rates(o, rates);
  return dissipated_power(*o.law, o.overlap, o.motion, o.history, now.velocity, now.omega);
}

}    // namespace grist
