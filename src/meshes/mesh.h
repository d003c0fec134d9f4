// A mesh of polygons: vertices, and faces by the numbers of their vertices.

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

}    // namespace grist

#endif
