#include "overlaps/overlap_law.h"

#include "contacts/contact_law.h"

namespace grist {

// The part of critical damping that gives a linear spring this restitution.
void OverlapContactLaw::set_restitution(double e)
{
  restitution = e;
  damping_ratio = critical_share(e, ContactForm::CONSISTENT);
}

}    // namespace grist
