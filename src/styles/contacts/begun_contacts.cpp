#include "styles/contacts/begun_contacts.h"

#include "contacts/contact_force.h"
#include "records/contact_sums.h"

#include "atom.h"
#include "update.h"

#include <cassert>

using namespace LAMMPS_NS;
using grist::ContactPairs;

// Springs along the contact are not in what a break brings: their work is a flow.
std::optional<grist::SphereContactHistory> BegunContacts::begun_by_break(int i, int j)
{
  assert(i != j);
  if (!is_on || !contacts.touch(i, j)) return {};
  const ContactPairs::Bonding bonding = contacts.pairs().bonding(i, j);
  const grist::ContactLaw &law = contacts.law_of(i, j);
  const grist::SphereContact whole = contacts.contact_of(i, j),
                             before = contacts.contact_of(i, j, bonding);
  const grist::SphereContactHistory kept = contacts.pairs().find(i, j),
                                    memory = at_overlap(law, whole, kept);
  const double share = contacts.pair_of(i, j).share;
  Begun one = {i,
               j,
               atom->tag[i],
               atom->tag[j],
               whole.normal,
               stored_energy(law, whole, memory).normal,
               storing_force(law, whole, memory, 1.0),
               storing_force(law, whole, memory, -1.0)};
  if (bonding.is_intact) {
    one.energy -= stored_energy(law, before, kept).normal;
    one.force_apart -= storing_force(law, before, kept, 1.0);
    one.force_together -= storing_force(law, before, kept, -1.0);
  }
  for (double *part : {&one.energy, &one.force_apart, &one.force_together}) *part *= share;
  begun.push_back(one);
  energy += one.energy;
  return memory;
}

// Contacts that a break has begun store their energy from the step of the break on, but their forces
// act from the next step on. What they do not do in the first half of that step was not taken from
// what is stored. At the start of a run forces are computed once more, with these contacts.
void BegunContacts::add_work()
{
  for (const Begun &one : begun) {
    if (update->setupflag) break;
    const int i = atom->map(one.tag_i), j = atom->map(one.tag_j);
    if (i < 0 || j < 0) continue;
    const double apart_speed =
        dot(grist::vector_at(atom->v[i]) - grist::vector_at(atom->v[j]), one.normal);
    energy -=
        0.5 * update->dt * apart_speed * (apart_speed > 0.0 ? one.force_apart : one.force_together);
  }
  begun.clear();
}

void BegunContacts::add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const
{
  if (!contacts.pairs().has_begun_contacts()) return;    // else they are among those shown
  for (const Begun &one : begun)
    if (of.has(one.i) || of.has(one.j)) to.normal += one.energy;
}
