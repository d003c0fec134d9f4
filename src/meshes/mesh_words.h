// Text of mesh files: their words, numbers and points, and the error that all mesh readers throw.

#ifndef GRIST_MESHES_MESH_WORDS_H
#define GRIST_MESHES_MESH_WORDS_H

#include "meshes/mesh.h"

#include <istream>
#include <string>

namespace grist {

// Throws std::invalid_argument: "mesh: <text>".
[[noreturn]] void refuse_mesh(const std::string &text);

// A word of a file in an error: in quotes, its first characters if it is long.
std::string quoted_word(const std::string &word);

// The text of a file whatever wrote it: no byte order mark, one byte a character (UTF-16 too;
// characters beyond ASCII become "?"), lines that end with "\n" alone, blanks in place of tabs.
std::string plain_text(const std::string &contents);

std::string lower_case(std::string text);    // of ASCII characters

// The next word as a number; "nan" and "inf" too, which streams do not read. `what` names the place
// in errors.
double next_number(std::istream &in, const char *what);

Vector3d next_point(std::istream &in, const char *what);

}    // namespace grist

#endif
