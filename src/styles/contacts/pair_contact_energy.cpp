#include "styles/contacts/pair_contact_energy.h"

#include "lammps.h"
#include "styles/contacts/pair_sphere_contact.h"

using namespace LAMMPS_NS;
using grist::SphereContact;
using grist::SphereContactHistory;
using grist::SphereSelection;

grist::ContactEnergy LAMMPS_NS::stored_energy(const PairSphereContact &pair,
                                              const SphereSelection &of)
{
  grist::ContactEnergy sum;
  pair.for_each_touching([&](int i, int j, const SphereContactHistory &remembered) {
    if (!of.has(i) && !of.has(j)) return;
    sum.add(grist::stored_energy(pair.law_of(i, j), pair.contact_of(i, j), remembered),
            pair.share_of(j));
  });
  return sum;
}

// Springs as they are now give the forces again: sliding has been taken out of them.
grist::ContactPower LAMMPS_NS::power_taken(const PairSphereContact &pair,
                                           const grist::SphereRates *rates,
                                           const SphereSelection &of)
{
  grist::ContactPower sum;
  pair.for_each_touching([&](int i, int j, SphereContactHistory remembered) {
    if (!of.has(i) && !of.has(j)) return;
    const grist::ContactLaw &law = pair.law_of(i, j);
    const SphereContact contact = pair.contact_of(i, j);
    const grist::SphereContactForce on = contact_force(law, contact, remembered);
    sum.add(grist::power_taken(law, contact, on, rates[i], rates[j]), pair.share_of(j));
  });
  return sum;
}

double LAMMPS_NS::power_on_others(const PairSphereContact &pair, const grist::SphereRates *rates,
                                  const SphereSelection &of)
{
  double sum = 0.0;
  pair.for_each_touching([&](int i, int j, SphereContactHistory remembered) {
    if (of.has(i) == of.has(j)) return;
    const grist::SphereContactForce on =
        contact_force(pair.law_of(i, j), pair.contact_of(i, j), remembered);
    const double power = of.has(i)
        ? on.torque_b.dot(rates[j].omega) - on.force.dot(rates[j].velocity)
        : on.torque_a.dot(rates[i].omega) + on.force.dot(rates[i].velocity);
    sum += pair.share_of(j) * power;
  });
  return sum;
}

double LAMMPS_NS::taken_by_changes(const PairSphereContact &pair, const grist::SphereRates *rates)
{
  double sum = 0.0;
  pair.for_each_change([&](int i, int j, bool began) {
    sum += pair.share_of(j) *
        taken_by_change(pair.law_of(i, j), pair.contact_of(i, j), began, rates[i], rates[j]);
  });
  return sum;
}

double LAMMPS_NS::energy_of_new(const PairSphereContact &pair, const NeighList *list, int i, int j)
{
  if (!pair.reads(list) || !pair.touch(i, j)) return 0.0;
  const grist::ContactLaw &law = pair.law_of(i, j);
  const SphereContact contact = pair.contact_of(i, j);
  const double force = normal_state(law, contact).elastic;
  const double taken = -0.5 * contact.dt * force * contact.velocity.dot(contact.normal);
  return pair.share_of(j) * (grist::stored_energy(law, contact, {}).normal + taken);
}
