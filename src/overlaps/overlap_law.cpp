#include "overlaps/overlap_law.h"

#include "contacts/contact_law.h"

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
  law.set_restitution(std::sqrt(a.restitution * b.restitution));
  if (law.damping >= 0.0) law.damping = std::sqrt(a.damping * b.damping);
  law.mu = std::sqrt(a.mu * b.mu);
  law.stiffness_ratio = std::sqrt(a.stiffness_ratio * b.stiffness_ratio);
  law.tangential_damping = std::sqrt(a.tangential_damping * b.tangential_damping);
  return law;
}

}    // namespace grist
