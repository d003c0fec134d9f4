#include "styles/contacts/single_pairs.h"

#include "styles/contacts/fix_contact_history.h"

#include "contacts/contact_force.h"
#include "contacts/contact_laws.h"
#include "records/contact_sums.h"

#include "atom.h"
#include "force.h"
#include "update.h"

#include <cassert>

using namespace LAMMPS_NS;
using grist::ContactPairs;

static void count_overlap(const ContactPairs::Bonding &bonding, grist::SphereContact &contact)
{
  grist::count_overlap_from(reference_overlap(bonding, contact.radius_a + contact.radius_b),
                            contact);
}

void SinglePairs::mark_evaluated()
{
  evaluated_in_step = update->setupflag == 0;
}

const FixContactHistory &SinglePairs::pairs() const
{
  assert(history);
  return *history;
}

const grist::ContactLaw &SinglePairs::law_of(int i, int j) const
{
  assert(table);
  return table->law(atom->type[i], atom->type[j]);
}

grist::SphereContact SinglePairs::contact_between(const grist::MovingSphere &sphere_a,
                                                  const grist::MovingSphere &sphere_b, int i,
                                                  int j) const
{
  assert(i != j);
  grist::SphereContact contact = sphere_contact(sphere_a, sphere_b, update->dt, false);
  const grist::SphereMotion a = spheres.motion_of(i), b = spheres.motion_of(j);
  const auto mass = grist::effective_mass(a, b);
  contact.mass = mass.product / mass.sum;
  contact.inertia = grist::effective_inertia(a, b, contact.radius_a, contact.radius_b);
  contact.half_step = evaluated_in_step ? 0.5 * update->dt : 0.0;
  return contact;
}

grist::SphereContact SinglePairs::evaluated_contact(int i, int j) const
{
  return contact_between(spheres.evaluated_sphere(i), spheres.evaluated_sphere(j), i, j);
}

grist::SphereContact SinglePairs::contact_of(int i, int j) const
{
  return contact_between(spheres.sphere(i), spheres.sphere(j), i, j);
}

grist::SphereContact SinglePairs::contact_of(int i, int j,
                                             const ContactPairs::Bonding &bonding) const
{
  grist::SphereContact contact = contact_of(i, j);
  count_overlap(bonding, contact);
  return contact;
}

bool SinglePairs::acts(int i, int j) const
{
  if (pairs().bonding(i, j).is_intact) return history->acts(i, j);
  const bool acts_apart = grist::cohesion_part(table->part(grist::COHESION_PART)).acts_apart;
  return touch(i, j) || (acts_apart && history->acts(i, j));
}

// Without newton each rank has the pairs of its atoms with ghosts; the other half is with the
// ghost's owner.
grist::TouchingPair SinglePairs::pair_of(int i, int j) const
{
  assert(i != j);
  return {i, j, force->newton_pair || j < atom->nlocal ? 1.0 : 0.5};
}

// Springs as they are now give the forces again: sliding has been taken out of them.
void SinglePairs::show(grist::ContactVisitor &visitor) const
{
  const ContactPairs &all = pairs().pairs;
  int n = 0;
  for (const auto &row : all.rows)
    for (; n < row.end; n++) {
      if (!all.touching[n]) continue;
      const int i = row.a, j = all.partner[n];
      const ContactPairs::Bonding bonding = all.bonding(n);
      grist::RecordedContact shown{
          pair_of(i, j), &law_of(i, j), evaluated_contact(i, j), {}, {}, {}};
      count_overlap(bonding, shown.contact);
      shown.beside_bond = bonding.is_intact;
      const grist::SphereContactHistory remembered = all.remembered(n);
      grist::SphereContactHistory again = remembered;
      shown.on = contact_force(*shown.law, shown.contact, again);
      shown.history = remembered;
      visitor.visit(shown);
    }
  show_changes(visitor);
}

void SinglePairs::show_changes(grist::ContactVisitor &visitor) const
{
  for (const auto &change : pairs().pairs.changes) {
    const int i = change.a, j = change.b;
    visitor.visit(grist::RecordedChange{
        pair_of(i, j), &law_of(i, j), evaluated_contact(i, j), {}, change.now});
  }
}

void SinglePairs::add_heat_of_changes(const grist::HeatScene &heat, const grist::SphereRates *rates,
                                      grist::SphereHeat *to) const
{
  for (const auto &change : pairs().pairs.changes) {
    const int i = change.a, j = change.b;
    grist::SphereHeat lost;
    lost.at_once =
        dissipated_by_change(law_of(i, j), contact_of(i, j), change.now, rates[i], rates[j]);
    add_halves(lost, i, j, heat.receivers, to);
  }
}
