// The contact law of linear springs and dashpots, as pair_style gran/hooke/history of LAMMPS has
// it.
//
//   normal     F_n = k_n d - C_n v_n
//   damping    C_n = 2 z sqrt(k_n m*), z by critical_share(): e is exact at any speed
//   shear      K_t = r k_n, C_t a given multiple of C_n

#ifndef GRIST_CONTACTS_HOOKE_H
#define GRIST_CONTACTS_HOOKE_H

#include "common/constants.h"
#include "contacts/contact_law.h"
#include "lanes/instructions.h"

#include <cmath>
#include <limits>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct Hooke {
  enum { STIFFNESS, TANGENTIAL };
  static constexpr ContactKind KIND = ContactKind::HOOKE;
  static constexpr LawDescription DESCRIPTION = {
      "hooke/history",
      {{{"stiffness", std::numeric_limits<double>::quiet_NaN(), false, ranges::POSITIVE,
         Quantity::STIFFNESS},
        {"tangential", 2.0 / 7.0, false, ranges::POSITIVE, Quantity::NUMBER}}},
      false,
      0.5,
      CohesionLaw::CAPPED};

  // Elastic energy over elastic force times overlap.
  static constexpr double ENERGY_SHARE = 1.0 / 2.0;

  // normal: k_n; tangential: r k_n; damping: 2 z.
  static ContactSprings springs(const ContactLaw &law, double, double, double mass)
  {
    return {law.normal, law.damping * std::sqrt(mass * law.normal), law.tangential};
  }

  // Duration of a head-on collision without a dashpot, and a number that is larger where that is
  // shorter. normal: as above, of unloading; quickness: the same over the mass.
  static double contact_time(double normal, double, double mass, double)
  {
    return PI * std::sqrt(mass / normal);
  }
  static double hurry(double quickness, double, double) { return quickness; }

  // Both elasticities are those of the pair.
  static ContactLaw between(ContactForm form, const Elasticity &pair, const Elasticity &,
                            const ContactCoefficients &coefficients)
  {
    ContactLaw law(KIND, form, coefficients);
    law.normal = pair[STIFFNESS];
    law.tangential = pair[TANGENTIAL] * pair[STIFFNESS];
    law.damping = 2.0 * critical_share(coefficients.restitution, form);
    law.plastic.root = law.plastic.ratio;
    return law;
  }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
