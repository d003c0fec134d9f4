// Numbers side by side. Oracle: the same of each number.

#include "lanes/lane_groups.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_lane_vectors {

using namespace grist;

double in_turn(int k)
{
  return (k % 2 ? -0.5 : 0.5) + 0.0625 * k;
}

TEST(LaneVectors, AbsoluteValuesAreThoseOfEachLane)
{
  Lanes one;
  LaneGroup<2> two;
  for (int k = 0; k < LANES; k++) one[k] = two.of[1][k] = in_turn(k);
  for (int k = 0; k < LANES; k++) two.of[0][k] = in_turn(k + 1);
  for (int k = 0; k < LANES; k++) {
    EXPECT_EQ(absolute(one)[k], std::abs(in_turn(k)));
    EXPECT_EQ(absolute(two).of[0][k], std::abs(in_turn(k + 1)));
    EXPECT_EQ(absolute(two).of[1][k], std::abs(in_turn(k)));
  }
}

}    // namespace test_lane_vectors
