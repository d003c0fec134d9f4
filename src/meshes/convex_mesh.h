// Convex bodies from meshes.
//
// The mesh must be closed (every edge between two faces, which run along it in opposite
// directions), its vertices finite, and convex within a tolerance. Every other mesh is rejected
// with std::invalid_argument, which says what is wrong, where and by how much. Coplanar triangles
// become one face.

#ifndef GRIST_MESHES_CONVEX_MESH_H
#define GRIST_MESHES_CONVEX_MESH_H

#include "geometry/convex_polyhedron.h"
#include "meshes/mesh.h"

namespace grist {

// Allows for the rounding of single precision, in faces that are small against the body.
static constexpr double MESH_TOLERANCE = 1e-5;

// How many vertices the body of a closed mesh has at least, counted on the mesh: corners where three
// flat faces or more meet. A fine mesh is not clipped for it.
int least_vertices(const Mesh &mesh, double tolerance = MESH_TOLERANCE);

// Whether each face has all vertices behind it, within the tolerance.
bool is_convex(const Mesh &mesh, double tolerance = MESH_TOLERANCE);

ConvexPolyhedron convex_polyhedron(const Mesh &mesh, double tolerance = MESH_TOLERANCE);

}    // namespace grist

#endif
