// fix guard with polyhedra and their plane walls.
//
// Oracles: half a period of a cube that rests on its face, pi sqrt(m/(K A)); its depth m g/(K A);
// the speed of a plane; parts of a thickness.

#include "styles/polyhedra/compounds.h"
#include "styles/polyhedra/cubes.h"
#include "testing/lammps_session.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_guard_polyhedra {

using namespace grist::testing;
using grist::block;
using grist::fork_piece;
using grist::Matrix3d;
using grist::PartCorners;
using grist::PI;
using grist::turn;
using grist::Vector3d;

constexpr double STIFFNESS = 1e9, AREA = EDGE * EDGE;

class GuardOfPolyhedra : public testing::Test {
 protected:
  TestFolder folder;

  // A cube on the floor, or so far above it.
  std::string cube(double gap, double dt, const std::string &wall = "",
                   const std::string &guard = "") const
  {
    if (is_first_rank())
      write_bodies(folder / "data", {cube_at(Matrix3d::identity(), {0.01, 0.0, 0.5 * EDGE + gap})},
                   -0.1, 0.1);
    MPI_Barrier(MPI_COMM_WORLD);
    return BODIES + ("boundary f f f\nread_data " + (folder / "data")) +
        "\npair_style polyhedron\npair_coeff * * volume 1e9\nfix move all nve/body\n" + guard +
        "\nfix floor all wall/polyhedron volume 1e9 restitution 0.5 zplane 0 NULL " + wall +
        "\nfix down all gravity 9.81 vector 0 0 -1\ntimestep " + std::to_string(1e6 * dt) + "e-6\n";
  }
};

bool warned(LammpsSession &lammps)
{
  return lammps.output().find("WARNING") != std::string::npos;
}

const double DEPTH = MASS * 9.81 / (STIFFNESS * AREA),
             PERIOD = PI * std::sqrt(MASS / (STIFFNESS * AREA));

TEST_F(GuardOfPolyhedra, SharesAreThoseOfACubeOnItsFace)
{
  for (const int ranks : rank_counts()) {
    const double dt = 0.05 * PERIOD;
    for (const std::string before : {"", "fix guard all guard"}) {
      LammpsSession lammps(ranks);
      const std::string guard = before.empty() ? "f_GRIST_GUARD" : "f_guard";
      lammps.run(cube(-DEPTH, dt, "", before) + "run 2\n");
      EXPECT_NEAR(lammps.evaluate(guard + "[4]"), 0.05, 1e-6) << ranks;
      EXPECT_NEAR(lammps.evaluate(guard + "[6]") / (DEPTH / (0.5 * std::sqrt(3.0) * EDGE)), 1.0,
                  1e-6);
      EXPECT_EQ(lammps.evaluate(guard + "[5]"), 0.0);
      if (lammps.first()) { EXPECT_FALSE(warned(lammps)) << lammps.output(); }
      lammps.run("run 5\nrun 3\n");
      if (lammps.first()) { EXPECT_FALSE(warned(lammps)) << lammps.output(); }
    }
  }
}

TEST_F(GuardOfPolyhedra, ALongTimeStepIsWarnedOfAndOneThatIsTooLongEndsTheRun)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks), wild(ranks), later(ranks);
    lammps.run(cube(-DEPTH, 0.3 * PERIOD) + "run 2\n");
    const std::string end = wild.error_of(cube(-DEPTH, 0.7 * PERIOD) + "run 2\n");
    // It lands after some steps, and is found at one of the next looks.
    later.run(cube(0.0001, 0.3 * PERIOD, "", "fix guard all guard every 10") + "run 0\n");
    const bool early = later.first() && warned(later);
    later.run("run 600\n");
    if (!lammps.first()) continue;
    EXPECT_TRUE(has(lammps.output(), "Fix wall/polyhedron floor: timestep"));
    EXPECT_TRUE(has(lammps.output(), "30 % of half a period of the stiffest contact"));
    EXPECT_TRUE(has(end, "Fix wall/polyhedron floor: timestep"));
    EXPECT_FALSE(early);
    EXPECT_TRUE(has(later.output(), "of half a period of the stiffest contact"));
  }
}

TEST_F(GuardOfPolyhedra, DeepOverlapAtTheStartEndsTheRun)
{
  for (const int ranks : rank_counts()) {
    LammpsSession deep(ranks), shallow(ranks);
    const std::string end = deep.error_of(cube(-0.6 * EDGE, 1e-7) + "run 1\n");
    shallow.run(cube(-0.1 * EDGE, 1e-7) + "run 1\n");
    if (!deep.first()) continue;
    EXPECT_TRUE(has(end, "Fix wall/polyhedron floor: the largest overlap is 69.3 % of a radius"));
    EXPECT_TRUE(has(shallow.output(), "the largest overlap is 11.5 % of a radius"));
  }
}

// What lies on the floor, or crosswise on another one, and overlaps by a part of its thickness.
TEST_F(GuardOfPolyhedra, PlatesAndWiresCountByTheirThickness)
{
  const double thick = 1e-3;
  const Matrix3d flat = turn(0.5 * PI, Vector3d::unit_x()),
                 across = turn(0.5 * PI, Vector3d::unit_z()) * flat;
  const PartCorners plate = {block({-0.02, -0.5 * thick, -0.02}, {0.02, 0.5 * thick, 0.02})},
                    wire = fork_piece(0.03, 0.02, thick, thick);
  for (const int ranks : rank_counts())
    for (const PartCorners &body : {plate, wire})
      for (const double share : {0.02, 0.1})
        for (const bool on_floor : {true, false}) {
          const double low = (on_floor ? 0.5 - share : 5.0) * thick;
          const double high = on_floor ? 0.05 : low + (1.0 - share) * thick;
          LammpsSession lammps(ranks);
          lammps.run(read_compounds(folder / "data",
                                    {compound_at(1e-3, body, {0.0, 0.0, low}, flat),
                                     compound_at(1e-3, body, {0.0, 0.0, high}, across)},
                                    0.1, "volume 1e9") +
                     "fix floor all wall/polyhedron volume 1e9 zplane 0 NULL\n"
                     "fix move all nve/body\ntimestep 1e-8\nrun 0");
          EXPECT_NEAR(lammps.evaluate("f_GRIST_GUARD[6]"), share,
                      0.15 * share);    // at corners of two wires it leans
          if (lammps.first()) {
            EXPECT_EQ(has(lammps.output(), "the largest overlap is "), share > 0.05)
                << lammps.output();
          }
        }
}

TEST_F(GuardOfPolyhedra, AFastPlaneIsWarnedOf)
{
  const double dt = 1e-6;
  for (const int ranks : rank_counts()) {
    const double sphere = 0.5 * EDGE;    // within the cube
    LammpsSession up(ranks), along(ranks), turning(ranks), wild(ranks);
    up.run(cube(0.05, dt, "move linear 3 0 1500") + "run 1\n");
    EXPECT_NEAR(up.evaluate("f_GRIST_GUARD[5]"), 1500 * dt / sphere, 1e-9);
    along.run(cube(0.05, dt, "move linear 3000 0 0") + "run 1\n");    // along itself
    EXPECT_EQ(along.evaluate("f_GRIST_GUARD[5]"), 0.0);
    turning.run(cube(0.05, dt, "move rotate 0 0 0 1 0 0 1") + "run 1\n");
    EXPECT_NEAR(turning.evaluate("f_GRIST_GUARD[5]"), 2 * PI * 0.1 * dt / sphere, 1e-7);
    const std::string end = wild.error_of(cube(0.05, dt, "move linear 0 0 -20000") + "run 1\n");
    if (!up.first()) continue;
    EXPECT_TRUE(has(up.output(), "of the time in which the wall moves by the smallest radius"));
    EXPECT_FALSE(warned(along)) << along.output();
    EXPECT_FALSE(warned(turning)) << turning.output();
    EXPECT_TRUE(has(end, "of the time in which the wall moves by the smallest radius"));
  }
}

}    // namespace test_guard_polyhedra
