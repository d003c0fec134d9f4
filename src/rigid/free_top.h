// The free rotation of a rigid body, as rotations about its principal axes one after the other; of
// one body or of a vector of bodies.
//
// Source: Dullweber, Leimkuhler and McLachlan 1997 (Symplectic splitting methods for rigid body
// molecular dynamics). It is time reversible and symplectic, keeps the angular momentum in space to
// rounding, and has an error of second order in omega dt.

#ifndef GRIST_RIGID_FREE_TOP_H
#define GRIST_RIGID_FREE_TOP_H

#include "lanes/instructions.h"

#include <cmath>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

// Number: double, or a vector of them for several bodies at once (rigid_block.cpp).
template <class Number> struct FreeTop {
  Number q[4];           // x y z w: from the body's axes to space
  Number momentum[3];    // in the body's axes
  Number rate[3];        // 1 / principal moments
};

// Sine and cosine of half an angle.
template <class Number> struct HalfAngle;

// Up to this half angle their series end at 1e-17; in nearly every step all angles are below it.
static constexpr double SMALL_HALF_ANGLE = 0.1;

template <class Number> inline void small_half_angle(const Number &h, Number &sine, Number &cosine)
{
  constexpr double S3 = -1.0 / 6, S5 = 1.0 / 120, S7 = -1.0 / 5040, S9 = 1.0 / 362880;
  constexpr double C2 = -1.0 / 2, C4 = 1.0 / 24, C6 = -1.0 / 720, C8 = 1.0 / 40320;
  const Number s = h * h;
  sine = h + h * s * (S3 + s * (S5 + s * (S7 + s * S9)));
  cosine = 1.0 + s * (C2 + s * (C4 + s * (C6 + s * C8)));
}

template <> struct HalfAngle<double> {
  static void find(double angle, double &sine, double &cosine)
  {
    const double h = 0.5 * angle;
    if (std::abs(h) <= SMALL_HALF_ANGLE) return small_half_angle(h, sine, cosine);
    sine = std::sin(h);
    cosine = std::cos(h);
  }
};

// About the body's own axis K, by the part of its angular momentum along that axis.
template <int K, class Number> inline void turn_about(FreeTop<Number> &top, double dt)
{
  constexpr int I = (K + 1) % 3, J = (K + 2) % 3;
  Number sine, cosine;
  HalfAngle<Number>::find(dt * (top.momentum[K] * top.rate[K]), sine, cosine);
  Number *q = top.q, *momentum = top.momentum;
  const Number w = q[3], along_k = q[K], along_i = q[I], along_j = q[J];
  q[3] = cosine * w - sine * along_k;
  q[K] = cosine * along_k + sine * w;
  q[I] = cosine * along_i + sine * along_j;
  q[J] = cosine * along_j - sine * along_i;
  const Number c = cosine * cosine - sine * sine, s = 2.0 * (sine * cosine);
  const Number first = momentum[I], second = momentum[J];
  momentum[I] = c * first + s * second;
  momentum[J] = c * second - s * first;
}

template <class Number> inline void turn(FreeTop<Number> &top, double dt)
{
  turn_about<2>(top, 0.5 * dt);
  turn_about<1>(top, 0.5 * dt);
  turn_about<0>(top, dt);
  turn_about<1>(top, 0.5 * dt);
  turn_about<2>(top, 0.5 * dt);
  // Normalised again, because rounding changes its length.
  Number *q = top.q;
  const Number squared = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const Number factor = 1.5 - 0.5 * squared;
  for (int k = 0; k < 4; k++) q[k] = q[k] * factor;
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
