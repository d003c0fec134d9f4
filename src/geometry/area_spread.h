// The shape of the contact area of an overlap, without its size: the integral of t t^T along its
// outline [length], t the unit tangent.
//
// Seen along its normal, the area counts as a rectangle of its own size A, with sides in the ratio
// of S: the mean of y y^T over that, y from its middle, is A/12 S S/det S, S the spread across the
// normal. A rectangle of half widths a and b along u and v has S = 4 (a u u^T + b v v^T), hence
// a^2/3 u u^T + b^2/3 v v^T. A regular triangle has 0.87 of its own mean, a disc 1.05. Edges may be
// divided, and outlines of parts added.

#ifndef GRIST_GEOMETRY_AREA_SPREAD_H
#define GRIST_GEOMETRY_AREA_SPREAD_H

#include "common/space.h"

namespace grist {

struct AreaSpread {
  static constexpr int SIZE = 6;
  double xx = 0.0, yy = 0.0, zz = 0.0, xy = 0.0, xz = 0.0, yz = 0.0;

  [[gnu::always_inline]] double *data() { return &xx; }
  [[gnu::always_inline]] const double *data() const { return &xx; }
};

// The spread of a disc, seen along any normal.
inline AreaSpread disc_spread()
{
  return {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
}

// The spread of one edge, from corner to corner.
inline AreaSpread edge_spread(const Vector3d &e)
{
  const double length = norm(e), s = length > 0.0 ? 1.0 / length : 0.0;
  return {s * e.x * e.x, s * e.y * e.y, s * e.z * e.z, s * e.x * e.y, s * e.x * e.z, s * e.y * e.z};
}

inline void add(AreaSpread &sum, double factor, const AreaSpread &s)
{
  for (int k = 0; k < AreaSpread::SIZE; k++) sum.data()[k] += factor * s.data()[k];
}

[[gnu::always_inline]] inline double trace(const AreaSpread &s)
{
  return s.xx + s.yy + s.zz;
}

[[gnu::always_inline]] inline Vector3d operator*(const AreaSpread &s, const Vector3d &v)
{
  return {s.xx * v.x + s.xy * v.y + s.xz * v.z, s.xy * v.x + s.yy * v.y + s.yz * v.z,
          s.xz * v.x + s.yz * v.y + s.zz * v.z};
}

// The determinant across a unit normal: n . adj(S) n.
[[gnu::always_inline]] inline double determinant_across(const Vector3d &n, const AreaSpread &s)
{
  const double xx = s.yy * s.zz - s.yz * s.yz, yy = s.xx * s.zz - s.xz * s.xz;
  const double zz = s.xx * s.yy - s.xy * s.xy, xy = s.xz * s.yz - s.xy * s.zz;
  const double xz = s.xy * s.yz - s.xz * s.yy, yz = s.xy * s.xz - s.xx * s.yz;
  return n.x * (n.x * xx + 2.0 * n.y * xy) + n.y * (n.y * yy + 2.0 * n.z * yz) +
      n.z * (n.z * zz + 2.0 * n.x * xz);
}

inline Matrix3d matrix_of(const AreaSpread &s)
{
  return Matrix3d::of_rows({s.xx, s.xy, s.xz}, {s.xy, s.yy, s.yz}, {s.xz, s.yz, s.zz});
}
inline AreaSpread turned(const Matrix3d &rotation, const AreaSpread &s)
{
  const Matrix3d m = rotation * matrix_of(s) * transposed(rotation);
  return {m(0, 0), m(1, 1), m(2, 2), m(0, 1), m(0, 2), m(1, 2)};
}

}    // namespace grist

#endif
