// Reads a mesh from a file: STL, text or binary (stl_reader.h), or OFF (off_reader.h).

#ifndef GRIST_MESHES_MESH_FILE_H
#define GRIST_MESHES_MESH_FILE_H

#include "meshes/mesh.h"

#include <string>

namespace grist {

// The format follows from the contents of the file: "OFF"; "solid" with "facet"; otherwise binary
// STL. Other contents are rejected with std::invalid_argument, which says what is wrong and where.
Mesh read_mesh(const std::string &file);
Mesh parse_mesh(const std::string &contents);

}    // namespace grist

#endif
