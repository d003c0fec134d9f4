// The contacts of one step, of spheres or of bodies, with each other or with a wall, as they were
// evaluated. A style shows them to a ContactVisitor.

#ifndef GRIST_RECORDS_CONTACT_RECORD_H
#define GRIST_RECORDS_CONTACT_RECORD_H

#include "common/preconditions.h"
#include "common/subscription.h"
#include "records/contact_visitor.h"

#include <vector>

namespace grist {

// The contacts of spheres with a wall.
class ContactRecord {
 public:
  Recording recording;

  void begin_step()
  {
    contacts.clear();
    changes.clear();
  }
  void add(const RecordedContact &contact)
  {
    assert(contact.law && is_unit(contact.contact.normal) && is_share(contact.share));
    contacts.push_back(contact);
  }
  void add(const RecordedChange &change)
  {
    assert(change.law && is_unit(change.contact.normal) && is_share(change.share));
    changes.push_back(change);
  }
  void show(ContactVisitor &visitor) const
  {
    for (const RecordedContact &contact : contacts) visitor.visit(contact);
    for (const RecordedChange &change : changes) visitor.visit(change);
  }

 private:
  std::vector<RecordedContact> contacts;
  std::vector<RecordedChange> changes;
};

// Work that a contact of the hysteretic law has put into bodies, and its approach and force now.
struct OverlapLoad : TouchingPair {
  LoadingWork energy;    // the share counted
  double speed;          // of approach, half a step before the force
  double pressed;        // normal force; the share counted
  Vector3d centroid;     // relative to the position of a
  Vector3d normal;       // from a to b
  bool latches;          // the law is hysteretic; otherwise the work is 0
};

// The contacts of bodies, with each other or with walls, kept for the energy balance and fix
// collisions, and the energy that they put into bodies, kept for breakage.
class OverlapRecord {
 public:
  Recording contacts, loads;

  bool is_on() const { return contacts.is_on() || loads.is_on(); }
  void begin_step()
  {
    kept_contacts.clear();
    kept_loads.clear();
  }

  // Keeps the contact for those who subscribed.
  void add(const RecordedOverlap &overlap);

  void show(ContactVisitor &visitor) const
  {
    for (const RecordedOverlap &overlap : kept_contacts) visitor.visit(overlap);
  }
  const std::vector<OverlapLoad> &loads_now() const { return kept_loads; }

 private:
  std::vector<RecordedOverlap> kept_contacts;
  std::vector<OverlapLoad> kept_loads;
};

}    // namespace grist

#endif
