// The solid that is divided into blocks: convex parts in one frame, which share faces and do not
// overlap. Any unit of length.

#ifndef GRIST_BLOCKS_BLOCK_SOLID_H
#define GRIST_BLOCKS_BLOCK_SOLID_H

#include "geometry/convex_solid.h"
#include "meshes/solid_parts.h"

#include <vector>

namespace grist {

struct BlockSolid {
  std::vector<ConvexSolid> parts;
  double volume = 0.0;    // of all parts

  // In the frame in which its vertices were given.
  static BlockSolid of(const ConvexPolyhedron &body);

  // Of the corners of each convex part (meshes/solid_parts.h).
  static BlockSolid of_parts(const std::vector<std::vector<Vector3d>> &parts);

  // The inside of a closed mesh that faces outward: by its convex parts, which are exact
  // where the request has no limits. Throws std::invalid_argument as solid_parts() does.
  static BlockSolid of_mesh(const Mesh &mesh, const SolidPartsRequest &request = {});

  // About the origin. A cylinder along z is a prism of so many flat sides that has its volume.
  static BlockSolid box(const Vector3d &edges);
  static BlockSolid cylinder(double radius, double height, int sides = 48);

  AlignedBox extent() const;
};

}    // namespace grist

#endif
