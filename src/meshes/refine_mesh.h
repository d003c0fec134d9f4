// A triangle mesh made finer without a change of its surface: the longest edge of all is halved,
// with both triangles beside it, until none is longer than a limit (longest-edge bisection, Rivara
// 1984).
//
// The longest edge of all is the longest of both its triangles, so the mesh conforms after every
// cut: no corner ever lies inside an edge. Angles stay above half the smallest angle of the mesh
// that was given.

#ifndef GRIST_MESHES_REFINE_MESH_H
#define GRIST_MESHES_REFINE_MESH_H

#include "meshes/mesh.h"

namespace grist {

// Limit for the result, estimated from areas and edges before any triangle is made.
static constexpr double MOST_TRIANGLES = 1e7;

// Triangles with at most two at each edge; orientations are kept. Throws std::invalid_argument,
// with the name "resolution" of the keyword of write_mesh, where largest_edge is not positive or
// asks for more than MOST_TRIANGLES.
Mesh refined(Mesh mesh, double largest_edge);

double surface_area(const Mesh &mesh);

}    // namespace grist

#endif
