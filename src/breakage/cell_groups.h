// Convex cells of a body that has been divided, gathered into pieces that are connected.
//
// Cells of one fragment that share faces are a group; a fragment of a body that is not convex may
// fall into several. Groups below the least volume, and the smallest ones where they are more than
// allowed, join the group with which they share the largest area. Two groups stay in any case.

#ifndef GRIST_BREAKAGE_CELL_GROUPS_H
#define GRIST_BREAKAGE_CELL_GROUPS_H

#include "common/space.h"

#include <vector>

namespace grist {

struct PieceCell {
  std::vector<Vector3d> corners;
  Vector3d centroid;
  double volume;
  int fragment;    // from 0
};

struct GroupLimits {
  double least_volume;
  int most;            // groups, 2 or more
  double tolerance;    // distances up to it are rounding
};

// Numbers of cells, each in one group; groups by fragment and by their first cell.
std::vector<std::vector<int>> connected_groups(const std::vector<PieceCell> &cells,
                                               const GroupLimits &limits);

}    // namespace grist

#endif
