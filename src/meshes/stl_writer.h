// Writes triangle meshes as STL, text or binary.
//
// Binary STL holds single precision: equal corners stay equal, but triangles may get lost by
// rounding, which is an error. Text holds all digits, so that it is read back exactly. Normals
// follow from the corners, counter-clockwise seen from the side that the normal points to.

#ifndef GRIST_MESHES_STL_WRITER_H
#define GRIST_MESHES_STL_WRITER_H

#include "meshes/mesh.h"

#include <string>

namespace grist {

// Throw std::invalid_argument where a face is not a triangle; binary_stl also where corners of a
// triangle are equal in single precision. `title` is one line; a binary file keeps 80 characters of
// it, and never begins with "solid".
std::string text_stl(const Mesh &mesh, const std::string &title);
std::string binary_stl(const Mesh &mesh, const std::string &title);

}    // namespace grist

#endif
