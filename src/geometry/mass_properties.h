// Volume, surface, centroid and inertia of a polyhedron by exact integrals over its faces.
//
// Source: nassauer2013 Eqs. 8 to 24. Faces are cut into triangles about their first corner, and
// each triangle spans a tetrahedron with a point amid the vertices; the second moments of a
// tetrahedron are a sum over its corners, which gives the numbers of Eq. 24 without its integral.
// Density 1 throughout.

#ifndef GRIST_GEOMETRY_MASS_PROPERTIES_H
#define GRIST_GEOMETRY_MASS_PROPERTIES_H

#include "geometry/half_space.h"

#include <vector>

namespace grist {

struct MassProperties {
  double volume;
  double surface;
  Vector3d centroid;
  Matrix3d inertia;    // about the centroid, Eq. 15; mass times this over the volume is the body's
};

// `faces` hold indices of vertices, counter-clockwise seen from outside.
MassProperties mass_properties(const std::vector<Vector3d> &vertices,
                               const std::vector<std::vector<int>> &faces);

// Principal moments and axes (Eqs. 25 to 27). The columns of `axes` are the principal axes,
// right-handed. Where the axes given are principal ones already they are kept, in their order;
// otherwise moments ascend.
struct PrincipalFrame {
  Vector3d moments;
  Matrix3d axes;
};
PrincipalFrame principal_frame(const Matrix3d &inertia);

// Area times the outward normal of a face, and its plane through the mean of its corners.
Vector3d face_area(const std::vector<Vector3d> &vertices, const std::vector<int> &face);
HalfSpace face_plane(const std::vector<Vector3d> &vertices, const std::vector<int> &face);

}    // namespace grist

#endif
