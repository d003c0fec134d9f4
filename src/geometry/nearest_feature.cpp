#include "geometry/nearest_feature.h"

#include "common/preconditions.h"

#include <cmath>
#include <limits>

namespace grist {

// Distance over the size of the body below which a point is on the surface.
static constexpr double ON_SURFACE = 16.0 * std::numeric_limits<double>::epsilon();

using Face = ConvexPolyhedron::Face;

static const Face &nearest_plane(const ConvexPolyhedron &body, const Vector3d &x, double &distance)
{
  const Face *best = nullptr;
  distance = -std::numeric_limits<double>::infinity();
  for (const Face &face : body.faces()) {
    const double s = face.plane.distance(x);
    if (best && s <= distance) continue;
    distance = s;
    best = &face;
  }
  return *best;
}

// Whether x lies over the polygon, seen along its normal.
static bool over_face(const ConvexPolyhedron &body, const Face &face, const Vector3d &x)
{
  const std::vector<Vector3d> &p = body.vertices();
  int from = face.corners.back();
  for (const int to : face.corners) {
    if ((p[to] - p[from]).cross(x - p[from]).dot(face.plane.normal) < 0.0) return false;
    from = to;
  }
  return true;
}

// Keeps the nearer of what is known and the edge from p to q, in the body frame.
static void nearer_edge(const Vector3d &p, const Vector3d &q, const Vector3d &x,
                        NearestFeature &nearest)
{
  const Vector3d along = q - p;
  const double square = along.squaredNorm(), t = (x - p).dot(along);
  const bool inside = t > 0.0 && t < square;
  const Vector3d point = inside ? p + t / square * along : t <= 0.0 ? p : q;
  const double distance = (x - point).norm();
  if (distance >= nearest.distance) return;
  nearest.kind = inside ? FeatureKind::EDGE : FeatureKind::VERTEX;
  nearest.distance = distance;
  nearest.point = point;
}

static NearestFeature in_body_frame(const ConvexPolyhedron &body, const Vector3d &x)
{
  double distance;
  const Face &facing = nearest_plane(body, x, distance);
  const Vector3d &normal = facing.plane.normal;
  if (distance <= ON_SURFACE * body.radius() || over_face(body, facing, x))
    return {FeatureKind::FACE, distance, x - distance * normal, normal};

  // The nearest point is on a face that sees x: over it, or on its boundary.
  NearestFeature nearest;
  nearest.distance = std::numeric_limits<double>::infinity();
  for (const Face &face : body.faces()) {
    const double s = face.plane.distance(x);
    if (s <= 0.0) continue;
    if (over_face(body, face, x))
      return {FeatureKind::FACE, s, x - s * face.plane.normal, face.plane.normal};
    int from = face.corners.back();
    for (const int to : face.corners) {
      nearer_edge(body.vertices()[from], body.vertices()[to], x, nearest);
      from = to;
    }
  }
  nearest.normal = nearest.distance > 0.0 ? Vector3d((x - nearest.point) / nearest.distance)
                                          : normal;
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
