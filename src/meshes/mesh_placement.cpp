#include "meshes/mesh_placement.h"

#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>

namespace grist {

void MeshPlacement::apply_to(Mesh &mesh) const
{
  assert(scale > 0.0 && is_rotation(rotation));
  const bool rotates = rotation != Matrix3d::identity();
  for (Vector3d &p : mesh.vertices) {
    p *= scale;
    if (rotates) p = rotation * p;
    p += shift;
  }
  if (flip)
    for (auto &face : mesh.faces) std::reverse(face.begin(), face.end());
}

}    // namespace grist
