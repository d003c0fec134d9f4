// A convex body that convex solids are taken out of, as convex parts that do not overlap; and
// random bodies of this kind, gravel with hollows.
//
// A scoop is the solid inside some half spaces, which need not close it. Of each part, the planes of
// a scoop cut off one part after another, that with the largest volume first; what is left in the
// end is inside all of them, and is dropped. Parts that are neighbours have the same plane between
// them, but their faces in it may differ.
//
// Scoops of a random body are pyramids, or wedges, that open outward, with the tip on the axis
// between the centroid of the whole and the surface. Whatever their number, a body stays one piece:
// a scoop that has a point has all behind it, as seen from the centroid, so that what remains is
// seen from there.

#ifndef GRIST_GEOMETRY_SCOOPED_BODY_H
#define GRIST_GEOMETRY_SCOOPED_BODY_H

#include "geometry/random_shape.h"

#include <vector>

namespace grist {

using Scoop = std::vector<HalfSpace>;
using ConvexCorners = std::vector<Vector3d>;    // of a convex part; some may be at one place

// All in the body frame of the body. Parts of less than 1e-14 of its volume are left out. Empty if
// nothing remains.
std::vector<ConvexCorners> scooped_parts(const ConvexPolyhedron &body,
                                         const std::vector<Scoop> &scoops);

struct ScoopedShape {
  RandomShape whole;    // its seed is that of the scoops, too
  int scoops = 3;
  int faces = 3;    // of each: 2 for a groove, which leaves fewer parts, 3 and more for a pit

  // How far tips are below the surface, over the way to the centroid: half of this to all of it, at
  // random.
  double depth = 0.6;

  // Volume of the smallest part, over that of the whole: scoops that leave a smaller one are drawn
  // again.
  double least_part = 1e-3;
};

// Throws std::invalid_argument for values out of range, those of a RandomShape among them, and if
// no scoop is found in a hundred draws.
std::vector<ConvexCorners> random_scooped_parts(const ScoopedShape &shape);

}    // namespace grist

#endif
