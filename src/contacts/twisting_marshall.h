// Twisting by Marshall, J. Comput. Phys. 228 (2009) 1541: a torque -(K_t angle + C_t rate) a^2/2, at most
// 2/3 a friction times what presses the surfaces together, with the contact radius a. The spring is cut
// to the limit by itself, as that of sliding; what is remembered is sqrt(K_t a^2/2) times the angle.

#ifndef GRIST_CONTACTS_TWISTING_MARSHALL_H
#define GRIST_CONTACTS_TWISTING_MARSHALL_H

#include "contacts/twisting.h"

#include <cmath>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct TwistingMarshall : NoTwisting {
  static constexpr const char *NAME = "marshall";
  struct Numbers {
    double share;    // 1; 0 of a pair without it
  };
  static constexpr bool IN_STOCK = false, AS_GIVEN = false;
  static constexpr PartMemory MEMORY = {0, 1};

  template <class LAW>
  static Numbers numbers(const ChosenPart &, const Elasticity &, const Elasticity &)
  {
    return {1.0};
  }

  template <class MODE, class Law>
  static double torque(const Law &law, const contact_kernel::Contact &contact,
                       const contact_kernel::Step &step, double pressing, double &twist)
  {
    const auto state = MODE::Cohesion::template state<MODE>(law, contact);
    const double radius = MODE::Cohesion::template contact_radius<MODE>(law, contact);
    const double most = 2.0 / 3.0 * law.friction * (law.twisting.share * pressing);
    const double limit = most * radius, per_radius = std::sqrt(0.5 * state.shear);
    const double root = radius * per_radius;
    const double rate =
        contact_kernel::twisting_halfway(contact.omega_a - contact.omega_b, {contact, step});
    const double longest = root > 0.0 ? most / per_radius : 0.0;
    const double grown = twist + step.dt * root * rate;
    twist = contact_kernel::within(longest, grown);
    const double wanted =
        root * twist + 0.5 * radius * radius * law.damping_ratio * state.damping * rate;
    return -contact_kernel::within(limit, wanted);
  }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
