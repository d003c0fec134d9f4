// The format of mesh files, and a reader for each. Contents that are wrong or end too early are
// rejected with std::invalid_argument.

#ifndef GRIST_MESHES_MESH_READERS_H
#define GRIST_MESHES_MESH_READERS_H

#include "meshes/mesh.h"

#include <string>

namespace grist {

// ---- which format

// Which format the contents of a mesh file have, from the contents alone.
//
// A file of 84 + 50 n bytes, n in bytes 80 to 83, is binary STL whatever its first word: no text
// has this size by chance, because characters there mean more than 10^8 triangles. The format of
// text follows from its first word. What is no mesh that Grist reads is named, so that the user
// knows what to export.
enum class MeshFormat { TEXT_STL, BINARY_STL, OFF, PLY, OBJ };

// Throws std::invalid_argument for other contents: "mesh: 3MF, a zip archive: export STL".
MeshFormat mesh_format(const std::string &contents);

// ---- STL, text or binary

// Reads triangle meshes from STL, text or binary.
//
// STL repeats the corners of each triangle: corners are one vertex if all their digits agree.
// Text is words between blanks, tabs and ends of lines of any kind, in any case; solids follow one
// after another.
// Binary STL holds single precision: a header of 80 bytes, the number of triangles, and for each
// the normal (not used), three corners and two bytes; little-endian. Contents that are not STL, or
// end too early, are rejected with std::invalid_argument.

// Whether the contents have exactly the bytes of the triangles that they would have as binary STL.
bool has_size_of_binary_stl(const std::string &contents);

Mesh parse_text_stl(const std::string &contents);
Mesh parse_binary_stl(const std::string &contents);

// ---- OFF

// Reads polygon meshes from OFF: a head, the numbers of vertices, faces and edges, the vertices, and
// for each face a line with the number of its corners and the numbers of its vertices, from 0.
// Comments begin with "#".
//
// The head is "OFF" in any case, alone or with the numbers behind it, and may be missing. COFF, NOFF
// and STOFF have more numbers behind the coordinates of a vertex on its line, which are skipped. The
// number of edges may be missing. Vertices of other than three coordinates (4OFF, nOFF) and binary
// OFF are rejected.

// Contents that are not OFF, or end too early, are rejected with std::invalid_argument.
bool is_off(const std::string &contents);
Mesh parse_off(const std::string &contents);

// ---- PLY

// PLY: text, and bytes of either order.
//
// A head of lines gives the elements (vertex, face and others), their numbers and properties: a
// number, or a list whose length comes first. Data follow in this order: as text, one line for each
// element, or as bytes. Of a vertex x, y and z are used, of a face the list vertex_indices or
// vertex_index; all other properties and elements are skipped.

// Throws std::invalid_argument with the line, or for bytes with the number of the element: for a
// head that is not one of PLY, without vertices or faces, numbers that are missing, too many or not
// finite, corners that are not there, and a file that ends before its last element or after it.
Mesh parse_ply(const std::string &contents);

// ---- OBJ

// OBJ (Wavefront): the corners and faces of all objects and groups of a file, as one mesh.
//
// Lines "v x y z" are corners, "f 1 2 3" faces of three corners or more: by numbers from 1, or
// counted back from the last corner so far by negative ones. What a face says of texture and normals
// ("1/2/3") is not used and need not be there, as all other lines that bring no surface: normals,
// materials, groups, lines, points. "#" begins a comment, "\" at its end continues a line.

// From plain text (mesh_words.h): lines of OBJ alone as far as the first corner.
bool is_obj(const std::string &text);

// Throws std::invalid_argument with the line: numbers that are missing, too many or not finite,
// corners that are not there, curved surfaces, and lines of unknown words.
Mesh parse_obj(const std::string &contents);

}    // namespace grist

#endif
