#include "common/exact_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace grist;

namespace test_exact_sum {

double sum_of(const std::vector<double> &values)
{
  ExactSum sum;
  for (const double value : values) sum.add(value);
  return sum.value();
}

// Oracle: numbers whose sum is known by hand and lost by plain addition.
TEST(ExactSum, KeepsWhatRoundingWouldLose)
{
  EXPECT_EQ(ExactSum().value(), 0.0);
  EXPECT_EQ(sum_of({1e300, 1.0, -1e300, 1e-300}), 1.0);
  EXPECT_EQ(sum_of({1.0, 0x1p-53}), 1.0);                              // half way: to even
  EXPECT_EQ(sum_of({1.0, 0x1p-53, 0x1p-120}), 0x1.0000000000001p0);    // above half way
  EXPECT_EQ(sum_of({1.0, -0x1p-54, -0x1p-120}), 1.0 - 0x1p-53);
  EXPECT_EQ(sum_of(std::vector<double>(10, 0.1)), 1.0);
}

// Oracle: the same numbers in another order and in other groups.
TEST(ExactSum, NeitherOrderNorGroupsMatter)
{
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> mantissa(-1.0, 1.0);
  std::vector<double> values(2000);
  for (auto &value : values) value = std::ldexp(mantissa(random), int(random() % 200) - 100);
  const double expected = sum_of(values);
  for (int trial = 0; trial < 20; trial++) {
    std::shuffle(values.begin(), values.end(), random);
    EXPECT_EQ(sum_of(values), expected);
    std::vector<ExactSum> groups(1 + random() % 50);
    for (const double value : values) groups[random() % groups.size()].add(value);
    ExactSum all;
    for (const auto &group : groups) all.add(group);
    EXPECT_EQ(all.value(), expected);
    ExactSum doubled = all;
    doubled.add(doubled);
    EXPECT_EQ(doubled.value(), 2.0 * expected);
  }
}

}    // namespace test_exact_sum
