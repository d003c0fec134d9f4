// The contacts of spheres of one step, with each other or with a wall, as they were evaluated. A
// style shows them to a ContactVisitor.

#ifndef GRIST_RECORDS_CONTACT_RECORD_H
#define GRIST_RECORDS_CONTACT_RECORD_H

#include "common/preconditions.h"
#include "common/subscription.h"
#include "records/contact_visitor.h"

#include <vector>

namespace grist {

// The record of a wall.
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

}    // namespace grist

#endif
