// Oracle: std::cbrt.

#include "lanes/cube_root.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_cube_root {

using namespace grist;

TEST(CubeRoot, IsThatOfTheLibraryToSomeRoundings)
{
  EXPECT_EQ(cube_root(0.0), 0.0);
  for (double x = 1e-200; x < 1e200; x *= 1.013)
    ASSERT_NEAR(cube_root(x) / std::cbrt(x), 1.0, 1.5e-15) << x;
}

}    // namespace test_cube_root
