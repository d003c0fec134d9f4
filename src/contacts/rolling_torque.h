// A constant torque against the rolling: friction R* times what presses the surfaces together, by at most a
// share of what would stop it in this step.

#ifndef GRIST_CONTACTS_ROLLING_TORQUE_H
#define GRIST_CONTACTS_ROLLING_TORQUE_H

#include "contacts/rolling.h"

#include <cmath>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct RollingTorque : RollingPart {
  static constexpr const char *NAME = "torque";
  static constexpr std::array<PartNumber, 1> ROWS = {
      {{"", ranges::NOT_NEGATIVE, Quantity::NUMBER}}};
  struct Numbers {
    double friction;
  };
  static constexpr bool NEEDS_INERTIA = true;

  template <ContactForm FORM>
  static contact_kernel::Vector torque(const Numbers &own, const contact_kernel::Contact &contact,
                                       const contact_kernel::PlaneTurn &, double pressing,
                                       const contact_kernel::Step &step, contact_kernel::Vector &)
  {
    using contact_kernel::Vector;
    const Vector &normal = contact.normal, omega = contact.omega_a - contact.omega_b;
    const double torque = own.friction * pressing * contact.radius;
    const double stopping = step.rolling_share * contact.inertia;
    const Vector rolling = omega - dot(omega, normal) * normal;
    const double speed = std::sqrt(dot(rolling, rolling));
    const double limit = stopping * speed;
    const double share = speed > 0.0 ? (torque < limit ? torque : limit) / speed : 0.0;
    return -share * rolling;
  }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
