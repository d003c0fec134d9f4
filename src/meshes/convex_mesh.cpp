#include "meshes/convex_mesh.h"

#include "geometry/mass_properties.h"
#include "meshes/mesh_words.h"

#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace grist {

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

// Each face with an area must have all vertices behind it.
static void check_convex(const Mesh &mesh, double tolerance)
{
  const double size = extent(mesh).diagonal();
  for (size_t f = 0; f < mesh.faces.size(); f++) {
    const std::vector<int> &face = mesh.faces[f];
    if (face.size() < 3) continue;
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
