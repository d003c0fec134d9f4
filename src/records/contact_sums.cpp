#include "records/contact_sums.h"

namespace grist {

static bool counts(const TouchingPair &pair, const SphereSelection &of)
{
  return of.has(pair.a) || (!pair.is_wall() && of.has(pair.b));
}

void StoredSum::visit(const RecordedContact &c)
{
  if (counts(c, of)) add(sum, stored_energy(*c.law, c.contact, c.history), c.share);
}

void StoredSum::visit(const RecordedOverlap &o)
{
  if (counts(o, of)) add(sum, stored_energy(*o.law, o.overlap, o.history), o.share);
}

void PowerSum::visit(const RecordedContact &c)
{
  if (!counts(c, of)) return;
  add(sum, dissipated_power(c, rates), c.share);
  if (c.is_wall())
    sum[WALL_WORK] +=
        c.share * (dot(c.on.force, c.wall.velocity) + dot(c.on.rolling, c.wall.omega));
}

// A wall exerts its force at the centroid, and the rest of the torque.
void PowerSum::visit(const RecordedOverlap &o)
{
  if (!counts(o, of)) return;
  add(sum, dissipated_power(o, rates), o.share);
  if (!o.is_wall()) return;
  const Vector3d moment = o.on.torque_a - cross(o.overlap.centroid, o.on.force);
  sum[WALL_WORK] += o.share * (dot(o.on.force, o.wall.velocity) + dot(moment, o.wall.omega));
}

void LossSum::visit(const RecordedOverlap &o)
{
  if (counts(o, of)) sum += o.share * o.on.lost_now;
}

void LossSum::visit(const RecordedChange &c)
{
  if (counts(c, of)) sum += c.share * dissipated_by_change(c, rates);
}

template <class Force> static double power_on_a(const Force &on, const SphereRates &a)
{
  return dot(on.torque_a, a.omega) + dot(on.force, a.velocity);
}

template <class Contact> static double power_on_b(const Contact &c, const SphereRates &b)
{
  return dot(c.on.torque_b, b.omega) - dot(c.on.force, b.velocity);
}

template <class Contact>
static double power_on_others(const Contact &c, const SphereRates *rates, const SphereSelection &of)
{
  if (c.is_wall() || of.has(c.a) == of.has(c.b)) return 0.0;
  return c.share * (of.has(c.a) ? power_on_b(c, rates[c.b]) : power_on_a(c.on, rates[c.a]));
}

void PowerOnOthers::visit(const RecordedContact &c)
{
  sum += power_on_others(c, rates, of);
}
void PowerOnOthers::visit(const RecordedOverlap &o)
{
  sum += power_on_others(o, rates, of);
}

void PowerOfWalls::visit(const RecordedContact &c)
{
  if (c.is_wall()) sum += c.share * power_on_a(c.on, rates[c.a]);
}

void PowerOfWalls::visit(const RecordedOverlap &o)
{
  if (o.is_wall()) sum += o.share * power_on_a(o.on, rates[o.a]);
}

}    // namespace grist
