// Which format the contents of a mesh file have, from the contents alone.
//
// A file of 84 + 50 n bytes, n in bytes 80 to 83, is binary STL whatever its first word: no text
// has this size by chance, because characters there mean more than 10^8 triangles. The format of
// text follows from its first word. What is no mesh that Grist reads is named, so that the user
// knows what to export.

#ifndef GRIST_MESHES_MESH_FORMAT_H
#define GRIST_MESHES_MESH_FORMAT_H

#include <string>

namespace grist {

enum class MeshFormat { TEXT_STL, BINARY_STL, OFF, PLY, OBJ };

// Throws std::invalid_argument for other contents: "mesh: 3MF, a zip archive: export STL".
MeshFormat mesh_format(const std::string &contents);

}    // namespace grist

#endif
