// What walls of spheres tell compute energy/balance, from the contacts of the last step.

#include "wall_contact_fix.h"

#include "atom.h"

using namespace LAMMPS_NS;

void WallContactFix::record_contacts(bool on)
{
  recording = on;
  records.clear();
}

grist::ContactEnergy WallContactFix::stored_energy() const
{
  grist::ContactEnergy sum;
  for (const Record &r : records)
    sum.add(grist::stored_energy(laws[atom->type[r.i]], r.contact, r.history), 1.0);
  return sum;
}

grist::ContactPower WallContactFix::power_taken(const grist::SphereRates *rates) const
{
  grist::ContactPower sum;
  for (const Record &r : records)
    sum.add(grist::power_taken(laws[atom->type[r.i]], r.contact, r.on, rates[r.i], r.wall), 1.0);
  return sum;
}
