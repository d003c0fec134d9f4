// Vectors of space on a number type: double, float, or Lanes and LaneGroup of lanes/. Plain structs, so
// that headers need no library of linear algebra. Matrices, rotations and poses: space.h.
//
//   Vector3d a{1.0, 2.0, 3.0};               // no constructors: braces; without them uninitialised
//   dot(a, cross(b, c)) + norm(a - b)        // functions, the same for doubles and lanes
//   const Vector3d x = vector_at(atom.x[i]);  // three doubles side by side, as LAMMPS keeps them
//   add_to(atom.f[i], force);
//
// Sums of three products go from left to right, as Eigen's do with SSE2 and AVX and as sums of lanes
// always did, so that a result does not depend on which of them computes it, apart from fused
// multiply-adds. All functions are inlined always: kernels are compiled for several sets of
// instructions, and no copy of a function may be shared between them.

#ifndef GRIST_COMMON_VECTORS_H
#define GRIST_COMMON_VECTORS_H

#include <cassert>
#include <cmath>
#include <limits>
#include <type_traits>

namespace grist {

#define GRIST_INLINE [[gnu::always_inline]] inline

template <class Number> struct Vector3 {
  static constexpr int SIZE = 3;
  Number x, y, z;

  GRIST_INLINE static constexpr Vector3 all(const Number &value) { return {value, value, value}; }
  GRIST_INLINE static constexpr Vector3 zero() { return {Number{}, Number{}, Number{}}; }
  GRIST_INLINE static constexpr Vector3 ones() { return all(Number(1)); }
  GRIST_INLINE static constexpr Vector3 unit_x() { return {Number(1), Number(0), Number(0)}; }
  GRIST_INLINE static constexpr Vector3 unit_y() { return {Number(0), Number(1), Number(0)}; }
  GRIST_INLINE static constexpr Vector3 unit_z() { return {Number(0), Number(0), Number(1)}; }
  GRIST_INLINE static constexpr Vector3 unit(int k)
  {
    return {Number(k == 0), Number(k == 1), Number(k == 2)};
  }

  GRIST_INLINE Number *data() { return &x; }
  GRIST_INLINE const Number *data() const { return &x; }
  GRIST_INLINE Number *begin() { return data(); }
  GRIST_INLINE Number *end() { return data() + SIZE; }
  GRIST_INLINE const Number *begin() const { return data(); }
  GRIST_INLINE const Number *end() const { return data() + SIZE; }
  GRIST_INLINE Number &operator[](int k) { return data()[k]; }
  GRIST_INLINE const Number &operator[](int k) const { return data()[k]; }
};

template <class Number> struct Vector2 {
  static constexpr int SIZE = 2;
  Number x, y;

  GRIST_INLINE static constexpr Vector2 zero() { return {Number{}, Number{}}; }
  GRIST_INLINE static constexpr Vector2 unit_x() { return {Number(1), Number(0)}; }

  GRIST_INLINE Number *data() { return &x; }
  GRIST_INLINE const Number *data() const { return &x; }
  GRIST_INLINE Number *begin() { return data(); }
  GRIST_INLINE Number *end() { return data() + SIZE; }
  GRIST_INLINE const Number *begin() const { return data(); }
  GRIST_INLINE const Number *end() const { return data() + SIZE; }
  GRIST_INLINE Number &operator[](int k) { return data()[k]; }
  GRIST_INLINE const Number &operator[](int k) const { return data()[k]; }
};

using Vector3d = Vector3<double>;
using Vector3f = Vector3<float>;
using Vector2d = Vector2<double>;
static_assert(sizeof(Vector3d) == 3 * sizeof(double) && sizeof(Vector3f) == 3 * sizeof(float));

// Numbers that a vector is multiplied with: its own, or whatever becomes one; of lanes also double.
template <class Number> struct NumberOf {
  using Type = Number;
};
template <class Number> using Factor = typename NumberOf<Number>::Type;
template <class Number, class Result>
using IfLanes = std::enable_if_t<!std::is_arithmetic_v<Number>, Result>;

template <class Number>
GRIST_INLINE constexpr Vector3<Number> operator+(const Vector3<Number> &a, const Vector3<Number> &b)
{
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class Number>
GRIST_INLINE constexpr Vector3<Number> operator-(const Vector3<Number> &a, const Vector3<Number> &b)
{
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class Number> GRIST_INLINE constexpr Vector3<Number> operator-(const Vector3<Number> &a)
{
  return {-a.x, -a.y, -a.z};
}
template <class Number>
GRIST_INLINE constexpr Vector3<Number> operator*(const Factor<Number> &s, const Vector3<Number> &a)
{
  return {s * a.x, s * a.y, s * a.z};
}
template <class Number>
GRIST_INLINE constexpr Vector3<Number> operator*(const Vector3<Number> &a, const Factor<Number> &s)
{
  return {a.x * s, a.y * s, a.z * s};
}
template <class Number>
GRIST_INLINE IfLanes<Number, Vector3<Number>> operator*(double s, const Vector3<Number> &a)
{
  return {s * a.x, s * a.y, s * a.z};
}
template <class Number>
GRIST_INLINE constexpr Vector3<Number> operator/(const Vector3<Number> &a, const Factor<Number> &s)
{
  return {a.x / s, a.y / s, a.z / s};
}
template <class Number>
GRIST_INLINE constexpr Vector3<Number> &operator+=(Vector3<Number> &a, const Vector3<Number> &b)
{
  return a = a + b;
}
template <class Number>
GRIST_INLINE constexpr Vector3<Number> &operator-=(Vector3<Number> &a, const Vector3<Number> &b)
{
  return a = a - b;
}
template <class Number>
GRIST_INLINE constexpr Vector3<Number> &operator*=(Vector3<Number> &a, const Factor<Number> &s)
{
  return a = a * s;
}
template <class Number>
GRIST_INLINE constexpr Vector3<Number> &operator/=(Vector3<Number> &a, const Factor<Number> &s)
{
  return a = a / s;
}
template <class Number>
GRIST_INLINE constexpr bool operator==(const Vector3<Number> &a, const Vector3<Number> &b)
{
  return a.x == b.x && a.y == b.y && a.z == b.z;
}
template <class Number>
GRIST_INLINE constexpr bool operator!=(const Vector3<Number> &a, const Vector3<Number> &b)
{
  return !(a == b);
}

template <class Number>
GRIST_INLINE constexpr Number dot(const Vector3<Number> &a, const Vector3<Number> &b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Number>
GRIST_INLINE constexpr Vector3<Number> cross(const Vector3<Number> &a, const Vector3<Number> &b)
{
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// a + b x c, with a product and a sum at a time.
template <class Number>
GRIST_INLINE constexpr Vector3<Number>
plus_cross(const Vector3<Number> &a, const Vector3<Number> &b, const Vector3<Number> &c)
{
  return {a.x + b.y * c.z - b.z * c.y, a.y + b.z * c.x - b.x * c.z, a.z + b.x * c.y - b.y * c.x};
}
template <class Number> GRIST_INLINE constexpr Number squared_norm(const Vector3<Number> &a)
{
  return dot(a, a);
}
template <class Number> GRIST_INLINE Number norm(const Vector3<Number> &a)
{
  return std::sqrt(squared_norm(a));
}
// The vector of length 1 in this direction; zero remains zero.
template <class Number> GRIST_INLINE Vector3<Number> normalized(const Vector3<Number> &a)
{
  const Number square = squared_norm(a);
  return square > Number(0) ? a / std::sqrt(square) : a;
}

// Component by component.
template <class Number>
GRIST_INLINE constexpr Vector3<Number> product(const Vector3<Number> &a, const Vector3<Number> &b)
{
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
template <class Number>
GRIST_INLINE constexpr Vector3<Number> quotient(const Vector3<Number> &a, const Vector3<Number> &b)
{
  return {a.x / b.x, a.y / b.y, a.z / b.z};
}
template <class Number> GRIST_INLINE constexpr Vector3<Number> squares(const Vector3<Number> &a)
{
  return product(a, a);
}
template <class Number> GRIST_INLINE constexpr Vector3<Number> inverses(const Vector3<Number> &a)
{
  return {1.0 / a.x, 1.0 / a.y, 1.0 / a.z};
}
template <class Number>
GRIST_INLINE constexpr Vector3<Number> least(const Vector3<Number> &a, const Vector3<Number> &b)
{
  return {b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y, b.z < a.z ? b.z : a.z};
}
template <class Number>
GRIST_INLINE constexpr Vector3<Number> greatest(const Vector3<Number> &a, const Vector3<Number> &b)
{
  return {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y, a.z < b.z ? b.z : a.z};
}
template <class Number> GRIST_INLINE Vector3<Number> absolute(const Vector3<Number> &a)
{
  return {std::abs(a.x), std::abs(a.y), std::abs(a.z)};
}
GRIST_INLINE Vector3d floor_of(const Vector3d &a)
{
  return {std::floor(a.x), std::floor(a.y), std::floor(a.z)};
}
// (To float and back in one expression, GCC 12 drops both where it makes one vector of two doubles.)
template <class To, class Number>
GRIST_INLINE constexpr Vector3<To> vector_cast(const Vector3<Number> &a)
{
  return {static_cast<To>(a.x), static_cast<To>(a.y), static_cast<To>(a.z)};
}

// One number of all components.
template <class Number> GRIST_INLINE constexpr Number sum_of(const Vector3<Number> &a)
{
  return a.x + a.y + a.z;
}
template <class Number> GRIST_INLINE constexpr Number product_of(const Vector3<Number> &a)
{
  return a.x * a.y * a.z;
}
template <class Number> GRIST_INLINE constexpr Number least_of(const Vector3<Number> &a)
{
  const Number xy = a.y < a.x ? a.y : a.x;
  return a.z < xy ? a.z : xy;
}
template <class Number> GRIST_INLINE constexpr Number greatest_of(const Vector3<Number> &a)
{
  const Number xy = a.x < a.y ? a.y : a.x;
  return xy < a.z ? a.z : xy;
}
// The number of the greatest component, or the first of those.
template <class Number> GRIST_INLINE constexpr int axis_of_greatest(const Vector3<Number> &a)
{
  const int xy = a.x < a.y ? 1 : 0;
  return a[xy] < a.z ? 2 : xy;
}
template <class Number> GRIST_INLINE constexpr int axis_of_least(const Vector3<Number> &a)
{
  const int xy = a.y < a.x ? 1 : 0;
  return a.z < a[xy] ? 2 : xy;
}
template <class Number> GRIST_INLINE bool is_finite(const Vector3<Number> &a)
{
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}
template <class Number> GRIST_INLINE constexpr bool is_zero(const Vector3<Number> &a)
{
  return a.x == Number(0) && a.y == Number(0) && a.z == Number(0);
}

// Whether it has length 1, for assert(): NaN passes (common/preconditions.h).
inline bool is_unit(const Vector3d &a)
{
  return !(std::abs(squared_norm(a) - 1.0) > 1e-9);
}

// A vector of length 1 at right angles to a, which is not zero.
GRIST_INLINE Vector3d unit_orthogonal(const Vector3d &a)
{
  assert(!is_zero(a));
  constexpr double MUCH_SMALLER = 1e-12;
  if (std::abs(a.x) > std::abs(a.z) * MUCH_SMALLER ||
      std::abs(a.y) > std::abs(a.z) * MUCH_SMALLER) {
    const double inverse = 1.0 / std::sqrt(a.x * a.x + a.y * a.y);
    return {-a.y * inverse, a.x * inverse, 0.0};
  }
  const double inverse = 1.0 / std::sqrt(a.y * a.y + a.z * a.z);
  return {0.0, -a.z * inverse, a.y * inverse};
}

// Three numbers side by side in memory, and vector i of a row of them.
template <class Number> GRIST_INLINE Vector3<Number> vector_at(const Number *from)
{
  return {from[0], from[1], from[2]};
}
template <class Number> GRIST_INLINE Vector3<Number> vector_at(const Number *vectors, int i)
{
  return vector_at(vectors + 3 * static_cast<long>(i));
}
template <class Number> GRIST_INLINE void copy_to(Number *to, const Vector3<Number> &a)
{
  to[0] = a.x;
  to[1] = a.y;
  to[2] = a.z;
}
template <class Number> GRIST_INLINE void add_to(Number *to, const Vector3<Number> &a)
{
  to[0] += a.x;
  to[1] += a.y;
  to[2] += a.z;
}

template <class Number>
GRIST_INLINE constexpr Vector2<Number> operator+(const Vector2<Number> &a, const Vector2<Number> &b)
{
  return {a.x + b.x, a.y + b.y};
}
template <class Number>
GRIST_INLINE constexpr Vector2<Number> operator-(const Vector2<Number> &a, const Vector2<Number> &b)
{
  return {a.x - b.x, a.y - b.y};
}
template <class Number> GRIST_INLINE constexpr Vector2<Number> operator-(const Vector2<Number> &a)
{
  return {-a.x, -a.y};
}
template <class Number>
GRIST_INLINE constexpr Vector2<Number> operator*(const Factor<Number> &s, const Vector2<Number> &a)
{
  return {s * a.x, s * a.y};
}
template <class Number>
GRIST_INLINE constexpr Vector2<Number> operator/(const Vector2<Number> &a, const Factor<Number> &s)
{
  return {a.x / s, a.y / s};
}
template <class Number>
GRIST_INLINE constexpr Vector2<Number> &operator+=(Vector2<Number> &a, const Vector2<Number> &b)
{
  return a = a + b;
}
template <class Number>
GRIST_INLINE constexpr bool operator==(const Vector2<Number> &a, const Vector2<Number> &b)
{
  return a.x == b.x && a.y == b.y;
}
template <class Number>
GRIST_INLINE constexpr Number dot(const Vector2<Number> &a, const Vector2<Number> &b)
{
  return a.x * b.x + a.y * b.y;
}
// The component out of the plane; positive if b is to the left of a.
template <class Number>
GRIST_INLINE constexpr Number cross(const Vector2<Number> &a, const Vector2<Number> &b)
{
  return a.x * b.y - a.y * b.x;
}
template <class Number> GRIST_INLINE constexpr Number squared_norm(const Vector2<Number> &a)
{
  return dot(a, a);
}
template <class Number> GRIST_INLINE Number norm(const Vector2<Number> &a)
{
  return std::sqrt(squared_norm(a));
}
template <class Number> GRIST_INLINE Vector2<Number> normalized(const Vector2<Number> &a)
{
  const Number square = squared_norm(a);
  return square > Number(0) ? a / std::sqrt(square) : a;
}
template <class Number>
GRIST_INLINE constexpr Vector2<Number> least(const Vector2<Number> &a, const Vector2<Number> &b)
{
  return {b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y};
}
template <class Number>
GRIST_INLINE constexpr Vector2<Number> greatest(const Vector2<Number> &a, const Vector2<Number> &b)
{
  return {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y};
}

}    // namespace grist

#endif
