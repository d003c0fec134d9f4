#include "contacts/contact_record.h"

namespace grist {

void ContactRecord::turn_on(bool now)
{
  on = now;
  entries.clear();
}

ContactEnergy ContactRecord::stored_energy() const
{
  ContactEnergy sum;
  for (const Entry &e : entries) sum.add(grist::stored_energy(*e.law, e.contact, e.history), 1.0);
  return sum;
}

ContactPower ContactRecord::power_taken(const SphereRates *rates) const
{
  ContactPower sum;
  for (const Entry &e : entries)
    sum.add(grist::power_taken(*e.law, e.contact, e.on, rates[e.sphere], e.wall), 1.0);
  return sum;
}

}    // namespace grist
