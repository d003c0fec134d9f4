#include "walls/sphere_on_mesh.h"

#include <algorithm>
#include <cmath>

namespace grist {

// An edge counts as nearest if the center is above a face next to it by at most this angle. By
// rounding, neither edge nor face may be nearer, but one of them must remain. If both remain, they
// are merged.
static constexpr double EDGE_ANGLE = 1e-9;

// Places nearer to each other than this share of the radius are one. They occur on copies of a
// surface that are not welded.
static constexpr double SAME_POINT = 1e-6;

// Places on one patch are merged if the cosine of the angle of their normals is above this: 50
// degrees, between angles that are frequent.
static constexpr double LIKE_NORMALS = 0.643;

// A triangle rises from a plane if a corner is above it by this share of its size, and none below.
static constexpr double RISE = 1e-6;

// A way out longer than this share of the radius, and than the overlaps by this factor, is none.
static constexpr double LONGEST_WAY_OUT = 0.5, LONGEST_RATIO = 2.0;

// The way out past edges and corners, along which normals change, is found to this share of the
// radius by at most so many steps.
static constexpr double WAY_ERROR = 1e-12;
static constexpr int WAY_STEPS = 20;

SphereOnMesh::SphereOnMesh(const TriangleMesh &mesh, bool one_sided) :
    mesh(mesh), one_sided(one_sided)
{
}

const TriangleLanes &triangle_lanes()
{
  return kernels_in_use<TriangleLanes>();
}

// Numbers are written to their place one by one: a copy of the whole would wait for them.
inline void SphereOnMesh::add_contact(const MeshContact &contact)
{
  MeshContact &now = contacts.emplace_back();
  now.feature = contact.feature;
  now.distance = contact.distance;
  for (int d = 0; d < 3; d++) now.normal[d] = contact.normal[d];
}

// Number n of those that are tested.
inline void SphereOnMesh::test_triangle(int n, const Vector3d &center, double radius)
{
  const NearPoint &nearest = tested.points[n];
  const double height = nearest.height;
  if (!(std::fabs(height) < radius)) return;
  const TriangleMesh::Triangle &t = mesh.triangles()[tested.triangles[n]];
  const Vector3d point = vector_at(nearest.point);
  const int feature = static_cast<int>(nearest.feature);
  if (feature == TrianglePoint::INSIDE) {
    const double side = one_sided || height > 0.0 ? 1.0 : -1.0;
    add(t.origin, side * height, side * t.normal, point, -1);
    return;
  }
  if (!(nearest.squared < radius * radius)) return;
  const Vector3d to_center = center - point;

  // Neighbors on the same patch are tested first: the list of all triangles at an edge or a corner
  // is farther away in memory.
  const int k = feature % TrianglePoint::CORNER;
  const auto is_hidden_beside = [&](int neighbor) {
    return neighbor >= 0 && mesh.triangles()[neighbor].patch == t.patch &&
        is_hidden_by(neighbor, point, to_center);
  };
  if (is_hidden_beside(t.neighbors[k])) return;
  if (feature < TrianglePoint::CORNER) {
    const TriangleMesh::Edge &edge = mesh.edges()[t.edges[k]];
    const Vector3d along = (mesh.corners()[edge.to].place - mesh.corners()[edge.from].place);
    test_ridge(t,
               {edge.number, edge.outward, edge.count == 1, normalized(along),
                mesh.triangles_of(edge), edge.count},
               point, to_center);
  } else if (!is_hidden_beside(t.neighbors[(k + 2) % 3])) {
    const TriangleMesh::Corner &corner = mesh.corners()[t.corners[k]];
    test_ridge(t,
               {corner.number, corner.outward, corner.on_border, Vector3d::zero(),
                mesh.triangles_of(corner), corner.count},
               point, to_center);
  }
}

// Where another patch is nearer, this one keeps the contact only at a hollow fold.
void SphereOnMesh::test_ridge(const TriangleMesh::Triangle &of, const Ridge &ridge,
                              const Vector3d &point, const Vector3d &to_center)
{
  int patch = -1;
  for (int n = 0; n < ridge.count; n++) {
    if (!is_hidden_by(ridge.triangles[n], point, to_center)) continue;
    const TriangleMesh::Triangle &other = mesh.triangles()[ridge.triangles[n]];
    if (other.patch == of.patch || !rises_from(other, of, point + to_center)) return;
    patch = of.patch;
  }
  add(ridge, point, to_center, patch);
}

// Whether a triangle rises from the plane of another one, on the side of the center.
bool SphereOnMesh::rises_from(const TriangleMesh::Triangle &other, const TriangleMesh::Triangle &of,
                              const Vector3d &center) const
{
  const double side = dot(other.normal, center - other.corner) < 0.0 ? -1.0 : 1.0;
  const double first = side * dot(other.normal, of.corner - other.corner);
  const double second = first + side * dot(other.normal, of.side_b);
  const double third = first + side * dot(other.normal, of.side_c);
  const double rounding = RISE * std::sqrt(squared_norm(of.side_b) + squared_norm(of.side_c));
  return std::min({first, second, third}) > -rounding &&
      std::max({first, second, third}) > rounding;
}

// Most triangles that are asked for have been tested.
Vector3d SphereOnMesh::nearest_on(int triangle, const Vector3d &center) const
{
  for (int n = 0; n < tested.count; n++)
    if (tested.triangles[n] == triangle) return vector_at(tested.points[n].point);
  return nearest_point(mesh.triangles()[triangle], center).point;
}

// Whether a triangle at this point has a point that is nearer to the center.
bool SphereOnMesh::is_hidden_by(int triangle, const Vector3d &point,
                                const Vector3d &to_center) const
{
  const double distance = norm(to_center);
  const Vector3d there = nearest_on(triangle, point + to_center) - point;
  const double apart = norm(there);
  return apart > EDGE_ANGLE * distance && dot(there, to_center) > EDGE_ANGLE * apart * distance;
}

// As add_contact().
inline SphereOnMesh::Place &SphereOnMesh::add(int feature, double distance, const Vector3d &normal,
                                              const Vector3d &point, int patch)
{
  Place &place = places.emplace_back();
  place.contact.feature = feature;
  place.contact.distance = distance;
  place.contact.normal = normal;
  place.point = point;
  place.along = {};
  place.patch = patch;
  return place;
}

// If the center is on the edge itself, the normal points to the front.
void SphereOnMesh::add(const Ridge &ridge, const Vector3d &point, const Vector3d &to_center,
                       int patch)
{
  for (const Place &known : places)
    if (known.contact.feature == ridge.number) return;
  const bool behind = dot(to_center, ridge.outward) < 0.0;
  if (one_sided && behind && ridge.on_border) return;
  const double sign = one_sided && behind ? -1.0 : 1.0;
  const double distance = norm(to_center);
  const Vector3d normal = distance > 0.0 ? (sign / distance * to_center)
                                         : normalized(ridge.outward);
  add(ridge.number, sign * distance, normal, point, patch).along = ridge.along;
}

// If the center is in front of the nearest surface, it is not in the solid: other surfaces that it
// is behind belong to the far side of a thin wall. If it is in the solid, it is pushed out through
// the nearest surface.
void SphereOnMesh::drop_hidden()
{
  const auto nearest =
      std::min_element(places.begin(), places.end(), [](const Place &a, const Place &b) {
        return std::fabs(a.contact.distance) < std::fabs(b.contact.distance);
      });
  const int exit_feature = nearest->contact.distance < 0.0 ? nearest->contact.feature : -1;
  places.erase(std::remove_if(places.begin(), places.end(),
                              [exit_feature](const Place &place) {
                                return place.contact.distance < 0.0 &&
                                    place.contact.feature != exit_feature;
                              }),
               places.end());
}

const std::vector<MeshContact> &SphereOnMesh::find(const Tested &given, const Vector3d &center,
                                                   double radius)
{
  places.clear();
  contacts.clear();
  tested.triangles = given.triangles;
  tested.points = given.points;
  tested.count = given.count;
  for (int n = 0; n < tested.count; n++) test_triangle(n, center, radius);
  if (one_sided && places.size() > 1) drop_hidden();
  if (places.size() == 1)
    add_contact(places[0].contact);
  else if (!places.empty())
    merge(center, radius);
  return contacts;
}

bool SphereOnMesh::are_merged(const Place &a, const Place &b, double radius) const
{
  if (norm(a.point - b.point) < SAME_POINT * radius) return true;
  if (!(dot(a.contact.normal, b.contact.normal) > LIKE_NORMALS)) return false;
  if (a.patch >= 0 && b.patch >= 0) return a.patch == b.patch;
  if (a.patch >= 0) return mesh.is_on_patch(b.contact.feature, a.patch);
  if (b.patch >= 0) return mesh.is_on_patch(a.contact.feature, b.patch);
  return mesh.share_patch(a.contact.feature, b.contact.feature);
}

// The first place of a group gives the group its number and is the deepest.
void SphereOnMesh::find_groups(double radius)
{
  std::sort(places.begin(), places.end(),
            [](const Place &a, const Place &b) { return a.contact.distance < b.contact.distance; });
  for (size_t k = 0; k < places.size(); k++) places[k].group = static_cast<int>(k);
  for (size_t k = 1; k < places.size(); k++)
    for (size_t j = 0; j < k; j++) {
      const int from = std::max(places[j].group, places[k].group);
      const int to = std::min(places[j].group, places[k].group);
      if (from == to || !are_merged(places[j], places[k], radius)) continue;
      for (Place &place : places)
        if (place.group == from) place.group = to;
    }
}

void SphereOnMesh::merge(const Vector3d &center, double radius)
{
  find_groups(radius);
  for (size_t k = 0; k < places.size(); k++) {
    const int group = places[k].group;
    const bool is_first = group == static_cast<int>(k);
    Vector3d way;
    if (is_first && find_way_out(group, center, radius, way)) {
      const double overlap = norm(way);
      contacts.push_back({places[k].contact.feature, radius - overlap, way / overlap});
      for (Place &place : places)
        if (place.group == group) place.group = -1;
    } else if (group >= 0) {
      contacts.push_back(places[k].contact);
    }
  }
}

// Next to an edge or a corner, the distance and the normal of a place change on the way.
bool SphereOnMesh::find_way_out(int group, const Vector3d &center, double radius, Vector3d &way)
{
  const double deepest = radius - places[group].contact.distance;
  way = {};
  for (int step = 0; step < WAY_STEPS; step++) {
    bool is_curved = false;
    barriers.clear();
    for (const Place &place : places) {
      if (place.group != group) continue;
      const bool curves = place.contact.feature >= mesh.own_triangles();
      is_curved = is_curved || curves;
      if (step == 0 || !curves) {
        barriers.push_back({place.contact.normal, radius - place.contact.distance});
        continue;
      }
      Vector3d apart = center + way - place.point;
      apart -= dot(apart, place.along) * place.along;
      const double distance = place.contact.distance < 0.0 ? -norm(apart) : norm(apart);
      const Vector3d normal = apart / distance;
      barriers.push_back({normal, radius - distance + dot(normal, way)});
    }
    const Vector3d before = way;
    if (!find_shortest_way(barriers, way)) return false;
    if (norm(way) > std::max(LONGEST_WAY_OUT * radius, LONGEST_RATIO * deepest)) return false;
    if (!is_curved || norm(way - before) < WAY_ERROR * radius) break;
  }
  return true;
}

}    // namespace grist
