// At most so many parts from a tree of cuts: which branches are replaced by the convex hull of the
// solid in them, so that the least volume is added.
//
// The hull of what is in a cell stays in the cell, as a cell is convex: parts do not overlap. The
// choice is exact among all choices of branches, by a dynamic program from the leaves up.

#ifndef GRIST_MESHES_PART_SELECTION_H
#define GRIST_MESHES_PART_SELECTION_H

#include "meshes/convex_cell.h"
#include "meshes/solid_tree.h"

#include <vector>

namespace grist {

class PartSelection {
 public:
  // Nodes that have a part are taken as they are.
  PartSelection(const std::vector<TreeNode> &tree, double apart);

  // With so many parts nothing is added.
  int greatest() const;

  // At most so many parts, 1 or more.
  std::vector<ConvexPart> parts(int most) const;

 private:
  struct Branch {
    int front = TreeNode::NONE, back = TreeNode::NONE;    // branches
    ConvexPart hull;              // without faces and of endless volume where none could be made
    double volume = 0.0;          // of the solid
    std::vector<double> added;    // with n + 1 parts at most, the least volume
    std::vector<int> of_front;    // with n + 1 parts: of the branch in front; 0: the hull is taken
  };
  void divide(Branch &branch) const;

  std::vector<Branch> branches;    // with solid; the last is the whole
};

}    // namespace grist

#endif
