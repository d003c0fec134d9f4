// Elastic, perfectly plastic spheres (Thornton, J. Appl. Mech. 64 (1997) 383; Thornton and Ning, Powder
// Technol. 99 (1998) 154): the pressure of a contact is cut at the yield stress p_y.
//
//   elastic     Hertz up to the yield overlap d_y = R* (pi p_y / (2 E*))^2
//   loading     F = F_y + pi p_y R* (d - d_y), of a contact of the radius sqrt(R* d)
//   unloading   Hertz' law of a flatter sphere: with the deepest overlap D, its force F_D and radius
//               a_D = sqrt(R* D), the force is 0 at d_p = D - h, h = 3 F_D / (4 E* a_D); there
//               F = 4/3 E* a (d - d_p) with a^2 = a_D^2 (d - d_p) / h
//   restitution of two spheres of an impact at V above the speed of yield V_y, without other losses:
//               e^2 = 6 sqrt(3)/5 (1 - u^2/6) sqrt(u / (u + 2 sqrt(6/5 - u^2/5))), u = V_y / V
//
// What a contact remembers is D; it ends with the overlap. Damping and shear follow as by hertz/mindlin
// from the contact radius. Two materials yield at the lesser p_y.

#ifndef GRIST_CONTACTS_THORNTON_NING_H
#define GRIST_CONTACTS_THORNTON_NING_H

#include "contacts/hertz_mindlin.h"

#include <algorithm>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct ThorntonNing {
  enum { YIELD = 2 };
  static constexpr ElasticKeyword ROWS[] = {
      HertzMindlin::ROWS[HertzMindlin::YOUNG],
      HertzMindlin::ROWS[HertzMindlin::POISSON],
      {"yield", std::numeric_limits<double>::quiet_NaN(), ranges::POSITIVE, Quantity::PRESSURE}};
  static constexpr LawDescription DESCRIPTION = {"thornton/ning", ROWS, true,
                                                 ContactCoefficients::HUANG};
  static constexpr bool IS_POWER = false, IN_STOCK = false, AS_GIVEN = false;
  static constexpr PartMemory MEMORY = {0, 1};    // D
  struct Numbers {
    double yield;    // p_y
  };

  static SpringNumbers between(ContactForm form, const Elasticity &a, const Elasticity &b,
                               const ContactCoefficients &coefficients)
  {
    return HertzMindlin::between(form, a, b, coefficients);
  }
  template <class LAW>
  static Numbers numbers(const ChosenPart &, const Elasticity &a, const Elasticity &b)
  {
    return {std::min(a[YIELD], b[YIELD])};
  }

  // At the deepest overlap: the force, its slope on loading, and the contact radius.
  struct Deepest {
    double force, slope, radius;
  };
  static Deepest at_deepest(const SpringNumbers &law, const Numbers &own, double deepest,
                            double radius)
  {
    const double root = PI * own.yield / (1.5 * law.normal);    // normal: 4/3 E*
    const double overlap = radius * root * root, slope = PI * own.yield * radius;
    const double a = std::sqrt(radius * deepest), elastic = law.normal * a;
    const bool yields = deepest > overlap;
    const double plastic = law.normal * radius * root * overlap + slope * (deepest - overlap);
    return {yields ? plastic : elastic * deepest, yields ? slope : 1.5 * elastic, a};
  }

  // The contact radius and the overlap that springs have.
  struct Elastic {
    double radius, overlap;
  };
  template <class Law>
  static Elastic elastic(const Law &law, const contact_kernel::Contact &contact)
  {
    const double d = contact.overlap, before = contact.memory[0], most = before > d ? before : d;
    const Deepest deepest = at_deepest(law, law.springs, most, contact.radius);
    const double full = most > 0.0 ? deepest.force / (law.normal * deepest.radius) : 1.0;
    const double left = full - (most - d), overlap = left > 0.0 ? left : 0.0;
    return {deepest.radius * std::sqrt(overlap / full), overlap};
  }
  template <class Law>
  static ContactSprings springs_at(const Law &law, const contact_kernel::Contact &contact)
  {
    const Elastic now = elastic(law, contact);
    ContactSprings springs = HertzMindlin::springs_of(law, now.radius, contact.mass);
    springs.force = springs.normal * now.overlap;
    return springs;
  }
  template <class Law>
  static double contact_square(const Law &law, const contact_kernel::Contact &contact)
  {
    const double a = elastic(law, contact).radius;
    return a * a;
  }
  template <class Law> static double stored(const Law &law, const contact_kernel::Contact &contact)
  {
    const Elastic now = elastic(law, contact);
    return HertzMindlin::ENERGY_SHARE * law.normal * now.radius * now.overlap * now.overlap;
  }

  template <class Law> static void advance(const Law &, double overlap, double *memory)
  {
    memory[0] = overlap > memory[0] ? overlap : memory[0];
  }

  // The force of loading, less the growth of the stored energy 2/5 F^2 / (4/3 E* a).
  template <class Law>
  static double plastic_force(const Law &law, const contact_kernel::Contact &contact)
  {
    constexpr double ROUNDING = 1e-12;
    const double d = contact.overlap;
    const bool loads =
        d >= (1.0 - ROUNDING) * contact.memory[0] && dot(contact.velocity, contact.normal) < 0.0;
    const Deepest now = at_deepest(law, law.springs, d, contact.radius);
    const double growth = HertzMindlin::ENERGY_SHARE * now.force / (law.normal * now.radius) *
        (2.0 * now.slope - 0.5 * now.force / d);
    return loads ? now.force - growth : 0.0;
  }

  static double slope() { return HertzMindlin::slope(); }

  // Twice the time of unloading after the deepest overlap of an impact.
  static double contact_time(const SpringNumbers &law, const Numbers &own, double share,
                             double radius, double mass, double approach_speed)
  {
    const double root = PI * own.yield / (1.5 * law.normal), overlap = radius * root * root;
    const double slope = PI * own.yield * radius, least = law.normal * radius * root * overlap;
    const double left =
        0.5 * mass * approach_speed * approach_speed - HertzMindlin::ENERGY_SHARE * least * overlap;
    if (!(left > 0.0))
      return HertzMindlin::contact_time(law, {}, share, radius, mass, approach_speed);
    const double deepest =
        overlap + (std::sqrt(least * least + 2.0 * slope * left) - least) / slope;
    const Deepest at = at_deepest(law, own, deepest, radius);
    const double back = at.force / (law.normal * at.radius);
    const double speed = std::sqrt(2.0 * HertzMindlin::ENERGY_SHARE * at.force * back / mass);
    return HertzMindlin::TIMES_OVERLAP * back / speed;
  }
  static double hurry(const SpringNumbers &law, const Numbers &own, double share, double radius,
                      double mass, double approach_speed)
  {
    return 1.0 / contact_time(law, own, share, radius, mass, approach_speed);
  }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
