// Free flight to a face. Oracle: the parabola, which reaches the plane of the face with the velocity
// that was asked for.

#include "common/space.h"
#include "feeds/face_arrival.h"

#include <gtest/gtest.h>

namespace test_face_arrival {

using grist::FaceArrival;
using grist::Vector3d;

constexpr double ROUNDING = 1e-12;

void expect_arrival(const FaceArrival &way, double height)
{
  const double time = way.time_from(height);
  const Vector3d start = way.velocity_from(height);
  EXPECT_NEAR(height + dot(way.normal, time * start + 0.5 * time * time * way.gravity), 0.0,
              ROUNDING);
  EXPECT_LT(norm(start + time * way.gravity - way.velocity), ROUNDING);
}

TEST(FaceArrival, ParticlesCrossTheFaceWithTheVelocityGiven)
{
  const Vector3d tilted = normalized(Vector3d{0.2, -0.1, 1});
  for (const Vector3d &gravity : {Vector3d{0, 0, -9.81}, Vector3d{0, 0, 0}, Vector3d{1, 2, 9.81}})
    for (const Vector3d &normal : {Vector3d{0, 0, 1}, tilted})
      for (const double height : {0.0, 0.01, 0.2})
        expect_arrival({{0.3, -0.5, -2.2}, gravity, normal}, height);
}

// At the greatest height v^2 / 2g the particle is at rest.
TEST(FaceArrival, TheGreatestHeightIsThatOfAFallFromRest)
{
  const FaceArrival way = {{0, 0, -2}, {0, 0, -10}, {0, 0, 1}};
  EXPECT_DOUBLE_EQ(way.greatest_height(), 0.2);
  EXPECT_NEAR(way.time_from(0.2), 0.2, ROUNDING);
  EXPECT_NEAR(norm(way.velocity_from(0.2)), 0.0, ROUNDING);
  EXPECT_GT((FaceArrival{{0, 0, -2}, {0, 0, 10}, {0, 0, 1}}.greatest_height()), 1e300);
}

}    // namespace test_face_arrival
