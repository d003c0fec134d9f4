#include "bonds/strength_scatter.h"

#include "common/special_functions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace grist;

namespace test_strength_scatter {

// Largest distance between the shares of a sample and a distribution, times the root of their
// number (Kolmogorov and Smirnov). Above 1.95 once in a thousand samples.
template <class Distribution>
double kolmogorov_smirnov(std::vector<double> sample, const Distribution &share_below)
{
  std::sort(sample.begin(), sample.end());
  const double n = static_cast<double>(sample.size());
  double largest = 0.0;
  for (size_t k = 0; k < sample.size(); k++) {
    const double expected = share_below(sample[k]);
    largest = std::max({largest, std::fabs(expected - k / n), std::fabs((k + 1) / n - expected)});
  }
  return largest * std::sqrt(n);
}

// The bonds of a chain: ids that follow each other, as they do in a cluster.
TEST(StrengthScatter, FollowsWeibull)
{
  for (const double modulus : {0.7, 1.0, 3.0, 20.0})
    for (const int seed : {1, 2, 4711}) {
      std::vector<double> factors;
      for (int id = 1; id <= 20000; id++)
        factors.push_back(weibull_factor(modulus, seed, id, id + 1));
      EXPECT_LT(kolmogorov_smirnov(factors,
                                   [&](double f) { return 1.0 - std::exp(-std::pow(f, modulus)); }),
                1.95);
    }
}

// Oracle: the mean Gamma(1 + 1/m), within four times its standard error.
TEST(StrengthScatter, MeanIsAGamma)
{
  constexpr int COUNT = 200000;
  for (const double modulus : {1.0, 2.0, 8.0}) {
    double sum = 0.0;
    for (int id = 1; id <= COUNT; id++) sum += weibull_factor(modulus, 5, 3, 1000 + id);
    const double mean = std::tgamma(1.0 + 1.0 / modulus);
    const double variance = std::tgamma(1.0 + 2.0 / modulus) - mean * mean;
    EXPECT_NEAR(sum / COUNT, mean, 4.0 * std::sqrt(variance / COUNT));
  }
}

// Oracle: the normal distribution without its part below 0, which is 16 % at a deviation of 1.
TEST(StrengthScatter, FollowsTheNormalLawAboveZero)
{
  for (const double deviation : {0.05, 0.23, 0.5, 1.0, 3.0})
    for (const int seed : {1, 2, 4711}) {
      std::vector<double> factors;
      for (int id = 1; id <= 20000; id++)
        factors.push_back(normal_factor(deviation, seed, id, id + 1));
      EXPECT_GT(*std::min_element(factors.begin(), factors.end()), 0.0);
      const double cut = normal_share(-1.0 / deviation);
      const auto share_below = [&](double f) {
        return (normal_share((f - 1.0) / deviation) - cut) / (1.0 - cut);
      };
      EXPECT_LT(kolmogorov_smirnov(factors, share_below), 1.95);
    }
}

// Mean and standard deviation of Potyondy and Cundall's strengths, 175 +- 40 MPa, within four times
// their standard errors.
TEST(StrengthScatter, MeanAndDeviationOfTheNormalLaw)
{
  constexpr int COUNT = 200000;
  constexpr double DEVIATION = 40.0 / 175.0;
  double sum = 0.0, squares = 0.0;
  for (int id = 1; id <= COUNT; id++) {
    const double off = normal_factor(DEVIATION, 5, 3, 1000 + id) - 1.0;
    sum += off;
    squares += off * off;
  }
  EXPECT_NEAR(sum / COUNT, 0.0, 4.0 * DEVIATION / std::sqrt(COUNT));
  EXPECT_NEAR(std::sqrt(squares / COUNT), DEVIATION, 4.0 * DEVIATION / std::sqrt(2.0 * COUNT));
}

TEST(StrengthScatter, StoredFactorIsThatOfItsLaw)
{
  using Law = StrengthScatter::Law;
  EXPECT_EQ(strength_factor({}, 7, 9), 1.0f);
  EXPECT_EQ(strength_factor({Law::WEIBULL, 3.0, 11}, 7, 9), float(weibull_factor(3.0, 11, 7, 9)));
  EXPECT_EQ(strength_factor({Law::NORMAL, 0.2, 11}, 9, 7), float(normal_factor(0.2, 11, 7, 9)));
  // Without scatter to speak of.
  EXPECT_NEAR(strength_factor({Law::NORMAL, 1e-300, 11}, 7, 9), 1.0f, 1e-7f);
}

TEST(StrengthScatter, DependsOnThePairAndTheSeed)
{
  EXPECT_EQ(uniform_of_pair(1, 7, 9), uniform_of_pair(1, 9, 7));
  EXPECT_NE(uniform_of_pair(1, 7, 9), uniform_of_pair(2, 7, 9));
  EXPECT_NE(uniform_of_pair(1, 7, 9), uniform_of_pair(1, 7, 10));
  // Neighbors of one element, of following seeds, do not resemble each other.
  double product = 0.0, seeds = 0.0;
  constexpr int COUNT = 100000;
  for (int id = 0; id < COUNT; id++) {
    const double u = uniform_of_pair(3, id, id + 1) - 0.5;
    product += u * (uniform_of_pair(3, id + 1, id + 2) - 0.5);
    seeds += u * (uniform_of_pair(4, id, id + 1) - 0.5);
  }
  const double error = 1.0 / 12.0 / std::sqrt(COUNT);
  EXPECT_LT(std::fabs(product / COUNT), 4.0 * error);
  EXPECT_LT(std::fabs(seeds / COUNT), 4.0 * error);
  EXPECT_GT(uniform_of_pair(0, 0, 0), 0.0);
  EXPECT_LT(uniform_of_pair(0, 0, 0), 1.0);
}

}    // namespace test_strength_scatter
