// Levels of sizes. Oracle: the division worked out by hand, from the volume of a cell and the
// number of spheres in it.

#include "search/size_levels.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace test_size_levels {

using namespace grist;

constexpr CenterBox DOMAIN = {{0.0, 0.0, 0.0}, {18.0, 18.0, 18.0}};

// For every sphere of the groups (count, radius), the spheres of each level.
std::vector<std::pair<int, double>> levels_of(const std::vector<std::pair<int, double>> &groups,
                                              double skin = 0.0)
{
  std::vector<double> radii;
  for (const auto &[count, radius] : groups) radii.insert(radii.end(), count, radius);
  SizeLevels sizes;
  sizes.divide(radii.data(), static_cast<int>(radii.size()), skin, DOMAIN);
  std::vector<std::pair<int, double>> levels;
  for (const SizeLevel &level : sizes.levels()) {
    for (int n = level.first; n < level.last; n++)
      EXPECT_LE(radii[sizes.sphere(n)], level.max_radius);
    levels.emplace_back(level.count(), level.max_radius);
  }
  return levels;
}

using Levels = std::vector<std::pair<int, double>>;

TEST(SizeLevels, SizesWithinAFactorOfTwoAreOneLevel)
{
  EXPECT_EQ(levels_of({{5, 1.0}, {5000, 0.5}}), (Levels{{5005, 1.0}}));
  EXPECT_EQ(levels_of({{5, 1.0}, {5000, 0.2}}), (Levels{{5, 1.0}, {5000, 0.2}}));
}

// A cell of the largest, 2 wide, is a thousandth of the domain and the reach around it. 3 spheres
// fit in it beside the largest: n times n / 1000 for n spheres and one of the largest.
TEST(SizeLevels, FewSmallOnesNeedNoLevelOfTheirOwn)
{
  EXPECT_EQ(levels_of({{1, 1.0}, {54, 0.1}}), (Levels{{55, 1.0}}));
  EXPECT_EQ(levels_of({{1, 1.0}, {55, 0.1}}), (Levels{{1, 1.0}, {55, 0.1}}));
  EXPECT_EQ(levels_of({{100, 1.0}, {547, 0.1}}), (Levels{{647, 1.0}}));
  EXPECT_EQ(levels_of({{100, 1.0}, {548, 0.1}}), (Levels{{100, 1.0}, {548, 0.1}}));
}

// With half the skin the sizes are 1.5 and 0.74, or 1.5 and 0.76.
TEST(SizeLevels, HalfTheSkinIsAPartOfTheSize)
{
  EXPECT_EQ(levels_of({{10, 1.0}, {20000, 0.24}}, 1.0).size(), 2u);
  EXPECT_EQ(levels_of({{10, 1.0}, {20000, 0.26}}, 1.0).size(), 1u);
}

TEST(SizeLevels, AllSmallerSizesAreInTheLastClass)
{
  EXPECT_EQ(levels_of({{1, 1.0}, {5000, 1e-20}, {5000, 1e-300}, {5000, 0.0}}),
            (Levels{{1, 1.0}, {15000, 1e-20}}));
}

}    // namespace test_size_levels
