// Where readers of keywords get the meshes of files from.
//
// Without styles nothing is printed. Styles pass a function that prints what the clean-up changed.

#ifndef GRIST_MESHES_MESH_SOURCE_H
#define GRIST_MESHES_MESH_SOURCE_H

#include "meshes/mesh_cleaning.h"
#include "meshes/mesh_file.h"

#include <functional>
#include <string>

namespace grist {

// Both functions throw std::invalid_argument, with what is wrong in the mesh and where.
struct MeshSource {
  std::function<Mesh(const std::string &file)> read = read_mesh;

  // The mesh that was read from this file, perhaps scaled since, made fit for its use.
  std::function<CleanMesh(const std::string &file, const Mesh &mesh, const MeshCleaning &how)>
      clean = [](const std::string &, const Mesh &mesh, const MeshCleaning &how) {
        return cleaned(mesh, how);
      };
};

}    // namespace grist

#endif
