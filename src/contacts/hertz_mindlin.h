// The contact law of elastic spheres by Hertz and Mindlin. Source: huang2020 Eqs. 22-27.
//
//   E*, G*     1/E* = sum of (1 - nu^2)/E, 1/G* = sum of 2 (2 - nu) (1 + nu)/E of the two materials
//   normal     F_n = 4/3 E* sqrt(R* d) d - C_n v_n
//   damping    C_n = 2 sqrt(5/6) z sqrt(S_n m*), S_n = 2 E* sqrt(R* d), z by critical_share(); with
//              ContactForm::STOCK that is Eq. 25. In d^(5/4) a head-on collision is that of a
//              linear oscillator, so that e is exact at any speed
//   shear      K_t = 8 G* sqrt(R* d)
//              C_t as C_n with K_t for S_n (Eq. 27), that is 2 sqrt(G*/E*) C_n, or a given multiple
//              of C_n

#ifndef GRIST_CONTACTS_HERTZ_MINDLIN_H
#define GRIST_CONTACTS_HERTZ_MINDLIN_H

#include "contacts/contact_law.h"
#include "lanes/instructions.h"

#include <cmath>
#include <limits>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct HertzMindlin {
  enum { YOUNG, POISSON };
  static constexpr ContactKind KIND = ContactKind::HERTZ_MINDLIN;
  static constexpr LawDescription DESCRIPTION = {
      "hertz/mindlin",
      {{{"young", std::numeric_limits<double>::quiet_NaN(), true, ranges::POSITIVE,
         Quantity::PRESSURE},
        {"poisson", std::numeric_limits<double>::quiet_NaN(), false, ranges::POISSON,
         Quantity::NUMBER}}},
      true,
      ContactCoefficients::HUANG,
      CohesionLaw::JKR};

  // Elastic energy over elastic force times overlap.
  static constexpr double ENERGY_SHARE = 2.0 / 5.0;

  // normal: 4/3 E*; tangential: 8 G*; damping: C_n / sqrt(m* normal sqrt(R* d)).
  static ContactSprings springs(const ContactLaw &law, double overlap, double radius, double mass)
  {
    return springs_of(law, std::sqrt(radius * overlap), mass);
  }

  static ContactSprings springs_of(const ContactLaw &law, double contact_radius, double mass)
  {
    const double normal = law.normal * contact_radius;
    return {normal, law.damping * std::sqrt(mass * normal), law.tangential * contact_radius};
  }

  // Duration of a head-on collision without a dashpot, infinite at rest (4/5 sqrt(pi) Gamma(2/5) /
  // Gamma(9/10) times the largest overlap over the speed), and a number that is larger where that is
  // shorter. normal: as above, of unloading; quickness: the same over the mass.
  static double contact_time(double normal, double radius, double mass, double approach_speed)
  {
    if (!(approach_speed > 0.0)) return std::numeric_limits<double>::infinity();
    constexpr double TIMES_OVERLAP = 2.9432751843247047;
    const double modulus = 0.75 * normal;    // E*
    const double overlap = std::pow(
        15.0 / 16.0 * mass * approach_speed * approach_speed / (modulus * std::sqrt(radius)), 0.4);
    return TIMES_OVERLAP * overlap / approach_speed;
  }
  static double hurry(double quickness, double radius, double approach_speed)
  {
    return approach_speed * radius * quickness * quickness;
  }

  static ContactLaw between(ContactForm form, const Elasticity &a, const Elasticity &b,
                            const ContactCoefficients &coefficients);
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
