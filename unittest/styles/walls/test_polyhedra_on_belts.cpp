// fix wall/polyhedron with a surface that moves along itself.
//
// Oracle: Galileo. Bodies put on a belt move as bodies that are thrown backwards over a floor at
// rest.

#include "common/space.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "geometry/solids.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_polyhedra_on_belts {

using namespace grist::testing;
using grist::Vector3d;

constexpr double SPEED = 0.3;
constexpr double SAME = 1e-8;    // rounding, grown by rocking

BodyLine cube_at(double angle, const Vector3d &axis, const Vector3d &at)
{
  BodyLine body = {0.03, {at.x, at.y, at.z}, {}, 0.0};
  const grist::ConvexPolyhedron cube = grist::solids::cube(0.02);
  const grist::Matrix3d turn = rotation_matrix(angle, normalized(axis));
  for (const Vector3d &vertex : cube.vertices()) {
    const Vector3d v = turn * vertex;
    body.vertices.push_back({v.x, v.y, v.z});
  }
  return body;
}

std::string system(const std::string &data, const std::string &floor)
{
  return "units si\natom_style body polyhedron 4 60\nboundary f f f\nread_data " + data + R"(
    pair_style polyhedron
    pair_coeff * * volume 3e9 restitution 0.3 friction 0.5
    fix down all gravity 9.81 vector 0 0 -1
    fix move all nve/body
    timestep 2e-5
    fix floor all wall/polyhedron volume 3e9 restitution 0.3 friction 0.5 zplane 0 NULL )" +
      floor + "\nthermo_style custom step f_floor[1] f_floor[7]\n";
}

TEST(PolyhedraOnBelts, MoveAsThrownOverAFloor)
{
  TestFolder folder;
  const std::string data = folder / "data";
  if (is_first_rank())
    write_bodies(data,
                 {cube_at(0.0, {1, 0, 0}, {-0.05, 0.001, 0.00999}),
                  cube_at(0.3, {1, 2, 0}, {0.0, 0.04, 0.0125}),
                  cube_at(0.7, {0, 1, 1}, {0.001, -0.04, 0.017})},
                 -0.3, 0.3);
  MPI_Barrier(MPI_COMM_WORLD);
  for (const int ranks : rank_counts()) {
    LammpsSession belt(ranks), floor(ranks);
    // A velocity that leads into the plane keeps its magnitude on it.
    belt.run(system(data, "surface linear 0.24 0 0.18") + "run 4000\n");
    floor.run(system(data, "") + "velocity all set -0.3 0 0\nrun 4000\n");
    const double power = belt.evaluate("f_floor[7]"), force = belt.evaluate("f_floor[1]");
    EXPECT_EQ(floor.evaluate("f_floor[7]"), 0.0);
    const auto carried = bodies(belt), thrown = bodies(floor);
    if (!is_first_rank()) continue;
    EXPECT_NE(force, 0.0);
    EXPECT_NEAR(power / (-SPEED * force), 1.0, 1e-12);
    ASSERT_EQ(carried.size(), 3u);
    for (size_t n = 0; n < carried.size(); n++) {
      EXPECT_GT(carried[n].v[0], 0.1 * SPEED);
      EXPECT_NEAR(carried[n].v[0], thrown[n].v[0] + SPEED, SAME);
      EXPECT_NEAR(carried[n].v[1], thrown[n].v[1], SAME);
      EXPECT_NEAR(carried[n].v[2], thrown[n].v[2], SAME);
      for (int d = 0; d < 3; d++)
        EXPECT_NEAR(carried[n].angmom[d], thrown[n].angmom[d], SAME * carried[n].mass);
    }
  }
}

// A floor that turns in its own plane is the same floor: whether the planes turn, or their surface
// alone.
TEST(PolyhedraOnBelts, ATurntableIsAFloorThatTurns)
{
  TestFolder folder;
  const std::string data = folder / "data";
  if (is_first_rank())
    write_bodies(data,
                 {cube_at(0.0, {1, 0, 0}, {0.05, 0.001, 0.00999}),
                  cube_at(0.3, {1, 2, 0}, {0.0, -0.04, 0.0125})},
                 -0.3, 0.3);
  MPI_Barrier(MPI_COMM_WORLD);
  for (const int ranks : rank_counts()) {
    LammpsSession surface(ranks), moving(ranks);
    surface.run(system(data, "surface rotate 0.01 0 0 0 0 1 0.5") + "run 3000\n");
    moving.run(system(data, "move rotate 0.01 0 0 0 0 1 0.5") + "run 3000\n");
    const auto on_surface = bodies(surface), on_moving = bodies(moving);
    if (!is_first_rank()) continue;
    ASSERT_EQ(on_surface.size(), 2u);
    for (size_t n = 0; n < on_surface.size(); n++)
      for (int d = 0; d < 3; d++) {
        EXPECT_NEAR(on_surface[n].v[d], on_moving[n].v[d], SAME);
        EXPECT_NEAR(on_surface[n].angmom[d], on_moving[n].angmom[d], SAME * on_surface[n].mass);
      }
    EXPECT_GT(std::hypot(on_surface[0].v[0], on_surface[0].v[1]), 0.05);
  }
}

TEST(PolyhedraOnBelts, ErrorsNameTheValue)
{
  ONE_RANK_IS_ENOUGH();
  const auto expect = [](const std::string &words, const std::string &part) {
    LammpsSession lammps;
    const std::string error =
        lammps.error_of("units si\natom_style body polyhedron 4 60\nregion box block 0 1 0 1 0 1\n"
                        "create_box 1 box\nfix w all wall/polyhedron volume 1e9 zplane 0 NULL " +
                        words);
    EXPECT_TRUE(has(error, "Fix wall/polyhedron: " + part));
  };
  expect("surface sideways", "surface sideways (expected linear, rotate or variable)");
  expect("surface linear 1 0", "surface linear needs vx vy vz");
  expect("surface linear 1 0 up", "surface linear up (expected a number)");
  expect("surface linear 1 0 0 surface linear 2 0 0",
         "surface linear (a second one: expected one surface motion for a wall, which has");
}

}    // namespace test_polyhedra_on_belts
