// Reads a mesh from a file: STL, text or binary, OFF, PLY or OBJ (mesh_readers.h).
//
// The format follows from the contents. Contents that are no mesh are rejected with
// std::invalid_argument, which says what they are, or what is wrong and where.

#ifndef GRIST_MESHES_MESH_FILE_H
#define GRIST_MESHES_MESH_FILE_H

#include "meshes/mesh.h"

#include <string>

namespace grist {

Mesh read_mesh(const std::string &file);
Mesh parse_mesh(const std::string &contents);

// The contents of a file. Throws std::invalid_argument where it cannot be read.
std::string file_contents(const std::string &file);

}    // namespace grist

#endif
