// fix wall/polyhedron with planes that move.
//
// Oracles: Galileo for planes that move at constant velocity; circles and the centripetal force on
// a turntable; sums over atoms for the wrench on the walls; the energy of bodies for the power of a
// frictionless wall.

#include "common/space.h"
#include "styles/polyhedra/cubes.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "atom.h"
#include "lammps.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace test_moving_plane_walls {

using namespace grist::testing;
using grist::Vector3d;
using grist::vector_at;

constexpr double SAME = 1e-8;    // rounding, grown by rocking
constexpr double ROUNDING = 1e-11;
constexpr double TURN = 6.283185307179586;

BodyLine tilted_cube(double angle, const Vector3d &axis, const Vector3d &at)
{
  return cube_at(rotation_matrix(angle, normalized(axis)), at);
}

class MovingPlaneWalls : public testing::Test {
 protected:
  TestFolder folder;

  void write(const std::vector<BodyLine> &cubes) const
  {
    if (is_first_rank()) write_bodies(folder / "data", cubes, -0.3, 0.3);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  std::string system(const std::string &more) const
  {
    return BODIES + ("boundary f f f\nread_data " + (folder / "data")) + R"(
      pair_style polyhedron
      pair_coeff * * volume 3e9 restitution 0.3 friction 0.5
      fix move all nve/body
      timestep 2e-5
      thermo_modify lost error
      )" +
        more + "\n";
  }
  std::string heap(const std::string &floor) const
  {
    return system(
        "fix down all gravity 9.81 vector 0 0 -1\n"
        "fix floor all wall/polyhedron volume 3e9 restitution 0.3 friction 0.5 zplane 0 NULL " +
        floor);
  }
  void write_heap() const
  {
    write({tilted_cube(0.0, {1, 0, 0}, {-0.05, 0.001, 0.00999}),
           tilted_cube(0.3, {1, 2, 0}, {0.0, 0.04, 0.0125}),
           tilted_cube(0.2, {3, 2, 1}, {-0.05, 0.003, 0.032}),
           tilted_cube(0.7, {0, 1, 1}, {0.001, -0.04, 0.017})});
  }
};

// A floor that moves at constant velocity, up too, is a floor at rest in another frame.
TEST_F(MovingPlaneWalls, LinearMotionIsThatOfAnotherFrame)
{
  write_heap();
  const Vector3d speed{0.24, -0.1, 0.15};
  const double time = 4000 * 2e-5;
  for (const int ranks : rank_counts()) {
    LammpsSession moving(ranks), resting(ranks), driven(ranks);
    moving.run(heap("move linear 0.24 -0.1 0.15") + "run 4000\n");
    resting.run(heap("") + "velocity all set -0.24 0.1 -0.15\nrun 4000\n");
    driven.run("variable vx equal 0.24\nvariable vy equal -0.1\nvariable vz equal 0.15\n" +
               heap("move variable v_vx v_vy v_vz 0 0 0 0 0 1 NULL") + "run 4000\n");
    const auto carried = bodies(moving), thrown = bodies(resting), by_variables = bodies(driven);
    const Vector3d force{moving.evaluate("f_floor[1]"), moving.evaluate("f_floor[2]"),
                         moving.evaluate("f_floor[3]")};
    const double power = moving.evaluate("f_floor[7]");
    if (!is_first_rank()) continue;
    EXPECT_LT(force[2], 0.0);
    EXPECT_NEAR(power / -dot(force, speed), 1.0, ROUNDING);
    ASSERT_EQ(carried.size(), 4u);
    for (size_t n = 0; n < carried.size(); n++)
      for (int d = 0; d < 3; d++) {
        EXPECT_NEAR(carried[n].v[d], thrown[n].v[d] + speed[d], SAME) << ranks;
        EXPECT_NEAR(carried[n].x[d], thrown[n].x[d] + time * speed[d], SAME) << ranks;
        EXPECT_NEAR(carried[n].angmom[d], thrown[n].angmom[d], SAME * MASS) << ranks;
        EXPECT_NEAR(carried[n].x[d], by_variables[n].x[d], SAME) << ranks;
      }
  }
}

// On a turntable a cube goes around in a circle. The spring of friction, which pulls inwards, turns
// with the table: a spring that did not would be stretched anew all the time, and the cube would
// drift by 2 pi times its stretch in each turn.
TEST_F(MovingPlaneWalls, TurntableCarriesACubeAround)
{
  const double radius = 0.1, period = 1.5, omega = TURN / period;
  const double stiffness = 1e8, area = EDGE * EDGE, depth = MASS * 9.81 / (stiffness * area);
  write({tilted_cube(0.0, {0, 0, 1}, {radius, 0.0, 0.5 * EDGE - depth})});
  const double stretch = MASS * omega * omega * radius / (0.5 * stiffness * area);
  const double inertia = MASS * EDGE * EDGE / 6.0;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(
        system("fix down all gravity 9.81 vector 0 0 -1") +
        "timestep 1e-4\nfix table all wall/polyhedron volume 1e8 restitution 0.1 friction 0.9 "
        "zplane 0 NULL "
        "move rotate 0 0 0 0 0 1 1.5\n"
        "velocity all set 0 " +
        std::to_string(omega * radius) + " 0\nset group all angmom 0 0 " +
        std::to_string(inertia * omega) + "\nrun 33750\n");    // two turns and a quarter
    const auto found = bodies(lammps);
    const double power = lammps.evaluate("f_table[7]"), torque = lammps.evaluate("f_table[6]");
    const double inwards = lammps.evaluate("f_table[2]"), along = lammps.evaluate("f_table[1]");
    if (!is_first_rank()) continue;
    const double angle = TURN * 2.25;
    // Beside the stretch of the spring that much by the tilt of the cube. It does not creep, although
    // its velocity is that of half a step before and leads out of the circle.
    EXPECT_NEAR(found[0].x[0], radius * std::cos(angle), 4.0 * stretch);
    EXPECT_NEAR(found[0].x[1], radius * std::sin(angle), 4.0 * stretch);
    EXPECT_NEAR(inwards, MASS * omega * omega * radius, 0.01 * MASS * omega * omega * radius);
    EXPECT_LT(std::fabs(along), 0.01 * inwards);
    EXPECT_NEAR(found[0].angmom[2], inertia * omega, 1e-2 * inertia * omega);
    EXPECT_NEAR(power, -torque * omega, ROUNDING * inwards * radius * omega);
  }
}

// Six planes around a cube turn it with them, about an axis that does not go through it.
TEST_F(MovingPlaneWalls, BoxOfPlanesTurnsWhatIsInIt)
{
  write({tilted_cube(0.0, {0, 0, 1}, {0.05, 0.0, 0.0})});
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    // From rest, by omega = 80 t, for 0.2 s: 1.6 rad.
    lammps.run("variable w equal 80*step*dt\n" +
               system("timestep 4e-5\nfix box all wall/polyhedron volume 1e9 restitution 0.1 "
                      "friction 0.5 xplane "
                      "0.0401 0.0599 "
                      "yplane -0.0099 0.0099 zplane -0.0099 0.0099 move variable NULL NULL NULL 0 "
                      "0 0 1 0 0 v_w") +
               "run 5000\n");
    const auto found = bodies(lammps);
    const double torque = lammps.evaluate("f_box[4]"), power = lammps.evaluate("f_box[7]");
    if (!is_first_rank()) continue;
    const auto &q = found[0].quat;
    const double angle = 2.0 * std::atan2(q[1], q[0]);
    EXPECT_NEAR(angle, 1.6, 1e-3);
    EXPECT_NEAR(std::hypot(q[2], q[3]), 0.0, 1e-3);
    const double inertia = MASS * EDGE * EDGE / 6.0;
    EXPECT_NEAR(found[0].angmom[0], inertia * 16.0, 0.02 * inertia * 16.0);
    EXPECT_NEAR(power, -16.0 * torque, 1e-9 * std::fabs(power));
  }
}

// Force and torque about a point, summed over the bodies of all ranks.
std::array<double, 6> wrench_on_bodies(LammpsSession &session, const Vector3d &about)
{
  std::array<double, 6> here{}, all{};
  if (!session.here()) return all;
  const LAMMPS_NS::Atom *atom = session.lammps()->atom;
  for (int i = 0; i < atom->nlocal; i++) {
    const Vector3d force = vector_at(atom->f[i]);
    const Vector3d moment =
        vector_at(atom->torque[i]) + cross(vector_at(atom->x[i]) - about, force);
    for (int d = 0; d < 3; d++) {
      here[d] += force[d];
      here[3 + d] += moment[d];
    }
  }
  MPI_Allreduce(here.data(), all.data(), 6, MPI_DOUBLE, MPI_SUM, session.lammps()->world);
  return all;
}

// The wrench on the walls is minus that on the bodies, whatever the planes do.
TEST_F(MovingPlaneWalls, ForceAndTorqueAreThoseOnTheBodies)
{
  write({tilted_cube(0.3, {1, 2, 0}, {0.0, 0.06, 0.0095}),
         tilted_cube(0.5, {3, 2, 1}, {-0.08, 0.003, 0.0105}),
         tilted_cube(0.7, {0, 1, 1}, {0.101, -0.04, 0.011})});
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(
        system("fix w all wall/polyhedron volume 1e8 restitution 0.3 friction 0.5 zplane 0 NULL "
               "xplane "
               "-0.09 NULL about 0.03 -0.02 0.01 move rotate 0 0 0 1 2 3 0.3 move wiggle 0 0 0.001 "
               "0.02\n"
               "thermo_style custom step f_w[7]") +
        "run 20\n");
    const auto on_bodies = wrench_on_bodies(lammps, {0.03, -0.02, 0.01});
    for (int k = 0; k < 6; k++) {
      const double on_walls = lammps.evaluate("f_w[" + std::to_string(k + 1) + "]");
      if (!is_first_rank()) continue;
      EXPECT_NE(on_walls, 0.0) << k;
      EXPECT_NEAR(on_walls, -on_bodies[k], 1e-10 * std::fabs(on_walls)) << k << " on " << ranks;
    }
  }
}

// What a frictionless paddle with an elastic potential gives to cubes is what they have at last.
TEST_F(MovingPlaneWalls, WorkOfAPaddleIsTheEnergyOfWhatItHits)
{
  write({tilted_cube(0.3, {1, 2, 0}, {0.0, 0.03, 0.03}),
         tilted_cube(0.5, {3, 2, 1}, {0.0, 0.08, 0.02})});
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(
        system("timestep 4e-6\nfix paddle all wall/polyhedron energy 1e14 zplane 0 NULL move "
               "rotate 0 0 0 1 "
               "0 0 0.5 move wiggle 0 0 0.004 0.05\nfix sum all vector 1 f_paddle[7] f_paddle\n"
               "thermo_style custom step ke f_paddle\n"
               "thermo_modify norm no\nvariable work equal trap(f_sum[1])*dt\n") +
        "run 10000\n");
    const double work = lammps.evaluate("v_work"), elastic = lammps.evaluate("f_paddle"),
                 most = lammps.evaluate("max(f_sum[2])");
    const double kinetic = kinetic_energy(bodies(lammps));
    if (!is_first_rank()) continue;
    EXPECT_GT(kinetic, 0.003);
    EXPECT_GT(most, 0.0005);
    EXPECT_NEAR(work, kinetic + elastic, 1e-4 * kinetic) << ranks;
  }
}

// Without friction and damping a floor has no memory: another one in its place does the same.
TEST_F(MovingPlaneWalls, OtherMotionsBeginWhereTheWallStands)
{
  ONE_RANK_IS_ENOUGH();
  write_heap();
  const std::string down = "fix down all gravity 9.81 vector 0 0 -1\n",
                    floor = "fix floor all wall/polyhedron volume 3e9 zplane ",
                    rise = "0 NULL move linear 0 0 0.1\nrun 300\n",
                    wiggle = " move wiggle 0.01 0 0.001 0.04\n";
  LammpsSession modified(1), replaced(1);
  modified.run(system(down + floor + rise + "fix_modify floor" + wiggle + "run 700"));
  replaced.run(
      system(down + floor + rise + "unfix floor\n" + floor + "0.0006 NULL" + wiggle + "run 700"));
  EXPECT_LT(largest_difference(bodies(modified), bodies(replaced)), SAME);
}

TEST_F(MovingPlaneWalls, RestartContinuesTheMotion)
{
  write_heap();
  const std::string
      floor = "fix floor all wall/polyhedron volume 3e9 restitution 0.3 friction 0.5 zplane 0 NULL "
              "move wiggle 0.01 0 0.001 0.04 move variable v_vx NULL NULL 0 0 0 0 0 1 v_w",
      variables = "variable vx equal 20*step*dt\nvariable w equal 30*step*dt\n",
      down = "fix down all gravity 9.81 vector 0 0 -1\n";
  std::vector<BodySnapshot> whole;
  {
    LammpsSession lammps(1);
    lammps.run(variables + system(down + floor) + "run 1500\nwrite_restart " + (folder / "half") +
               "\nrun 1500\n");
    whole = bodies(lammps);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(variables + "read_restart " + (folder / "half") +
               "\nfix move all nve/body\ntimestep 2e-5\n" + down + floor + "\nrun 1500\n");
    const auto again = bodies(lammps);
    const std::string fewer =
        lammps.error_of("clear\nread_restart " + (folder / "half") +
                        "\nfix floor all wall/polyhedron volume 3e9 zplane 0 NULL");
    if (!lammps.first()) continue;
    EXPECT_LT(largest_difference(again, whole), SAME) << ranks;
    EXPECT_TRUE(has(fewer, "0 motions that are driven (the restart file has 1)"));
  }
}

TEST(MovingPlaneWallsInput, ErrorsNameTheValue)
{
  ONE_RANK_IS_ENOUGH();
  const auto expect = [](const std::string &words, const std::string &part) {
    LammpsSession lammps;
    const std::string error =
        lammps.error_of("units si\natom_style body polyhedron 4 60\nregion box block 0 1 0 1 0 1\n"
                        "create_box 1 box\nvariable v equal 1/0.0\npair_style polyhedron\n"
                        "pair_coeff * * volume 1e9\n"
                        "fix w all wall/polyhedron volume 1e9 zplane 0 NULL " +
                        words + "\nrun 0");
    EXPECT_TRUE(has(error, part));
  };
  expect("move", "Fix wall/polyhedron: move needs linear, rotate, wiggle or variable");
  expect("move sideways 1 0 0",
         "Fix wall/polyhedron: move sideways (expected linear, rotate, wiggle or variable)");
  expect("move rotate 0 0 0 0 0 1 0",
         "Fix wall/polyhedron: move rotate period 0 (must be positive)");
  expect("move variable v_none NULL NULL 0 0 0 0 0 1 NULL",
         "Fix wall/polyhedron: no equal-style variable none");
  expect("move linear 1e308 0 0 move linear 1e308 0 0",
         "Fix wall/polyhedron: place or velocity of the planes is not finite at time 0 (see move)");
  expect("about 0 0", "Fix wall/polyhedron: about needs x y z");
}

}    // namespace test_moving_plane_walls
