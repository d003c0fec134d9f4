// Reads triangle meshes from STL, text or binary.
//
// STL repeats the corners of each triangle: corners are one vertex if all their digits agree.
// Text is words between blanks, tabs and ends of lines of any kind, in any case; solids follow one
// after another.
// Binary STL holds single precision: a header of 80 bytes, the number of triangles, and for each
// the normal (not used), three corners and two bytes; little-endian. Contents that are not STL, or
// end too early, are rejected with std::invalid_argument.

#ifndef GRIST_MESHES_STL_READER_H
#define GRIST_MESHES_STL_READER_H

#include "meshes/mesh.h"

#include <string>

namespace grist {

// Whether the contents have exactly the bytes of the triangles that they would have as binary STL.
bool has_size_of_binary_stl(const std::string &contents);

Mesh parse_text_stl(const std::string &contents);
Mesh parse_binary_stl(const std::string &contents);

}    // namespace grist

#endif
