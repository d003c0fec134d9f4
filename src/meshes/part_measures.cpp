#include "meshes/part_measures.h"

#include "common/decompositions.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

namespace {

// A face of a part with its box.
struct PlacedFace {
  int part;
  const PartFace *face;
  std::vector<Vector3d> corners;
  AlignedBox box;
};

}    // namespace

static std::vector<PlacedFace> placed_faces(const std::vector<ConvexPart> &parts, double tolerance)
{
  std::vector<PlacedFace> faces;
  for (size_t n = 0; n < parts.size(); n++)
    for (const PartFace &face : parts[n].faces) {
      PlacedFace one{static_cast<int>(n), &face, {}, {}};
      for (const int corner : face.corners) {
        one.corners.push_back(parts[n].corners[corner]);
        one.box.extend(one.corners.back());
      }
      one.box.low -= Vector3d::all(tolerance);
      one.box.high += Vector3d::all(tolerance);
      faces.push_back(std::move(one));
    }
  std::sort(faces.begin(), faces.end(),
            [](const PlacedFace &a, const PlacedFace &b) { return a.box.low.x < b.box.low.x; });
  return faces;
}

// The area that two convex polygons in one plane have in common.
static double common_area(const PlacedFace &a, const PlacedFace &b)
{
  std::vector<Vector3d> left = a.corners, next;
  const Vector3d &normal = b.face->plane.normal;
  for (size_t k = 0; k < b.corners.size() && left.size() >= 3; k++) {
    const Vector3d &from = b.corners[k], &to = b.corners[(k + 1) % b.corners.size()];
    const Vector3d out = cross(to - from, normal);
    next.clear();
    for (size_t i = 0; i < left.size(); i++) {
      const Vector3d &p = left[i], &q = left[(i + 1) % left.size()];
      const double height_p = dot(out, p - from), height_q = dot(out, q - from);
      if (height_p <= 0.0) next.push_back(p);
      if ((height_p <= 0.0) != (height_q <= 0.0))
        next.push_back(p + height_p / (height_p - height_q) * (q - p));
    }
    left.swap(next);
  }
  Vector3d area = Vector3d::zero();
  for (size_t i = 2; i < left.size(); i++)
    area += 0.5 * cross(left[i - 1] - left[0], left[i] - left[0]);
  return norm(area);
}

static bool may_cover(const PlacedFace &a, const PlacedFace &b, double tolerance)
{
  if (a.part == b.part || intersection(a.box, b.box).is_empty() ||
      dot(a.face->plane.normal, b.face->plane.normal) > -0.5)
    return false;
  const auto is_in_plane = [&](const PlacedFace &of, const HalfSpace &plane) {
    return std::all_of(of.corners.begin(), of.corners.end(), [&](const Vector3d &corner) {
      return std::fabs(plane.distance(corner)) <= tolerance;
    });
  };
  return is_in_plane(a, b.face->plane) || is_in_plane(b, a.face->plane);
}

static double inner_area(const std::vector<ConvexPart> &parts, double tolerance)
{
  const std::vector<PlacedFace> faces = placed_faces(parts, tolerance);
  double area = 0.0;
  for (size_t i = 0; i < faces.size(); i++)
    for (size_t j = i + 1; j < faces.size() && faces[j].box.low.x <= faces[i].box.high.x; j++)
      if (may_cover(faces[i], faces[j], tolerance)) area += common_area(faces[i], faces[j]);
  return area;
}

MassProperties part_masses(const std::vector<ConvexPart> &parts)
{
  MassProperties sum{0.0, 0.0, Vector3d::zero(), Matrix3d::zero()};
  std::vector<MassProperties> each;
  for (const ConvexPart &part : parts) {
    std::vector<std::vector<int>> loops;
    for (const PartFace &face : part.faces) loops.push_back(face.corners);
    each.push_back(mass_properties(part.corners, loops));
    sum.volume += each.back().volume;
    sum.surface += each.back().surface;
    sum.centroid += each.back().volume * each.back().centroid;
  }
  sum.centroid /= sum.volume;
  for (const MassProperties &one : each) {
    const Vector3d arm = one.centroid - sum.centroid;
    sum.inertia += one.inertia +
        one.volume * (squared_norm(arm) * Matrix3d::identity() - outer_product(arm, arm));
  }
  return sum;
}

MassProperties part_measures(const std::vector<ConvexPart> &parts, double tolerance)
{
  assert(tolerance >= 0.0);
  MassProperties sum = part_masses(parts);
  sum.surface -= 2.0 * inner_area(parts, tolerance);
  return sum;
}

double moments_error(const Matrix3d &inertia, const Matrix3d &reference)
{
  const Vector3d moments = eigenvalues(inertia), right = eigenvalues(reference);
  return greatest_of(absolute(quotient(moments, right) - Vector3d::ones()));
}

}    // namespace grist
