// Worn volumes. Oracles: the equations of Archard and Finnie as published, in the angle of the hit;
// the angle of the largest wear.

#include "walls/wear.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_wear {

using namespace grist;

TEST(Wear, ArchardIsForceTimesDistanceOverHardness)
{
  const ArchardWear wear = {1e-3, 2e9};
  EXPECT_NEAR(wear.volume(50.0, 3.0) / (1e-3 * 50.0 * 3.0 / 2e9), 1.0, 1e-15);
  EXPECT_EQ(wear.volume(-50.0, 3.0), 0.0);
  EXPECT_EQ(ArchardWear().volume(50.0, 3.0), 0.0);
}

double finnie(const FinnieWear &wear, double mass, double speed, double angle)
{
  return wear.volume(mass, speed * std::sin(angle), speed * std::cos(angle));
}

TEST(Wear, FinnieFollowsBothOfItsEquations)
{
  for (const double k : {1.5, 2.0, 5.36}) {
    const FinnieWear wear = {3e9, 10.0, k};
    const double mass = 2e-4, speed = 7.0, scale = mass * speed * speed / (3e9 * 10.0 * k);
    for (double degrees = 2.0; degrees < 90.0; degrees += 2.0) {
      const double a = degrees * DEGREE, s = std::sin(a), c = std::cos(a);
      const double expected = std::tan(a) <= k / 6.0 ? std::sin(2 * a) - 6.0 / k * s * s
                                                     : k / 6.0 * c * c;
      EXPECT_NEAR(finnie(wear, mass, speed, a) / (scale * expected), 1.0, 1e-12) << degrees;
    }
    // Both equations meet there.
    const double there = std::atan(k / 6.0);
    EXPECT_NEAR(finnie(wear, 1, 1, there - 1e-9) / finnie(wear, 1, 1, there + 1e-9), 1.0, 1e-7);
  }
}

// The derivative 2 cos 2a - 6/k sin 2a is zero at tan 2a = k/3.
TEST(Wear, FinnieIsLargestWhereTheTangentOfTwiceTheAngleIsAThirdOfTheRatio)
{
  const FinnieWear wear = {1e9, 2.0, 2.0};
  const double most = 0.5 * std::atan(2.0 / 3.0);
  for (const double other : {0.9 * most, 1.1 * most, 0.3, 1.0, 1.5})
    EXPECT_LT(finnie(wear, 1, 1, other), finnie(wear, 1, 1, most));
}

TEST(Wear, WhatGoesAwayOrHitsStraightWearsNothingByFinnie)
{
  const FinnieWear wear = {1e9, 2.0, 2.0};
  EXPECT_EQ(wear.volume(1.0, -1.0, 3.0), 0.0);
  EXPECT_EQ(wear.volume(1.0, 1.0, 0.0), 0.0);
  EXPECT_EQ(FinnieWear().volume(1.0, 1.0, 1.0), 0.0);
}

}    // namespace test_wear
