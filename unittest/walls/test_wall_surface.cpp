// Planes and cylinders as walls, and how far a wall moves. Oracles: closed forms, many points at
// random.

#include "walls/wall_surface.h"

#include <gtest/gtest.h>

#include <cmath>

namespace grist {
namespace test_wall_surface {

constexpr double EXACT = 1e-14;    // rounding of a few products of numbers about 1

TEST(FixedWalls, PlaneTouchesFromTheDomainAndPushesBackIntoIt)
{
  FixedWalls walls;
  walls.add_plane({0, 0, 1}, {0, 0, 1});
  std::vector<SurfaceContact> found;
  walls.find_contacts({5, 6, 1.2}, 0.25, found);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].distance, 0.2, EXACT);
  EXPECT_EQ(found[0].normal, Vector3d::UnitZ());
  EXPECT_EQ(found[0].curvature, 0.0);
  walls.find_contacts({5, 6, 1.3}, 0.25, found);
  EXPECT_TRUE(found.empty());
  // A center that has passed the plane is pushed back.
  walls.find_contacts({5, 6, 0.9}, 0.25, found);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].distance, -0.1, EXACT);
  EXPECT_EQ(found[0].normal, Vector3d::UnitZ());
  EXPECT_TRUE(walls.is_near({5, 6, 1.3}, 0.31));
  EXPECT_FALSE(walls.is_near({5, 6, 1.3}, 0.29));
}

TEST(FixedWalls, CylinderTouchesOnBothSides)
{
  for (int axis = 0; axis < 3; axis++) {
    FixedWalls walls;
    walls.add_cylinder(axis, 2.0);
    const Vector3d out = Vector3d::Unit((axis + 1) % 3), along = 7.0 * Vector3d::Unit(axis);
    std::vector<SurfaceContact> found;
    walls.find_contacts(1.8 * out + along, 0.25, found);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].distance, 0.2, EXACT);
    EXPECT_LT((found[0].normal + out).norm(), EXACT);
    EXPECT_EQ(found[0].curvature, -0.25);
    walls.find_contacts(2.2 * out + along, 0.25, found);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].distance, 0.2, EXACT);
    EXPECT_LT((found[0].normal - out).norm(), EXACT);
    EXPECT_EQ(found[0].curvature, 0.25);
    walls.find_contacts(along, 2.5, found);    // on the axis: no direction
    EXPECT_TRUE(found.empty());
    EXPECT_TRUE(walls.is_near(along, 2.5));
  }
}

TEST(LargestShift, BoundsEveryPointOfTheBoxAndIsReached)
{
  Eigen::Isometry3d one = Eigen::Isometry3d::Identity(), other = one;
  other.rotate(Eigen::AngleAxisd(0.3, Vector3d(1, 2, 2) / 3))
      .pretranslate(Vector3d(0.1, -0.2, 0.3));
  const AlignedBox3d box(Vector3d(-1, 0, 2), Vector3d(3, 1, 4));
  const double largest = largest_shift(one, other, box);
  double reached = 0.0;
  for (int k = 0; k < 10000; k++) {
    const Vector3d x = box.sample();
    const double shift = (one * x - other * x).norm();
    ASSERT_LE(shift, largest);
    reached = std::max(reached, shift);
  }
  EXPECT_GT(reached, 0.9 * largest);
  EXPECT_EQ(largest_shift(one, other, AlignedBox3d()), 0.0);
}

}    // namespace test_wall_surface
}    // namespace grist
