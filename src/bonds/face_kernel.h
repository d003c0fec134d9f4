// The law of face_bond.h for faces without a memory, for `double` and for vectors of lanes.
//
// Bodies and faces turn by quaternions: the product of those of a face on a and on b is their
// rotation against each other, whose vector is the half of s.

#ifndef GRIST_BONDS_FACE_KERNEL_H
#define GRIST_BONDS_FACE_KERNEL_H

#include "bonds/face_strength.h"
#include "common/space.h"
#include "lanes/lane_vectors.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace face_kernel {

using namespace lane_or_double;

template <class Number> struct Body {
  Vector3<Number> position, velocity, omega;
  Quaternion<Number> turn;
};

// A face in the frame of a body.
template <class Number> struct Place {
  Vector3<Number> position;
  Quaternion<Number> turn;
};

// Along and about axes 1, 2 and the normal.
template <class Number> struct Springs {
  Vector3<Number> force, moment;
};

template <class Number> using Loads = LoadsOfFace<Number>;

template <class Number> struct Pull {
  Vector3<Number> force_a, torque_a, torque_b;
};

template <class Number> struct Forces {
  Pull<Number> on;      // of springs and dashpots
  Pull<Number> drag;    // of dashpots alone
  Number energy, share;
};

// time: of the dashpots, over which they have the impulse of the springs.
template <class Number>
[[gnu::always_inline]] inline Forces<Number>
forces(const Body<Number> &a, const Body<Number> &b, const Place<Number> &in_a,
       const Place<Number> &in_b, const Springs<Number> &springs, const Number &time,
       const FaceStrengths<Number> &strengths)
{
  const Quaternion<Number> turn_a = a.turn * in_a.turn, turn_b = b.turn * in_b.turn;
  Quaternion<Number> apart = conjugate(turn_a) * turn_b;
  const auto other = apart.w < 0.0;    // the same rotation
  apart = {select(other, -apart.w, apart.w), select(other, -apart.x, apart.x),
           select(other, -apart.y, apart.y), select(other, -apart.z, apart.z)};
  const Vector3<Number> sine = apart.vector();
  const Number lifted = 1.0 + apart.w;
  const Number inverse = inverse_root_of(lifted * lifted + dot(sine, sine));
  const Quaternion<Number> half = {lifted * inverse, sine.x * inverse, sine.y * inverse,
                                   sine.z * inverse};
  const Matrix3<Number> frame = rotation_matrix(turn_a * half), back = transposed(frame);

  const Vector3<Number> reach_a = a.turn * in_a.position, reach_b = b.turn * in_b.position;
  const Vector3<Number> gap = (b.position - a.position) + (reach_b - reach_a);
  const Vector3<Number> u = back * gap, s = sine + sine;
  const Loads<Number> loads = {product(springs.force, u), product(springs.moment, s)};
  const Vector3<Number> q = (0.5 / lifted) * sine;
  const Vector3<Number> moment =
      loads.moment - dot(s, loads.moment) * q + cross(cross(u, loads.force), q);

  const Vector3<Number> arm_a = reach_a + 0.5 * gap, arm_b = reach_b - 0.5 * gap;
  const Vector3<Number> moving =
      back * (b.velocity + cross(b.omega, arm_b) - a.velocity - cross(a.omega, arm_a));
  const Vector3<Number> turning = back * (b.omega - a.omega);
  const Loads<Number> drag = {time * product(springs.force, moving),
                              time * product(springs.moment, turning)};
  const auto pull = [&](const Vector3<Number> &force, const Vector3<Number> &twist) {
    const Vector3<Number> f = frame * force, m = frame * twist;
    return Pull<Number>{f, cross(arm_a, f) + m, cross(f, arm_b) - m};
  };
  return {pull(loads.force + drag.force, moment + drag.moment), pull(drag.force, drag.moment),
          0.5 * (dot(loads.force, u) + dot(loads.moment, s)),
          share_of(shares_of(strengths, loads))};
}

}    // namespace face_kernel
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
