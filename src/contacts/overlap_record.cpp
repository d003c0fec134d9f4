#include "contacts/overlap_record.h"

#include "geometry/body_motion.h"

namespace grist {

void OverlapRecord::turn_on(bool now)
{
  on = now;
  entries.clear();
}

void OverlapRecord::keep_loads(bool now)
{
  keeps = now;
  kept_loads.clear();
}

void OverlapRecord::add_load(int a, int b, const OverlapContactLaw &law, const Overlap &overlap,
                             const ContactMotion &motion, const ContactHistory &history,
                             double share)
{
  const double energy = law.hysteretic ? share * loading_energy(law, overlap, history) : 0.0;
  kept_loads.push_back({a, b, energy, motion.velocity.dot(overlap.normal), share * history.pressed,
                        overlap.centroid, overlap.normal, law.hysteretic});
}

OverlapEnergy OverlapRecord::stored_energy(const SphereSelection &of) const
{
  OverlapEnergy sum;
  for (const Entry &e : entries)
    if (counts(e, of)) sum.add(grist::stored_energy(*e.law, e.overlap, e.history), e.share);
  return sum;
}

// Of a relative to b, at the centroid.
static SphereRates relative_rates(const OverlapRecord::Entry &e, const SphereRates *rates)
{
  const Vector3d &arm = e.overlap.centroid;
  const SphereRates &a = rates[e.a];
  SphereRates b = e.wall;
  if (e.b != OverlapRecord::WALL) {
    b = rates[e.b];
    b.velocity = velocity_at(b.velocity, b.omega, arm - e.distance);
  }
  return {velocity_at(a.velocity, a.omega, arm) - b.velocity, a.omega - b.omega};
}

OverlapPower power_taken(const OverlapRecord::Entry &e, const SphereRates *rates)
{
  const SphereRates now = relative_rates(e, rates);
  return power_taken(*e.law, e.overlap, e.motion, e.history, now.velocity, now.omega);
}

OverlapPower OverlapRecord::power_taken(const SphereRates *rates, const SphereSelection &of) const
{
  OverlapPower sum;
  for (const Entry &e : entries)
    if (counts(e, of)) sum.add(grist::power_taken(e, rates), e.share);
  return sum;
}

// The force at the centroid, and the rest of the torque.
double OverlapRecord::power_of_walls(const SphereSelection &of) const
{
  double sum = 0.0;
  for (const Entry &e : entries) {
    if (e.b != WALL || !of.has(e.a)) continue;
    const Vector3d moment = e.on.torque_a - e.overlap.centroid.cross(e.on.force);
    sum += e.share * (e.on.force.dot(e.wall.velocity) + moment.dot(e.wall.omega));
  }
  return sum;
}

double OverlapRecord::power_of_walls_on(const SphereRates *rates) const
{
  double sum = 0.0;
  for (const Entry &e : entries)
    if (e.b == WALL)
      sum += e.share * (e.on.force.dot(rates[e.a].velocity) + e.on.torque_a.dot(rates[e.a].omega));
  return sum;
}

double OverlapRecord::lost(const SphereSelection &of) const
{
  double sum = 0.0;
  for (const Entry &e : entries)
    if (counts(e, of)) sum += e.share * e.on.lost_now;
  return sum;
}

double OverlapRecord::power_on_others(const SphereRates *rates, const SphereSelection &of) const
{
  double sum = 0.0;
  for (const Entry &e : entries) {
    if (e.b == WALL || of.has(e.a) == of.has(e.b)) continue;
    const double power = of.has(e.a)
        ? e.on.torque_b.dot(rates[e.b].omega) - e.on.force.dot(rates[e.b].velocity)
        : e.on.torque_a.dot(rates[e.a].omega) + e.on.force.dot(rates[e.a].velocity);
    sum += e.share * power;
  }
  return sum;
}

}    // namespace grist
