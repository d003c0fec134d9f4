// Reads a mesh from a file: STL, text or binary, OFF, PLY or OBJ (mesh_readers.h).
//
// The format follows from the contents. Contents that are no mesh are rejected with
// std::invalid_argument, which says what they are, or what is wrong and where.

#ifndef GRIST_MESHES_MESH_FILE_H
#define GRIST_MESHES_MESH_FILE_H

#include "meshes/mesh.h"
#include "meshes/mesh_cleaning.h"
#include "meshes/solid_parts.h"

#include <functional>
#include <string>

namespace grist {

Mesh read_mesh(const std::string &file);
Mesh parse_mesh(const std::string &contents);

// The contents of a file. Throws std::invalid_argument where it cannot be read.
std::string file_contents(const std::string &file);

// Where readers of keywords get the meshes of files from. Without styles nothing is printed; styles
// pass a function that prints what the clean-up changed. Both functions throw std::invalid_argument,
// with what is wrong in the mesh and where.
struct MeshSource {
  std::function<Mesh(const std::string &file)> read = read_mesh;

  // The mesh that was read from this file, perhaps scaled since, made fit for its use.
  std::function<CleanMesh(const std::string &file, const Mesh &mesh, const MeshCleaning &how)>
      clean = [](const std::string &, const Mesh &mesh, const MeshCleaning &how) {
        return cleaned(mesh, how);
      };

  // The convex parts of the solid in it.
  std::function<SolidParts(const std::string &file, const Mesh &mesh, const SolidPartsRequest &how)>
      cut = [](const std::string &, const Mesh &mesh, const SolidPartsRequest &how) {
        return solid_parts(mesh, how);
      };
};

}    // namespace grist

#endif
