// A spring, a dashpot and a slider against the rolling (sds, as in LAMMPS): a force F_r = -stiffness roll -
// damping rolling velocity, at most friction times what presses the surfaces together, with the lever R*.

#ifndef GRIST_CONTACTS_ROLLING_SPRING_H
#define GRIST_CONTACTS_ROLLING_SPRING_H

#include "contacts/rolling.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct RollingSpring : RollingPart {
  static constexpr const char *NAME = "sds";
  static constexpr std::array<PartNumber, 3> ROWS = {
      {{"stiffness", ranges::POSITIVE, Quantity::STIFFNESS},
       {"damping", ranges::NOT_NEGATIVE, Quantity::DASHPOT},
       {"friction", ranges::NOT_NEGATIVE, Quantity::NUMBER}}};
  struct Numbers {
    double stiffness, damping, friction;
  };
  static constexpr PartMemory MEMORY = {1, 0};

  template <ContactForm FORM>
  static contact_kernel::Vector torque(const Numbers &own, const contact_kernel::Contact &contact,
                                       const contact_kernel::PlaneTurn &turn, double pressing,
                                       const contact_kernel::Step &step,
                                       contact_kernel::Vector &roll)
  {
    using contact_kernel::Vector;
    const Vector &normal = contact.normal, omega = contact.omega_a - contact.omega_b;
    const double limit = own.friction * pressing;
    if constexpr (FORM == ContactForm::STOCK) {
      const Vector velocity = contact.radius * cross(omega, normal);
      const Vector force =
          stock_force(roll, normal, velocity, own.stiffness, own.damping, limit, step);
      return contact.radius * cross(normal, force);
    }
    const Vector velocity = contact.radius * rolling_halfway(omega, turn);
    const Vector force =
        friction_force(roll, turn, velocity, 1.0, own.stiffness, own.damping, limit, step);
    return contact.radius * cross(normal, force);
  }

  static double stored(const Numbers &own, double square) { return 0.5 * own.stiffness * square; }
  static double stored_within(const Numbers &own, double length, double pressing)
  {
    return contact_kernel::spring_energy(own.stiffness, length, own.friction * pressing);
  }
  static double stiffness(const Numbers &own, double radius)
  {
    return own.friction > 0.0 ? own.stiffness * radius * radius : 0.0;
  }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
