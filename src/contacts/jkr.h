// Cohesion by Johnson, Kendall and Roberts (1971), on the springs of hertz/mindlin: for large, soft
// spheres. w is the work of adhesion, a the contact radius.
//   overlap     d = a^2 / R* - sqrt(2 pi w a / E*)
//   force       F = 4/3 E* a^3 / R* - sqrt(8 pi w E* a^3), strongest pull 3/2 pi w R*
//   The force begins at touch, d = 0, and ends at tear-off, where no a belongs to d. Between the
//   two, d is negative, and only a contact that has touched pulls.
//   With B = sqrt(2 pi w / E*), a0 = (R* B)^(2/3) at touch and a = a0 u^2:
//     d = B sqrt(a0) (u^4 - u)
//     F = 4/3 E* R* B^2 (u^6 - 3/2 u^3)
//     energy since touch: 4/3 E* R* B^3 sqrt(a0) (2/5 u^10 - u^7 + 3/8 u^4 + 9/40)
//     tear-off at u = 4^(-1/3), pull-off at u = (3/4)^(1/3)
// The limit of friction is `friction` times |F + 3 pi w R*| (Thornton 1991).

#ifndef GRIST_CONTACTS_JKR_H
#define GRIST_CONTACTS_JKR_H

#include "common/constants.h"
#include "contacts/cohesion.h"
#include "contacts/hertz_mindlin.h"
#include "lanes/cube_root.h"

#include <cmath>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace cohesion {

constexpr double TEAR_ROOT = 0.62996052494743658;    // u at tear-off, 4^(-1/3)
constexpr double TEAR_SHARE = 0.75 * TEAR_ROOT;      // -d / (B sqrt(a0)) at tear-off

// B sqrt(a0), to which overlaps are compared.
inline double touch_scale(double adhesion, double radius)
{
  return adhesion * cube_root(adhesion * radius);
}

// v with u = TEAR_ROOT + v by a polynomial in z = t / sqrt(t^2 + side), to 4e-6 of v; `side` as
// below.
inline double near_jkr_root(double side)
{
  const double w = std::sqrt(TEAR_ROOT * TEAR_ROOT + side), z = TEAR_ROOT / w;
  double share = 0.024712268;
  share = -0.053696444 + z * share;
  share = -0.094581952 + z * share;
  share = 0.432012089 + z * share;
  share = -0.491538145 + z * share;
  share = -0.00041461 + z * share;
  share = 1.000003433 + z * share;
  return (w - TEAR_ROOT) * share;
}

// The larger u of u^4 - u = share. About tear-off, v = u - TEAR_ROOT: v^2 (v^2 + 4 t v + 6 t^2) =
// share + TEAR_SHARE = side^2 with t = TEAR_ROOT. One step of Halley's method, which cubes the error
// of the start.
inline double jkr_root(double share)
{
  constexpr double T = TEAR_ROOT, LEAST = 1e-300;    // v is 0 at tear-off
  const double square = share + TEAR_SHARE, above = square > 0.0 ? square : 0.0;
  const double v = near_jkr_root(std::sqrt(above));
  const double left = v * v * (v * (v + 4.0 * T) + 6.0 * T * T) - above;
  const double slope = 4.0 * v * (v * (v + 3.0 * T) + 3.0 * T * T), u = T + v;
  return u - left * slope / (slope * slope - 6.0 * left * u * u + LEAST);
}

}    // namespace cohesion

struct Jkr : CohesionPart {
  static constexpr const char *NAME = "jkr";
  static constexpr std::array<PartNumber, 1> ROWS = {
      {{"", ranges::NOT_NEGATIVE, Quantity::ENERGY_PER_AREA}}};
  struct Numbers {
    double adhesion;    // B [sqrt(length)]
    double inverse;     // 1 / B, or 0
  };
  static constexpr bool ACTS_APART = true, REMEMBERS_TOUCH = true, JUMPS = true, PREPARES = true,
                        AS_GIVEN = false;
  template <class LAW> static constexpr bool SUITS = std::is_same_v<LAW, HertzMindlin>;

  template <class LAW>
  static Numbers numbers(const ChosenPart &given, const Elasticity &a, const Elasticity &b)
  {
    const double adhesion = std::sqrt(2.0 * PI * given.numbers[0] / HertzMindlin::modulus(a, b));
    return {adhesion, adhesion > 0.0 ? 1.0 / adhesion : 0.0};
  }
  static bool pulls(const Numbers &own) { return own.adhesion > 0.0; }

  template <class Law> static double reach(const Law &, const Numbers &own, double radius)
  {
    if (!(own.adhesion > 0.0)) return 0.0;
    return cohesion::TEAR_SHARE * cohesion::touch_scale(own.adhesion, radius);
  }
  template <class Law>
  static bool acts_apart(const Law &law, const Numbers &own, double overlap, double radius,
                         bool has_touched, double)
  {
    return has_touched && -overlap < reach(law, own, radius);
  }

  // First 1 / sqrt(a0); then B sqrt(a) = B sqrt(a0) u, a length; 0 of a pair without adhesion.
  static double prepared(const Numbers &own, double radius)
  {
    return inverse_cube_root(own.adhesion * radius);
  }
  static double prepared_at(const Numbers &own, double overlap, double radius, double inverse_root)
  {
    const double scale = own.adhesion * own.adhesion * radius * inverse_root * inverse_root;
    return scale * cohesion::jkr_root(overlap * inverse_root * own.inverse);
  }

  // a^2 / R* is the overlap and the length that is prepared; at tear-off a quarter of that. A pair
  // without adhesion has Hertz' force.
  template <class MODE, class Law>
  static double contact_radius(const Law &, const contact_kernel::Contact &contact)
  {
    const double length = contact.prepared, at_tear = 0.25 * length;
    const double whole = contact.overlap + length;
    return std::sqrt(contact.radius * (whole > at_tear ? whole : at_tear));
  }

  template <class MODE, class Law>
  static NormalState state(const Law &law, const contact_kernel::Contact &contact)
  {
    const double b = law.cohesion.adhesion, length = contact.prepared;
    const double overlap = contact.overlap, radius = contact.radius;
    const double a = contact_radius<MODE>(law, contact);
    const ContactSprings springs = HertzMindlin::springs_of(law, a, contact.mass);
    return {springs.normal, springs.damping, springs.shear,
            springs.normal * (overlap - 0.5 * length), 0.5625 * law.normal * b * b * radius};
  }

  template <ContactForm FORM>
  static void bound(const NormalState &state, double overlap, double normal_speed,
                    contact_kernel::Force &on)
  {
    CohesionPart::bound<FORM>(state, overlap, normal_speed, on);
    on.pressing = std::fabs(state.elastic + 2.0 * state.strongest);
  }

  template <class MODE, class Law>
  static double stored(const Law &law, const contact_kernel::Contact &contact)
  {
    const double overlap = contact.overlap, radius = contact.radius;
    const double b = law.cohesion.adhesion, scale = cohesion::touch_scale(b, radius);
    if (!(scale > 0.0))
      return HertzMindlin::ENERGY_SHARE * law.normal * std::sqrt(radius * overlap) * overlap *
          overlap;
    const double u = contact.prepared / scale, cube = u * u * u;
    const double share = u * cube * (0.4 * cube * cube - cube + 0.375) + 0.225;
    return law.normal * radius * b * b * scale * share;
  }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
