// Reads triangle meshes from STL, text or binary.
//
// STL repeats the corners of each triangle: corners are one vertex if all their digits agree.
// Binary STL holds single precision: a header of 80 bytes, the number of triangles, and for each
// the normal (not used), three corners and two bytes; little-endian. Contents that are not STL, or
// end too early, are rejected with std::invalid_argument.

#ifndef GRIST_MESHES_STL_READER_H
#define GRIST_MESHES_STL_READER_H

#include "meshes/mesh.h"

#include <string>

namespace grist {

bool is_text_stl(const std::string &contents);
Mesh parse_text_stl(const std::string &contents);
Mesh parse_binary_stl(const std::string &contents);

}    // namespace grist

#endif
