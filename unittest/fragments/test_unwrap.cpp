// Fragments in one piece. Oracles: chains and rings that are cut by the border of a periodic box at
// a known place.

#include "common/space.h"
#include "fragments/fragment_shape.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_unwrap {

using namespace grist;
using grist::Vector3d;

constexpr double BOX = 10.0;
constexpr double ROUNDING = 1e-12;

void nearest_image(Vector3d &d)
{
  for (double &component : d) component -= BOX * std::round(component / BOX);
}

Vector3d wrapped(const Vector3d &x)
{
  return x - BOX * floor_of(x / BOX);
}

// A helix of 40 elements that leaves the box through several borders, longer than half the box.
TEST(Unwrap, FollowsAChainThroughBorders)
{
  std::vector<Vector3d> whole, cut;
  std::vector<std::vector<int>> bonded(40);
  for (int k = 0; k < 40; k++) {
    whole.push_back({9.0 + 0.8 * k, 1.0 + 2.0 * std::sin(0.5 * k), 2.0 * std::cos(0.5 * k)});
    cut.push_back(wrapped(whole.back()));
    if (k > 0) {
      bonded[k].push_back(k - 1);
      bonded[k - 1].push_back(k);
    }
  }
  const auto found = unwrapped_centers(cut, bonded, nearest_image);
  ASSERT_EQ(found.size(), whole.size());
  EXPECT_EQ(found[0], cut[0]);
  for (size_t k = 0; k < whole.size(); k++)
    EXPECT_NEAR(norm(found[k] - found[0] - (whole[k] - whole[0])), 0.0, ROUNDING);
}

TEST(Unwrap, PlacesUnconnectedElementsNextToTheFirst)
{
  const std::vector<Vector3d> cut = {{9.5, 5, 5}, {0.5, 5, 5}, {9.0, 0.5, 9.5}};
  const auto found = unwrapped_centers(cut, {{}, {}, {}}, nearest_image);
  EXPECT_NEAR(norm(found[1] - Vector3d{10.5, 5, 5}), 0.0, ROUNDING);
  EXPECT_NEAR(norm(found[2] - Vector3d{9.0, 0.5, 9.5}), 0.0, ROUNDING);
}

TEST(Unwrap, KeepsWhatNoBorderCuts)
{
  const std::vector<Vector3d> centers = {{1, 2, 3}, {2, 2, 3}, {2, 3, 3}};
  const auto found = unwrapped_centers(centers, {{1, 2}, {0, 2}, {1, 0}}, nearest_image);
  for (size_t k = 0; k < centers.size(); k++)
    EXPECT_NEAR(norm(found[k] - centers[k]), 0.0, ROUNDING);
  EXPECT_TRUE(unwrapped_centers({}, {}, nearest_image).empty());
}

}    // namespace test_unwrap
