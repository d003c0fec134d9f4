#include "packings/soft_spheres.h"

#include <gtest/gtest.h>

using namespace grist;

namespace test_soft_spheres {

// Two spheres of radius r pressed into a sphere of radius 1, centres at x and -x. Oracle: closed
// form. Overlap of the pair: 2r - 2x, of each with its mirror image: 2 (r - (1 - x)). Forces
// balance at x = 1/2, where both are 2r - 1; the energy is that of three contacts, half a one for
// each wall: (2r - 1)^2.
TEST(SoftSpheres, TwoInASphere)
{
  const double balance = 0.02;    // at rest means 1 % of a mean contact force
  const double r = 0.55;
  SoftSpheres spheres(Shape::sphere(1.0), {{0.3, 0.1, 0.0}, {-0.2, 0.0, 0.4}});
  EXPECT_NEAR(spheres.relax(r), (2.0 * r - 1.0) / r, balance * (2.0 * r - 1.0) / r);
  for (const Vector3d &center : spheres.centers())
    EXPECT_NEAR(norm(center), 0.5, balance * (2.0 * r - 1.0));
  EXPECT_NEAR(spheres.jamming_radius(), 0.5, balance * (r - 0.5));
}

// Oracle: the definition; spheres with room enough end without overlap, from wherever they start.
TEST(SoftSpheres, CoincidentSpheresPart)
{
  SoftSpheres spheres(Shape::cube(2.0), {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.9, 0.9, 0.9}});
  EXPECT_LT(spheres.relax(0.3), 1.0e-9);
  const auto &at = spheres.centers();
  for (int a = 0; a < 3; a++) {
    EXPECT_GT(Shape::cube(2.0).depth(at[a]), 0.3 * (1.0 - 1.0e-9));
    for (int b = a + 1; b < 3; b++) EXPECT_GT(norm(at[b] - at[a]), 0.6 * (1.0 - 1.0e-9));
  }
}

}    // namespace test_soft_spheres
