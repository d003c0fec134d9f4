// Vectors (vectors.h), matrices, rotations, poses and boxes of space as plain structs. Sources that
// solve or decompose use Eigen through common/eigen_space.h.

#ifndef GRIST_COMMON_SPACE_H
#define GRIST_COMMON_SPACE_H

#include "common/vectors.h"

namespace grist {

// ---- matrices

// Stored column by column, as Eigen's are: files and messages keep this order.
template <class Number> struct Matrix3 {
  Vector3<Number> column[3];

  GRIST_INLINE static constexpr Matrix3
  of_columns(const Vector3<Number> &a, const Vector3<Number> &b, const Vector3<Number> &c)
  {
    return {{a, b, c}};
  }
  GRIST_INLINE static constexpr Matrix3 of_rows(const Vector3<Number> &a, const Vector3<Number> &b,
                                                const Vector3<Number> &c)
  {
    return {{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}}};
  }
  GRIST_INLINE static constexpr Matrix3 diagonal(const Vector3<Number> &a)
  {
    return {{{a.x, Number{}, Number{}}, {Number{}, a.y, Number{}}, {Number{}, Number{}, a.z}}};
  }
  GRIST_INLINE static constexpr Matrix3 zero() { return diagonal(Vector3<Number>::zero()); }
  GRIST_INLINE static constexpr Matrix3 identity() { return diagonal(Vector3<Number>::ones()); }

  GRIST_INLINE Number &operator()(int row, int of) { return column[of][row]; }
  GRIST_INLINE const Number &operator()(int row, int of) const { return column[of][row]; }
  GRIST_INLINE constexpr Vector3<Number> row(int k) const
  {
    return {column[0][k], column[1][k], column[2][k]};
  }
  GRIST_INLINE Number *data() { return column[0].data(); }
  GRIST_INLINE const Number *data() const { return column[0].data(); }
};
using Matrix3d = Matrix3<double>;
static_assert(sizeof(Matrix3d) == 9 * sizeof(double));

template <class Number>
GRIST_INLINE constexpr Matrix3<Number> operator+(const Matrix3<Number> &a, const Matrix3<Number> &b)
{
  return {{a.column[0] + b.column[0], a.column[1] + b.column[1], a.column[2] + b.column[2]}};
}
template <class Number>
GRIST_INLINE constexpr Matrix3<Number> operator-(const Matrix3<Number> &a, const Matrix3<Number> &b)
{
  return {{a.column[0] - b.column[0], a.column[1] - b.column[1], a.column[2] - b.column[2]}};
}
template <class Number> GRIST_INLINE constexpr Matrix3<Number> operator-(const Matrix3<Number> &a)
{
  return {{-a.column[0], -a.column[1], -a.column[2]}};
}
template <class Number>
GRIST_INLINE constexpr Matrix3<Number> operator*(const Factor<Number> &s, const Matrix3<Number> &a)
{
  return {{s * a.column[0], s * a.column[1], s * a.column[2]}};
}
template <class Number>
GRIST_INLINE constexpr Matrix3<Number> operator*(const Matrix3<Number> &a, const Factor<Number> &s)
{
  return {{a.column[0] * s, a.column[1] * s, a.column[2] * s}};
}
template <class Number>
GRIST_INLINE constexpr Matrix3<Number> operator/(const Matrix3<Number> &a, const Factor<Number> &s)
{
  return {{a.column[0] / s, a.column[1] / s, a.column[2] / s}};
}
template <class Number>
GRIST_INLINE constexpr Vector3<Number> operator*(const Matrix3<Number> &m, const Vector3<Number> &a)
{
  return {m.column[0].x * a.x + m.column[1].x * a.y + m.column[2].x * a.z,
          m.column[0].y * a.x + m.column[1].y * a.y + m.column[2].y * a.z,
          m.column[0].z * a.x + m.column[1].z * a.y + m.column[2].z * a.z};
}
template <class Number>
GRIST_INLINE constexpr Matrix3<Number> operator*(const Matrix3<Number> &a, const Matrix3<Number> &b)
{
  return {{a * b.column[0], a * b.column[1], a * b.column[2]}};
}
template <class Number>
GRIST_INLINE constexpr Matrix3<Number> &operator+=(Matrix3<Number> &a, const Matrix3<Number> &b)
{
  return a = a + b;
}
template <class Number>
GRIST_INLINE constexpr Matrix3<Number> &operator-=(Matrix3<Number> &a, const Matrix3<Number> &b)
{
  return a = a - b;
}
template <class Number>
GRIST_INLINE constexpr Matrix3<Number> &operator*=(Matrix3<Number> &a, const Factor<Number> &s)
{
  return a = a * s;
}
template <class Number>
GRIST_INLINE constexpr Matrix3<Number> &operator/=(Matrix3<Number> &a, const Factor<Number> &s)
{
  return a = a / s;
}
template <class Number>
GRIST_INLINE constexpr bool operator==(const Matrix3<Number> &a, const Matrix3<Number> &b)
{
  return a.column[0] == b.column[0] && a.column[1] == b.column[1] && a.column[2] == b.column[2];
}

template <class Number>
GRIST_INLINE constexpr bool operator!=(const Matrix3<Number> &a, const Matrix3<Number> &b)
{
  return !(a == b);
}

template <class Number> GRIST_INLINE constexpr Matrix3<Number> transposed(const Matrix3<Number> &m)
{
  return Matrix3<Number>::of_rows(m.column[0], m.column[1], m.column[2]);
}
// Transpose of m times a, without the transpose.
template <class Number>
GRIST_INLINE constexpr Vector3<Number> transposed_times(const Matrix3<Number> &m,
                                                        const Vector3<Number> &a)
{
  return {dot(m.column[0], a), dot(m.column[1], a), dot(m.column[2], a)};
}
// The matrix a b^T.
template <class Number>
GRIST_INLINE constexpr Matrix3<Number> outer_product(const Vector3<Number> &a,
                                                     const Vector3<Number> &b)
{
  return {{a * b.x, a * b.y, a * b.z}};
}
template <class Number> GRIST_INLINE constexpr Vector3<Number> diagonal_of(const Matrix3<Number> &m)
{
  return {m.column[0].x, m.column[1].y, m.column[2].z};
}
template <class Number> GRIST_INLINE constexpr Number trace(const Matrix3<Number> &m)
{
  return sum_of(diagonal_of(m));
}
template <class Number> GRIST_INLINE constexpr Number determinant(const Matrix3<Number> &m)
{
  const Vector3<Number> &a = m.column[0], &b = m.column[1], &c = m.column[2];
  return a.x * (b.y * c.z - c.y * b.z) - b.x * (a.y * c.z - c.y * a.z) +
      c.x * (a.y * b.z - b.y * a.z);
}
// By cofactors. The matrix is regular.
template <class Number> GRIST_INLINE constexpr Matrix3<Number> inverse(const Matrix3<Number> &m)
{
  const Vector3<Number> &a = m.column[0], &b = m.column[1], &c = m.column[2];
  const Vector3<Number> bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
  const Number factor = 1.0 / dot(bc, a);
  return Matrix3<Number>::of_rows(bc * factor, ca * factor, ab * factor);
}
template <class Number> GRIST_INLINE bool is_finite(const Matrix3<Number> &m)
{
  return is_finite(m.column[0]) && is_finite(m.column[1]) && is_finite(m.column[2]);
}
template <class Number> GRIST_INLINE Matrix3<Number> absolute(const Matrix3<Number> &m)
{
  return {{absolute(m.column[0]), absolute(m.column[1]), absolute(m.column[2])}};
}
template <class Number> GRIST_INLINE constexpr Number greatest_of(const Matrix3<Number> &m)
{
  return greatest_of(greatest(greatest(m.column[0], m.column[1]), m.column[2]));
}
template <class Number> GRIST_INLINE constexpr Number squared_norm(const Matrix3<Number> &m)
{
  return squared_norm(m.column[0]) + squared_norm(m.column[1]) + squared_norm(m.column[2]);
}
// The root of the sum of all squares.
template <class Number> GRIST_INLINE Number norm(const Matrix3<Number> &m)
{
  return std::sqrt(squared_norm(m));
}

// Nine numbers side by side, column by column.
template <class Number> GRIST_INLINE Matrix3<Number> matrix_at(const Number *from)
{
  return {{vector_at(from), vector_at(from + 3), vector_at(from + 6)}};
}
template <class Number> GRIST_INLINE void copy_to(Number *to, const Matrix3<Number> &m)
{
  for (int k = 0; k < 3; k++) copy_to(to + 3 * k, m.column[k]);
}

// For assert(); accepts the rounding errors that integrators leave.
inline bool is_rotation(const Matrix3d &m)
{
  return !(greatest_of(absolute(m * transposed(m) - Matrix3d::identity())) > 1e-6) &&
      !(determinant(m) <= 0.0);
}

// By an angle, in radians, about an axis of length 1; no rotation needs no axis.
GRIST_INLINE Matrix3d rotation_matrix(double angle, const Vector3d &axis)
{
  assert(angle == 0.0 || is_unit(axis));
  const Vector3d by_sine = std::sin(angle) * axis;
  const double cosine = std::cos(angle);
  const Vector3d by_rest = (1.0 - cosine) * axis;
  const double xy = by_rest.x * axis.y, xz = by_rest.x * axis.z, yz = by_rest.y * axis.z;
  return {{{by_rest.x * axis.x + cosine, xy + by_sine.z, xz - by_sine.y},
           {xy - by_sine.z, by_rest.y * axis.y + cosine, yz + by_sine.x},
           {xz + by_sine.y, yz - by_sine.x, by_rest.z * axis.z + cosine}}};
}

// ---- quaternions

// A rotation, if its length is 1. In the order of LAMMPS; in messages and restart files, and as rows
// of numbers, the order is x, y, z, w.
template <class Number> struct Quaternion {
  Number w, x, y, z;

  GRIST_INLINE static constexpr Quaternion identity()
  {
    return {Number(1), Number(0), Number(0), Number(0)};
  }
  GRIST_INLINE constexpr Vector3<Number> vector() const { return {x, y, z}; }
};
using Quaterniond = Quaternion<double>;

template <class Number>
GRIST_INLINE constexpr Quaternion<Number> operator*(const Quaternion<Number> &a,
                                                    const Quaternion<Number> &b)
{
  return {(a.w * b.w - a.y * b.y) - (a.z * b.z + a.x * b.x),
          (a.w * b.x + a.y * b.z) - (a.z * b.y - a.x * b.w),
          (a.w * b.y + a.y * b.w) + (a.z * b.x - a.x * b.z),
          (a.w * b.z - a.y * b.x) + (a.z * b.w + a.x * b.y)};
}
// The vector as it is after the rotation.
template <class Number>
GRIST_INLINE constexpr Vector3<Number> operator*(const Quaternion<Number> &q,
                                                 const Vector3<Number> &a)
{
  const Vector3<Number> half = cross(q.vector(), a), whole = half + half;
  return a + q.w * whole + cross(q.vector(), whole);
}
template <class Number>
GRIST_INLINE constexpr bool operator==(const Quaternion<Number> &a, const Quaternion<Number> &b)
{
  return a.w == b.w && a.x == b.x && a.y == b.y && a.z == b.z;
}
// Four numbers side by side: x, y, z, w.
template <class Number> GRIST_INLINE Quaternion<Number> quaternion_at(const Number *from)
{
  return {from[3], from[0], from[1], from[2]};
}
template <class Number> GRIST_INLINE void copy_to(Number *to, const Quaternion<Number> &q)
{
  to[0] = q.x;
  to[1] = q.y;
  to[2] = q.z;
  to[3] = q.w;
}
template <class Number>
GRIST_INLINE constexpr Quaternion<Number> conjugate(const Quaternion<Number> &q)
{
  return {q.w, -q.x, -q.y, -q.z};
}
template <class Number>
GRIST_INLINE constexpr Number dot(const Quaternion<Number> &a, const Quaternion<Number> &b)
{
  return (a.x * b.x + a.z * b.z) + (a.y * b.y + a.w * b.w);
}
template <class Number> GRIST_INLINE Number norm(const Quaternion<Number> &q)
{
  return std::sqrt(dot(q, q));
}
inline bool is_unit(const Quaterniond &q)
{
  return !(std::abs(dot(q, q) - 1.0) > 1e-6);
}
template <class Number> GRIST_INLINE Quaternion<Number> normalized(const Quaternion<Number> &q)
{
  const Number length = norm(q);
  return length > Number(0)
      ? Quaternion<Number>{q.w / length, q.x / length, q.y / length, q.z / length}
      : q;
}
template <class Number>
GRIST_INLINE constexpr Matrix3<Number> rotation_matrix(const Quaternion<Number> &q)
{
  const Number two_x = 2.0 * q.x, two_y = 2.0 * q.y, two_z = 2.0 * q.z;
  const Number wx = two_x * q.w, wy = two_y * q.w, wz = two_z * q.w;
  const Number xx = two_x * q.x, xy = two_y * q.x, xz = two_z * q.x;
  const Number yy = two_y * q.y, yz = two_z * q.y, zz = two_z * q.z;
  return Matrix3<Number>::of_rows({1.0 - (yy + zz), xy - wz, xz + wy},
                                  {xy + wz, 1.0 - (xx + zz), yz - wx},
                                  {xz - wy, yz + wx, 1.0 - (xx + yy)});
}

// By an angle, in radians, about an axis of length 1.
GRIST_INLINE Quaterniond quaternion_of(double angle, const Vector3d &axis)
{
  assert(is_unit(axis));
  const Vector3d part = std::sin(0.5 * angle) * axis;
  return {std::cos(0.5 * angle), part.x, part.y, part.z};
}
// From an orthonormal matrix: Shoemake, SIGGRAPH course notes, 1987.
inline Quaterniond quaternion_of(const Matrix3d &m)
{
  assert(is_rotation(m));
  const double sum = trace(m);
  if (sum > 0.0) {
    const double root = std::sqrt(sum + 1.0), factor = 0.5 / root;
    return {0.5 * root, (m(2, 1) - m(1, 2)) * factor, (m(0, 2) - m(2, 0)) * factor,
            (m(1, 0) - m(0, 1)) * factor};
  }
  const int i = axis_of_greatest(diagonal_of(m)), j = (i + 1) % 3, k = (i + 2) % 3;
  const double root = std::sqrt(m(i, i) - m(j, j) - m(k, k) + 1.0), factor = 0.5 / root;
  Vector3d part;
  part[i] = 0.5 * root;
  part[j] = (m(j, i) + m(i, j)) * factor;
  part[k] = (m(k, i) + m(i, k)) * factor;
  return {(m(k, j) - m(j, k)) * factor, part.x, part.y, part.z};
}
// The shortest rotation that takes the direction of one vector to that of another. Of opposite ones
// half a turn about one of the axes across.
inline Quaterniond quaternion_between(const Vector3d &from, const Vector3d &to)
{
  assert(!is_zero(from) && !is_zero(to));
  constexpr double OPPOSITE = -1.0 + 1e-12;
  const Vector3d a = normalized(from), b = normalized(to);
  const double cosine = dot(b, a);
  if (cosine < OPPOSITE) {
    const Vector3d axis = unit_orthogonal(a);
    return {0.0, axis.x, axis.y, axis.z};
  }
  const double root = std::sqrt((1.0 + cosine) * 2.0);
  const Vector3d part = cross(a, b) * (1.0 / root);
  return {0.5 * root, part.x, part.y, part.z};
}

// ---- poses and boxes

// Position and orientation of a body: x_space = position + rotation * x_body (nassauer2013 Eq. 31);
// and any other rigid motion.
struct Pose {
  Vector3d position = Vector3d::zero();
  Matrix3d rotation = Matrix3d::identity();    // body to space; orthonormal

  // The quaternion has unit length and the order of nassauer2013 Eq. 28 and LAMMPS: w, x, y, z.
  static Pose from_quaternion(const Vector3d &position, const double *q)
  {
    const Quaterniond turn = {q[0], q[1], q[2], q[3]};
    assert(is_unit(turn));
    return {position, rotation_matrix(turn)};
  }

  GRIST_INLINE Vector3d to_space(const Vector3d &x) const { return position + rotation * x; }
  GRIST_INLINE Vector3d to_body(const Vector3d &x) const
  {
    return transposed_times(rotation, x - position);
  }
};

GRIST_INLINE Vector3d operator*(const Pose &motion, const Vector3d &x)
{
  return motion.to_space(x);
}
// First b, then a.
GRIST_INLINE Pose operator*(const Pose &a, const Pose &b)
{
  return {a.to_space(b.position), a.rotation * b.rotation};
}
GRIST_INLINE Pose inverse(const Pose &motion)
{
  const Matrix3d back = transposed(motion.rotation);
  return {-(back * motion.position), back};
}
GRIST_INLINE bool is_finite(const Pose &motion)
{
  return is_finite(motion.position) && is_finite(motion.rotation);
}

// A box along the axes, with its faces; empty at first.
struct AlignedBox {
  Vector3d low = Vector3d::all(std::numeric_limits<double>::max());
  Vector3d high = Vector3d::all(std::numeric_limits<double>::lowest());

  bool is_empty() const { return low.x > high.x || low.y > high.y || low.z > high.z; }
  Vector3d center() const
  {
    assert(!is_empty());
    return (low + high) / 2.0;
  }
  Vector3d sizes() const { return high - low; }
  double diagonal() const { return norm(sizes()); }
  double volume() const { return is_empty() ? 0.0 : product_of(sizes()); }
  // Bit d of the number: whether the corner is at the high face across axis d.
  Vector3d corner(int number) const
  {
    return {number & 1 ? high.x : low.x, number & 2 ? high.y : low.y, number & 4 ? high.z : low.z};
  }
  bool contains(const Vector3d &x) const
  {
    return low.x <= x.x && low.y <= x.y && low.z <= x.z && x.x <= high.x && x.y <= high.y &&
        x.z <= high.z;
  }
  bool contains(const AlignedBox &other) const
  {
    return contains(other.low) && contains(other.high);
  }

  AlignedBox &extend(const Vector3d &x)
  {
    low = least(low, x);
    high = greatest(high, x);
    return *this;
  }
  AlignedBox &extend(const AlignedBox &other)
  {
    low = least(low, other.low);
    high = greatest(high, other.high);
    return *this;
  }
};

// What both have; empty if they are apart.
inline AlignedBox intersection(const AlignedBox &a, const AlignedBox &b)
{
  return {greatest(a.low, b.low), least(a.high, b.high)};
}
// Square of the distance from a box; 0 inside. Without branches.
inline double squared_distance(const AlignedBox &box, const Vector3d &x)
{
  return squared_norm(greatest(greatest(box.low - x, x - box.high), Vector3d::zero()));
}

#undef GRIST_INLINE

}    // namespace grist

#endif
