#include "geometry/plane_combinations.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

// Distance over size below which points coincide and lie on planes.
static constexpr double SAME = 1e-12;

// Planes whose normals span less than this volume meet in no point.
static constexpr double PARALLEL = 1e-12;

void PlaneCombinations::place(const ConvexPolyhedron &from, const Pose &pose, const Vector3d &shift,
                              Body &to)
{
  to.corners.clear();
  to.planes.clear();
  for (int n = 0; n < from.vertex_count(); n++)
    to.corners.push_back(shift + pose.rotation * from.vertex(n));
  for (int f = 0; f < from.face_count(); f++) {
    const Vector3d normal = pose.rotation * from.plane(f).normal;
    to.planes.push_back({normal, from.plane(f).offset + dot(normal, shift)});
  }
}

// Planes with a corner between the two ends of the slab (Eqs. 38, 39).
void PlaneCombinations::find_valid_planes(const ConvexPolyhedron &shape, const Vector3d &along,
                                          double least, double greatest, Body &body)
{
  body.valid_planes.clear();
  body.within.assign(shape.face_count(), 0);
  for (int n = 0; n < shape.edge_count(); n++) {
    const BodyEdge edge = shape.edge(n);
    for (const int corner : {edge.tail, edge.head}) {
      const double d = dot(along, body.corners[corner]);
      if (d >= least && d <= greatest) body.within[edge.left] = body.within[edge.right] = 1;
    }
  }
  for (int f = 0; f < shape.face_count(); f++)
    if (body.within[f]) body.valid_planes.push_back(f);
}

bool PlaneCombinations::inside(const Body &body, const Vector3d &p) const
{
  return std::all_of(body.planes.begin(), body.planes.end(),
                     [&](const HalfSpace &plane) { return plane.distance(p) <= tolerance; });
}

void PlaneCombinations::add_point(const Vector3d &p)
{
  for (const Vector3d &known : points)
    if (squared_norm(known - p) <= tolerance * tolerance) return;
  points.push_back(p);
}

void PlaneCombinations::add_corners(const Body &of, const Body &in)
{
  for (const Vector3d &corner : of.corners)
    if (inside(in, corner)) add_point(corner);
}

// The point of three planes whose normals span `determinant`: Eq. 40, by Cramer's rule. Its
// distances to the planes are rounding over the determinant, which for almost parallel planes is
// more than the tolerance; hence the second step.
static Vector3d meeting_point_of_three(const HalfSpace &p, const HalfSpace &q, const HalfSpace &r,
                                       double determinant)
{
  const Vector3d qr = cross(q.normal, r.normal), rp = cross(r.normal, p.normal),
                 pq = cross(p.normal, q.normal);
  const Vector3d x = (p.offset * qr + q.offset * rp + r.offset * pq) / determinant;
  return x - (p.distance(x) * qr + q.distance(x) * rp + r.distance(x) * pq) / determinant;
}

void PlaneCombinations::add_intersections(const Body &two, const Body &one)
{
  for (size_t i = 0; i < two.valid_planes.size(); i++)
    for (size_t j = 0; j < i; j++) {
      const HalfSpace &p = two.planes[two.valid_planes[i]], &q = two.planes[two.valid_planes[j]];
      const Vector3d line = cross(p.normal, q.normal);
      for (const int k : one.valid_planes) {
        const HalfSpace &r = one.planes[k];
        const double determinant = dot(line, r.normal);
        if (std::fabs(determinant) < PARALLEL) continue;
        const Vector3d x = meeting_point_of_three(p, q, r, determinant);
        if (inside(two, x) && inside(one, x)) add_point(x);
      }
    }
}

// A face of the overlap: its part of the volume, and of the normal if it belongs to a.
void PlaneCombinations::add_face(const Vector3d &normal, bool first, Overlap &sum)
{
  Vector3d center = Vector3d::zero();
  for (const Vector3d &p : polygon) center += p / static_cast<double>(polygon.size());
  const Vector3d u = unit_orthogonal(normal), v = cross(normal, u);
  const auto angle = [&](const Vector3d &p) {
    return std::atan2(dot(v, p - center), dot(u, p - center));
  };
  std::sort(polygon.begin(), polygon.end(),
            [&](const Vector3d &p, const Vector3d &q) { return angle(p) < angle(q); });
  for (size_t k = 2; k < polygon.size(); k++) {
    const Vector3d p = polygon[0] - middle, q = polygon[k - 1] - middle, r = polygon[k] - middle;
    const Vector3d area = 0.5 * cross(q - p, r - p);
    const double part = dot(p, area) / 3.0;
    sum.volume += part;
    sum.centroid += part / 4.0 * (p + q + r);
    if (!first) continue;
    sum.area_vector += area;
    sum.moment += cross(p + q + r, area) / 3.0;
  }
}

// Planes with three points of the overlap or more; the same plane of both bodies counts once.
void PlaneCombinations::add_faces(const Body &body, bool first, Overlap &sum)
{
  for (const HalfSpace &plane : body.planes) {
    const bool known = std::any_of(taken.begin(), taken.end(), [&](const HalfSpace &other) {
      return norm(other.normal - plane.normal) < SAME &&
          std::fabs(other.offset - plane.offset) <= tolerance;
    });
    if (known) continue;
    polygon.clear();
    for (const Vector3d &p : points)
      if (std::fabs(plane.distance(p)) <= 4.0 * tolerance) polygon.push_back(p);
    if (polygon.size() < 3) continue;
    if (first) taken.push_back(plane);
    add_face(plane.normal, first, sum);
  }
}

Overlap PlaneCombinations::overlap(const ConvexPolyhedron &a, const Pose &pose_a,
                                   const ConvexPolyhedron &b, const Pose &pose_b)
{
  assert(is_rotation(pose_a.rotation) && is_rotation(pose_b.rotation));
  const Vector3d along = pose_b.position - pose_a.position;
  if (norm(along) >= a.radius() + b.radius()) return {};    // Eq. 34
  tolerance = SAME * (a.radius() + b.radius());
  place(a, pose_a, Vector3d::zero(), body_a);
  place(b, pose_b, along, body_b);

  // The slab, Eqs. 35 to 39.
  double greatest = -std::numeric_limits<double>::infinity(), least = -greatest;
  for (const Vector3d &p : body_a.corners) greatest = std::max(greatest, dot(along, p));
  for (const Vector3d &p : body_b.corners) least = std::min(least, dot(along, p));
  find_valid_planes(a, along, least, std::numeric_limits<double>::infinity(), body_a);
  find_valid_planes(b, along, -std::numeric_limits<double>::infinity(), greatest, body_b);
  if (body_a.valid_planes.empty() || body_b.valid_planes.empty()) return {};

  points.clear();
  add_corners(body_a, body_b);
  add_corners(body_b, body_a);
  add_intersections(body_a, body_b);
  add_intersections(body_b, body_a);
  Overlap sum;
  if (points.empty()) return sum;

  middle = Vector3d::zero();
  for (const Vector3d &p : points) middle += p / static_cast<double>(points.size());
  taken.clear();
  add_faces(body_a, true, sum);
  add_faces(body_b, false, sum);
  sum.status = sum.volume > 0.0 ? OverlapStatus::OVERLAPPING : OverlapStatus::TOUCHING;
  const Vector3d center = sum.volume > 0.0 ? sum.centroid / sum.volume : Vector3d::zero();
  sum.moment -= cross(center, sum.area_vector);
  sum.centroid = middle + center;
  sum.area = norm(sum.area_vector);
  if (sum.area > 0.0) sum.normal = sum.area_vector / sum.area;
  return sum;
}

}    // namespace grist
