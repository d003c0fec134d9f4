// Half spaces and poses, oracles: the rotation matrix of nassauer2013 Eq. 29, there and back again.

#include "geometry/polyhedron_scenes.h"

#include <gtest/gtest.h>

namespace {

using namespace grist;

constexpr double ROUNDING = 1e-14;

TEST(HalfSpace, DistanceIsPositiveOutside)
{
  const HalfSpace floor{Vector3d::UnitZ(), 2.0};
  EXPECT_EQ(floor.distance({5.0, 6.0, 3.5}), 1.5);
  EXPECT_EQ(floor.distance({5.0, 6.0, 0.0}), -2.0);
}

TEST(Pose, QuaternionGivesTheMatrixOfThePaper)
{
  Scenes scenes(1);
  for (int n = 0; n < 20; n++) {
    const Eigen::Vector4d q(scenes.vector().homogeneous().normalized());
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    Matrix3d expected;
    expected << w * w + x * x - y * y - z * z, 2 * x * y - 2 * w * z, 2 * w * y + 2 * x * z,
        2 * x * y + 2 * w * z, w * w - x * x + y * y - z * z, 2 * y * z - 2 * w * x,
        2 * x * z - 2 * w * y, 2 * w * x + 2 * y * z, w * w - x * x - y * y + z * z;
    const Pose pose = Pose::from_quaternion(Vector3d::Zero(), q.data());
    EXPECT_LT((pose.rotation - expected).norm(), ROUNDING);
  }
}

TEST(Pose, LeadsToSpaceAndBack)
{
  Scenes scenes(2);
  for (int n = 0; n < 20; n++) {
    const Pose pose = scenes.pose();
    const Vector3d x = scenes.vector();
    EXPECT_LT((pose.to_body(pose.to_space(x)) - x).norm(), ROUNDING * 10);
    EXPECT_LT((pose.to_space(Vector3d::Zero()) - pose.position).norm(), ROUNDING);
  }
}

}    // namespace
