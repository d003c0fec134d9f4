#include "packings/near_pairs.h"

#include "common/preconditions.h"

#include <algorithm>
#include <numeric>

namespace grist {

std::vector<std::pair<int, int>> near_pairs(const std::vector<Vector3d> &points, double reach)
{
  assert(reach >= 0.0);
  const int count = points.size();
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return points[a].x < points[b].x || (points[a].x == points[b].x && a < b);
  });

  std::vector<std::pair<int, int>> pairs;
  for (int m = 0; m < count; m++) {
    const Vector3d &here = points[order[m]];
    for (int n = m + 1; n < count && points[order[n]].x - here.x <= reach; n++) {
      const Vector3d apart = points[order[n]] - here;
      if (dot(apart, apart) <= reach * reach) pairs.push_back(std::minmax(order[m], order[n]));
    }
  }
  return pairs;
}

}    // namespace grist
