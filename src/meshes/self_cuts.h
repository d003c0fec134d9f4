// Where the triangles of a mesh cut each other.

#ifndef GRIST_MESHES_SELF_CUTS_H
#define GRIST_MESHES_SELF_CUTS_H

#include "meshes/mesh.h"

#include <optional>

namespace grist {

// A place where an edge passes through a triangle; empty if there is none. Corners that are nearer
// to a triangle than rounding of single precision touch it and do not cut it.
std::optional<Vector3d> self_cut(const Mesh &mesh);

}    // namespace grist

#endif
