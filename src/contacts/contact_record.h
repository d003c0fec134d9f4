// The contacts of spheres with a wall in one step, kept for the energy balance and fix collisions.

#ifndef GRIST_CONTACTS_CONTACT_RECORD_H
#define GRIST_CONTACTS_CONTACT_RECORD_H

#include "contacts/contact_energy.h"
#include "energy/sphere_selection.h"

#include <vector>

namespace grist {

class ContactRecord {
 public:
  struct Entry {
    int sphere;
    const ContactLaw *law;
    SphereContact contact;
    SphereRates wall;    // at the contact
    SphereContactForce on;
    SphereContactHistory history;    // after the step
  };

  // Off at first; entries are dropped where it is turned off.
  void turn_on(bool now);
  bool is_on() const { return on; }

  // A contact that remembers touch (JKR) and has begun or torn off in this step.
  struct Change {
    int sphere;
    const ContactLaw *law;
    SphereContact contact;
    SphereRates wall;
    bool began;
  };

  void begin_step()
  {
    entries.clear();
    changes.clear();
  }
  void add(const Entry &entry) { entries.push_back(entry); }
  void add(const Change &change) { changes.push_back(change); }

  const std::vector<Entry> &contacts() const { return entries; }
  const std::vector<Change> &begun_and_ended() const { return changes; }

  // Sums over the entries of these spheres. `rates`: by sphere, at the instant of the positions.
  ContactEnergy stored_energy(const SphereSelection &of = {}) const;
  ContactPower power_taken(const SphereRates *rates, const SphereSelection &of = {}) const;
  double taken_by_changes(const SphereRates *rates) const;
  double power_of_wall(const SphereSelection &of) const;      // on the spheres
  double power_on_spheres(const SphereRates *rates) const;    // of all forces

 private:
  bool on = false;
  std::vector<Entry> entries;
  std::vector<Change> changes;
};

// Of one contact.
inline ContactPower power_taken(const ContactRecord::Entry &e, const SphereRates *rates)
{
  return power_taken(*e.law, e.contact, e.on, rates[e.sphere], e.wall);
}
inline double taken_by_change(const ContactRecord::Change &c, const SphereRates *rates)
{
  return taken_by_change(*c.law, c.contact, c.began, rates[c.sphere], c.wall);
}

}    // namespace grist

#endif
