#include "fragments/size_distribution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

using namespace grist;

namespace test_size_distribution {

TEST(SizeDistribution, IsAStaircaseOfMass)
{
  const SizeDistribution sizes({{3.0, 5.0}, {1.0, 1.0}, {2.0, 3.0}, {1.0, 1.0}});
  ASSERT_EQ(sizes.curve().size(), 3u);
  EXPECT_EQ(sizes.curve()[0].size, 1.0);
  EXPECT_DOUBLE_EQ(sizes.curve()[0].fraction, 0.2);
  EXPECT_DOUBLE_EQ(sizes.curve()[1].fraction, 0.5);
  EXPECT_EQ(sizes.curve()[2].fraction, 1.0);
  EXPECT_EQ(sizes.passing(0.999), 0.0);
  EXPECT_DOUBLE_EQ(sizes.passing(1.0), 0.2);
  EXPECT_DOUBLE_EQ(sizes.passing(2.5), 0.5);
  EXPECT_EQ(sizes.passing(99.0), 1.0);
  EXPECT_EQ(sizes.size_at(0.1), 1.0);
  EXPECT_EQ(sizes.size_at(0.2), 1.0);
  EXPECT_EQ(sizes.size_at(0.5), 2.0);    // reached exactly
  EXPECT_EQ(sizes.size_at(0.51), 3.0);
  EXPECT_EQ(sizes.size_at(1.0), 3.0);
}

// Oracle: the Gates-Gaudin-Schuhmann law, passing = (size/max)^n, whose percentiles are max
// share^(1/n).
TEST(SizeDistribution, PercentilesOfAPowerLaw)
{
  constexpr int COUNT = 100000;
  constexpr double POWER = 0.7, MAX = 0.02;
  std::vector<SizedMass> fragments;
  for (int k = 0; k < COUNT; k++)
    fragments.push_back({MAX * std::pow((k + 1.0) / COUNT, 1.0 / POWER), 1e-3});
  const SizeDistribution sizes(fragments);
  for (const double share : {0.1, 0.5, 0.8})
    EXPECT_NEAR(sizes.size_at(share) / (MAX * std::pow(share, 1.0 / POWER)), 1.0, 2e-4);
}

TEST(SizeDistribution, TiesHoldAgainstRounding)
{
  std::vector<SizedMass> fragments;
  for (int k = 1; k <= 10; k++) fragments.push_back({double(k), 0.1 / 3.0});
  const SizeDistribution sizes(fragments);
  for (int k = 1; k <= 10; k++) EXPECT_EQ(sizes.size_at(0.1 * k), k);
}

TEST(SizeDistribution, SizesWithinTheResolutionAreOneStep)
{
  const SizeDistribution sizes(
      {{1.0, 1.0}, {1.0009, 1.0}, {1.0018, 1.0}, {2.0, 0.5}, {2.0015, 0.5}}, 1e-3);
  ASSERT_EQ(sizes.curve().size(), 3u);
  EXPECT_EQ(sizes.curve()[0].size, 1.0009);
  EXPECT_DOUBLE_EQ(sizes.curve()[0].fraction, 0.5);
  EXPECT_EQ(sizes.curve()[1].size, 1.0018);
  EXPECT_EQ(sizes.curve()[2].size, 2.0015);
  EXPECT_EQ(sizes.size_at(0.5), 1.0009);
}

TEST(SizeDistribution, NothingAndNonsense)
{
  EXPECT_TRUE(SizeDistribution({}).curve().empty());
  EXPECT_EQ(SizeDistribution({}).size_at(0.5), 0.0);
  EXPECT_EQ(SizeDistribution({{1.0, 0.0}}).passing(2.0), 0.0);
  EXPECT_THROW(SizeDistribution({{-1.0, 1.0}}), std::invalid_argument);
  EXPECT_THROW(SizeDistribution({{1.0, std::nan("")}}), std::invalid_argument);
  EXPECT_THROW(SizeDistribution({{std::numeric_limits<double>::infinity(), 1.0}}),
               std::invalid_argument);
}

}    // namespace test_size_distribution
