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

ConvexPolyhedron convex_polyhedron(const Mesh &mesh, double tolerance = MESH_TOLERANCE);

}    // namespace grist

#endif
