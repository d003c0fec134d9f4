// How a mesh is repeated where the box is periodic, and how its size compares with that of the box.
//
// A mesh that is as long as the periodic box is continued by its images: it has no end in that
// direction. Of a shorter mesh, spheres touch the nearest image. A mesh that is longer than the box
// is not repeated.

#ifndef GRIST_WALLS_MESH_IMAGES_H
#define GRIST_WALLS_MESH_IMAGES_H

#include "common/space.h"
#include "meshes/mesh.h"
#include "walls/rigid_motion.h"

#include <array>

namespace grist {

AlignedBox extent_of(const Mesh &mesh);

struct BoxEdges {
  Vector3d lengths;
  std::array<bool, 3> periodic;
};

// Whether the mesh has likely been written in other units of length than those of the box: it is
// far longer than the longest edge of the box, or far shorter than the shortest.
enum class MeshSize { FITS, TOO_LARGE, TOO_SMALL };
MeshSize compare_sizes(const AlignedBox &mesh, const AlignedBox &box);

// Edges of the box along which the mesh is continued by its images, 0 for none. The motion must
// keep the period.
Vector3d continued_edges(const AlignedBox &mesh, const BoxEdges &box, const RigidMotion &motion);

// Edges of the box along which spheres touch the nearest image of the mesh, 0 for none.
Vector3d image_edges(const AlignedBox &mesh, const BoxEdges &box);

// Whether the box still has the length along this axis with which the mesh is continued, within
// rounding.
bool keeps_edge(const Vector3d &continued, const BoxEdges &box, int axis);

}    // namespace grist

#endif
