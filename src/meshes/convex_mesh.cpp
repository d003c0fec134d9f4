#include "meshes/convex_mesh.h"

#include "geometry/mass_properties.h"
#include "meshes/mesh_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <utility>

namespace grist {

namespace {

// An edge along the loop of a face.
struct EdgeSide {
  int low, high, face;

  bool operator<(const EdgeSide &other) const
  {
    return low != other.low ? low < other.low : high < other.high;
  }
};

}    // namespace

static EdgeSide side_of(int from, int to, int face)
{
  return {std::min(from, to), std::max(from, to), face};
}

// In the order of their ends.
static std::vector<EdgeSide> sides_of_edges(const Mesh &mesh)
{
  std::vector<EdgeSide> sides;
  for (size_t f = 0; f < mesh.faces.size(); f++) {
    const std::vector<int> &face = mesh.faces[f];
    for (size_t k = 0; k < face.size(); k++)
      sides.push_back(side_of(face[k], face[(k + 1) % face.size()], static_cast<int>(f)));
  }
  std::stable_sort(sides.begin(), sides.end());
  return sides;
}

// Calls see(face) for the faces at an edge.
template <class See>
static void for_sides(const std::vector<EdgeSide> &sides, int from, int to, const See &see)
{
  const auto [first, last] = std::equal_range(sides.begin(), sides.end(), side_of(from, to, 0));
  std::for_each(first, last, [&](const EdgeSide &side) { see(side.face); });
}

static void check_closed(const Mesh &mesh)
{
  if (mesh.faces.empty()) refuse_mesh("there are no faces");
  std::map<std::pair<int, int>, int> uses;
  for (const std::vector<int> &face : mesh.faces)
    for (size_t k = 0; k < face.size(); k++) uses[{face[k], face[(k + 1) % face.size()]}]++;
  int open = 0, repeated = 0;
  for (const auto &[edge, count] : uses) {
    if (edge.first == edge.second) continue;    // a triangle of no area
    const auto opposite = uses.find({edge.second, edge.first});
    const int back = opposite == uses.end() ? 0 : opposite->second;
    open += back < count ? count - back : 0;
    repeated += count > 1 ? 1 : 0;
  }
  if (open > 0)
    refuse_mesh("not closed: " + std::to_string(open) +
                " open edges (or neighbouring faces that disagree about the outside)");
  if (repeated > 0) refuse_mesh(std::to_string(repeated) + " edges have more than two faces");
}

// The flat face of the body that each face of the mesh is a part of: the number of its largest part.
// It takes neighbors as far as all their corners lie in the plane of this part.
static std::vector<int> flat_faces(const Mesh &mesh, double tolerance)
{
  const int count = static_cast<int>(mesh.faces.size());
  const double apart = tolerance * extent(mesh).diagonal();
  std::vector<Vector3d> areas;
  for (const std::vector<int> &face : mesh.faces) areas.push_back(face_area(mesh.vertices, face));
  std::vector<int> order(mesh.faces.size()), flat(mesh.faces.size(), -1), waiting;
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int i, int j) { return squared_norm(areas[i]) > squared_norm(areas[j]); });
  const std::vector<EdgeSide> sides = sides_of_edges(mesh);
  const auto in_plane = [&](int face, const Vector3d &normal, double offset) {
    return std::all_of(mesh.faces[face].begin(), mesh.faces[face].end(), [&](int corner) {
      return std::fabs(dot(normal, mesh.vertices[corner]) - offset) <= apart;
    });
  };
  for (int n = 0; n < count; n++) {
    const int first = order[n];
    if (flat[first] >= 0) continue;
    flat[first] = first;
    if (!(norm(areas[first]) > 0.0)) continue;
    const Vector3d normal = normalized(areas[first]);
    const double offset = dot(normal, mesh.vertices[mesh.faces[first][0]]);
    waiting = {first};
    while (!waiting.empty()) {
      const std::vector<int> &face = mesh.faces[waiting.back()];
      waiting.pop_back();
      for (size_t k = 0; k < face.size(); k++)
        for_sides(sides, face[k], face[(k + 1) % face.size()], [&](int next) {
          if (flat[next] >= 0 || !in_plane(next, normal, offset)) return;
          flat[next] = first;
          waiting.push_back(next);
        });
    }
  }
  return flat;
}

int least_vertices(const Mesh &mesh, double tolerance)
{
  constexpr int FACES_OF_A_CORNER = 3;
  const std::vector<int> flat = flat_faces(mesh, tolerance);
  std::vector<std::array<int, FACES_OF_A_CORNER>> met(mesh.vertices.size(), {-1, -1, -1});
  int corners = 0;
  for (size_t f = 0; f < mesh.faces.size(); f++)
    for (const int corner : mesh.faces[f]) {
      auto &of = met[corner];
      const auto place =
          std::find_if(of.begin(), of.end(), [&](int one) { return one < 0 || one == flat[f]; });
      if (place == of.end() || *place >= 0) continue;
      *place = flat[f];
      corners += place + 1 == of.end();
    }
  return corners;
}

// Each flat face with an area must have all vertices behind its largest part.
static void check_convex(const Mesh &mesh, double tolerance)
{
  const double size = extent(mesh).diagonal();
  const std::vector<int> flat = flat_faces(mesh, tolerance);
  for (size_t f = 0; f < mesh.faces.size(); f++) {
    const std::vector<int> &face = mesh.faces[f];
    if (face.size() < 3 || flat[f] != static_cast<int>(f)) continue;
    if (!(norm(face_area(mesh.vertices, face)) > tolerance * size * size)) continue;
    const HalfSpace plane = face_plane(mesh.vertices, face);
    for (const Vector3d &p : mesh.vertices)
      if (plane.distance(p) > 100.0 * tolerance * size)
        refuse_mesh("not convex: a vertex stands " + std::to_string(plane.distance(p) / size) +
                    " of the size out of face " + std::to_string(f + 1));
  }
}

ConvexPolyhedron convex_polyhedron(const Mesh &mesh, double tolerance)
{
  check_closed(mesh);
  const double volume = mass_properties(mesh.vertices, mesh.faces).volume;
  if (volume < 0.0) refuse_mesh("faces are inside out: volume " + std::to_string(volume));
  check_convex(mesh, tolerance);
  const ConvexPolyhedron body = ConvexPolyhedron::from_vertices(mesh.vertices, tolerance);
  if (std::fabs(volume / body.volume() - 1.0) > 100.0 * tolerance)
    refuse_mesh("not convex, or in several parts: volume " + std::to_string(volume) +
                " in a hull of " + std::to_string(body.volume()));
  return body;
}

}    // namespace grist
