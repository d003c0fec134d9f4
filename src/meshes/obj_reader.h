// OBJ (Wavefront): the corners and faces of all objects and groups of a file, as one mesh.
//
// Lines "v x y z" are corners, "f 1 2 3" faces of three corners or more: by numbers from 1, or
// counted back from the last corner so far by negative ones. What a face says of texture and normals
// ("1/2/3") is not used and need not be there, as all other lines that bring no surface: normals,
// materials, groups, lines, points. "#" begins a comment, "\" at its end continues a line.

#ifndef GRIST_MESHES_OBJ_READER_H
#define GRIST_MESHES_OBJ_READER_H

#include "meshes/mesh.h"

#include <string>

namespace grist {

// From plain text (mesh_words.h): lines of OBJ alone as far as the first corner.
bool is_obj(const std::string &text);

// Throws std::invalid_argument with the line: numbers that are missing, too many or not finite,
// corners that are not there, curved surfaces, and lines of unknown words.
Mesh parse_obj(const std::string &contents);

}    // namespace grist

#endif
