// Cohesion by Derjaguin, Muller and Toporov (1975): the springs, and a pull of 2 pi w R* from touch on, w
// the work of adhesion. For small, hard spheres. The energy of the pull is 2 pi w R* times the overlap,
// so that nothing is lost at touch or tear-off.

#ifndef GRIST_CONTACTS_DMT_H
#define GRIST_CONTACTS_DMT_H

#include "common/constants.h"
#include "contacts/cohesion.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct Dmt : CohesionPart {
  static constexpr const char *NAME = "dmt";
  static constexpr std::array<PartNumber, 1> ROWS = {
      {{"", ranges::NOT_NEGATIVE, Quantity::ENERGY_PER_AREA}}};
  struct Numbers {
    double work;    // w [energy/area]
  };
  static constexpr bool JUMPS = true;
  template <class LAW> static constexpr bool SUITS = LAW::IS_POWER;

  static bool pulls(const Numbers &own) { return own.work > 0.0; }

  static double pull(const Numbers &own, double radius) { return 2.0 * PI * own.work * radius; }

  template <class MODE, class Law>
  static NormalState state(const Law &law, const contact_kernel::Contact &contact)
  {
    const ContactSprings springs = MODE::Law::springs_at(law, contact);
    const double pull = Dmt::pull(law.cohesion, contact.radius);
    return {springs.normal, springs.damping, springs.shear, springs.force - pull, pull};
  }

  template <class MODE, class Law>
  static double stored(const Law &law, const contact_kernel::Contact &contact)
  {
    if (!(contact.overlap > 0.0)) return 0.0;
    return MODE::Law::stored(law, contact) - pull(law.cohesion, contact.radius) * contact.overlap;
  }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
