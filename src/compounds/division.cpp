#include "compounds/division.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace grist {

std::vector<CellFace> faces_of(const BodyCell &cell)
{
  std::vector<CellFace> faces;
  const std::vector<Vector3d> vertices = cell.shape.vertices();
  for (const ConvexPolyhedron::Face &face : cell.shape.faces()) {
    std::vector<Vector3d> corners;
    for (const int corner : face.corners) corners.push_back(cell.place.to_space(vertices[corner]));
    faces.push_back({moved(face.plane, cell.place), FlatPolygon::of(std::move(corners))});
  }
  return faces;
}

// A face of one on a face of the other: they look at each other, and one lies in the plane of the
// other. Normals say less: that of a small face is not known better than its corners.
static bool are_opposite(const CellFace &a, const CellFace &b, double tolerance)
{
  if (dot(a.plane.normal, b.plane.normal) > -0.5) return false;
  const auto lies_in = [tolerance](const CellFace &face, const HalfSpace &plane) {
    return std::all_of(
        face.polygon.corners.begin(), face.polygon.corners.end(),
        [&](const Vector3d &corner) { return std::fabs(plane.distance(corner)) <= tolerance; });
  };
  return lies_in(a, b.plane) || lies_in(b, a.plane);
}

Division::Division(std::vector<BodyCell> cells, double tolerance) :
    all(std::move(cells)), of_cell(all.size()), within(tolerance)
{
  assert(tolerance > 0.0);
  std::vector<std::vector<CellFace>> faces;
  for (const BodyCell &cell : all) {
    faces.push_back(faces_of(cell));
    planes.emplace_back();
    for (const CellFace &face : faces.back()) planes.back().push_back(face.plane);
  }
  for (int a = 0; a < count(); a++)
    for (int b = a + 1; b < count(); b++) {
      const double reach = all[a].shape.radius() + all[b].shape.radius() + tolerance;
      if (squared_norm(all[b].place.position - all[a].place.position) > reach * reach) continue;
      for (size_t f = 0; f < faces[a].size(); f++)
        for (size_t g = 0; g < faces[b].size(); g++) {
          if (!are_opposite(faces[a][f], faces[b][g], tolerance)) continue;
          FlatPolygon both = common_part(faces[a][f].polygon, faces[b][g].polygon, 0.0);
          const double size = std::min(all[a].shape.radius(), all[b].shape.radius());
          if (!(norm(area_vector(both)) > tolerance * size)) continue;
          of_cell[a].push_back(static_cast<int>(shared.size()));
          of_cell[b].push_back(static_cast<int>(shared.size()));
          std::vector<HalfSpace> sides = side_planes(both, normalized(area_vector(both)));
          shared.push_back(
              {a, b, static_cast<int>(f), static_cast<int>(g), std::move(both), std::move(sides)});
        }
    }
}

double Division::share_on(const CellJoint &joint, const Vector3d &from, const Vector3d &to) const
{
  double first = 0.0, last = 1.0;
  for (const HalfSpace &side : joint.sides) {
    const double here = side.distance(from), there = side.distance(to);
    if (here > within && there > within) return 0.0;
    if (here > 0.0 && there < 0.0) first = std::max(first, here / (here - there));
    if (here < 0.0 && there > 0.0) last = std::min(last, here / (here - there));
  }
  return std::max(last - first, 0.0);
}

}    // namespace grist
