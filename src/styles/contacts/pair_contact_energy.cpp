#include "styles/contacts/pair_contact_energy.h"

#include "lammps.h"
#include "styles/contacts/pair_sphere_contact.h"

using namespace LAMMPS_NS;
using grist::SphereContact;
using grist::SphereContactHistory;

grist::ContactEnergy LAMMPS_NS::stored_energy(const PairSphereContact &pair)
{
  grist::ContactEnergy sum;
  pair.for_each_touching([&](int i, int j, const SphereContactHistory &remembered) {
    sum.add(grist::stored_energy(pair.law_of(i, j), pair.contact_of(i, j), remembered),
            pair.share_of(j));
  });
  return sum;
}

// Springs as they are now give the forces again: sliding has been taken out of them.
grist::ContactPower LAMMPS_NS::power_taken(const PairSphereContact &pair,
                                           const grist::SphereRates *rates)
{
  grist::ContactPower sum;
  pair.for_each_touching([&](int i, int j, SphereContactHistory remembered) {
    const grist::ContactLaw &law = pair.law_of(i, j);
    const SphereContact contact = pair.contact_of(i, j);
    const grist::SphereContactForce on = contact_force(law, contact, remembered);
    sum.add(grist::power_taken(law, contact, on, rates[i], rates[j]), pair.share_of(j));
  });
  return sum;
}

double LAMMPS_NS::energy_of_new(const PairSphereContact &pair, const NeighList *list, int i, int j)
{
  if (!pair.reads(list) || !pair.touch(i, j)) return 0.0;
  const grist::ContactLaw &law = pair.law_of(i, j);
  const SphereContact contact = pair.contact_of(i, j);
  const double force = contact_springs(law, contact).normal * contact.overlap;
  const double taken = -0.5 * contact.dt * force * contact.velocity.dot(contact.normal);
  return pair.share_of(j) * (grist::stored_energy(law, contact, {}).normal + taken);
}
