#include "records/contact_record.h"

namespace grist {

void ContactRecord::show(ContactVisitor &visitor) const
{
  for (const RecordedContact &contact : contacts) visitor.visit(contact);
  for (const RecordedChange &change : changes) visitor.visit(change);
}

}    // namespace grist
