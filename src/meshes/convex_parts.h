// A polygon with holes, cut into convex parts.
//
// Each edge has a tag: what is beyond it. A cut runs from a corner where the polygon is not convex
// along the bisector of its angle to the nearest edge or corner, so the parts may have corners that
// the polygon does not have. A corner in a straight border is cut as well if the tags before and
// after it differ: each edge of a part, up to all of its length, has one tag.
//
// The result depends on the outline and not on corners in straight borders between equal tags.

#ifndef GRIST_MESHES_CONVEX_PARTS_H
#define GRIST_MESHES_CONVEX_PARTS_H

#include "common/space.h"

#include <vector>

namespace grist {

struct PolygonCorner {
  static constexpr int CUT = -1;    // also the tag of an edge with nothing beyond it
  Vector2d place;
  int tag;    // of the edge to the next corner
  int id;     // of the caller; -1 for corners that cuts have made
};
using PolygonLoop = std::vector<PolygonCorner>;

// Twice the area, positive if counter-clockwise.
double doubled_area(const PolygonLoop &loop);

// The part of the loop where normal . x <= offset. Edges in the cut have the tag CUT.
PolygonLoop clipped(const PolygonLoop &loop, const Vector2d &normal, double offset);

// Loops run with the polygon to their left: the outer one counter-clockwise, holes clockwise.
// Places nearer than `tolerance` are one, corners nearer to a line are on it. Convex,
// counter-clockwise parts; none if the loops do not bound a polygon.
std::vector<PolygonLoop> convex_parts(std::vector<PolygonLoop> loops, double tolerance);

}    // namespace grist

#endif
