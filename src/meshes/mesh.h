// A mesh of polygons: vertices, and faces by the numbers of their vertices; its place in the box and
// the bounds of its size.

#ifndef GRIST_MESHES_MESH_H
#define GRIST_MESHES_MESH_H

#include "common/space.h"

#include <vector>

namespace grist {

struct Mesh {
  std::vector<Vector3d> vertices;
  std::vector<std::vector<int>> faces;    // counter-clockwise seen from outside
};

inline AlignedBox extent(const Mesh &mesh)
{
  AlignedBox box;
  for (const Vector3d &p : mesh.vertices) box.extend(p);
  return box;
}

// Transforms a mesh from the file to the box: scales, then rotates about the origin, then shifts;
// flipped, triangles face the other way.
struct MeshPlacement {
  double scale = 1.0;
  Matrix3d rotation = Matrix3d::identity();
  Vector3d shift = Vector3d::zero();
  bool flip = false;

  void apply_to(Mesh &mesh) const;
};

// Throws std::invalid_argument for an extent of a mesh that numbers cannot hold: one whose fourth power is no number (areas are squared),
// or that is so far from the origin that rounding of its coordinates is visible in it.
void check_bounds(const AlignedBox &extent);

}    // namespace grist

#endif
