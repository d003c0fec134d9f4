// Friction against rolling: a torque along the contact plane, on a; b takes the opposite. RollingPart is
// what most have in common.

#ifndef GRIST_CONTACTS_ROLLING_H
#define GRIST_CONTACTS_ROLLING_H

#include "contacts/contact_motion.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct RollingPart {
  static constexpr bool IN_STOCK = true;
  static constexpr bool ROLLS = true;
  static constexpr bool NEEDS_INERTIA = false;    // of the contact
  static constexpr bool AS_GIVEN = true;
  static constexpr PartMemory MEMORY = NOTHING;
  template <class LAW> static constexpr bool SUITS = true;

  // Energy of the spring by its square length; that of STOCK by its length and what presses. Stiffness
  // per angle.
  template <class Own> static double stored(const Own &, double) { return 0.0; }
  template <class Own> static double stored_within(const Own &, double, double) { return 0.0; }
  template <class Own> static double stiffness(const Own &, double) { return 0.0; }
};

struct NoRolling : RollingPart {
  static constexpr const char *NAME = "none";
  static constexpr NoRows ROWS = {};
  using Numbers = NoNumbers;
  static constexpr bool ROLLS = false;

  template <ContactForm FORM>
  static contact_kernel::Vector torque(const Numbers &, const contact_kernel::Contact &,
                                       const contact_kernel::PlaneTurn &, double,
                                       const contact_kernel::Step &, contact_kernel::Vector &)
  {
    return {0.0, 0.0, 0.0};
  }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
