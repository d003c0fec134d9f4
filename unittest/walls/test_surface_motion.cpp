// Surfaces that move along themselves. Oracles: closed forms; the velocity of a rigid body that
// rotates.

#include "common/space.h"
#include "walls/mesh_wall.h"
#include "walls/one_by_one.h"
#include "walls/surface_motion.h"
#include "walls/wall_surface.h"

#include "common/constants.h"
#include "meshes/mesh_scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace grist {
namespace test_surface_motion {

constexpr double EXACT = 1e-14;       // rounding of a few products of numbers about 1
constexpr double ROUNDING = 1e-12;    // with frames of a mesh

SurfaceMotion::Rates rates(const SurfaceMotion &motion, const Vector3d &normal,
                           const Vector3d &place)
{
  return motion.at(normal, place, Pose());
}

TEST(SurfaceMotion, ABeltKeepsItsSpeedWhereverItLeads)
{
  SurfaceMotion belt;
  EXPECT_FALSE(belt.moves());
  belt.set_linear({2, 0, 0});
  EXPECT_TRUE(belt.moves());
  // Level: as given. Inclined by an angle about y: up the slope.
  EXPECT_LT(norm(rates(belt, {0, 0, 1}, {5, 6, 7}).velocity - Vector3d{2, 0, 0}), EXACT);
  const double angle = 0.7;
  const SurfaceMotion::Rates inclined =
      rates(belt, {-std::sin(angle), 0, std::cos(angle)}, {5, 6, 7});
  const Vector3d up{2 * std::cos(angle), 0, 2 * std::sin(angle)};
  EXPECT_LT(norm(inclined.velocity - up), EXACT);
  EXPECT_EQ(inclined.omega, Vector3d::zero());
  // On the side of a trough: as given.
  EXPECT_LT(norm(rates(belt, Vector3d{0, -0.6, 0.8}, {5, 6, 7}).velocity - Vector3d{2, 0, 0}),
            EXACT);
  // On its head: no direction along the surface.
  EXPECT_EQ(rates(belt, {1, 0, 0}, {5, 6, 7}).velocity, Vector3d::zero());
  EXPECT_EQ(rates(belt, normalized(Vector3d{1, 1e-4, 0}), {5, 6, 7}).velocity, Vector3d::zero());
}

TEST(SurfaceMotion, AVelocityOfZeroIsNone)
{
  SurfaceMotion belt;
  belt.set_linear(Vector3d::zero());
  EXPECT_EQ(rates(belt, {0, 0, 1}, {5, 6, 7}).velocity, Vector3d::zero());
}

// The oracle is the body itself: omega x lever, at a radius below the center.
TEST(SurfaceMotion, ARollerMovesAsTheBodyThatRotates)
{
  const RigidVelocity body = {Vector3d::zero(), {0, 0, 3}, Vector3d::zero()};
  FixedWalls walls;
  walls.add_cylinder(2, 2.0);
  walls.surface_motion.set_rotation(body.point, body.omega);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> angle(0, 2 * PI), away(-0.2, 0.2), along(-5, 5);
  for (int n = 0; n < 100; n++) {
    const double phi = angle(random), out = 2.0 + away(random), radius = 0.25;
    const Vector3d x{out * std::cos(phi), out * std::sin(phi), along(random)};
    std::vector<WallContact> found = testing::contacts_of(walls, x, radius);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].omega, body.omega);
    EXPECT_LT(norm(found[0].velocity - body.at(x - found[0].distance * found[0].normal)),
              10 * EXACT);
    read_velocity_below(found[0], radius);
    EXPECT_LT(norm(found[0].velocity - body.at(x - radius * found[0].normal)), 10 * EXACT);
  }
}

TEST(SurfaceMotion, OfARotationOnlyThePartAlongTheSurfaceCounts)
{
  SurfaceMotion motion;
  const Vector3d point{1, 2, 3}, omega{0.3, -2, 1}, place{-1, 4, 0.5};
  motion.set_rotation(point, omega);
  const Vector3d normal = Vector3d{1, 2, -2} / 3, whole = cross(omega, place - point);
  const SurfaceMotion::Rates at = rates(motion, normal, place);
  EXPECT_GT(std::fabs(dot(whole, normal)), 0.1);
  EXPECT_LT(norm(at.velocity - (whole - dot(whole, normal) * normal)), 10 * EXACT);
  EXPECT_EQ(at.omega, omega);
}

TEST(SurfaceMotion, IsAddedToTheMotionOfTheWallAndTurnsWithIt)
{
  RigidMotion turning;
  turning.add_rotation({0, 0, 0}, {0, 0, 1}, 4.0);
  turning.add_linear({0.1, 0.2, 0.3});
  MeshWall still(TriangleMesh(testing::random_plate(3, 10.0, 1), 0.3), {}, turning);
  MeshWall belt(TriangleMesh(testing::random_plate(3, 10.0, 1), 0.3), {}, turning);
  MeshWall roller(TriangleMesh(testing::random_plate(3, 10.0, 1), 0.3), {}, turning);
  belt.surface_motion.set_linear({0.5, 0, 0});
  roller.surface_motion.set_rotation({1, 0, 0}, {0, 0, 3});
  // After a quarter: x has become y, and the wall is displaced by its velocity.
  const Vector3d x{0.7, 0.8, 0.3 + 0.2};
  const auto contact = [&](MeshWall &wall) {
    wall.place(1.0);
    const std::vector<WallContact> found = testing::contacts_of(wall, x, 0.25);
    EXPECT_EQ(found.size(), 1u);
    return found.at(0);
  };
  const WallContact before = contact(still), with_belt = contact(belt),
                    with_roller = contact(roller);
  EXPECT_LT(norm(with_belt.velocity - before.velocity - Vector3d{0, 0.5, 0}), ROUNDING);
  const Vector3d lever = Vector3d{x[0], x[1], 0.3} - Vector3d{0.1, 1.2, 0.3};
  EXPECT_LT(norm(with_roller.velocity - before.velocity - cross(Vector3d{0, 0, 3}, lever)),
            ROUNDING);
  EXPECT_LT(norm(with_roller.omega - before.omega - Vector3d{0, 0, 3}), ROUNDING);
}

TEST(SurfaceMotion, TorqueIsAboutTheAxisOfARoller)
{
  FixedWalls walls;
  walls.add_plane({0, 0, 0}, {0, 0, 1});
  walls.surface_motion.set_linear({1, 0, 0});
  EXPECT_EQ(walls.reference_point(), Vector3d::zero());
  walls.surface_motion.set_rotation({1, 2, 3}, {0, 1, 0});
  EXPECT_EQ(walls.reference_point(), (Vector3d{1, 2, 3}));

  // For a mesh, a rotation of the wall and a given point come first.
  const TriangleMesh plate(testing::random_plate(3, 1.0, 1), 0.3);
  RigidMotion lifting, turning;
  lifting.add_linear({0, 0, 2});
  turning.add_rotation({4, 5, 6}, {0, 0, 1}, 1.0);
  MeshWall lifted(plate, {}, lifting), turned(plate, {}, turning);
  for (MeshWall *wall : {&lifted, &turned}) {
    wall->surface_motion.set_rotation({1, 2, 3}, {0, 1, 0});
    wall->place(1.0);
  }
  EXPECT_LT(norm(lifted.reference_point() - Vector3d{1, 2, 5}), ROUNDING);
  EXPECT_LT(norm(turned.reference_point() - Vector3d{4, 5, 6}), ROUNDING);
  lifted.set_reference({7, 8, 9});
  EXPECT_EQ(lifted.reference_point(), (Vector3d{7, 8, 9}));
}

}    // namespace test_surface_motion
}    // namespace grist
