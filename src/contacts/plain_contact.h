// One contact as the plain numbers of contact_kernel.h, and its law as types and constants.

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

// history: of CohesionLaw::EEPA.
inline contact_kernel::Contact plain(const ContactLaw &law, const SphereContact &c,
                                     const SphereContactHistory &history = {})
{
  const bool is_jkr = law.cohesion == CohesionLaw::JKR;
  const double root = is_jkr ? cohesion::touch_root(law.adhesion, c.radius) : 0.0;
  contact_kernel::Contact result = {plain(c.normal),
                                    plain(c.velocity),
                                    plain(c.omega_a),
                                    plain(c.omega_b),
                                    c.overlap,
                                    c.radius_a,
                                    c.radius_b,
                                    c.arm_a,
                                    c.arm_b,
                                    c.radius,
                                    c.mass,
                                    c.normal_turn,
                                    {0.0, 0.0, 0.0},
                                    c.inertia,
                                    root,
                                    history.memory[0],
                                    history.memory[1],
                                    history.memory[2]};
  if (c.normal_turn != 0.0)
    result.normal_rate = normal_rate_of_pair(result);
  else if (c.radius == c.radius_a)
    result.normal_rate = normal_rate_on_plane(result);
  return result;
}

// visit(FixedMode<...>()); without rolling, which the normal force does not depend on.
template <class Visit> auto with_normal_law(const ContactLaw &law, const Visit &visit)
{
  return with_law(law.kind, [&](auto kind) {
    return with_form(law.form, [&](auto form) {
      return with_cohesion<decltype(kind), form()>(law.cohesion, [&](auto cohesion) {
        return visit(FixedMode<decltype(kind), RollingLaw::NONE, form(), cohesion()>());
      });
    });
  });
}

}    // namespace grist

#endif
