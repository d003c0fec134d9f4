// Spheres that leave a run with compute energy/balance.
//
// Oracles: conservation of energy, closed forms of what leaves, second order in the time step where
// something is removed while it touches what stays.

#include "styles/feeds/outflow_scenes.h"
#include "testing/hertz_sphere.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_fix_outflow_energy {

using namespace grist::testing;
using grist::PI;

constexpr const char *REPORT =
    "compute e all energy/balance\nthermo_style custom step c_e[*] c_e\n";
constexpr double GRAVITY = 9.81;

double energy(LammpsSession &lammps, int entry)
{
  return lammps.evaluate("c_e[" + std::to_string(entry) + "]");
}
enum { KINETIC = 1, GRAVITATIONAL = 2, CONTACT = 4, CONTACT_DAMPING = 6, ENTERED = 12, LEFT = 13 };

class FixOutflowEnergy : public testing::Test {
 protected:
  TestFolder folder;
};

// A sphere falls 20 mm and leaves; one that turns stays. By the integrator's gravity and by that of
// a fix.
TEST_F(FixOutflowEnergy, AFallingSphereTakesItsEnergy)
{
  const std::string field = " 9.81 vector 0 0 -1\n";
  const std::string motions[] = {"fix move all leapfrog/sphere gravity" + field,
                                 "fix move all nve/sphere\nfix down all gravity" + field,
                                 "fix down all gravity" + field + "fix move all leapfrog/sphere\n"};
  for (const std::string &motion : motions)
    for (const int ranks : rank_counts()) {
      LammpsSession lammps(ranks);
      lammps.run(R"(
        units si
        atom_style sphere
        boundary p p f
        processors 1 1 *
        region box block -0.05 0.05 -0.05 0.05 -0.05 0.05
        create_box 1 box
        pair_style hertz/mindlin
        pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3
        create_atoms 1 single 0 0 0.01
        create_atoms 1 single 0.03 0 0.04
        set group all diameter 4e-3 density 2500
        set atom 1 omega 30 0 0
        set atom 2 omega 0 50 0
        comm_modify vel yes
        timestep 1e-5
      )" + motion +
                 "fix out all outflow 7 plane 0 0 -0.008 0 0 -1\n" + REPORT + "run 0");
      const double start = energy(lammps, KINETIC) + energy(lammps, GRAVITATIONAL);
      lammps.run("run 6300");
      EXPECT_EQ(lammps.thermo("atoms"), 2);
      lammps.run("run 500");
      EXPECT_EQ(lammps.thermo("atoms"), 1);
      // Its kinetic and gravitational energy together never changed.
      const double mass = 2500 * 4.0 / 3.0 * PI * 8e-9;
      const double inertia = 0.4 * mass * 4e-6;
      EXPECT_NEAR(energy(lammps, LEFT) / (mass * GRAVITY * 0.01 + 0.5 * inertia * 900), 1.0, 1e-9);
      EXPECT_EQ(energy(lammps, ENTERED), 0.0);
      EXPECT_NEAR(lammps.evaluate("c_e") / start, 0.0, 1e-10);
    }
}

// Two spheres are pressed together and rotate; the plane takes the lower one in the middle of the
// contact. What stays has half a step less of the force: an error of first order would show.
double drift_of_parting(double dt, int ranks, const std::string &newton, bool on_wall)
{
  LammpsSession lammps(ranks);
  const std::string wall = on_wall ? "fix plate all wall/hertz/mindlin zplane -0.0029 NULL\n" : "";
  lammps.run("units si\nnewton " + newton + R"(
    atom_style sphere
    boundary p p f
    processors 1 1 *
    region box block -0.02 0.02 -0.02 0.02 -0.02 0.02
    create_box 1 box
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.6 friction 0.3
    create_atoms 1 single 0 0 -0.001
    create_atoms 1 single 0.0005 0 0.00292
    set group all diameter 4e-3 density 2500
    set atom 2 vz -0.5
    set atom 2 omega 0 40 10
    comm_modify vel yes
    neighbor 1e-3 bin
    region catch block INF INF INF INF -0.01 0.0013
    fix move all leapfrog/sphere
    timestep )" +
             number(dt) + "\n" + wall + REPORT + "run 0");
  const double start = energy(lammps, KINETIC);
  const int half = static_cast<int>(std::lround(1.5e-4 / dt));
  lammps.run("run " + std::to_string(half));
  EXPECT_EQ(lammps.thermo("atoms"), 2);
  EXPECT_GT(energy(lammps, CONTACT), 0.1 * start);
  EXPECT_GT(energy(lammps, CONTACT_DAMPING), 0.01 * start);
  const double before = lammps.evaluate("c_e");
  lammps.run("fix out all outflow " + std::to_string(half) + " region catch\nrun " +
             std::to_string(half / 2));
  EXPECT_EQ(lammps.thermo("atoms"), 1);
  EXPECT_GT(energy(lammps, LEFT), 0.1 * start);
  EXPECT_NEAR(energy(lammps, CONTACT), 0.0, 1e-12 * start);
  return (lammps.evaluate("c_e") - before) / start;
}

TEST_F(FixOutflowEnergy, ARemovedSphereLeavesItsContactInSecondOrder)
{
  for (const bool on_wall : {false, true})
    for (const std::string newton : {"on", "off"})
      for (const int ranks : rank_counts()) {
        const double coarse = drift_of_parting(1e-6, ranks, newton, on_wall);
        const double fine = drift_of_parting(5e-7, ranks, newton, on_wall);
        EXPECT_LT(std::fabs(coarse), 2e-3);
        EXPECT_LT(std::fabs(fine), std::fabs(coarse) / 3.0);
      }
}

// The same contact in the middle of the box and across its periodic face, where one of the two is a
// ghost. (What left was found at the end of the step, when ghosts still have the velocities of its
// forces: the power of the contact was another one.)
TEST_F(FixOutflowEnergy, WhatLeavesIsTheSameAcrossABorder)
{
  double first[3] = {};
  for (const int ranks : rank_counts())
    for (const double middle : {0.0, 0.02}) {
      LammpsSession lammps(ranks);
      lammps.run("units si\natom_style sphere\nboundary p p f\ncomm_modify vel yes\n"
                 "region box block -0.02 0.02 -0.02 0.02 -0.02 0.02\ncreate_box 2 box\n"
                 "pair_style hertz/mindlin\n"
                 "pair_coeff * * young 1e7 poisson 0.3 restitution 0.6 friction 0.3\n"
                 "create_atoms 1 single " +
                 number(middle - 0.00199) + " 0 0 remap yes\ncreate_atoms 2 single " +
                 number(middle + 0.00199) + " 0.0005 0 remap yes\n" + R"(
        set group all diameter 4e-3 density 2500
        set type 1 vx 0.3
        set type 2 omega 0 40 10
        group leaving type 2
        neighbor 1e-3 bin
        region all block INF INF INF INF INF INF
        fix move all nve/sphere
        timestep 2e-6
        reset_timestep 1
        fix out leaving outflow 50 region all
      )" + REPORT +
                 "run 100");
      EXPECT_EQ(lammps.thermo("atoms"), 1);
      const double found[] = {energy(lammps, LEFT), energy(lammps, CONTACT_DAMPING),
                              energy(lammps, KINETIC)};
      for (int k = 0; k < 3; k++) {
        if (first[k] == 0.0) first[k] = found[k];
        EXPECT_GT(found[k], 0.0);
        EXPECT_NEAR(found[k] / first[k], 1.0, 1e-10) << k << " " << ranks << " " << middle;
      }
    }
}

// Cubes break, and their fragments leave with bonds that are loaded, and touching others.
TEST_F(FixOutflowEnergy, BreakingCubes)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(falling_cubes() + REPORT + "run 0");
    const double start = energy(lammps, KINETIC);
    lammps.run("fix out all outflow 20 plane 0 0 -0.03 0 0 -1\nrun 3000");
    EXPECT_GT(lammps.evaluate("f_out[4]"), 5);
    EXPECT_GT(energy(lammps, LEFT), 0.0);
    EXPECT_LT(std::fabs(lammps.evaluate("c_e")), 2e-3 * start);
  }
}

TEST_F(FixOutflowEnergy, ARestartContinuesTheBalance)
{
  const std::string out = "fix out all outflow 20 plane 0 0 -0.03 0 0 -1\n", halt = folder / "halt";
  for (const int ranks : rank_counts()) {
    double left = 0.0, drift = 0.0, start = 0.0;
    {
      LammpsSession lammps(ranks);
      lammps.run(falling_cubes() + out + REPORT + "run 0");
      start = energy(lammps, KINETIC);
      lammps.run("run 2000\nwrite_restart " + halt + "\nrun 500");
      left = energy(lammps, LEFT);
      drift = lammps.evaluate("c_e");
    }
    LammpsSession lammps(ranks);
    lammps.run("read_restart " + halt + R"(
      pair_style hertz/mindlin
      pair_coeff * * young 1e6 poisson 0.3 restitution 0.5 friction 0.5
      neighbor 1e-3 bin
      comm_modify vel yes
      fix move all leapfrog/sphere
      fix down all gravity 9.81 vector 0 0 -1
      timestep 5e-6
    )" + out + REPORT +
               "run 500");
    EXPECT_GT(left, 0.0);
    EXPECT_NEAR(energy(lammps, LEFT) / left, 1.0, 1e-6);
    EXPECT_NEAR(lammps.evaluate("c_e"), drift, 1e-6 * start);
  }
}

// Fixes that cannot report are named.
TEST_F(FixOutflowEnergy, StockFixesThatRemoveAreRefused)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  const std::string error = lammps.error_of(falling_cubes() + REPORT +
                                            "region low block INF INF INF INF INF -0.05\n"
                                            "fix away all evaporate 100 10 low 4711\nrun 0");
  EXPECT_TRUE(has(error, "fix away of style evaporate cannot report the energy"));
}

}    // namespace test_fix_outflow_energy
