#include "meshes/mesh_triangles.h"

#include "common/bit_hash.h"
#include "common/preconditions.h"
#include "common/radix_sort.h"
#include "common/space.h"
#include "meshes/mesh.h"
#include "meshes/mesh_words.h"
#include "meshes/point_weld.h"
#include "meshes/polygon_triangles.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace grist {

bool is_flat(const std::vector<Vector3d> &places, const TriangleCorners &t)
{
  assert(are_numbers_of(t, places.size()));
  const Vector3d side_b = places[t[1]] - places[t[0]], side_c = places[t[2]] - places[t[0]];
  const double longest =
      std::max({squared_norm(side_b), squared_norm(side_c), squared_norm(side_c - side_b)});
  return !(norm(cross(side_b, side_c)) > LEAST_WIDTH * longest);
}

static std::vector<TriangleCorners> fan(const std::vector<int> &polygon)
{
  std::vector<TriangleCorners> triangles;
  for (size_t k = 2; k < polygon.size(); k++)
    triangles.push_back({polygon[0], polygon[k - 1], polygon[k]});
  return triangles;
}

// A fan, as long as all its triangles have an area and face the same way. Otherwise the polygon is
// not convex, or has corners in its edges: ears are cut, in the plane of its area.
static std::vector<TriangleCorners> cut(const std::vector<int> &polygon,
                                        const std::vector<Vector3d> &places)
{
  assert(are_numbers_of(polygon, places.size()));
  std::vector<TriangleCorners> triangles = fan(polygon);
  if (triangles.size() < 2) return triangles;
  Vector3d area = Vector3d::zero();
  const auto vector_of = [&](const TriangleCorners &t) -> Vector3d {
    return cross(places[t[1]] - places[t[0]], places[t[2]] - places[t[0]]);
  };
  for (const TriangleCorners &t : triangles) area += vector_of(t);
  if (std::all_of(triangles.begin(), triangles.end(), [&](const TriangleCorners &t) {
        return !is_flat(places, t) && dot(vector_of(t), area) > 0.0;
      }))
    return triangles;
  const Vector3d u = unit_orthogonal(area), v = cross(normalized(area), u);
  std::vector<Vector2d> flat;
  for (const int corner : polygon) {
    const Vector3d apart = places[corner] - places[polygon[0]];
    flat.push_back({dot(u, apart), dot(v, apart)});
  }
  try {
    std::vector<TriangleCorners> ears = polygon_triangles(flat);
    for (TriangleCorners &t : ears)
      for (int &corner : t) corner = polygon[corner];
    return ears;
  } catch (const std::invalid_argument &) {    // its edges cross, or it has no area
    return triangles;
  }
}

namespace {

struct HashOfCorners {
  size_t operator()(const TriangleCorners &t) const
  {
    BitHash hash;
    for (const int corner : t) hash.add(static_cast<std::uint64_t>(corner));
    return hash.value();
  }
};

// The first triangle at corners in ascending order.
using KnownTriangles = std::unordered_map<TriangleCorners, int, HashOfCorners>;

}    // namespace

static void add_triangle(TriangleList &list, const TriangleCorners &t, int face,
                         KnownTriangles &known)
{
  if (is_flat(list.places, t)) {
    list.flat++;
    return;
  }
  TriangleCorners sorted = t;
  std::sort(sorted.begin(), sorted.end());
  const auto [at, is_new] = known.try_emplace(sorted, static_cast<int>(list.triangles.size()));
  if (!is_new) {
    list.doubled++;
    list.copies[at->second]++;
    return;
  }
  list.triangles.push_back(t);
  list.faces.push_back(face);
  list.copies.push_back(0);
}

TriangleList triangle_list(const Mesh &mesh, double tolerance)
{
  assert(tolerance >= 0.0);
  for (const Vector3d &p : mesh.vertices)
    if (!is_finite(p)) refuse_mesh("a corner is not finite");
  if (mesh.faces.empty()) refuse_mesh("no triangles");
  check_bounds(extent(mesh));
  TriangleList list;
  const std::vector<int> welded = weld(mesh.vertices, tolerance, list.places);
  for (size_t n = 0; n < welded.size(); n++)
    if (list.places[welded[n]] != mesh.vertices[n]) list.welded++;
  KnownTriangles known;
  known.reserve(mesh.faces.size());
  list.triangles.reserve(mesh.faces.size());
  std::vector<int> polygon;
  for (size_t f = 0; f < mesh.faces.size(); f++) {
    polygon.clear();
    for (const int corner : mesh.faces[f]) polygon.push_back(welded[corner]);
    if (polygon.size() < 3) list.flat++;
    if (polygon.size() == 3) {
      add_triangle(list, {polygon[0], polygon[1], polygon[2]}, static_cast<int>(f), known);
      continue;
    }
    for (const TriangleCorners &t : cut(polygon, list.places))
      add_triangle(list, t, static_cast<int>(f), known);
  }
  return list;
}

void keep_marked(TriangleList &list, const std::vector<char> &kept)
{
  assert(kept.size() == list.triangles.size());
  size_t last = 0;
  for (size_t n = 0; n < list.triangles.size(); n++) {
    if (!kept[n]) continue;
    list.triangles[last] = list.triangles[n];
    list.faces[last] = list.faces[n];
    list.copies[last++] = list.copies[n];
  }
  list.triangles.resize(last);
  list.faces.resize(last);
  list.copies.resize(last);
}

template <class Is> static void drop(TriangleList &list, const Is &is)
{
  std::vector<char> kept;
  kept.reserve(list.triangles.size());
  for (const TriangleCorners &t : list.triangles) {
    kept.push_back(!is(t));
    list.flat += !kept.back();
  }
  keep_marked(list, kept);
}

void drop_flat(TriangleList &list)
{
  drop(list, [&](const TriangleCorners &t) { return is_flat(list.places, t); });
}

// The third corner must be far enough from the ends to divide the side, for close_seams().
static bool is_needle(const std::vector<Vector3d> &places, const TriangleCorners &t, double width)
{
  for (int k = 0; k < 3; k++) {
    const Vector3d along = places[t[(k + 1) % 3]] - places[t[k]];
    const Vector3d apart = places[t[(k + 2) % 3]] - places[t[k]];
    const double length = norm(along), at = dot(along, apart) / length;
    if (at > SEAM_WIDTHS * width && at < length - SEAM_WIDTHS * width &&
        norm(cross(along, apart)) < width * length)
      return true;
  }
  return false;
}

void drop_needles(TriangleList &list, double width)
{
  assert(width >= 0.0);
  drop(list, [&](const TriangleCorners &t) { return is_needle(list.places, t, width); });
}

Mesh mesh_of(const TriangleList &list)
{
  assert(list.faces.size() == list.triangles.size());
  std::vector<int> number(list.places.size(), -1);
  for (const TriangleCorners &t : list.triangles)
    for (const int corner : t) number[corner] = 0;
  Mesh mesh;
  mesh.faces.reserve(list.triangles.size());
  for (size_t n = 0; n < number.size(); n++) {
    if (number[n] < 0) continue;
    number[n] = static_cast<int>(mesh.vertices.size());
    mesh.vertices.push_back(list.places[n]);
  }
  for (const TriangleCorners &t : list.triangles)
    mesh.faces.push_back({number[t[0]], number[t[1]], number[t[2]]});
  return mesh;
}

template <class Faces> static std::vector<EdgeUse> edges_in_order(const Faces &faces)
{
  std::vector<EdgeUse> uses, scratch;
  uses.reserve(3 * faces.size());
  std::uint64_t corners = 0;
  for (size_t n = 0; n < faces.size(); n++) {
    const int sides = static_cast<int>(faces[n].size());
    for (int k = 0; k < sides; k++) {
      const int a = faces[n][k], b = faces[n][(k + 1) % sides];
      uses.push_back({std::min(a, b), std::max(a, b), static_cast<int>(n), k, a < b});
      corners = std::max(corners, static_cast<std::uint64_t>(uses.back().high) + 1);
    }
  }
  std::vector<int> starts;
  radix_sort(uses, scratch, starts, [corners](const EdgeUse &use) {
    return static_cast<std::uint64_t>(use.low) * corners + static_cast<std::uint64_t>(use.high);
  });
  return uses;
}

std::vector<EdgeUse> sorted_edges(const std::vector<TriangleCorners> &triangles)
{
  return edges_in_order(triangles);
}

std::vector<EdgeUse> sorted_edges(const std::vector<std::vector<int>> &faces)
{
  return edges_in_order(faces);
}

}    // namespace grist
