// A cell of space with the piece of a solid's surface in it, and its division by a plane.
//
// The surface is a set of convex polygons, each a triangle or what cuts have left of it. What is
// nearer to a plane than the tolerance of the surface is on it and is not cut, so that a corner
// which several polygons share is on the same side for all of them, and the surface stays closed.
// The cell itself is divided exactly.

#ifndef GRIST_MESHES_SOLID_CELL_H
#define GRIST_MESHES_SOLID_CELL_H

#include "meshes/convex_cell.h"
#include "meshes/solid_surface.h"

#include <array>
#include <optional>
#include <vector>

namespace grist {

struct CellCut {
  static constexpr int NO_REGION = -1;

  HalfSpace plane;
  int region = NO_REGION;    // whose plane it is
};

struct SolidCell {
  ConvexCell body;
  std::vector<Vector3d> corners;    // of polygons, one after another
  std::vector<int> ends;            // of each polygon in `corners`
  std::vector<int> regions;         // of each polygon
  std::vector<HollowEdge> edges;    // not divided by their bisectors yet

  int polygons() const { return static_cast<int>(ends.size()); }
  int begin_of(int polygon) const { return polygon > 0 ? ends[polygon - 1] : 0; }
};

// The extent of the surface, with a margin.
SolidCell whole_cell(const SolidSurface &surface);

// How a plane would divide the polygons of a cell.
struct CutCounts {
  int front = 0, back = 0, split = 0;
  int near = 0;    // polygons with a corner so near to the plane that slivers would be cut off
};
CutCounts cut_counts(const SolidCell &cell, const HalfSpace &plane, double tolerance);

// The halves of a cell, in front of the plane and behind it; empty where nothing is.
struct CellHalves {
  std::optional<SolidCell> front, back;
};
CellHalves divided(const SolidCell &cell, const CellCut &cut, const SolidSurface &surface,
                   CellCutter &cutter);

// Drops the hollow edges whose bisector does not enter the cell at the edge.
void drop_divided_edges(SolidCell &cell, double tolerance);

}    // namespace grist

#endif
