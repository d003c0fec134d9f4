// Springs of spheres: the part of a contact law that gives force, dashpot and stiffness at an overlap. A
// law of springs has, besides its DESCRIPTION:
//
//   between()        its numbers between two materials; numbers(), with AS_GIVEN = false, those of its own
//   springs_at()     at a contact, as it remembers it; contact_square(), the contact radius, squared
//   stored()         energy in them; plastic_force(), the part of the force whose work is dissipated
//   slope()          dF/dd over F/d, of a contact that touches
//   contact_time()   of a head-on collision without a dashpot; hurry(), larger where that is shorter
//
// PowerSprings is what laws F = k d^n without memory have in common; ENERGY_SHARE is their elastic
// energy over force times overlap, 1/(n + 1).

#ifndef GRIST_CONTACTS_SPRINGS_H
#define GRIST_CONTACTS_SPRINGS_H

#include "contacts/contact_motion.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

template <class LAW> struct PowerSprings {
  static constexpr bool IS_POWER = true;
  static constexpr bool IN_STOCK = true;
  static constexpr bool AS_GIVEN = true;
  static constexpr PartMemory MEMORY = NOTHING;
  using Numbers = NoNumbers;

  static ContactSprings springs_at(const SpringNumbers &law, const contact_kernel::Contact &contact)
  {
    return LAW::springs(law, contact.overlap, contact.radius, contact.mass);
  }
  static double contact_square(const SpringNumbers &, const contact_kernel::Contact &contact)
  {
    return contact.radius * contact.overlap;
  }
  static double stored(const SpringNumbers &law, const contact_kernel::Contact &contact)
  {
    return LAW::ENERGY_SHARE * springs_at(law, contact).force * contact.overlap;
  }
  static double slope() { return 1.0 / LAW::ENERGY_SHARE - 1.0; }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
