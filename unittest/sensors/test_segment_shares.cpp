// Shares of segments in parts of a grid. Oracles: closed forms; points along the segment.

#include "sensors/segment_shares.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace test_segment_shares {

using namespace grist;

constexpr double ROUNDING = 1e-13;

PartGrid grid_of(const Vector3d &low, const Vector3d &high, const PartGrid::Place &counts)
{
  PartGrid grid;
  grid.low = low;
  grid.high = high;
  grid.counts = counts;
  return grid;
}

std::vector<double> by_part(const PartGrid &grid, const Vector3d &from, const Vector3d &along)
{
  SegmentShares shares;
  std::vector<double> sums(grid.count(), 0.0);
  for (const PartShare &one : shares.find(grid, from, along)) sums[one.part] += one.share;
  return sums;
}

TEST(SegmentShares, OfASegmentAcrossSlices)
{
  const PartGrid grid = grid_of({0, 0, 0}, {1, 1, 4}, {1, 1, 4});
  const auto shares = by_part(grid, {0.5, 0.5, 0.75}, {0.1, 0, 2.5});    // up to 3.25
  const std::vector<double> expected = {0.25 / 2.5, 1 / 2.5, 1 / 2.5, 0.25 / 2.5};
  for (int n = 0; n < 4; n++) EXPECT_NEAR(shares[n], expected[n], ROUNDING) << n;
  const auto down = by_part(grid, {0.6, 0.5, 3.25}, {-0.1, 0, -2.5});
  for (int n = 0; n < 4; n++) EXPECT_NEAR(down[n], expected[n], ROUNDING) << n;
}

// What is outside of the grid is in no part, and a segment of no length is in one.
TEST(SegmentShares, AtTheEnds)
{
  const PartGrid grid = grid_of({0, 0, 0}, {1, 1, 2}, {1, 1, 2});
  const auto out = by_part(grid, {0.5, 0.5, 1.5}, {0, 0, 1});
  EXPECT_NEAR(out[1], 0.5, ROUNDING);
  EXPECT_EQ(out[0], 0.0);
  EXPECT_EQ(by_part(grid, {0.5, 0.5, 0.5}, {0, 0, 0})[0], 1.0);
  EXPECT_EQ(part_at(grid, {0.5, 0.5, 1.0}), 1);
  EXPECT_EQ(part_at(grid, {0.5, 0.5, 2.0}), -1);
  EXPECT_EQ(part_at(grid, {0.5, -0.1, 0.5}), -1);
}

// Rounding takes no point of the last part beyond it.
TEST(SegmentShares, LastPointIsInTheLastPart)
{
  for (const double length : {1.0, 1.0 + 1e-15, 0.7, 3.0, 2.0 - 1e-15})
    for (int count = 1; count < 1000; count++) {
      const PartGrid grid = grid_of({0, 0, 0}, {1, 1, length}, {1, 1, count});
      EXPECT_EQ(part_at(grid, {0.5, 0.5, std::nextafter(length, 0.0)}), count - 1) << length;
    }
}

// A range in a periodic box: images of the segment count, and all of the period is in some part.
TEST(SegmentShares, AcrossPeriodicFaces)
{
  PartGrid grid = grid_of({0, 0, 0}, {1, 1, 1}, {1, 1, 2});
  grid.periods = {1, 1, 1};
  const auto across = by_part(grid, {0.5, 0.5, 0.9}, {0, 0, 0.4});
  EXPECT_NEAR(across[1], 0.25, ROUNDING);
  EXPECT_NEAR(across[0], 0.75, ROUNDING);
  const auto below = by_part(grid, {0.5, 0.5, -0.1}, {0, 0, 0.4});
  EXPECT_NEAR(below[1], 0.25, ROUNDING);
  PartGrid range = grid_of({0, 0, 0.25}, {1, 1, 0.75}, {1, 1, 1});
  range.periods = grid.periods;
  EXPECT_NEAR(by_part(range, {0.5, 0.5, 1.0}, {0, 0, 0.5})[0], 0.5, ROUNDING);
}

TEST(SegmentShares, AsPointsAlongTheSegment)
{
  std::mt19937 random(4711);
  std::uniform_real_distribution<double> place(-1.0, 2.0);
  PartGrid grid = grid_of({-0.2, 0, 0.1}, {0.9, 1, 0.8}, {3, 2, 4});
  grid.periods = {1.3, 1.0, 0.0};
  grid.whole = {false, false, false};
  constexpr int POINTS = 20000;
  for (int n = 0; n < 20; n++) {
    const Vector3d from{place(random), place(random), place(random)};
    const Vector3d along{place(random), place(random), place(random)};
    const auto shares = by_part(grid, from, along);
    std::vector<double> counted(grid.count(), 0.0);
    for (int m = 0; m < POINTS; m++) {
      const int part = part_at(grid, from + (m + 0.5) / POINTS * along);
      if (part >= 0) counted[part] += 1.0 / POINTS;
    }
    for (int part = 0; part < grid.count(); part++)
      EXPECT_NEAR(shares[part], counted[part], 10.0 / POINTS) << n;
  }
}

}    // namespace test_segment_shares
