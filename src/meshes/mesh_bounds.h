// Whether a mesh is of a size and in a place at which numbers can hold it.

#ifndef GRIST_MESHES_MESH_BOUNDS_H
#define GRIST_MESHES_MESH_BOUNDS_H

#include "meshes/mesh.h"

namespace grist {

// Throws std::invalid_argument for an extent whose fourth power is no number (areas are squared),
// or that is so far from the origin that rounding of its coordinates is visible in it.
void check_bounds(const AlignedBox &extent);

}    // namespace grist

#endif
