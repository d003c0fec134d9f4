#include "meshes/convex_mesh.h"

#include "common/number_text.h"
#include "geometry/mass_properties.h"
#include "meshes/mesh_triangles.h"
#include "meshes/mesh_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>

namespace grist {

namespace {

// The faces at each side of a face.
class FacesAtSides {
 public:
  explicit FacesAtSides(const Mesh &mesh) : uses(sorted_edges(mesh.faces))
  {
    for (const std::vector<int> &face : mesh.faces) {
      of_face.push_back(sides);
      sides += face.size();
    }
    first.resize(sides);
    for_edges(uses, [&](const EdgeUse *use, int count) {
      for (int n = 0; n < count; n++)
        first[of_face[use[n].triangle] + static_cast<size_t>(use[n].side)] = {use, count};
    });
  }

  // Calls see(face) for the faces at a side, this one too.
  template <class See> void at(int face, size_t side, const See &see) const
  {
    const Uses &of = first[of_face[face] + side];
    for (int n = 0; n < of.count; n++) see(of.use[n].triangle);
  }

 private:
  struct Uses {
    const EdgeUse *use;
    int count;
  };
  std::vector<EdgeUse> uses;
  std::vector<size_t> of_face;    // where its sides begin
  size_t sides = 0;
  std::vector<Uses> first;
};

}    // namespace

static void check_closed(const Mesh &mesh)
{
  if (mesh.faces.empty()) refuse_mesh("there are no faces");
  int open = 0, repeated = 0;
  for_edges(sorted_edges(mesh.faces), [&](const EdgeUse *use, int count) {
    if (use->low == use->high) return;    // of a triangle of no area
    const int up = static_cast<int>(
        std::count_if(use, use + count, [](const EdgeUse &one) { return one.forward; }));
    const int down = count - up;
    open += std::abs(up - down);
    repeated += (up > 1) + (down > 1);
  });
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
  const FacesAtSides sides(mesh);
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
      const int face = waiting.back();
      waiting.pop_back();
      for (size_t k = 0; k < mesh.faces[face].size(); k++)
        sides.at(face, k, [&](int next) {
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

// Each flat face with an area must have all vertices behind its largest part. Empty if they have.
static std::string hollow_of(const Mesh &mesh, double tolerance)
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
        return "not convex: a vertex stands " + number_text(plane.distance(p) / size) +
            " of the size out of face " + std::to_string(f + 1);
  }
  return "";
}

bool is_convex(const Mesh &mesh, double tolerance)
{
  return hollow_of(mesh, tolerance).empty();
}

ConvexPolyhedron convex_polyhedron(const Mesh &mesh, double tolerance)
{
  check_closed(mesh);
  const double volume = mass_properties(mesh.vertices, mesh.faces).volume;
  if (volume < 0.0) refuse_mesh("faces are inside out: volume " + number_text(volume));
  if (const std::string hollow = hollow_of(mesh, tolerance); !hollow.empty()) refuse_mesh(hollow);
  const ConvexPolyhedron body = ConvexPolyhedron::from_vertices(mesh.vertices, tolerance);
  if (std::fabs(volume / body.volume() - 1.0) > 100.0 * tolerance)
    refuse_mesh("not convex, or in several parts: volume " + number_text(volume) +
                " in a hull of " + number_text(body.volume()));
  return body;
}

}    // namespace grist
