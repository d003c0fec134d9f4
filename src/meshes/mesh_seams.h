// Closes seams of a mesh: borders that lie on each other within a tolerance, whose corners do not
// agree.
//
// CAD programs cut each surface of a body into triangles on its own. Along a common edge the
// corners of both surfaces differ a little, or there are more of them on one side. First corners of
// borders that are near each other become one; then a border corner that lies on a border edge
// divides this edge and its triangle. Only borders change: edges of one triangle. So the tolerance
// may be larger than details of the surface.

#ifndef GRIST_MESHES_MESH_SEAMS_H
#define GRIST_MESHES_MESH_SEAMS_H

#include "meshes/mesh_triangles.h"

namespace grist {

// Returns the number of corners that were joined or put into edges. Triangles keep their numbers;
// parts of divided ones are added behind the others.
int close_seams(TriangleList &list, double tolerance);

}    // namespace grist

#endif
