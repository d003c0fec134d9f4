// One contact as the plain numbers of contact_kernel.h.

#ifndef GRIST_CONTACTS_PLAIN_CONTACT_H
#define GRIST_CONTACTS_PLAIN_CONTACT_H

#include "contacts/contact_kernel.h"
#include "contacts/sphere_contact.h"

namespace grist {

inline contact_kernel::Vector plain(const Vector3d &v)
{
  return {v[0], v[1], v[2]};
}

inline Vector3d eigen(const contact_kernel::Vector &v)
{
  return {v.x, v.y, v.z};
}

// history: of laws that remember numbers.
inline contact_kernel::Contact plain(const ContactLaw &law, const SphereContact &c,
                                     const SphereContactHistory &history = {})
{
  const double prepared = with_any_cohesion(law.parts[COHESION_PART], [&](auto part) {
    using COHESION = decltype(part);
    if constexpr (COHESION::PREPARES)
      return COHESION::prepared(numbers_of<COHESION>(law), c.radius);
    else
      return 0.0;
  });
  contact_kernel::Contact result = {
      plain(c.normal), plain(c.velocity), plain(c.omega_a), plain(c.omega_b),
      c.overlap,       c.radius_a,        c.radius_b,       c.arm_a,
      c.arm_b,         c.radius,          c.mass,           c.normal_turn,
      {0.0, 0.0, 0.0}, c.inertia,         prepared,         {}};
  std::copy(history.memory.begin(), history.memory.end(), result.memory);
  if (c.normal_turn != 0.0)
    result.normal_rate = normal_rate_of_pair(result);
  else if (c.radius == c.radius_a)
    result.normal_rate = normal_rate_on_plane(result);
  return result;
}

}    // namespace grist

#endif
