#include "common/normal_law.h"

#include <gtest/gtest.h>

using namespace grist;

namespace test_normal_law {

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

}    // namespace test_normal_law
