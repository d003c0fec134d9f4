// The share of its strength that the loads of a face take (face_bond.h), stated once: for `double` and
// for vectors of lanes.
//
// What a load counts is worked out when material and section are known; the criterion that a
// material does not have counts as nothing.

#ifndef GRIST_BONDS_FACE_STRENGTH_H
#define GRIST_BONDS_FACE_STRENGTH_H

#include "lanes/lane_vectors.h"

#include <cmath>

namespace grist {

// On a: shear along axes 1 and 2, tension along 3; bending about 1 and 2, twist about 3.
template <class Number> struct LoadsOfFace {
  Vector3<Number> force, moment;
};

// The names say of what each number is a factor.
template <class Number> struct FaceStrengths {
  enum {
    // by stress: in tension
    PULL,
    BEND_1,
    BEND_2,
    // in shear
    SLIP,
    TWIST,
    PULL_IN_SHEAR,
    // by energy, of squares: in tension
    OPENING,
    TILTING_1,
    TILTING_2,
    // in shear
    SLIPPING,
    TWISTING,
    COUNT
  };
  Number factors[COUNT];

  const Number &operator[](int k) const { return factors[k]; }
};

// Shares by stress, and squares of those by energy.
template <class Number> struct FaceShares {
  Number tension, shear;
  Number opening, shearing;
};

inline namespace GRIST_INSTRUCTION_SET {

namespace lane_or_double {

inline double root_of(double square)
{
  return std::sqrt(square);
}
inline Lanes root_of(const Lanes &square)
{
  return square_root(square);
}
inline double inverse_root_of(double square)
{
  return 1.0 / std::sqrt(square);
}
inline Lanes inverse_root_of(const Lanes &square)
{
  return inverse_root(square);
}
template <class Number> [[gnu::always_inline]] inline Number magnitude(const Number &a)
{
  return select(a < 0.0, -a, a);
}
template <class Number>
[[gnu::always_inline]] inline Number greatest(const Number &a, const Number &b)
{
  return select(a < b, b, a);
}

}    // namespace lane_or_double

template <class Number>
[[gnu::always_inline]] inline FaceShares<Number> shares_of(const FaceStrengths<Number> &of,
                                                           const LoadsOfFace<Number> &loads)
{
  using namespace lane_or_double;
  using Of = FaceStrengths<Number>;
  const Vector3<Number> &f = loads.force, &m = loads.moment;
  const Number zero = {};
  const Number shear2 = f.x * f.x + f.y * f.y, pulled = select(f.z > 0.0, f.z, zero);
  return {of[Of::PULL] * f.z + of[Of::BEND_1] * magnitude(m.x) + of[Of::BEND_2] * magnitude(m.y),
          of[Of::SLIP] * root_of(shear2) + of[Of::TWIST] * magnitude(m.z) +
              of[Of::PULL_IN_SHEAR] * f.z,
          of[Of::OPENING] * pulled * pulled + of[Of::TILTING_1] * m.x * m.x +
              of[Of::TILTING_2] * m.y * m.y,
          of[Of::SLIPPING] * shear2 + of[Of::TWISTING] * (m.z * m.z)};
}

// From 1 on the face parts, or softens.
template <class Number> [[gnu::always_inline]] inline Number share_of(const FaceShares<Number> &all)
{
  using namespace lane_or_double;
  const Number zero = {};
  return greatest(greatest(zero, all.tension),
                  greatest(all.shear, root_of(all.opening + all.shearing)));
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
