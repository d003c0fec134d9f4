#include "packings/solid.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace grist {

static double half_extent(const Mesh &mesh)
{
  const double half = 0.5 * greatest_of(extent(mesh).sizes());
  if (mesh.faces.empty()) throw std::invalid_argument("a mesh without triangles");
  check_length("mesh extent", 2.0 * half);
  return half;
}

static Mesh in_unit_frame(Mesh mesh, const Vector3d &middle, double half)
{
  constexpr double TWO_TO_30 = 1073741824.0;
  for (Vector3d &p : mesh.vertices) {
    p = (p - middle) / half;
    for (int k = 0; k < 3; k++) p[k] = std::floor(p[k] * TWO_TO_30 + 0.5) / TWO_TO_30;
  }
  return mesh;
}

static void check_closed(const TriangleMesh &mesh)
{
  if (mesh.open_edges() > 0)
    throw std::invalid_argument("a mesh with " + std::to_string(mesh.open_edges()) +
                                " open edges (must be closed; every edge between two triangles)");
  if (!is_oriented(mesh))
    throw std::invalid_argument("a mesh with some triangles facing in and others out (normals "
                                "must all point out, or all in)");
}

static MassProperties properties_of(const TriangleMesh &mesh, bool turned)
{
  std::vector<Vector3d> places;
  std::vector<std::vector<int>> faces;
  for (const TriangleMesh::Triangle &t : mesh.triangles()) {
    const int n = static_cast<int>(places.size());
    places.insert(places.end(), {t.corner, t.corner + t.side_b, t.corner + t.side_c});
    faces.push_back(turned ? std::vector<int>{n, n + 2, n + 1} : std::vector<int>{n, n + 1, n + 2});
  }
  return mass_properties(places, faces);
}

static double signed_volume(const TriangleMesh &mesh)
{
  double volume = 0.0;
  for (const TriangleMesh::Triangle &t : mesh.triangles())
    volume += dot(t.corner, cross(t.side_b, t.side_c)) / 6.0;
  return volume;
}

Solid::Solid(const Mesh &given) :
    scale(half_extent(given)), middle(grist::extent(given).center()),
    mesh(in_unit_frame(given, middle, scale), 0.0), tree(mesh.triangles())
{
  check_closed(mesh);
  const double volume = signed_volume(mesh);
  if (!(std::fabs(volume) > 1.0e-9))
    throw std::invalid_argument("a mesh without volume (must enclose a solid)");
  turned = volume < 0.0;
  properties = properties_of(mesh, turned);
  tree.find_slabs();
}

// The side by the normal of the nearest feature.
Solid::Surface Solid::surface_at(const Vector3d &x) const
{
  const TriangleTree::Near near = tree.nearest(x);
  const TriangleMesh::Triangle &t = mesh.triangles()[near.triangle];
  const TrianglePoint nearest = nearest_point(t, x);
  Vector3d normal = normal_at(mesh, t, nearest.feature);
  if (turned) normal = -normal;

  const Vector3d apart = x - nearest.point;
  const bool inside = dot(normal, apart) < 0.0;
  const Vector3d inward = near.distance > 0.0 ? (inside ? 1.0 : -1.0) / near.distance * apart
                                              : -normalized(normal);
  return {inside ? near.distance : -near.distance, inward, nearest.point};
}

// Places of equal share of the area in the order of the triangles; within a triangle by the
// sequence of Roberts (2018), whose numbers are those of the plastic constant.
std::vector<Solid::Sample> Solid::samples(int count) const
{
  assert(count > 0);
  constexpr double STEP_1 = 0.7548776662466927, STEP_2 = 0.5698402909980532;
  double total = 0.0;
  for (const TriangleMesh::Triangle &t : mesh.triangles()) total += t.area;
  std::vector<Sample> found;
  double reached = 0.0;
  for (const TriangleMesh::Triangle &t : mesh.triangles()) {
    reached += t.area;
    while (static_cast<int>(found.size()) < count &&
           (found.size() + 0.5) / count * total < reached) {
      double u = 0.5 + STEP_1 * found.size(), v = 0.5 + STEP_2 * found.size();
      u -= std::floor(u);
      v -= std::floor(v);
      if (u + v > 1.0) {
        u = 1.0 - u;
        v = 1.0 - v;
      }
      const Vector3d place = t.corner + u * t.side_b + v * t.side_c;
      found.push_back({place, turned ? t.normal : -t.normal});
    }
  }
  return found;
}

Solid::Ball Solid::ball_at(const Sample &sample, double tolerance) const
{
  assert(is_unit(sample.inward) && tolerance >= 0.0);
  constexpr int MOST_STEPS = 40;
  double radius = 1.0;
  for (int n = 0; n < MOST_STEPS; n++) {
    const Vector3d center = sample.place + radius * sample.inward;
    const Surface surface = surface_at(center);
    if (surface.depth >= radius - tolerance) return {center, surface.depth};
    const Vector3d chord = surface.place - sample.place;
    const double height = dot(chord, sample.inward);
    const double touching = height > 0.0 ? squared_norm(chord) / (2.0 * height) : radius;
    radius = std::min(touching, 0.98 * radius);
  }
  return {sample.place, 0.0};
}

}    // namespace grist
