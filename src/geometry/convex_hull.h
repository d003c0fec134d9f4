// Convex hull of points, with coplanar parts merged into one face each. For construction, not for
// time steps.
//
// Found by polarity: about an inner point, every point p becomes the half space {y : p . y <= 1}.
// What all of these leave is the polar body; its vertices are facets of the hull and its faces the
// points. So the clipping kernel (clipped_body.h) builds it, whose result is closed whatever the
// rounding. Each of its vertices has three faces, so the facets are triangles, of no area where
// more than three points are coplanar; faces grow from the largest of them over all neighbours that
// lie in its plane.
//
// Points are first scaled along the principal axes of their scatter (which keeps what is convex and
// what is coplanar), so that needles and plates are as well conditioned as a ball. Cost: points
// times edges.

#ifndef GRIST_GEOMETRY_CONVEX_HULL_H
#define GRIST_GEOMETRY_CONVEX_HULL_H

#include "geometry/half_space.h"

#include <vector>

namespace grist {

// Points that lie in the plane of a face within this part of the size are part of it.
static constexpr double HULL_TOLERANCE = 1e-9;

struct ConvexHull {
  // Each face: the indices of its corners, counter-clockwise seen from outside. Points inside, in a
  // face or on an edge are not corners.
  std::vector<std::vector<int>> faces;
  // The tolerance that was used: the one given, or a larger one if faces could not be distinguished
  // with that one.
  double tolerance = 0.0;
};

// Throws std::invalid_argument for fewer than four points, values that are not finite, and points
// in a plane.
ConvexHull convex_hull(const std::vector<Vector3d> &points, double tolerance = HULL_TOLERANCE);

// The corners of the region inside all half spaces, not in any order. Throws std::invalid_argument
// if the origin is not inside all of them, or if the region is not closed.
std::vector<Vector3d> region_corners(const std::vector<HalfSpace> &half_spaces);

}    // namespace grist

#endif
