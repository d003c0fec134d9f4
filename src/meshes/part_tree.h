// A tree of cuts through convex parts, whose branches may be replaced by the hulls of the parts in
// them (part_selection.h).
//
// Planes are those of faces of parts, and those through the centroid of a cell's parts across their
// principal axes. The excess of a cell is the volume by which the hull of its parts is larger than
// they are. The plane that leaves the least excess in both halves is taken; but where none leaves
// less than the share `patience` of it, as in a ring, whose halves have the hull of the ring, the
// one across the longest axis.

#ifndef GRIST_MESHES_PART_TREE_H
#define GRIST_MESHES_PART_TREE_H

#include "meshes/convex_cell.h"
#include "meshes/solid_tree.h"

#include <vector>

namespace grist {

// Cells are not cut further where the excess is less than this share of the volume of all parts.
static constexpr double NO_EXCESS = 1e-5;

std::vector<TreeNode> part_tree(const std::vector<ConvexPart> &parts, double patience,
                                double tolerance);

}    // namespace grist

#endif
