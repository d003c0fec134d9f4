#include "geometry/nearest_feature.h"

#include "common/preconditions.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace grist {

// Distance over the size of the body below which a point is on the surface.
static constexpr double ON_SURFACE = 16.0 * std::numeric_limits<double>::epsilon();

// The planes that x is outside of come into `seen`.
static int nearest_plane(const ConvexPolyhedron &body, const Vector3d &x, double &distance,
                         std::vector<int> &seen)
{
  int best = 0;
  distance = -std::numeric_limits<double>::infinity();
  seen.clear();
  for (int f = 0; f < body.face_count(); f++) {
    const double s = body.plane(f).distance(x);
    if (s > 0.0) seen.push_back(f);
    if (s <= distance) continue;
    distance = s;
    best = f;
  }
  return best;
}

// Whether x lies over the polygon, seen along its normal.
static bool over_face(const ConvexPolyhedron &body, int face, const Vector3d &x)
{
  const Vector3d normal = body.plane(face).normal;
  for (int n = 0; n < body.edge_count(); n++) {
    const BodyEdge e = body.edge(n);
    if (e.left != face && e.right != face) continue;
    const Vector3d from = body.vertex(e.left == face ? e.tail : e.head);
    const Vector3d to = body.vertex(e.left == face ? e.head : e.tail);
    if (dot(cross(to - from, x - from), normal) < 0.0) return false;
  }
  return true;
}

// Keeps the nearer of what is known and the edge from p to q, in the body frame.
static void nearer_edge(const Vector3d &p, const Vector3d &q, const Vector3d &x,
                        NearestFeature &nearest)
{
  const Vector3d along = q - p;
  const double square = squared_norm(along), t = dot(x - p, along);
  const bool inside = t > 0.0 && t < square;
  const Vector3d point = inside ? p + t / square * along : t <= 0.0 ? p : q;
  const double distance = norm(x - point);
  if (distance >= nearest.distance) return;
  nearest.kind = inside ? FeatureKind::EDGE : FeatureKind::VERTEX;
  nearest.distance = distance;
  nearest.point = point;
}

static NearestFeature in_body_frame(const ConvexPolyhedron &body, const Vector3d &x)
{
  thread_local std::vector<int> seen;
  double distance;
  const int facing = nearest_plane(body, x, distance, seen);
  const Vector3d normal = body.plane(facing).normal;
  if (distance <= ON_SURFACE * body.radius() || over_face(body, facing, x))
    return {FeatureKind::FACE, distance, x - distance * normal, normal};

  // The nearest point is on a face that sees x: over it, or on its boundary.
  NearestFeature nearest;
  nearest.distance = std::numeric_limits<double>::infinity();
  for (const int f : seen) {
    if (f == facing || !over_face(body, f, x)) continue;
    const HalfSpace plane = body.plane(f);
    return {FeatureKind::FACE, plane.distance(x), x - plane.distance(x) * plane.normal,
            plane.normal};
  }
  const auto sees = [](int face) { return std::binary_search(seen.begin(), seen.end(), face); };
  for (int n = 0; n < body.edge_count(); n++) {
    const BodyEdge e = body.edge(n);
    if (sees(e.left) || sees(e.right))
      nearer_edge(body.vertex(e.tail), body.vertex(e.head), x, nearest);
  }
  nearest.normal = nearest.distance > 0.0 ? (x - nearest.point) / nearest.distance : normal;
  return nearest;
}

NearestFeature nearest_feature(const ConvexPolyhedron &body, const Pose &pose,
                               const Vector3d &center)
{
  assert(is_rotation(pose.rotation));
  NearestFeature nearest = in_body_frame(body, pose.to_body(center));
  nearest.point = pose.rotation * nearest.point;
  nearest.normal = pose.rotation * nearest.normal;
  return nearest;
}

}    // namespace grist
