#include "particles/mesh_containers.h"

#include "common/number_text.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace grist {

static constexpr double BEYOND_SURFACE =
    1.0 + 1e-9;                                // a step to a surface ends on its inner side
static constexpr double FLATNESS = 1e-6;       // out of the plane, over the extent
static constexpr double LEAST_SLOPE = 1e-3;    // of the sweep to the plane

static TriangleMesh closed(const Mesh &mesh)
{
  TriangleMesh surface(mesh, 0.0);
  if (surface.open_edges() > 0)
    throw std::invalid_argument("a mesh with " + std::to_string(surface.open_edges()) +
                                " open edges (must be closed; every edge between two triangles)");
  if (!is_oriented(surface))
    throw std::invalid_argument("a mesh with some triangles facing in and others out (normals "
                                "must all point out, or all in)");
  return surface;
}

ClosedMesh::ClosedMesh(const Mesh &mesh) : surface(closed(mesh)), tree(surface.triangles())
{
  const Vector3d middle = surface.extent().center();
  for (const TriangleMesh::Triangle &t : surface.triangles())
    enclosed += t.area * dot(t.normal, t.corner - middle) / 3.0;
  if (enclosed < 0.0) outward = -1.0;
  enclosed = std::abs(enclosed);
  require(enclosed > 0.0, "a mesh of volume", enclosed, "must be above 0");
}

bool ClosedMesh::is_inside(const Vector3d &x) const
{
  const AlignedBox box = surface.extent();
  if (!box.contains(x)) return false;
  const double most = box.diagonal();
  for (double reach = 0.02 * most; near.empty() && reach < 2.0 * most; reach *= 2.0)
    tree.find_near(x, reach, near);
  if (near.empty()) return false;
  const TriangleMesh::Triangle &t = surface.triangles()[near[0].triangle];
  const TrianglePoint nearest = nearest_point(t, x);
  const Vector3d normal = normal_at(surface, t, nearest.feature);
  return outward * dot(normal, x - nearest.point) < 0.0;
}

bool ClosedMesh::holds(const Vector3d &center, double radius) const
{
  assert(radius >= 0.0);
  near.clear();
  if (radius > 0.0) tree.find_near(center, radius, near);
  if (!near.empty() && near[0].distance < radius) return false;
  near.clear();
  return is_inside(center);
}

// A body is inside if its centre is and no triangle cuts it.
bool ClosedMesh::contains(const PlacedSolid &body) const
{
  if (!body.solid) return holds(body.pose.position, body.radius());
  if (!holds(body.pose.position, body.inner_radius())) return false;
  tree.find_near(body.pose.position, body.radius(), near);
  return std::none_of(near.begin(), near.end(), [&](const TriangleTree::Near &one) {
    const TriangleMesh::Triangle &t = surface.triangles()[one.triangle];
    return meets_triangle(body, t.corner, t.corner + t.side_b, t.corner + t.side_c);
  });
}

Vector3d ClosedMesh::way_in(const Vector3d &center, double radius) const
{
  tree.find_near(center, radius, near);
  if (near.empty() || near[0].distance >= radius || near[0].distance == 0.0)
    return Vector3d::zero();
  const Vector3d point = nearest_point(surface.triangles()[near[0].triangle], center).point;
  return (BEYOND_SURFACE * radius / near[0].distance - 1.0) * (center - point);
}

SweptFace::SweptFace(const Mesh &mesh, const Vector3d &given) : face(mesh, 0.0), sweep(given)
{
  Vector3d sum = Vector3d::zero();
  for (const TriangleMesh::Triangle &t : face.triangles()) {
    sum += (dot(t.normal, face.triangles()[0].normal) < 0.0 ? -t.area : t.area) * t.normal;
    face_area += t.area;
  }
  require(face_area > 0.0, "a face of area", face_area, "must be above 0");
  upright = normalized(sum);
  const double size = face.extent().diagonal();
  const Vector3d middle = face.extent().center();
  for (const TriangleMesh::Corner &corner : face.corners()) {
    const double out = std::abs(dot(upright, corner.place - middle)) / size;
    require(out <= FLATNESS, "a face out of its plane by", out, "of its extent; must be flat");
  }
  if (dot(upright, sweep) < 0.0) upright = -upright;
  height = dot(upright, sweep);
  require(height > LEAST_SLOPE * norm(sweep), "a sweep across the face of", height,
          "must lead away from the plane of the face");
  swept = height * face_area;
  for (const TriangleMesh::Corner &corner : face.corners()) {
    box.extend(corner.place);
    box.extend(corner.place + sweep);
  }
  for (const TriangleMesh::Edge &edge : face.edges()) {
    if (edge.count != 1) continue;
    const Vector3d from = face.corners()[edge.from].place, to = face.corners()[edge.to].place;
    const TriangleMesh::Triangle &t = face.triangles()[*face.triangles_of(edge)];
    const Vector3d along = normalized(to - from);
    const Vector3d centroid = t.corner + (t.side_b + t.side_c) / 3.0;
    Vector3d inward = centroid - from - dot(centroid - from, along) * along;
    sides.push_back({from, along, normalized(inward), norm(to - from)});
  }
}

// The point of the face from which x was swept, and its share of the way: 0 at the mesh, 1 at the
// other end.
Vector3d SweptFace::on_face(const Vector3d &x, double &share) const
{
  share = dot(upright, x - face.corners()[0].place) / height;
  return x - share * sweep;
}

bool SweptFace::covers(const Vector3d &point) const
{
  return std::any_of(face.triangles().begin(), face.triangles().end(),
                     [&](const TriangleMesh::Triangle &t) {
                       return nearest_point(t, point).feature == TrianglePoint::INSIDE ||
                           norm(nearest_point(t, point).point - point) == 0.0;
                     });
}

// The distance to the side walls of a slanted prism is less than that along the face: by the cosine
// of its slant.
bool SweptFace::holds(const Vector3d &center, double radius) const
{
  assert(radius >= 0.0);
  double share = 0.0;
  const Vector3d foot = on_face(center, share);
  const double depth = share * height;
  if (depth < radius || depth > height - radius || !covers(foot)) return false;
  return norm(way_in(center, radius)) == 0.0;
}

Vector3d SweptFace::way_in(const Vector3d &center, double radius) const
{
  double share = 0.0;
  const Vector3d foot = on_face(center, share);
  const double depth = share * height;
  Vector3d way = Vector3d::zero();
  if (depth < radius) way += (BEYOND_SURFACE * radius - depth) * upright;
  if (depth > height - radius) way -= (depth - (height - BEYOND_SURFACE * radius)) * upright;
  const double wide = radius * norm(sweep) / height;    // along the face
  for (const Side &side : sides) {
    const double t = std::clamp(dot(foot - side.from, side.along), 0.0, side.length);
    const Vector3d apart = foot - side.from - t * side.along;
    const double distance = norm(apart);
    if (distance >= wide || distance == 0.0) continue;
    way += (BEYOND_SURFACE * wide - distance) / distance * apart;
  }
  return way;
}

}    // namespace grist
