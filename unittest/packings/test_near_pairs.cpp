#include "packings/near_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace grist;

namespace test_near_pairs {

// Oracle: brute force.
std::vector<std::pair<int, int>> all_pairs_tried(const std::vector<Vector3d> &points, double reach)
{
  std::vector<std::pair<int, int>> pairs;
  for (int a = 0; a < int(points.size()); a++)
    for (int b = a + 1; b < int(points.size()); b++) {
      const Vector3d apart = points[b] - points[a];
      if (dot(apart, apart) <= reach * reach) pairs.emplace_back(a, b);
    }
  return pairs;
}

TEST(NearPairs, EqualBruteForce)
{
  std::mt19937_64 random(5);
  std::uniform_int_distribution<int> grid(-4,
                                          4);    // a coarse grid: many ties, many coincident points
  for (int count : {0, 1, 2, 50, 200})
    for (double reach : {0.0, 1.0, 1.5, 3.0, 100.0}) {
      std::vector<Vector3d> points(count);
      for (Vector3d &point : points)
        point = {0.5 * grid(random), 0.5 * grid(random), 0.5 * grid(random)};
      auto pairs = near_pairs(points, reach);
      std::sort(pairs.begin(), pairs.end());
      EXPECT_EQ(pairs, all_pairs_tried(points, reach)) << count << " points, reach " << reach;
    }
}

}    // namespace test_near_pairs
