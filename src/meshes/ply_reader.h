// PLY: text, and bytes of either order.
//
// A head of lines gives the elements (vertex, face and others), their numbers and properties: a
// number, or a list whose length comes first. Data follow in this order: as text, one line for each
// element, or as bytes. Of a vertex x, y and z are used, of a face the list vertex_indices or
// vertex_index; all other properties and elements are skipped.

#ifndef GRIST_MESHES_PLY_READER_H
#define GRIST_MESHES_PLY_READER_H

#include "meshes/mesh.h"

#include <string>

namespace grist {

// Throws std::invalid_argument with the line, or for bytes with the number of the element: for a
// head that is not one of PLY, without vertices or faces, numbers that are missing, too many or not
// finite, corners that are not there, and a file that ends before its last element or after it.
Mesh parse_ply(const std::string &contents);

}    // namespace grist

#endif
