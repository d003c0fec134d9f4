// Convex bodies from triangle and polygon meshes: STL (text or binary) and OFF.
//
// The mesh must be closed (every edge between two faces, which run along it in opposite directions), without values
// that are not finite, and convex within a tolerance. Everything else is refused with std::invalid_argument that says
// what is wrong, where and by how much. Coplanar triangles become one face. STL holds single precision and repeats
// its corners: corners are the same if all digits are.

#ifndef GRIST_MESHES_MESH_FILE_H
#define GRIST_MESHES_MESH_FILE_H

#include "geometry/convex_polyhedron.h"

#include <string>
#include <vector>

namespace grist {

struct Mesh {
  std::vector<Vector3d> vertices;
  std::vector<std::vector<int>> faces;
};

// Of the rounding of single precision, in faces that are small against the body.
static constexpr double MESH_TOLERANCE = 1e-5;

// By the contents of the file: "OFF", "solid" with "facet", or binary STL.
Mesh read_mesh(const std::string &file);
Mesh parse_mesh(const std::string &contents);

ConvexPolyhedron convex_polyhedron(const Mesh &mesh, double tolerance = MESH_TOLERANCE);

}    // namespace grist

#endif
