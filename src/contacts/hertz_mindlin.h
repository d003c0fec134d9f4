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

#include "common/constants.h"
#include "contacts/springs.h"

#include <cmath>
#include <limits>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct HertzMindlin : PowerSprings<HertzMindlin> {
  enum { YOUNG, POISSON };
  static constexpr ElasticKeyword ROWS[] = {
      {"young", std::numeric_limits<double>::quiet_NaN(), ranges::POSITIVE, Quantity::PRESSURE},
      {"poisson", std::numeric_limits<double>::quiet_NaN(), ranges::POISSON, Quantity::NUMBER}};
  static constexpr LawDescription DESCRIPTION = {"hertz/mindlin", ROWS, true,
                                                 ContactCoefficients::HUANG};
  static constexpr double ENERGY_SHARE = 2.0 / 5.0;

  // E* and G*.
  static double modulus(const Elasticity &a, const Elasticity &b)
  {
    const auto stretching = [](const Elasticity &m) {
      return (1.0 - m[POISSON] * m[POISSON]) / m[YOUNG];
    };
    return 1.0 / (stretching(a) + stretching(b));
  }
  static double shear_modulus(const Elasticity &a, const Elasticity &b)
  {
    const auto shearing = [](const Elasticity &m) {
      return 2.0 * (2.0 - m[POISSON]) * (1.0 + m[POISSON]) / m[YOUNG];
    };
    return 1.0 / (shearing(a) + shearing(b));
  }

  static SpringNumbers between(ContactForm form, const Elasticity &a, const Elasticity &b,
                               const ContactCoefficients &coefficients)
  {
    const double young = modulus(a, b), shear = shear_modulus(a, b);
    const bool is_huang = coefficients.damping_ratio == ContactCoefficients::HUANG;
    // Eq. 25 has S_n = 2 E* sqrt(R* d), 3/2 of `normal sqrt(R* d)`.
    return {4.0 / 3.0 * young, 8.0 * shear,
            std::sqrt(1.5) * 2.0 * std::sqrt(5.0 / 6.0) *
                critical_share(coefficients.restitution, form),
            is_huang ? 2.0 * std::sqrt(shear / young) : coefficients.damping_ratio,
            coefficients.friction};
  }

  // normal: 4/3 E*; tangential: 8 G*; damping: C_n / sqrt(m* normal sqrt(R* d)).
  static ContactSprings springs(const SpringNumbers &law, double overlap, double radius,
                                double mass)
  {
    const double contact_radius = std::sqrt(radius * overlap);
    ContactSprings springs = springs_of(law, contact_radius, mass);
    springs.force = springs.normal * overlap;
    return springs;
  }
  static ContactSprings springs_of(const SpringNumbers &law, double contact_radius, double mass)
  {
    const double normal = law.normal * contact_radius;
    return {normal, law.damping * std::sqrt(mass * normal), law.tangential * contact_radius, 0.0};
  }

  // Infinite at rest; 4/5 sqrt(pi) Gamma(2/5) / Gamma(9/10) times the largest overlap over the speed. share:
  // loading_share() of cohesion, which makes unloading stiffer.
  static constexpr double TIMES_OVERLAP = 2.9432751843247047;
  static double contact_time(const SpringNumbers &law, const Numbers &, double share, double radius,
                             double mass, double approach_speed)
  {
    if (!(approach_speed > 0.0)) return std::numeric_limits<double>::infinity();
    const double modulus = 0.75 * (law.normal / share);    // E*
    const double overlap = std::pow(
        15.0 / 16.0 * mass * approach_speed * approach_speed / (modulus * std::sqrt(radius)), 0.4);
    return TIMES_OVERLAP * overlap / approach_speed;
  }
  static double hurry(const SpringNumbers &law, const Numbers &, double share, double radius,
                      double mass, double approach_speed)
  {
    const double quickness = law.normal / share / mass;
    return approach_speed * radius * quickness * quickness;
  }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
