// Half spaces, poses and motions. Oracles: the rotation matrix of nassauer2013 Eq. 29; transforms
// and their inverses.

#include "common/space.h"
#include "geometry/body_motion.h"
#include "geometry/plane_distances.h"
#include "geometry/polyhedron_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace test_half_space {

using namespace grist;

constexpr double ROUNDING = 1e-14;

TEST(HalfSpace, DistanceIsPositiveOutside)
{
  const HalfSpace floor{Vector3d::unit_z(), 2.0};
  EXPECT_EQ(floor.distance({5.0, 6.0, 3.5}), 1.5);
  EXPECT_EQ(floor.distance({5.0, 6.0, 0.0}), -2.0);
}

TEST(HalfSpace, ThroughAPointHasAUnitNormal)
{
  const HalfSpace floor = HalfSpace::through({5.0, 6.0, 2.0}, {0.0, 0.0, 3.0});
  EXPECT_EQ(floor.normal, Vector3d::unit_z());
  EXPECT_EQ(floor.offset, 2.0);
}

TEST(PlaneDistances, EqualTheDistancesOneByOne)
{
  Scenes scenes(3);
  for (const int count : {1, 3, 8, 9}) {
    std::vector<HalfSpace> planes;
    for (int k = 0; k < count; k++)
      planes.push_back(HalfSpace::through(scenes.vector(), scenes.vector()));
    PlaneDistances distances(planes);
    for (int n = 0; n < 10; n++) {
      const Vector3d point = scenes.vector();
      double least = planes[0].distance(point);
      const double found = distances.measure(point);
      for (int k = 0; k < count; k++) {
        least = std::min(least, planes[k].distance(point));
        EXPECT_NEAR(distances[k], planes[k].distance(point), 10.0 * ROUNDING);
      }
      EXPECT_NEAR(found, least, 10.0 * ROUNDING);
    }
  }
}

// Oracles: the angular momentum R I R^T omega; the velocity of points by finite differences.
TEST(BodyMotion, FollowsFromTheAngularMomentum)
{
  Scenes scenes(4);
  const Vector3d moments{1.0, 2.0, 4.0};
  for (int n = 0; n < 10; n++) {
    const Matrix3d rotation = scenes.rotation();
    const Vector3d expected = scenes.vector(),
                   momentum =
                       rotation * Matrix3d::diagonal(moments) * transposed(rotation) * expected;
    const Vector3d omega = angular_velocity(rotation, momentum, moments);
    EXPECT_LT(norm(omega - expected), 10.0 * ROUNDING);

    const double dt = 1e-6;
    const Vector3d arm = scenes.vector(), velocity = scenes.vector(),
                   later = turn(norm(expected) * dt, expected) * arm + velocity * dt;
    EXPECT_LT(norm((later - arm) / dt - velocity_at(velocity, omega, arm)), 1e-4);
  }
}

TEST(Pose, QuaternionGivesTheMatrixOfThePaper)
{
  Scenes scenes(1);
  for (int n = 0; n < 20; n++) {
    const Vector3d any = scenes.vector();
    const auto [w, x, y, z] = normalized(Quaterniond{any.x, any.y, any.z, 1.0});
    const Matrix3d expected = Matrix3d::of_rows(
        {w * w + x * x - y * y - z * z, 2 * x * y - 2 * w * z, 2 * w * y + 2 * x * z},
        {2 * x * y + 2 * w * z, w * w - x * x + y * y - z * z, 2 * y * z - 2 * w * x},
        {2 * x * z - 2 * w * y, 2 * w * x + 2 * y * z, w * w - x * x - y * y + z * z});
    const double q[4] = {w, x, y, z};
    const Pose pose = Pose::from_quaternion(Vector3d::zero(), q);
    EXPECT_LT(norm(pose.rotation - expected), ROUNDING);
  }
}

TEST(Pose, TransformsToSpaceAndBack)
{
  Scenes scenes(2);
  for (int n = 0; n < 20; n++) {
    const Pose pose = scenes.pose();
    const Vector3d x = scenes.vector();
    EXPECT_LT(norm(pose.to_body(pose.to_space(x)) - x), ROUNDING * 10);
    EXPECT_LT(norm(pose.to_space(Vector3d::zero()) - pose.position), ROUNDING);
  }
}

}    // namespace test_half_space
