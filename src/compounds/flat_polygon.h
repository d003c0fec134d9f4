// A convex polygon in space whose edges know by which plane they were cut.
//
// Corners run counter-clockwise about the normal of the polygon. Cuts are made with a tolerance: a
// corner that is within it of the plane counts as inside.

#ifndef GRIST_COMPOUNDS_FLAT_POLYGON_H
#define GRIST_COMPOUNDS_FLAT_POLYGON_H

#include "geometry/half_space.h"

#include <vector>

namespace grist {

struct FlatPolygon {
  static constexpr int OWN = -1;    // label of an edge that no cut has made

  std::vector<Vector3d> corners;
  std::vector<int> labels;    // of the edge from this corner to the next

  static FlatPolygon of(std::vector<Vector3d> corners);
  void clear();
  bool is_empty() const { return corners.size() < 3; }
};

// Leaves what is inside of the half space; the edge that the cut makes gets the label.
void cut(FlatPolygon &polygon, const HalfSpace &half_space, int label, double tolerance,
         FlatPolygon &scratch);

// Area times the normal.
Vector3d area_vector(const FlatPolygon &polygon);

Vector3d middle_of(const FlatPolygon &polygon);

// The planes through the edges of a polygon along its normal; the polygon is inside of all.
std::vector<HalfSpace> side_planes(const FlatPolygon &polygon, const Vector3d &normal);

// What two polygons of one plane have in common, and what the first has alone, as convex polygons,
// of which those narrower than the tolerance are left out.
FlatPolygon common_part(const FlatPolygon &a, const FlatPolygon &b, double tolerance);
std::vector<FlatPolygon> difference(const FlatPolygon &a, const FlatPolygon &b, double tolerance);

}    // namespace grist

#endif
