// Oracles: closed forms; for random mixtures the mean over many orders of the particles.

#include "packings/mixing_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

using namespace grist;

TEST(MixingIndex, PureCellsAndEvenOnes)
{
  const MixingIndex pure = mixing_index({10, 30, 20}, {10, 0, 20}, 1);
  EXPECT_NEAR(pure.lacey, 0.0, 1e-14);
  EXPECT_NEAR(pure.share, 0.5, 1e-14);
  EXPECT_NEAR(pure.deviation, 1.0, 1e-14);
  EXPECT_NEAR(pure.segregated, 1.0, 1e-14);

  // Every cell with exactly the share of all: better than random.
  const MixingIndex even = mixing_index({10, 30, 20}, {5, 15, 10}, 1);
  EXPECT_EQ(even.deviation, 0.0);
  EXPECT_NEAR(even.lacey, 1.0 / (1.0 - 2.0 / 59.0), 1e-14);
  EXPECT_NEAR(even.random, std::sqrt(2.0 / 59.0), 1e-14);

  // By hand: p = 1/4, s^2 = (8 (1/4)^2 + 8 (1/4)^2)/16.
  const MixingIndex two = mixing_index({8, 8}, {4, 0}, 1);
  EXPECT_NEAR(two.deviation, 1.0, 1e-14);
  EXPECT_NEAR(two.lacey, (3.0 / 16 - 1.0 / 16) / (3.0 / 16 * (1.0 - 1.0 / 15)), 1e-14);
}

TEST(MixingIndex, CellsWithFewParticlesAreNotUsed)
{
  const MixingIndex index = mixing_index({10, 3, 0, 20}, {5, 3, 0, 10}, 4);
  EXPECT_EQ(index.cells, 2);
  EXPECT_EQ(index.particles, 30);
  EXPECT_EQ(index.share, 0.5);
  EXPECT_EQ(index.deviation, 0.0);
}

TEST(MixingIndex, NothingToMix)
{
  EXPECT_EQ(mixing_index({4, 4}, {0, 0}, 1).lacey, 0.0);
  EXPECT_EQ(mixing_index({4, 4}, {4, 4}, 1).lacey, 0.0);
  EXPECT_EQ(mixing_index({0, 0}, {0, 0}, 1).cells, 0);
  EXPECT_EQ(mixing_index({0, 0}, {0, 0}, 1).lacey, 0.0);
}

// Cells of different numbers: the mean of s^2 over random orders is the limit, so the mean of
// Lacey's index is 1.
TEST(MixingIndex, RandomOrdersHaveOneInTheMean)
{
  const std::vector<double> all = {3, 17, 40, 8, 32};
  const int total = 100, of_component = 30, orders = 4000;
  std::vector<int> kinds(total, 0);
  std::fill_n(kinds.begin(), of_component, 1);
  std::mt19937 random(1);
  double lacey = 0.0, squares = 0.0, limit = 0.0;
  for (int n = 0; n < orders; n++) {
    std::shuffle(kinds.begin(), kinds.end(), random);
    std::vector<double> component;
    int from = 0;
    for (const double count : all) {
      component.push_back(
          std::accumulate(kinds.begin() + from, kinds.begin() + from + int(count), 0));
      from += int(count);
    }
    const MixingIndex index = mixing_index(all, component, 1);
    lacey += index.lacey / orders;
    squares += index.deviation * index.deviation / orders;
    limit = index.random * index.random;
  }
  EXPECT_NEAR(lacey, 1.0, 0.002);
  EXPECT_NEAR(squares / limit, 1.0, 0.05);
}
