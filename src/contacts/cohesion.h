// Cohesion of spheres: forces that pull, added to the springs of a contact law. Stated once, on
// plain doubles, for single contacts and as a part of the loop over blocks (contact_kernel.h).
//
// JKR (Johnson, Kendall and Roberts 1971; hertz/mindlin): w is the work of adhesion, a the contact
// radius.
//   overlap     d = a^2 / R* - sqrt(2 pi w a / E*)
//   force       F = 4/3 E* a^3 / R* - sqrt(8 pi w E* a^3), strongest pull 3/2 pi w R*
//   The force begins at touch, d = 0, and ends at tear-off, where no a belongs to d. Between the
//   two, d is negative, and only a contact that has touched pulls.
//   With B = sqrt(2 pi w / E*), a0 = (R* B)^(2/3) at touch and a = a0 u^2:
//     d = B sqrt(a0) (u^4 - u)
//     F = 4/3 E* R* B^2 (u^6 - 3/2 u^3)
//     energy since touch: 4/3 E* R* B^3 sqrt(a0) (2/5 u^10 - u^7 + 3/8 u^4 + 9/40)
//     tear-off at u = 4^(-1/3), pull-off at u = (3/4)^(1/3)
//
// SJKR, as in LIGGGHTS: the springs, and a pull of k A, A the area of the disc in which two spheres
//   intersect. The energy of the pull is k times the volume that they share.
//
// DMT (Derjaguin, Muller and Toporov 1975): the springs, and a pull of 2 pi w R* from touch on, w the
//   work of adhesion. For small, hard spheres, where JKR is for large, soft ones. The energy of the
//   pull is 2 pi w R* times the overlap, so that nothing is lost at touch or tear-off.
//
// CAPPED (lazarevic2002 Eqs. 4 and 20 to 22; hooke/history): the springs while d > 0. For
//   -N_max / k_n <= d <= 0 a pull k_n |d| without dashpot, only while the spheres move apart: all
//   work against it is lost. No history is stored.
//
// The dashpot lets no contact pull more than cohesion does: JKR 3/2 pi w R*, SJKR k A, DMT
// 2 pi w R*, CAPPED nothing while d > 0. The limit of friction is `friction` times the force that
// presses the surfaces together: JKR |F + 3 pi w R*| (Thornton 1991), SJKR F_n + k A, DMT
// F_n + 2 pi w R*, CAPPED F_n while d > 0.

#ifndef GRIST_CONTACTS_COHESION_H
#define GRIST_CONTACTS_COHESION_H

#include "common/constants.h"
#include "contacts/contact_law.h"
#include "lanes/cube_root.h"

#include <cmath>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {
namespace cohesion {

// Springs and cohesion along the normal at an overlap, without the dashpot. Plain numbers only:
// compilers do not turn the copy of a struct in a struct into vector instructions.
struct NormalState {
  double normal, damping, shear;    // as ContactSprings
  double elastic;                   // force, > 0 pushes
  double strongest;                 // pull of cohesion, dashpot included
};

constexpr double TEAR_ROOT = 0.62996052494743658;    // u at tear-off, 4^(-1/3)
constexpr double TEAR_SHARE = 0.75 * TEAR_ROOT;      // -d / (B sqrt(a0)) at tear-off

// sqrt(a0), the root of the contact radius at touch.
inline double touch_root(double adhesion, double radius)
{
  return cube_root(adhesion * radius);
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

// `root`: touch_root(). A pair without adhesion has Hertz' force. With u of jkr_root(), a^2 / R* is
// d + B sqrt(a0) u.
template <class LAW>
inline NormalState jkr_state(const ContactLaw &law, double overlap, double radius, double mass,
                             double root)
{
  const double b = law.adhesion, scale = b * root;
  const bool sticks = scale > 0.0;
  const double share = jkr_root(sticks ? overlap / scale : 0.0), u = root * share;
  const double hertz = radius * (overlap > 0.0 ? overlap : 0.0);
  const double a = sticks ? u * u : std::sqrt(hertz);
  const ContactSprings springs = LAW::springs_of(law, a, mass);
  return {springs.normal, springs.damping, springs.shear,
          springs.normal * (overlap - 0.5 * scale * share), 0.5625 * law.normal * b * b * radius};
}

// Energy since touch. LAW: that of the springs of a pair without adhesion.
template <class LAW>
inline double jkr_energy(const ContactLaw &law, double overlap, double radius, double root)
{
  const double b = law.adhesion, scale = b * root;
  if (!(scale > 0.0))
    return LAW::ENERGY_SHARE * law.normal * std::sqrt(radius * overlap) * overlap * overlap;
  const double u = jkr_root(overlap / scale), cube = u * u * u;
  const double share = u * cube * (0.4 * cube * cube - cube + 0.375) + 0.225;
  return law.normal * radius * b * b * scale * share;
}

/* ---------------------------------------------------------------------- */

inline double dmt_pull(double work, double radius)
{
  return 2.0 * PI * work * radius;
}

// The lens that two overlapping spheres share, by the sum of their curvatures 1/R* and the product
// of them, which is 0 on a plane.
struct Lens {
  double sum, product;

  // radius_b is 0 for a wall, whose curvature follows from R*.
  Lens(double radius, double radius_a, double radius_b) : sum(1.0 / radius)
  {
    const double by_wall = (sum - 1.0 / radius_a) / radius_a;
    product = radius_b > 0.0 ? 1.0 / (radius_a * radius_b) : by_wall;
  }
  double area(double d) const
  {
    const double apart = sum - product * d;
    return 0.25 * PI * d * (4.0 - 2.0 * sum * d + product * d * d) * (sum + apart) /
        (apart * apart);
  }
  double volume(double d) const
  {
    return PI / 12.0 * d * d * (12.0 - 4.0 * sum * d + product * d * d) / (sum - product * d);
  }
};

/* ---------------------------------------------------------------------- */

// How far beyond touch a contact may act, >= 0. LAW: of the contact.
inline double reach(const ContactLaw &law, double radius)
{
  if (!(law.adhesion > 0.0)) return 0.0;
  if (law.cohesion == CohesionLaw::JKR)
    return TEAR_SHARE * law.adhesion * touch_root(law.adhesion, radius);
  return law.cohesion == CohesionLaw::CAPPED ? law.adhesion / law.normal : 0.0;
}

// Whether a pair that does not touch acts. normal_speed: > 0 if the spheres move apart.
template <CohesionLaw COHESION>
inline bool acts_apart(const ContactLaw &law, double overlap, double radius, bool has_touched,
                       double normal_speed)
{
  if constexpr (COHESION == CohesionLaw::JKR)
    return has_touched && -overlap < reach(law, radius);
  else if constexpr (COHESION == CohesionLaw::CAPPED)
    return normal_speed > 0.0 && -overlap <= reach(law, radius);
  return false;
}

}    // namespace cohesion
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
