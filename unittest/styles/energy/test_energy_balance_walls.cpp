// compute energy/balance in LAMMPS: walls that move, drums, ranks and restarts.
//
// Oracles: the momentum of what a wall carries, conservation of energy itself, the same run on
// other numbers of ranks and through a restart.

#include "styles/energy/energy_scenes.h"
#include "testing/lammps_session.h"
#include "testing/restart_file.h"

#include "meshes/mesh_scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace test_energy_balance_walls {

using namespace grist::testing;

// A floor that rises at v gives m g t + m v of momentum to what rides on it, and v times that of
// work.
TEST_F(ComputeEnergyBalance, ARisingFloorWorksByWhatItCarries)
{
  const double speed = 0.05, time = 0.1, mass = sphere_mass(2e-3);
  const Balance end = after(on_floor("restitution 0.3 friction 0.3", "",
                                     "variable z equal 0.05*elaplong*dt\n"
                                     "region lift block -1 1 -1 1 0 1 move NULL NULL v_z open 2\n"
                                     "fix floor all wall/hertz/mindlin region lift") +
                            "run " + std::to_string(int(time / 2e-6)) + "\n");
  const double work = speed * mass * (GRAVITY * time + speed);
  EXPECT_NEAR(end.entry[WALL_WORK] / work, 1.0, 1e-4);
  EXPECT_NEAR(end.entry[KINETIC] / (0.5 * mass * speed * speed), 1.0, 1e-4);
  EXPECT_NEAR(end.drift, 0.0, 2e-5 * work);
}

// A floor that shakes at three times gravity: its velocity is known half a step late, a first order
// error.
TEST_F(ComputeEnergyBalance, AShakenFloor)
{
  const Balance end = after(on_floor("restitution 0.7 friction 0.3", "set atom 1 vx 0.1",
                                     "variable z equal 2e-4*sin(400*elaplong*dt)\n"
                                     "region lift block -1 1 -1 1 0 1 move NULL NULL v_z open 2\n"
                                     "fix floor all wall/hertz/mindlin region lift") +
                            "run 100000\n");
  EXPECT_GT(end.entry[WALL_WORK], 0.0);
  EXPECT_LT(std::fabs(end.drift), 2e-3 * end.dissipated());
}

TEST_F(ComputeEnergyBalance, ARevolutionOfADrum)
{
  LammpsSession lammps;
  lammps.run(drum(8e-6) + "run " + std::to_string(int(0.5 / 8e-6)) + "\n");
  const Balance end = balance_of(lammps);
  const double work = end.entry[WALL_WORK];
  EXPECT_GT(lammps.evaluate("f_broken"), 50);
  EXPECT_GT(work, 0.0);
  for (const Entry loss : {BOND_DAMPING, CONTACT_DAMPING, FRICTION, ROLLING, BROKEN})
    EXPECT_GT(end.entry[loss], 0.0) << loss;
  EXPECT_NEAR(end.entry[KINETIC], kinetic_energy(lammps.atoms()), 1e-12 * end.entry[KINETIC]);
  EXPECT_LT(std::fabs(end.drift), 0.001 * work);
}

/* ---------------------------------------------------------------------- */

// A mesh knows its velocity at the very step, so that nothing of first order is left.
TEST_F(ComputeEnergyBalance, AShakenMesh)
{
  const std::string file = folder / "plate.stl";
  write_binary_stl(random_plate(6, 0.019, 5), file);
  const auto run = [&](const std::string &dt, int steps) {
    return after(on_floor("restitution 0.7 friction 0.3", "set atom 1 vx 0.03",
                          "fix floor all wall/mesh " + file +
                              " move wiggle 0 0 2e-4 0.0157 model hertz/mindlin") +
                 "timestep " + dt + "\nrun " + std::to_string(steps) + "\n");
  };
  const Balance coarse = run("4e-6", 50000), fine = run("2e-6", 100000);
  EXPECT_GT(fine.entry[WALL_WORK], 0.0);
  EXPECT_LT(std::fabs(coarse.drift), 2e-4 * coarse.dissipated());
  EXPECT_LT(std::fabs(fine.drift), 0.4 * std::fabs(coarse.drift));
}

TEST_F(ComputeEnergyBalance, ADrumOfTriangles)
{
  const std::string file = folder / "drum.stl";
  write_binary_stl(tube(12, 0.033, -0.012, 0.012, 2), file);
  std::string lines = drum(8e-6);
  const std::string wall = "wall/hertz/mindlin region drum";
  lines.replace(lines.find(wall), wall.size(),
                "wall/mesh " + file + " move rotate 0 0 0 1 0 0 0.5 model hertz/mindlin");
  const Balance end = after(lines + "run 40000\n");
  EXPECT_GT(end.entry[BROKEN], 0.0);
  EXPECT_GT(end.entry[FRICTION], 0.0);
  EXPECT_LT(std::fabs(end.drift), 0.001 * end.entry[WALL_WORK]);
}

TEST(ComputeEnergyBalanceRanks, TheSameOnAnyNumberOfRanks)
{
  const std::string run = THROWN + "run 2000\n";
  const Balance one = after(drum(8e-6) + run);
  EXPECT_GT(one.entry[BROKEN], 0.0);
  for (const int ranks : rank_counts())
    for (const char *newton : {"on off", "off off"}) {
      SCOPED_TRACE(std::to_string(ranks) + " ranks, newton " + newton);
      const Balance other = after(drum(8e-6, newton) + run, ranks);
      expect_same(one, other, 1e-7);
    }
}

// Contacts with walls are summed in blocks, unless someone reads them one by one: a fix that counts
// collisions changes no entry.
TEST(ComputeEnergyBalanceRanks, WallsInBlocksAsContactByContact)
{
  TestFolder folder;
  const std::string file = folder / "drum.stl";
  write_binary_stl(tube(12, 0.033, -0.012, 0.012, 2), file);
  const auto replaced = [](std::string lines, const std::string &from, const std::string &to) {
    return lines.replace(lines.find(from), from.size(), to);
  };
  const std::string region =
      replaced(drum(8e-6), "rolling torque 0.05", "rolling sds 10 1e-3 0.1 twisting marshall");
  const std::string mesh =
      replaced(drum(8e-6), "wall/hertz/mindlin region drum",
               "wall/mesh " + file + " move rotate 0 0 0 1 0 0 0.5 model hertz/mindlin");
  for (const std::string &scene : {region, mesh})
    for (const int ranks : rank_counts()) {
      SCOPED_TRACE(std::to_string(ranks) + " ranks");
      LammpsSession in_blocks(ranks), one_by_one(ranks);
      in_blocks.run(scene + THROWN);
      one_by_one.run(scene + THROWN + "fix count all collisions 100000 bins 1e-9 1 9\n");
      for (const char *then : {"run 1800\n", "velocity all set 0.1 0 0 sum yes\n", "run 300\n"}) {
        in_blocks.run(then);
        one_by_one.run(then);
        const Balance now = balance_of(in_blocks);
        EXPECT_GT(std::fabs(now.entry[WALL_WORK]), 0.0);
        expect_same(balance_of(one_by_one), now, 1e-12);
      }
    }
}

// On as many ranks as before, and on others.
TEST(ComputeEnergyBalanceRanks, RestartContinuesTheSums)
{
  TestFolder folder;
  const int most = rank_counts().back();
  const std::string file = folder / "restart";
  const Balance whole =
      after(drum(8e-6) + THROWN + "run 1500\nwrite_restart " + file + "\nrun 500\n", most);
  EXPECT_GT(whole.entry[BROKEN], 0.0);
  for (const int ranks : rank_counts()) {
    SCOPED_TRACE(std::to_string(ranks) + " ranks");
    const Balance resumed = after("newton on off\nprocessors 1 * 1\nread_restart " + file + R"(
      neighbor 1e-3 bin
      fix move all leapfrog/sphere
      fix down all gravity 9.81 vector 0 0 -1
      variable angle equal 12.5664*elaplong*dt
      region drum cylinder x 0 0 0.032 -0.012 0.012 open 1 open 2 rotate v_angle 0 0 0 1 0 0
    )" + REPORT + R"(
      fix drum all wall/hertz/mindlin region drum friction 0.8
      fix broken all breakage 10000
      timestep 8e-6
      run 500
    )",
                                  ranks);
    expect_same(whole, resumed, ranks == most ? 1e-9 : 1e-7);
  }
}

TEST_F(ComputeEnergyBalance, RestartDataOfAnotherLayoutAreRefused)
{
  const std::string file = folder / "restart";
  const auto expect_error_of_restart = [&](BlockWord word, int value, const std::string &text) {
    LammpsSession first, second;
    first.run(loose_spheres() + oblique_pair(1e-3, 1e-6, 10) + "write_restart " + file);
    ASSERT_TRUE(overwrite_block(file, "ENERGY/BALANCE", word, value));
    const std::string error = second.error_of("newton on\nread_restart " + file + "\n" + REPORT);
    EXPECT_TRUE(has(error, "Compute energy/balance: the restart file " + text));
  };
  expect_error_of_restart(BlockWord::VERSION, 5, "has layout 5 of these data (expected 8;");
  expect_error_of_restart(BlockWord::MARK, 0, "was written by an older version of Grist");
}

}    // namespace test_energy_balance_walls
