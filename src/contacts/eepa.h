// The Edinburgh elasto-plastic adhesive law (Morrissey 2013; Thakur, Morrissey, Sun, Chen and Ooi,
// Granular Matter 16 (2014) 383), on the springs of a contact law: of power 3/2 on those of Hertz, and
// linear on linear ones, as the law of Luding, Granular Matter 10 (2008) 235.
//
//   F1(d) = k1 d^n        first loading
//   F2(d) = k2 (d^n - dp^n) with k2 = k1 / (1 - lambda): unloading and reloading; dp is the plastic
//                         overlap, lambda^(1/n) times the deepest overlap D on first loading
//   B(d)                  bound of adhesion: the pull is at most 3/2 pi dgamma a with
//                         a^2 = 2 dp R* - dp^2; where F2 reaches that, at d = dm, adhesion follows
//                         B = 3/2 pi dgamma a (d/dm)^x down to zero
//   F = min(F1, max(F2, -B)) - f0, f0 a constant pull from touch on
//
// What a contact remembers: P = k1 dp^n, a force, and D. On first loading P = lambda F1. On the
// branch of adhesion P falls, so that F2 goes through the present point: a contact that is pressed
// again there follows k2 up to the line of first loading. D, and with it the bound, stays. A contact
// whose bound lies below the half of dp has it there: dm is dp/2 or more. Memory ends with the
// contact.
//
// Stored energy: what the k2 line would give back, and -f0 d; the rest is dissipated as P changes.

#ifndef GRIST_CONTACTS_EEPA_H
#define GRIST_CONTACTS_EEPA_H

#include "common/constants.h"
#include "contacts/cohesion.h"

#include <algorithm>
#include <cmath>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct Eepa : CohesionPart {
  static constexpr const char *NAME = "eepa";
  static constexpr std::array<PartNumber, 4> ROWS = {
      {{"plasticity ratio", ranges::ZERO_TO_BELOW_ONE, Quantity::NUMBER},
       {"surface energy", ranges::NOT_NEGATIVE, Quantity::ENERGY_PER_AREA},
       {"constant pull", ranges::NOT_NEGATIVE, Quantity::FORCE},
       {"exponent of adhesion", ranges::POSITIVE, Quantity::NUMBER}}};
  struct Numbers {
    double ratio;       // lambda
    double surface;     // dgamma
    double pull;        // f0
    double exponent;    // x
    double root;        // lambda^(1/n)
  };
  static constexpr bool JUMPS = true, AS_GIVEN = false;
  static constexpr PartMemory MEMORY = {0, 3};
  enum {
    PLASTIC,
    DEEPEST,
    BOUND
  };    // P, D and B, of the present overlap, which follows from the others
  template <class LAW> static constexpr bool SUITS = LAW::IS_POWER;

  template <class LAW> static constexpr double EXPONENT = 1.0 / LAW::ENERGY_SHARE - 1.0;

  template <class LAW>
  static Numbers numbers(const ChosenPart &given, const Elasticity &, const Elasticity &)
  {
    const auto &[ratio, surface, pull, exponent] = given.numbers;
    return {ratio, surface, pull, exponent, std::pow(ratio, 1.0 / EXPONENT<LAW>)};
  }
  static bool pulls(const Numbers &own) { return own.surface > 0.0 || own.pull > 0.0; }
  static double loading_share(const Numbers &own) { return 1.0 - own.ratio; }

  template <class LAW>
  static double first_loading(const SpringNumbers &law, double overlap, double radius)
  {
    return LAW::springs(law, overlap, radius, 1.0).force;
  }

  // Largest pull of adhesion, without that of f0.
  static double strongest_pull(const Numbers &own, double deepest, double radius)
  {
    const double plastic = own.root * deepest;
    const double square = plastic * (2.0 * radius - plastic);
    return 1.5 * PI * own.surface * std::sqrt(square > 0.0 ? square : 0.0);
  }

  // B where first loading has the force `first`. Lengths are compared by their forces F1.
  template <class LAW, class Law>
  static double bound_of(const Law &law, double first, double deepest, double radius)
  {
    constexpr double N = EXPONENT<LAW>;
    const Numbers &own = law.cohesion;
    const double soft = 1.0 - own.ratio;
    const double at_plastic = own.ratio * first_loading<LAW>(law, deepest, radius);
    if (!(at_plastic > 0.0)) return 0.0;
    const double at_end = std::max(at_plastic - soft * strongest_pull(own, deepest, radius),
                                   at_plastic * std::pow(0.5, N));
    const double most = (at_plastic - at_end) / soft;
    return first < at_end ? most * std::pow(first / at_end, own.exponent / N) : most;
  }

  template <class LAW, class Law>
  static double advance_lane(const Law &law, double overlap, double radius, double *memory)
  {
    const double first = first_loading<LAW>(law, overlap, radius);
    const double loading = law.cohesion.ratio * first;
    const double plastic = memory[PLASTIC], deepest = memory[DEEPEST];
    const bool is_deeper = loading >= plastic;
    memory[PLASTIC] = is_deeper ? loading : plastic;
    memory[DEEPEST] = is_deeper && overlap > deepest ? overlap : deepest;
    memory[BOUND] = 0.0;
    return first - memory[PLASTIC];
  }

  // For a contact that pulls: powers are no vector instructions.
  template <class LAW, class Law>
  static void advance_rest(const Law &law, double overlap, double radius, double *memory)
  {
    const double first = first_loading<LAW>(law, overlap, radius), soft = 1.0 - law.cohesion.ratio;
    memory[BOUND] = bound_of<LAW>(law, first, memory[DEEPEST], radius);
    memory[PLASTIC] = std::min(memory[PLASTIC], first + soft * memory[BOUND]);
  }

  template <class MODE, class Law>
  static NormalState state(const Law &law, const contact_kernel::Contact &contact)
  {
    const Numbers &own = law.cohesion;
    const double overlap = contact.overlap, radius = contact.radius;
    const ContactSprings springs = MODE::Law::springs(law, overlap, radius, contact.mass);
    const double reloading = (springs.force - contact.memory[PLASTIC]) / (1.0 - own.ratio);
    return {springs.normal, springs.damping, springs.shear, reloading - own.pull,
            own.pull + strongest_pull(own, contact.memory[DEEPEST], radius)};
  }

  // Overlap at which the k2 line has no force.
  template <class LAW> static double zero_overlap(double overlap, double first, double plastic)
  {
    return overlap * std::pow(plastic / first, 1.0 / EXPONENT<LAW>);
  }

  template <class MODE, class Law>
  static double stored(const Law &law, const contact_kernel::Contact &contact)
  {
    using LAW = typename MODE::Law;
    const double overlap = contact.overlap, plastic = contact.memory[PLASTIC];
    if (!(overlap > 0.0)) return 0.0;
    const double first = first_loading<LAW>(law, overlap, contact.radius);
    const double zero = zero_overlap<LAW>(overlap, first, plastic);
    return (LAW::ENERGY_SHARE * (first * overlap - plastic * zero) - plastic * (overlap - zero)) /
        (1.0 - law.cohesion.ratio) -
        law.cohesion.pull * overlap;
  }

  // For P as it is after this overlap.
  template <class MODE, class Law>
  static double plastic_force(const Law &law, const contact_kernel::Contact &contact)
  {
    using LAW = typename MODE::Law;
    constexpr double ROUNDING = 1e-12;
    const Numbers &own = law.cohesion;
    const double overlap = contact.overlap, plastic = contact.memory[PLASTIC],
                 bound = contact.memory[BOUND], speed = dot(contact.velocity, contact.normal);
    const double first = first_loading<LAW>(law, overlap, contact.radius), soft = 1.0 - own.ratio;
    const double slope = EXPONENT<LAW> * first / overlap;
    double growth = 0.0;
    if (speed < 0.0 && plastic <= own.ratio * first * (1.0 + ROUNDING))
      growth = own.ratio * slope;
    else if (speed > 0.0 && bound > 0.0 && plastic >= (first + soft * bound) * (1.0 - ROUNDING))
      growth = slope + soft * own.exponent * bound / overlap;
    return growth * (overlap - zero_overlap<LAW>(overlap, first, plastic)) / soft;
  }

  // Only its constant pull jumps.
  template <class MODE, class Law>
  static Jump jump(const Law &law, const contact_kernel::Contact &contact)
  {
    return {-law.cohesion.pull, -law.cohesion.pull * contact.overlap};
  }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
