#include "blocks/block_solid.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "common/preconditions.h"
#include "geometry/solids.h"

#include <cmath>

namespace grist {

static void add_part(BlockSolid &solid, const ConvexPolyhedron &part)
{
  solid.parts.emplace_back(part, part.placement());
  solid.volume += part.volume();
}

BlockSolid BlockSolid::of(const ConvexPolyhedron &body)
{
  BlockSolid solid;
  add_part(solid, body);
  return solid;
}

BlockSolid BlockSolid::of_parts(const std::vector<std::vector<Vector3d>> &parts)
{
  assert(!parts.empty());
  BlockSolid solid;
  for (const std::vector<Vector3d> &corners : parts)
    add_part(solid, ConvexPolyhedron::from_vertices(corners));
  return solid;
}

BlockSolid BlockSolid::of_mesh(const Mesh &mesh, const SolidPartsRequest &request)
{
  return of_parts(solid_parts(mesh, request).parts);
}

BlockSolid BlockSolid::box(const Vector3d &edges)
{
  return of(solids::box(edges.x, edges.y, edges.z));
}

// The base of the prism has sides of a regular polygon on a circle of radius r: its area is
// n/2 r^2 sin(2 pi/n).
BlockSolid BlockSolid::cylinder(double radius, double height, int sides)
{
  require(sides >= 3, "a cylinder with sides", sides, "must be 3 or more");
  const double turn = 2.0 * PI / sides;
  return of(solids::prism(sides, radius * std::sqrt(turn / std::sin(turn)), height));
}

AlignedBox BlockSolid::extent() const
{
  AlignedBox box;
  for (const ConvexSolid &part : parts)
    for (int n = 0; n < part.count; n++) box.extend(part.point(n));
  return box;
}

}    // namespace grist
