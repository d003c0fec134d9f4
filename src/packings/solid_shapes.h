// Meshes of named shapes, for clusters that are made from meshes: centred on the origin, axis z.
//
// Round surfaces are made of flat triangles that are set outward a little, so that the volume is
// that of the round shape. Throw std::invalid_argument for a size that check_length() rejects.

#ifndef GRIST_PACKINGS_SOLID_SHAPES_H
#define GRIST_PACKINGS_SOLID_SHAPES_H

#include "meshes/mesh.h"
#include "packings/shape.h"

#include <cstdint>

namespace grist {
namespace solid_shapes {

// A box with round edges: the edges over all, and the radius of its rounding, at most half the
// shortest edge.
Mesh cushion(double edge_x, double edge_y, double edge_z, double rounding);

// A cylinder with a half ball at each end; the length over all is at least the diameter.
Mesh rod(double radius, double length);

// A cylinder with two spherical caps. The height is that of the cylinder alone, and may be 0, as
// may that of a cap; caps are at most half balls.
Mesh tablet(double radius, double band_height, double cap_height);

// A random convex polyhedron of the volume of a ball of this diameter (geometry/random_shape.h).
Mesh gravel(double diameter, std::uint64_t seed);

Mesh mesh_of(const Shape &shape);

}    // namespace solid_shapes
}    // namespace grist

#endif
