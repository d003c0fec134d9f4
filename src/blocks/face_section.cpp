#include "blocks/face_section.h"

#include "common/preconditions.h"

#include <cmath>

namespace grist {

// Moments that differ by less than this part of their sum are equal.
static constexpr double EQUAL_MOMENTS = 1e-12;

namespace {

// Integrals over the polygon, from its first corner.
struct PolygonIntegrals {
  double area = 0.0;
  Vector3d first = Vector3d::zero();
  Matrix3d second = Matrix3d::zero();    // of x x^T
};

}    // namespace

static PolygonIntegrals integrals(const std::vector<Vector3d> &corners, const Vector3d &normal)
{
  PolygonIntegrals sum;
  for (size_t k = 2; k < corners.size(); k++) {
    const Vector3d p = corners[k - 1] - corners[0], q = corners[k] - corners[0];
    const double area = 0.5 * dot(cross(p, q), normal);
    sum.area += area;
    sum.first += area / 3.0 * (p + q);
    sum.second +=
        area / 12.0 * (outer_product(p, p) + outer_product(q, q) + outer_product(p + q, p + q));
  }
  return sum;
}

static Vector3d longest_edge(const std::vector<Vector3d> &corners)
{
  Vector3d longest = Vector3d::zero();
  for (size_t k = 0; k < corners.size(); k++) {
    const Vector3d edge = corners[(k + 1) % corners.size()] - corners[k];
    if (squared_norm(edge) > squared_norm(longest)) longest = edge;
  }
  return longest;
}

FaceSection face_section(const std::vector<Vector3d> &corners, const Vector3d &normal)
{
  assert(corners.size() >= 3 && is_unit(normal));
  const PolygonIntegrals sum = integrals(corners, normal);
  FaceSection section;
  section.area = sum.area;
  section.normal = normal;
  const Vector3d shift = sum.first / sum.area;
  section.centroid = corners[0] + shift;
  const Matrix3d spread = sum.second - outer_product(sum.first, shift);

  // Where the spread along u and v is equal, u is an axis; otherwise that of the least spread is
  // the axis about which the moment is greatest.
  const Vector3d edge = longest_edge(corners);
  const Vector3d u = normalized(edge - dot(edge, normal) * normal), v = cross(normal, u);
  const double uu = dot(u, spread * u), vv = dot(v, spread * v), uv = dot(u, spread * v);
  const bool are_equal = std::hypot(uu - vv, 2.0 * uv) <= EQUAL_MOMENTS * (uu + vv);
  const double angle = are_equal ? 0.0 : 0.5 * std::atan2(-2.0 * uv, vv - uu);
  section.axes[0] = std::cos(angle) * u + std::sin(angle) * v;
  section.axes[1] = cross(normal, section.axes[0]);
  for (int k = 0; k < 2; k++) {
    const Vector3d &across = section.axes[1 - k];
    section.moments[k] = dot(across, spread * across);
  }
  return section;
}

FaceSection face_section(const std::vector<Vector3d> &corners)
{
  assert(corners.size() >= 3);
  Vector3d area = Vector3d::zero();
  for (size_t k = 2; k < corners.size(); k++)
    area += cross(corners[k - 1] - corners[0], corners[k] - corners[0]);
  assert(!is_zero(area));
  return face_section(corners, normalized(area));
}

}    // namespace grist
