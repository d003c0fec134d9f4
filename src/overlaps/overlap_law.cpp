#include "overlaps/overlap_law.h"

#include "common/preconditions.h"
#include "contacts/contact_law.h"

namespace grist {

// The part of critical damping that gives a linear spring this restitution.
void OverlapContactLaw::set_restitution(double e)
{
  assert(e > 0.0 && e <= 1.0);
  restitution = e;
  damping_ratio = critical_share(e, ContactForm::CONSISTENT);
}

}    // namespace grist
