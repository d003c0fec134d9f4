#include "contacts/contact_record.h"

namespace grist {

void ContactRecord::turn_on(bool now)
{
  on = now;
  begin_step();
}

ContactEnergy ContactRecord::stored_energy(const SphereSelection &of) const
{
  ContactEnergy sum;
  for (const Entry &e : entries)
    if (of.has(e.sphere)) sum.add(grist::stored_energy(*e.law, e.contact, e.history), 1.0);
  return sum;
}

ContactPower ContactRecord::power_taken(const SphereRates *rates, const SphereSelection &of) const
{
  ContactPower sum;
  for (const Entry &e : entries)
    if (of.has(e.sphere)) sum.add(grist::power_taken(e, rates), 1.0);
  return sum;
}

double ContactRecord::taken_by_changes(const SphereRates *rates) const
{
  double sum = 0.0;
  for (const Change &c : changes) sum += taken_by_change(c, rates);
  return sum;
}

double ContactRecord::power_of_wall(const SphereSelection &of) const
{
  double sum = 0.0;
  for (const Entry &e : entries)
    if (of.has(e.sphere)) sum += e.on.force.dot(e.wall.velocity) + e.on.rolling.dot(e.wall.omega);
  return sum;
}

double ContactRecord::power_on_spheres(const SphereRates *rates) const
{
  double sum = 0.0;
  for (const Entry &e : entries)
    sum += e.on.force.dot(rates[e.sphere].velocity) + e.on.torque_a.dot(rates[e.sphere].omega);
  return sum;
}

}    // namespace grist
