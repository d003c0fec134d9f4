#include "meshes/mesh_placement.h"

#include <algorithm>

namespace grist {

void MeshPlacement::apply_to(Mesh &mesh) const
{
  const Eigen::Matrix3d turning = rotation.toRotationMatrix();
  const bool rotates = rotation.angle() != 0.0;
  for (Vector3d &p : mesh.vertices) {
    p *= scale;
    if (rotates) p = turning * p;
    p += shift;
  }
  if (flip)
    for (auto &face : mesh.faces) std::reverse(face.begin(), face.end());
}

}    // namespace grist
