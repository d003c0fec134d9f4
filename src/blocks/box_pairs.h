// Pairs of boxes that meet, by a sweep along the longest axis of all: for boxes of like sizes that
// fill a solid, some N^(5/3) comparisons.

#ifndef GRIST_BLOCKS_BOX_PAIRS_H
#define GRIST_BLOCKS_BOX_PAIRS_H

#include "common/space.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace grist {

// Calls see(a, b), a < b, once for each pair of numbers of boxes that meet.
template <class See> void for_box_pairs(const std::vector<AlignedBox> &boxes, const See &see)
{
  AlignedBox extent;
  for (const AlignedBox &box : boxes) extent.extend(box);
  const int axis = axis_of_greatest(extent.sizes());
  std::vector<int> order(boxes.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return boxes[a].low[axis] < boxes[b].low[axis]; });
  for (size_t i = 0; i < order.size(); i++) {
    const AlignedBox &box = boxes[order[i]];
    for (size_t j = i + 1; j < order.size(); j++) {
      const AlignedBox &other = boxes[order[j]];
      if (other.low[axis] > box.high[axis]) break;
      if (!intersection(box, other).is_empty())
        see(std::min(order[i], order[j]), std::max(order[i], order[j]));
    }
  }
}

}    // namespace grist

#endif
