// Where a mesh is placed in the box.

#ifndef GRIST_MESHES_MESH_PLACEMENT_H
#define GRIST_MESHES_MESH_PLACEMENT_H

#include "common/space.h"
#include "meshes/mesh.h"

namespace grist {

// Transforms a mesh from the file to the box: scales, then rotates about the origin, then shifts;
// flipped, triangles face the other way.
struct MeshPlacement {
  double scale = 1.0;
  Matrix3d rotation = Matrix3d::identity();
  Vector3d shift = Vector3d::zero();
  bool flip = false;

  void apply_to(Mesh &mesh) const;
};

}    // namespace grist

#endif
