// Planes that move together, and what they sum up.
//
// Oracles: points that are carried along; the wrench of a force on a rigid body.

#include "walls/plane_wall.h"
#include "walls/wall_totals.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_plane_wall {

using namespace grist;

constexpr double SAME = 1e-13;

PlaneWall planes()
{
  PlaneWall walls;
  walls.set({HalfSpace::through({0.1, 0.2, 0.3}, {1.0, 2.0, -1.0}),
             HalfSpace::through({-0.4, 0.0, 0.2}, {0.0, 0.0, 1.0})});
  walls.motion.add_rotation({0.3, -0.1, 0.2}, {1.0, 1.0, 3.0}, 2.0);
  walls.motion.add_linear({0.2, -0.5, 0.4});
  return walls;
}

TEST(PlaneWall, KeepTheirDistancesToWhatMovesWithThem)
{
  PlaneWall walls = planes();
  const std::vector<Vector3d> points = {{0.0, 0.0, 0.0}, {1.0, -2.0, 0.5}, {0.1, 0.2, 0.3}};
  std::vector<double> before;
  for (const Vector3d &point : points) {
    walls.measure(point);
    before.insert(before.end(), {walls.distance(0), walls.distance(1)});
  }
  walls.place(0.7);
  for (size_t n = 0; n < points.size(); n++) {
    const double least = walls.measure(walls.frame() * points[n]);
    EXPECT_NEAR(walls.distance(0), before[2 * n], SAME);
    EXPECT_NEAR(walls.distance(1), before[2 * n + 1], SAME);
    EXPECT_NEAR(least, std::min(before[2 * n], before[2 * n + 1]), SAME);
    EXPECT_NEAR(walls[1].distance(walls.frame() * points[n]), before[2 * n + 1], SAME);
  }
}

// A point of the plane that is carried along leaves the plane's present place with that speed.
TEST(PlaneWall, SpeedIsThatAlongTheNormalAtTheWorstCorner)
{
  PlaneWall walls;
  walls.set({HalfSpace::through({0.0, 0.0, 0.0}, {0.0, 0.0, 1.0})});
  const AlignedBox box{{-1.0, -2.0, -3.0}, {1.0, 2.0, 3.0}};
  EXPECT_EQ(walls.greatest_speed(box), 0.0);
  walls.motion.add_linear({5.0, 0.0, 0.25});    // along the plane it is not seen
  walls.place(0.0);
  EXPECT_NEAR(walls.greatest_speed(box), 0.25, SAME);
  walls.motion.add_rotation({0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, 4.0 * std::acos(0.0));    // 1 rad
  walls.place(0.0);
  EXPECT_NEAR(walls.greatest_speed(box), 2.25, SAME);
}

TEST(WallTotals, PowerOfABodyIsThatOfTheWrenchOnTheWall)
{
  const Vector3d position{0.3, 0.1, -0.2}, reference{1.0, 0.5, 0.0}, force{3.0, -1.0, 2.0},
      torque{0.2, 0.4, -0.1}, surface{0.5, 0.5, 0.0}, arm{-0.2, 0.3, 0.1};
  const RigidVelocity wall = {{0.1, 0.2, 0.3}, {2.0, -1.0, 0.5}, {-0.4, 0.6, 0.9}};
  WallTotals totals;
  WallContact at;
  at.velocity = wall.at(position + arm) + surface;
  at.omega = wall.omega;
  totals.add_contact(at, position, reference, force, torque, torque - cross(arm, force));
  const auto &sums = totals.values();
  const Vector3d on_wall{sums[0], sums[1], sums[2]}, about{sums[3], sums[4], sums[5]};
  EXPECT_LT(norm(on_wall + force), SAME);
  const double of_motion = -dot(on_wall, wall.at(reference)) - dot(about, wall.omega);
  EXPECT_NEAR(sums[WallTotals::POWER], of_motion + dot(force, surface), SAME);
  // Body and wall together keep their angular momentum about any point.
  EXPECT_LT(norm(about + cross(reference, on_wall) + torque + cross(position, force)), SAME);
}

}    // namespace test_plane_wall
