// Numbers and points in the text of mesh files, and the error that all mesh readers throw.

#ifndef GRIST_MESHES_MESH_WORDS_H
#define GRIST_MESHES_MESH_WORDS_H

#include "meshes/mesh.h"

#include <istream>
#include <string>

namespace grist {

// Throws std::invalid_argument: "mesh: <text>".
[[noreturn]] void refuse_mesh(const std::string &text);

// The next word as a number; "nan" and "inf" too, which streams do not read. `what` names the place
// in errors.
double next_number(std::istream &in, const char *what);

Vector3d next_point(std::istream &in, const char *what);

}    // namespace grist

#endif
