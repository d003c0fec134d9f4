// The tree of cuts of a solid: each cell is divided by a plane until the solid in it is convex.
//
// Solid in a cell is convex if each region of the surface there is behind the planes of all others:
// it is what the cell has behind all of these planes. A cell without surface is inside or outside.
//
// Which plane: the bisector of a sharp hollow edge as long as there is one; then the plane of a
// region that solid is in front of, or the bisector of another hollow edge. Of at most CANDIDATES
// of them, the one that splits few polygons and divides the others evenly.

#ifndef GRIST_MESHES_SOLID_TREE_H
#define GRIST_MESHES_SOLID_TREE_H

#include "meshes/convex_cell.h"
#include "meshes/solid_surface.h"

#include <optional>
#include <vector>

namespace grist {

struct TreeNode {
  static constexpr int NONE = -1;

  int front = NONE, back = NONE;     // numbers of nodes, above its own; both NONE: a leaf
  std::optional<ConvexPart> part;    // of a leaf with solid in it
};

// The first node is the whole.
std::vector<TreeNode> solid_tree(const SolidSurface &surface);

}    // namespace grist

#endif
