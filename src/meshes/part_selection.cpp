#include "meshes/part_selection.h"

#include "common/preconditions.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace grist {

static constexpr int TAKE_HULL = 0;

PartSelection::PartSelection(const std::vector<TreeNode> &tree, double apart)
{
  std::vector<int> branch_of(tree.size(), TreeNode::NONE);
  // Children have larger numbers than their node.
  for (size_t n = tree.size(); n-- > 0;) {
    const TreeNode &node = tree[n];
    Branch branch;
    if (node.part) {
      branch.hull = *node.part;
      branch.volume = node.part->volume;
      branch.added = {0.0};
      branch.of_front = {TAKE_HULL};
    } else {
      branch.front = node.front == TreeNode::NONE ? TreeNode::NONE : branch_of[node.front];
      branch.back = node.back == TreeNode::NONE ? TreeNode::NONE : branch_of[node.back];
      if (branch.front == TreeNode::NONE || branch.back == TreeNode::NONE) {
        branch_of[n] = std::max(branch.front, branch.back);
        continue;
      }
      const Branch &front = branches[branch.front], &back = branches[branch.back];
      std::vector<Vector3d> corners = front.hull.corners;
      corners.insert(corners.end(), back.hull.corners.begin(), back.hull.corners.end());
      if (std::optional<ConvexPart> hull = convex_part(corners, apart))
        branch.hull = std::move(*hull);
      else
        branch.hull = {corners, {}, std::numeric_limits<double>::infinity()};
      branch.volume = front.volume + back.volume;
      divide(branch);
    }
    branch_of[n] = static_cast<int>(branches.size());
    branches.push_back(std::move(branch));
  }
  assert(!branches.empty());
}

// With n parts, so many in front and the others at the back, or the hull of both.
void PartSelection::divide(Branch &branch) const
{
  const std::vector<double> &front = branches[branch.front].added,
                            &back = branches[branch.back].added;
  const size_t count = front.size() + back.size();
  branch.added.assign(count, std::max(branch.hull.volume - branch.volume, 0.0));
  branch.of_front.assign(count, TAKE_HULL);
  for (size_t i = 0; i < front.size(); i++)
    for (size_t j = 0; j < back.size(); j++)
      if (const double sum = front[i] + back[j]; sum < branch.added[i + j + 1]) {
        branch.added[i + j + 1] = sum;
        branch.of_front[i + j + 1] = static_cast<int>(i + 1);
      }
  for (size_t n = 1; n < count; n++)
    if (branch.added[n] > branch.added[n - 1]) {
      branch.added[n] = branch.added[n - 1];
      branch.of_front[n] = -1;
    }
}

int PartSelection::greatest() const
{
  return static_cast<int>(branches.back().added.size());
}

std::vector<ConvexPart> PartSelection::parts(int most) const
{
  assert(most >= 1);
  std::vector<ConvexPart> result;
  std::vector<std::pair<int, int>> waiting = {
      {static_cast<int>(branches.size()) - 1, std::min(most, greatest())}};
  while (!waiting.empty()) {
    const auto [node, count] = waiting.back();
    waiting.pop_back();
    const Branch &branch = branches[node];
    int n = count - 1;
    while (branch.of_front[n] < 0) n--;
    if (branch.of_front[n] == TAKE_HULL) {
      result.push_back(branch.hull);
      continue;
    }
    waiting.push_back({branch.front, branch.of_front[n]});
    waiting.push_back({branch.back, n + 1 - branch.of_front[n]});
  }
  return result;
}

}    // namespace grist
