#include "styles/energy/contact_losses.h"

#include "styles/contacts/pair_sphere_contact.h"
#include "styles/walls/overlap_records.h"
#include "styles/walls/wall_contact_fix.h"

#include "contacts/contact_energy.h"

#include "force.h"
#include "lammps.h"
#include "modify.h"

using namespace LAMMPS_NS;
using grist::ContactLoss;
using grist::ContactPower;
using grist::ContactRecord;
using grist::OverlapPower;
using grist::OverlapRecord;
using grist::SphereContactHistory;
using grist::SphereRates;

static constexpr int NO_WALL = -1;

static ContactLoss loss_of(const ContactPower &power)
{
  const double friction = power.shearing + power.rolling;
  return {power.damping + friction, friction};
}

static ContactLoss loss_of(const OverlapPower &power, double share)
{
  return {share * (power.damping + power.pressing + power.shearing), share * power.shearing};
}

static ContactLoss held_in(const grist::ContactEnergy &stored)
{
  return {stored.shear + stored.roll, stored.shear + stored.roll};
}

static ContactLoss held_in(const OverlapRecord::Entry &e, double share)
{
  const grist::OverlapEnergy stored = stored_energy(*e.law, e.overlap, e.history);
  return {share * (stored.pressed + stored.shear), share * stored.shear};
}

ContactLosses::ContactLosses(LAMMPS *lmp) :
    spheres(dynamic_cast<PairSphereContact *>(lmp->force->pair))
{
  for (const NamedRecord &named : overlap_records(lmp)) named.record->turn_on(true);
  if (auto *recorder = dynamic_cast<grist::OverlapRecorder *>(lmp->force->pair))
    bodies = recorder->overlap_record();
  for (Fix *fix : lmp->modify->get_fix_list()) {
    auto *wall = dynamic_cast<WallContactFix *>(fix);
    if (wall && wall->contact_record()) {
      wall->contact_record()->turn_on(true);
      of_walls.push_back({fix->id, wall->contact_record(), nullptr});
    } else if (const auto *record = overlap_record_of(fix)) {
      of_walls.push_back({fix->id, nullptr, record});
    }
  }
}

void ContactLosses::for_each(const SphereRates *rates, const Visit &visit) const
{
  if (spheres) visit_pairs(rates, visit);
  if (bodies)
    for (const OverlapRecord::Entry &e : bodies->contacts())
      visit({{e.a, e.b, NO_WALL}, true, loss_of(power_taken(e, rates), 1.0), e.on.lost_now});
  for (int w = 0; w < static_cast<int>(of_walls.size()); w++) {
    const WallContacts &wall = of_walls[w];
    if (wall.spheres) {
      for (const ContactRecord::Entry &e : wall.spheres->contacts())
        visit({{e.sphere, OverlapRecord::WALL, w}, true, loss_of(power_taken(e, rates)), 0.0});
      for (const ContactRecord::Change &c : wall.spheres->begun_and_ended())
        visit({{c.sphere, OverlapRecord::WALL, w}, false, {}, taken_by_change(c, rates)});
    }
    if (wall.bodies)
      for (const OverlapRecord::Entry &e : wall.bodies->contacts())
        visit({{e.a, e.b, w},
               true,
               loss_of(power_taken(e, rates), e.share),
               e.share * e.on.lost_now});
  }
}

// As the sums over pairs in pair_contact_energy.cpp.
void ContactLosses::visit_pairs(const SphereRates *rates, const Visit &visit) const
{
  spheres->for_each_touching([&](int i, int j, SphereContactHistory remembered) {
    const grist::ContactLaw &law = spheres->law_of(i, j);
    const grist::SphereContact contact = spheres->contact_of(i, j);
    const grist::SphereContactForce on = contact_force(law, contact, remembered);
    visit({{i, j, NO_WALL}, true, loss_of(power_taken(law, contact, on, rates[i], rates[j])), 0.0});
  });
  spheres->for_each_change([&](int i, int j, bool began) {
    const double taken = taken_by_change(spheres->law_of(i, j), spheres->contact_of(i, j), began,
                                         rates[i], rates[j]);
    visit({{i, j, NO_WALL}, false, {}, taken});
  });
}

void ContactLosses::for_each_held(const VisitHeld &visit) const
{
  if (spheres)
    spheres->for_each_touching([&](int i, int j, const SphereContactHistory &remembered) {
      visit({i, j, NO_WALL},
            held_in(stored_energy(spheres->law_of(i, j), spheres->contact_of(i, j), remembered)));
    });
  if (bodies)
    for (const OverlapRecord::Entry &e : bodies->contacts())
      visit({e.a, e.b, NO_WALL}, held_in(e, 1.0));
  for (int w = 0; w < static_cast<int>(of_walls.size()); w++) {
    const WallContacts &wall = of_walls[w];
    if (wall.spheres)
      for (const ContactRecord::Entry &e : wall.spheres->contacts())
        visit({e.sphere, OverlapRecord::WALL, w},
              held_in(stored_energy(*e.law, e.contact, e.history)));
    if (wall.bodies)
      for (const OverlapRecord::Entry &e : wall.bodies->contacts())
        visit({e.a, e.b, w}, held_in(e, e.share));
  }
}
