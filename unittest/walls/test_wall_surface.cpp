// Planes and cylinders as walls, and how far a wall moves. Oracles: closed forms, many points at
// random.

#include "common/space.h"
#include "walls/one_by_one.h"
#include "walls/wall_surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace grist {
namespace test_wall_surface {

using testing::contacts_of;
using testing::is_near;

constexpr double EXACT = 1e-14;    // rounding of a few products of numbers about 1

TEST(FixedWalls, PlaneTouchesFromTheDomainAndPushesBackIntoIt)
{
  FixedWalls walls;
  walls.add_plane({0, 0, 1}, {0, 0, 1});
  std::vector<WallContact> found = contacts_of(walls, {5, 6, 1.2}, 0.25);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].distance, 0.2, EXACT);
  EXPECT_EQ(found[0].normal, Vector3d::unit_z());
  EXPECT_EQ(found[0].curvature, 0.0);
  found = contacts_of(walls, {5, 6, 1.3}, 0.25);
  EXPECT_TRUE(found.empty());
  // A center that has passed the plane is pushed back.
  found = contacts_of(walls, {5, 6, 0.9}, 0.25);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].distance, -0.1, EXACT);
  EXPECT_EQ(found[0].normal, Vector3d::unit_z());
  EXPECT_TRUE(is_near(walls, {5, 6, 1.3}, 0.31));
  EXPECT_FALSE(is_near(walls, {5, 6, 1.3}, 0.29));
}

TEST(FixedWalls, CylinderTouchesOnBothSides)
{
  for (int axis = 0; axis < 3; axis++) {
    FixedWalls walls;
    walls.add_cylinder(axis, 2.0);
    const Vector3d out = Vector3d::unit((axis + 1) % 3), along = 7.0 * Vector3d::unit(axis);
    std::vector<WallContact> found = contacts_of(walls, 1.8 * out + along, 0.25);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].distance, 0.2, EXACT);
    EXPECT_LT(norm(found[0].normal + out), EXACT);
    EXPECT_EQ(found[0].curvature, -0.25);
    found = contacts_of(walls, 2.2 * out + along, 0.25);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].distance, 0.2, EXACT);
    EXPECT_LT(norm(found[0].normal - out), EXACT);
    EXPECT_EQ(found[0].curvature, 0.25);
    found = contacts_of(walls, along, 2.5);    // on the axis: no direction
    EXPECT_TRUE(found.empty());
    EXPECT_TRUE(is_near(walls, along, 2.5));
  }
}

TEST(LargestShift, BoundsEveryPointOfTheBoxAndIsReached)
{
  const Pose one, other = {{0.1, -0.2, 0.3}, rotation_matrix(0.3, Vector3d{1, 2, 2} / 3)};
  const AlignedBox box = {{-1, 0, 2}, {3, 1, 4}};
  const double largest = largest_shift(one, other, box);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> part;
  double reached = 0.0;
  for (int k = 0; k < 10000; k++) {
    const Vector3d at{part(random), part(random), part(random)};
    const Vector3d x = box.low + product(at, box.sizes());
    const double shift = norm(one * x - other * x);
    ASSERT_LE(shift, largest);
    reached = std::max(reached, shift);
  }
  EXPECT_GT(reached, 0.9 * largest);
  EXPECT_EQ(largest_shift(one, other, AlignedBox()), 0.0);
}

}    // namespace test_wall_surface
}    // namespace grist
