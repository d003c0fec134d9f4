#include "meshes/self_cuts.h"

#include "meshes/mesh_triangles.h"
#include "meshes/triangle_mesh.h"
#include "meshes/triangle_tree.h"

#include <algorithm>
#include <cmath>

namespace grist {

// Edges pass through a triangle at its border, too, within this share of its size.
static constexpr double AT_BORDER = 1e-9;

static std::optional<Vector3d> place_of_cut(const Vector3d &from, const Vector3d &to,
                                            const TriangleMesh::Triangle &t, double tolerance)
{
  const double begin = dot(t.normal, from - t.corner), end = dot(t.normal, to - t.corner);
  if (std::min(begin, end) > -tolerance || std::max(begin, end) < tolerance) return {};
  const Vector3d x = from + begin / (begin - end) * (to - from), apart = x - t.corner;
  const double b = dot(t.normal, cross(apart, t.side_c)) / (2.0 * t.area);
  const double c = dot(t.normal, cross(t.side_b, apart)) / (2.0 * t.area);
  if (std::min({b, c, 1.0 - b - c}) < -AT_BORDER) return {};
  return x;
}

std::optional<Vector3d> self_cut(const Mesh &mesh)
{
  const TriangleMesh surface(mesh, 0.0);
  const TriangleTree tree(surface.triangles());
  const double tolerance = WELD * surface.extent().diagonal();
  std::optional<Vector3d> found;
  for (const TriangleMesh::Edge &edge : surface.edges()) {
    const Vector3d from = surface.corners()[edge.from].place, to = surface.corners()[edge.to].place;
    tree.first_crossing(from, to - from, [&](int number) {
      const TriangleMesh::Triangle &t = surface.triangles()[number];
      const bool is_at_it = std::any_of(t.corners.begin(), t.corners.end(), [&](int corner) {
        return corner == edge.from || corner == edge.to;
      });
      if (!is_at_it && !found) found = place_of_cut(from, to, t, tolerance);
      return false;
    });
    if (found) break;
  }
  return found;
}

}    // namespace grist
