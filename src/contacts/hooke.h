// The contact law of linear springs and dashpots, as pair_style gran/hooke/history of LAMMPS has
// it.
//
//   normal     F_n = k_n d - C_n v_n
//   damping    C_n = 2 z sqrt(k_n m*), z by critical_share(): e is exact at any speed
//   shear      K_t = r k_n, C_t a given multiple of C_n

#ifndef GRIST_CONTACTS_HOOKE_H
#define GRIST_CONTACTS_HOOKE_H

#include "common/constants.h"
#include "contacts/springs.h"

#include <cmath>
#include <limits>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct Hooke : PowerSprings<Hooke> {
  enum { STIFFNESS, TANGENTIAL };
  static constexpr ElasticKeyword ROWS[] = {
      {"stiffness", std::numeric_limits<double>::quiet_NaN(), ranges::POSITIVE,
       Quantity::STIFFNESS},
      {"tangential", 2.0 / 7.0, ranges::POSITIVE, Quantity::NUMBER}};
  static constexpr LawDescription DESCRIPTION = {"hooke/history", ROWS, false, 0.5};
  static constexpr double ENERGY_SHARE = 1.0 / 2.0;

  // Both elasticities are those of the pair.
  static SpringNumbers between(ContactForm form, const Elasticity &pair, const Elasticity &,
                               const ContactCoefficients &coefficients)
  {
    return {pair[STIFFNESS], pair[TANGENTIAL] * pair[STIFFNESS],
            2.0 * critical_share(coefficients.restitution, form), coefficients.damping_ratio,
            coefficients.friction};
  }

  // normal: k_n; tangential: r k_n; damping: 2 z.
  static ContactSprings springs(const SpringNumbers &law, double overlap, double, double mass)
  {
    return {law.normal, law.damping * std::sqrt(mass * law.normal), law.tangential,
            law.normal * overlap};
  }

  // share: loading_share() of cohesion, which makes unloading stiffer.
  static double contact_time(const SpringNumbers &law, const Numbers &, double share, double,
                             double mass, double)
  {
    return PI * std::sqrt(mass / (law.normal / share));
  }
  static double hurry(const SpringNumbers &law, const Numbers &, double share, double, double mass,
                      double)
  {
    return law.normal / share / mass;
  }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
