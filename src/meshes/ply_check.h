// Whether a PLY file is complete, before VTK reads it: its reader ends the program at a file that is
// cut short.
//
// A head of lines gives the elements (vertex, face and others), their numbers and properties: a
// number, or a list whose length comes first. Data follow in this order: as text, one line for each
// element, or as bytes of either order.

#ifndef GRIST_MESHES_PLY_CHECK_H
#define GRIST_MESHES_PLY_CHECK_H

#include <string>

namespace grist {

// The number of faces. Throws std::invalid_argument for a head that is not one of PLY, a file
// without faces, and one that ends before its last element.
size_t check_ply(const std::string &contents);

}    // namespace grist

#endif
