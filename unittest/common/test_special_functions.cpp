#include "common/special_functions.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace grist;

namespace test_special_functions {

// Oracle: tabulated quantiles, in all digits.
TEST(NormalLaw, QuantileAsTabulated)
{
  EXPECT_NEAR(normal_quantile(0.5), 0.0, 1e-15);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(0.001), -3.090232306167813, 1e-14);
}

// Oracle: the distribution itself, by erfc. Relative, as far down as a double goes.
TEST(NormalLaw, QuantileInvertsTheShare)
{
  for (double p = 1e-300; p < 0.5; p *= 7.3)
    EXPECT_NEAR(normal_share(normal_quantile(p)) / p, 1.0, 1e-12) << p;
  for (double p = 0.5; p < 1.0; p += 0.0173)
    EXPECT_NEAR(normal_share(normal_quantile(p)), p, 1e-15) << p;
}

constexpr double PARTS[] = {1e-12, 1e-4, 0.01, 0.1, 0.3, 0.5, 0.75, 0.999};

TEST(SpecialFunctions, IncompleteBetaInClosedForm)
{
  for (const double x : PARTS)
    for (const double c : {0.3, 1.0, 2.5, 12.0, 400.0}) {
      EXPECT_NEAR(incomplete_beta(1.0, c, x), -std::expm1(c * std::log1p(-x)), 1e-13);
      EXPECT_NEAR(incomplete_beta(c, 1.0, x), std::pow(x, c), 1e-13);
      EXPECT_NEAR(incomplete_beta(c, c, 0.5), 0.5, 1e-12);
      if (x < 0.001) continue;    // 1 - x is rounded
      EXPECT_NEAR(incomplete_beta(c, 3.3, x) + incomplete_beta(3.3, c, 1.0 - x), 1.0, 1e-12);
    }
  EXPECT_NEAR(incomplete_beta(0.5, 0.5, 0.3), 2.0 / PI * std::asin(std::sqrt(0.3)), 1e-14);
  EXPECT_EQ(incomplete_beta(2.0, 3.0, 0.0), 0.0);
  EXPECT_EQ(incomplete_beta(2.0, 3.0, 1.0), 1.0);
  EXPECT_EQ(incomplete_beta(2.0, 3.0, 1.5), 1.0);
}

}    // namespace test_special_functions
