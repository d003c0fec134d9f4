#include "overlaps/overlap_law.h"

#include "contacts/contact_law.h"
#include "overlaps/overlap_numbers.h"

#include <cmath>

namespace grist {

// The part of critical damping that gives a linear spring this restitution.
void OverlapContactLaw::set_restitution(double e)
{
  restitution = e;
  damping_ratio = critical_share(e, ContactForm::CONSISTENT);
}

bool can_be_mixed(const OverlapContactLaw &a, const OverlapContactLaw &b)
{
  return a.normal == b.normal && a.hysteretic == b.hysteretic && a.friction == b.friction &&
      (a.damping < 0.0) == (b.damping < 0.0) && a.speed_squared == b.speed_squared;
}

OverlapContactLaw mixed(const OverlapContactLaw &a, const OverlapContactLaw &b)
{
  OverlapContactLaw law = a;
  law.stiffness = 2.0 * a.stiffness * b.stiffness / (a.stiffness + b.stiffness);
  for (const auto &number : overlap_numbers())
    if (number.of(a) >= 0.0) number.in(law) = std::sqrt(number.of(a) * number.of(b));
  law.set_restitution(law.restitution);
  return law;
}

}    // namespace grist
