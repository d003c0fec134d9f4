// Solids by name: Platonic ones, boxes, prisms, pyramids. Centred on the axis z where they have
// one; all sizes are lengths.

#ifndef GRIST_GEOMETRY_SOLIDS_H
#define GRIST_GEOMETRY_SOLIDS_H

#include "geometry/convex_polyhedron.h"

namespace grist {
namespace solids {

// Throw std::invalid_argument for a size that is not a positive, finite number.
ConvexPolyhedron box(double edge_x, double edge_y, double edge_z);
ConvexPolyhedron tetrahedron(double edge);
ConvexPolyhedron cube(double edge);
ConvexPolyhedron octahedron(double edge);
ConvexPolyhedron dodecahedron(double edge);
ConvexPolyhedron icosahedron(double edge);

// An icosahedron with its corners cut at a third of the edges: the football. `edge` is that of the
// result.
ConvexPolyhedron truncated_icosahedron(double edge);

// Over a regular polygon of three corners or more on a circle of `radius` about the z axis.
ConvexPolyhedron prism(int corners, double radius, double height);
ConvexPolyhedron pyramid(int corners, double radius, double height);

}    // namespace solids
}    // namespace grist

#endif
