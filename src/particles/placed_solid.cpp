#include "particles/placed_solid.h"

#include "common/preconditions.h"
#include "common/space.h"
#include "geometry/nearest_feature.h"
#include "geometry/separating_plane.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace grist {

static constexpr double FINEST = 1.0 / 6.0;    // distance of surface points, over the outer radius

static Penetration of_spheres(const PlacedSolid &a, const PlacedSolid &b, const Vector3d &apart)
{
  const double distance = norm(apart);
  return {a.scale + b.scale - distance, distance > 0.0 ? apart / distance : Vector3d::unit_x()};
}

static Penetration of_sphere(const PlacedSolid &a, const PlacedSolid &ball, const Vector3d &apart)
{
  const NearestFeature nearest =
      nearest_feature(*a.solid, {Vector3d::zero(), a.pose.rotation}, apart / a.scale);
  return {ball.scale - a.scale * nearest.distance, nearest.normal};
}

// The least over a's faces of how far b reaches behind them; negative if one separates them. b is
// seen at `apart` from a.
static Penetration behind_faces(const PlacedSolid &a, const PlacedSolid &b, const Vector3d &apart)
{
  using Values = Eigen::Map<const Eigen::ArrayXd>;
  thread_local Eigen::ArrayXd x, y, z;
  const BodyView corners = b.solid->view();
  const int count = b.solid->vertex_count();
  const Matrix3d turn = b.scale / a.scale * transposed(a.pose.rotation) * b.pose.rotation;
  const Vector3d offset = transposed(a.pose.rotation) * apart / a.scale;
  const Values bx(corners.x, count), by(corners.y, count), bz(corners.z, count);
  x = turn(0, 0) * bx + turn(0, 1) * by + turn(0, 2) * bz + offset[0];
  y = turn(1, 0) * bx + turn(1, 1) * by + turn(1, 2) * bz + offset[1];
  z = turn(2, 0) * bx + turn(2, 1) * by + turn(2, 2) * bz + offset[2];
  Penetration least = {std::numeric_limits<double>::infinity(), Vector3d::zero()};
  for (int face = 0; face < a.solid->face_count(); face++) {
    const HalfSpace plane = a.solid->plane(face);
    const Vector3d &n = plane.normal;
    const double depth = a.scale * (plane.offset - (n[0] * x + n[1] * y + n[2] * z).minCoeff());
    if (depth >= least.depth) continue;
    least = {depth, n};
    if (depth <= 0.0) break;
  }
  least.way = a.pose.rotation * least.way;
  return least;
}

static Penetration of_polyhedra(const PlacedSolid &a, const PlacedSolid &b, const Vector3d &apart)
{
  Penetration least = behind_faces(a, b, apart);
  if (least.depth <= 0.0) return {};
  Penetration other = behind_faces(b, a, -apart);
  if (other.depth <= 0.0) return {};
  if (other.depth < least.depth) least = {other.depth, -other.way};
  const bool certain = norm(apart) < a.inner_radius() + b.inner_radius();
  if (!certain &&
      find_separating_plane(*a.solid, a.pose, *b.solid, b.pose, apart / a.scale, b.scale / a.scale)
          .known())
    return {};
  return least;
}

Penetration penetration(const PlacedSolid &a, const PlacedSolid &b, const Vector3d &shift)
{
  assert(a.scale > 0.0 && b.scale > 0.0);
  const Vector3d apart = b.pose.position + shift - a.pose.position;
  const double reach = a.radius() + b.radius();
  if (squared_norm(apart) >= reach * reach) return {};
  Penetration found;
  if (a.solid && b.solid)
    found = of_polyhedra(a, b, apart);
  else if (a.solid)
    found = of_sphere(a, b, apart);
  else if (b.solid) {
    found = of_sphere(b, a, -apart);
    found.way = -found.way;
  } else
    found = of_spheres(a, b, apart);
  return found.depth > 0.0 ? found : Penetration();
}

/* Cut by one face after another; what is left at last is inside. */
bool meets_triangle(const PlacedSolid &body, const Vector3d &p, const Vector3d &q,
                    const Vector3d &r)
{
  assert(body.solid);
  std::vector<Vector3d> left, cut;
  for (const Vector3d *point : {&p, &q, &r}) left.push_back(body.pose.to_body(*point) / body.scale);
  for (int face = 0; face < body.solid->face_count(); face++) {
    const HalfSpace plane = body.solid->plane(face);
    cut.clear();
    for (size_t n = 0; n < left.size(); n++) {
      const Vector3d &here = left[n], &next = left[(n + 1) % left.size()];
      const double from = plane.distance(here), to = plane.distance(next);
      if (from < 0.0) cut.push_back(here);
      if ((from < 0.0) != (to < 0.0)) cut.push_back(here + from / (from - to) * (next - here));
    }
    std::swap(left, cut);
    if (left.empty()) return false;
  }
  return true;
}

// A fan of triangles about the middle of the face, each divided in the same way; without the
// corners.
void SurfacePoints::points_of(const ConvexPolyhedron::Face &face) const
{
  const double spacing = std::max(body.solid->inner_radius(), FINEST * body.solid->radius());
  Vector3d middle = Vector3d::zero();
  for (const int c : face.corners) middle += body.solid->vertex(c);
  middle /= static_cast<double>(face.corners.size());
  points = {middle};
  for (size_t n = 0; n < face.corners.size(); n++) {
    const Vector3d p = body.solid->vertex(face.corners[n]),
                   q = body.solid->vertex(face.corners[(n + 1) % face.corners.size()]);
    const double longest = std::max({norm(p - middle), norm(q - middle), norm(q - p)});
    const int parts = static_cast<int>(std::ceil(longest / spacing));
    for (int i = 1; i <= parts; i++)
      for (int j = 0; j < i; j++)
        if (i < parts || j > 0)    // p is a corner, q begins the next triangle
          points.push_back(middle + (static_cast<double>(i - j) / parts) * (p - middle) +
                           (static_cast<double>(j) / parts) * (q - middle));
  }
}

}    // namespace grist
