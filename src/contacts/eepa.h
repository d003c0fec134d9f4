// The Edinburgh elasto-plastic adhesive law (Morrissey 2013; Thakur, Morrissey, Sun, Chen and Ooi,
// Granular Matter 16 (2014) 383), on the springs of a contact law: of power 3/2 on those of Hertz, and
// linear on linear ones, as the law of Luding, Granular Matter 10 (2008) 235. Stated once, on plain
// doubles, as cohesion.h.
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
#include "contacts/contact_law.h"
#include "lanes/instructions.h"

#include <algorithm>
#include <cmath>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {
namespace eepa {

struct Memory {
  double plastic;    // P
  double deepest;    // D
  double bound;      // B, of the present overlap; follows from the others
};

template <class LAW> constexpr double EXPONENT = 1.0 / LAW::ENERGY_SHARE - 1.0;

template <class LAW>
inline double first_loading(const ContactLaw &law, double overlap, double radius)
{
  return LAW::springs(law, overlap, radius, 1.0).normal * overlap;
}

// Largest pull of adhesion, without that of f0.
inline double strongest_pull(const ContactLaw &law, double deepest, double radius)
{
  const double plastic = law.plastic.root * deepest;
  const double square = plastic * (2.0 * radius - plastic);
  return 1.5 * PI * law.adhesion * std::sqrt(square > 0.0 ? square : 0.0);
}

// B at an overlap.
template <class LAW>
inline double bound_of(const ContactLaw &law, double overlap, double deepest, double radius)
{
  constexpr double N = EXPONENT<LAW>;
  const double plastic = law.plastic.root * deepest, soft = 1.0 - law.plastic.ratio;
  const double at_plastic = law.plastic.ratio * first_loading<LAW>(law, deepest, radius);
  if (!(at_plastic > 0.0)) return 0.0;
  const double at_end = std::max(at_plastic - soft * strongest_pull(law, deepest, radius),
                                 at_plastic * std::pow(0.5, N));
  const double end = plastic * std::pow(at_end / at_plastic, 1.0 / N);
  const double most = (at_plastic - at_end) / soft;
  return overlap < end ? most * std::pow(overlap / end, law.plastic.exponent) : most;
}

// The memory at a new overlap, > 0.
template <class LAW>
inline void advance(const ContactLaw &law, double overlap, double radius, Memory &memory)
{
  const double first = first_loading<LAW>(law, overlap, radius), soft = 1.0 - law.plastic.ratio;
  memory.bound = 0.0;
  if (law.plastic.ratio * first >= memory.plastic) {
    memory.plastic = law.plastic.ratio * first;
    memory.deepest = std::max(memory.deepest, overlap);
  } else if (first < memory.plastic) {
    memory.bound = bound_of<LAW>(law, overlap, memory.deepest, radius);
    memory.plastic = std::min(memory.plastic, first + soft * memory.bound);
  }
}

// Overlap at which the k2 line has no force.
template <class LAW> inline double zero_overlap(double overlap, double first, double plastic)
{
  return overlap * std::pow(plastic / first, 1.0 / EXPONENT<LAW>);
}

// Energy since touch.
template <class LAW>
inline double energy(const ContactLaw &law, double overlap, double radius, const Memory &memory)
{
  const double first = first_loading<LAW>(law, overlap, radius);
  const double zero = zero_overlap<LAW>(overlap, first, memory.plastic);
  return (LAW::ENERGY_SHARE * (first * overlap - memory.plastic * zero) -
          memory.plastic * (overlap - zero)) /
      (1.0 - law.plastic.ratio) -
      law.plastic.pull * overlap;
}

// The part of the force whose work is dissipated, for P after advance().
template <class LAW>
inline double plastic_force(const ContactLaw &law, double overlap, double radius, double plastic,
                            double bound, double normal_speed)
{
  constexpr double ROUNDING = 1e-12;
  const double first = first_loading<LAW>(law, overlap, radius), soft = 1.0 - law.plastic.ratio;
  const double slope = EXPONENT<LAW> * first / overlap;
  double growth = 0.0;
  if (normal_speed < 0.0 && plastic <= law.plastic.ratio * first * (1.0 + ROUNDING))
    growth = law.plastic.ratio * slope;
  else if (normal_speed > 0.0 && bound > 0.0 &&
           plastic >= (first + soft * bound) * (1.0 - ROUNDING))
    growth = slope + soft * law.plastic.exponent * bound / overlap;
  return growth * (overlap - zero_overlap<LAW>(overlap, first, plastic)) / soft;
}

}    // namespace eepa
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
