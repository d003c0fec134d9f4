// A mesh of polygons: vertices, and faces by the numbers of their vertices.

#ifndef GRIST_MESHES_MESH_H
#define GRIST_MESHES_MESH_H

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <vector>

namespace grist {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

struct Mesh {
  std::vector<Vector3d> vertices;
  std::vector<std::vector<int>> faces;    // counter-clockwise seen from outside
};

inline AlignedBox3d extent(const Mesh &mesh)
{
  AlignedBox3d box;
  for (const Vector3d &p : mesh.vertices) box.extend(p);
  return box;
}

}    // namespace grist

#endif
