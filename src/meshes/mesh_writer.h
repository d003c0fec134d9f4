// Triangle meshes as STL, the counterpart of mesh_file.
//
// Binary STL holds single precision: corners that are one stay one, but triangles may be lost to rounding, which is
// refused. Text holds as many digits as the numbers have, so that it is read back exactly. Normals follow from the
// corners, counter-clockwise seen from the side that the normal points to.

#ifndef GRIST_MESHES_MESH_WRITER_H
#define GRIST_MESHES_MESH_WRITER_H

#include "meshes/mesh_file.h"

#include <string>

namespace grist {

// Throw std::invalid_argument where a face is no triangle, and binary_stl where one has no corners left that differ in
// single precision. `title` is one line; a binary file keeps 80 characters of it, and never begins with "solid".
std::string text_stl(const Mesh &mesh, const std::string &title);
std::string binary_stl(const Mesh &mesh, const std::string &title);

}    // namespace grist

#endif
