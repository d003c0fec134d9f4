// Friction against turning about the normal: a torque along it, on a; b takes the opposite.

#ifndef GRIST_CONTACTS_TWISTING_H
#define GRIST_CONTACTS_TWISTING_H

#include "contacts/contact_motion.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct NoTwisting {
  static constexpr const char *NAME = "none";
  static constexpr NoRows ROWS = {};
  using Numbers = NoNumbers;
  static constexpr bool IN_STOCK = true;
  static constexpr bool AS_GIVEN = true;
  static constexpr PartMemory MEMORY = NOTHING;
  template <class LAW> static constexpr bool SUITS = true;
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
