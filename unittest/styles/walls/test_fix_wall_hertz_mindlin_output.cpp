// fix wall/hertz/mindlin in LAMMPS: materials, report, errors.
//
// Oracles: closed forms for force, weight and torque; Newton's third law.

#include "common/constants.h"
#include "styles/walls/wall_scenes.h"

#include <cmath>

namespace test_fix_wall_hertz_mindlin_output {

using namespace grist::testing;

// 300 of them.
std::string spheres(const std::string &fill, const std::string &boundary = "f f f")
{
  return input_of({fill, 300, boundary, 1.0, 1.5});
}

using FixWallHertzMindlinOnOneRank = OneRankTest;

// 150 spheres fall into a funnel with a lid and come to rest. The walls have the material of the
// spheres.
TEST(FixWallHertzMindlin, WallsCarryTheWeightOfAHeapInAFunnel)
{
  if (world_size() > 2) GTEST_SKIP() << "20,000 steps of 150 spheres: two ranks are enough";
  LammpsSession lammps(world_size());
  lammps.run(R"(
      units si
      atom_style sphere
      boundary f f f
      comm_modify vel yes
      region box block -0.04 0.04 -0.04 0.04 -0.01 0.09
      create_box 1 box
      region w cone z 0 0 0.01 0.03 0 0.08 open 1 open 2
      region fill cylinder z 0 0 0.01 0.01 0.07
      create_atoms 1 random 150 5 fill overlap 4.1e-3 maxtry 5000
      set group all diameter 4e-3
      set group all density 2500
      pair_style hertz/mindlin
      pair_coeff * * young 1e7 poisson 0.3 restitution 0.2 friction 0.5 rolling torque 0.1
      neighbor 5e-4 bin
      timestep 1e-5
      fix gravity all gravity 9.81 vector 0 0 -1
      fix nve all leapfrog/sphere
      fix w all wall/hertz/mindlin region w
      fix lid all wall/hertz/mindlin zplane 0 NULL
      thermo 100000
      variable down equal f_w[3]+f_lid[3]
      fix mean all ave/time 10 500 5000 v_down
      run 25000
    )");
  const double mass = 2500 * 4.0 / 3.0 * grist::PI * 8e-9;
  const double weight = 9.81 * mass * lammps.evaluate("count(all)");
  EXPECT_GT(lammps.evaluate("count(all)"), 100);
  EXPECT_NEAR(lammps.evaluate("f_mean") / -weight, 1.0, 0.01);
  EXPECT_GT(-lammps.evaluate("f_w[3]"), 0.2 * weight);
  EXPECT_EQ(lammps.evaluate("f_w[7]"), 0.0);
}

TEST_F(FixWallHertzMindlinOnOneRank, ForceAndTorqueAreOppositeToThoseOnTheSpheres)
{
  // Without gravity, all force and torque on spheres comes from the wall.
  LammpsSession lammps;
  lammps.run(spheres("block -0.027 0.027 -0.027 0.027 -0.027 0.027") + R"(
    unfix gravity
    region w block -0.03 0.03 -0.03 0.03 -0.03 0.03
    fix w all wall/hertz/mindlin region w young 1e5 poisson 0.3 restitution 0.5 friction 0.4 rolling torque 0.2
    compute touching all reduce sum fx fy fz
    thermo_style custom step f_w f_w[1]
    run 1000
  )");
  double force[3] = {}, torque[3] = {}, count = 0;
  for (const auto &a : lammps.atoms()) {
    const double f = std::fabs(a.f[0]) + std::fabs(a.f[1]) + std::fabs(a.f[2]);
    count += f > 0.0 ? 1 : 0;
    for (int k = 0; k < 3; k++) {
      const int m = (k + 1) % 3, n = (k + 2) % 3;
      force[k] += a.f[k];
      torque[k] += a.torque[k] + a.x[m] * a.f[n] - a.x[n] * a.f[m];
    }
  }
  EXPECT_GE(lammps.evaluate("f_w"), count);    // a sphere that leaves may touch without a force
  EXPECT_GT(count, 3);
  for (int k = 0; k < 3; k++) {
    EXPECT_NEAR(lammps.evaluate("f_w[" + std::to_string(k + 1) + "]") / -force[k], 1.0, 1e-10);
    EXPECT_NEAR(lammps.evaluate("f_w[" + std::to_string(k + 4) + "]") / -torque[k], 1.0, 1e-10);
  }
  EXPECT_EQ(lammps.evaluate("f_w[7]"), 0.0);
}

TEST_F(FixWallHertzMindlinOnOneRank, HertzBetweenTwoMaterials)
{
  // A sphere of type 2 pressed 0.1 mm into a floor of another material; the wall of type 1 is its
  // own.
  const std::string before = R"(
    units si
    atom_style sphere
    boundary f f f
    region box block -0.05 0.05 -0.05 0.05 -0.05 0.05
    create_box 2 box
    create_atoms 2 single 0.01 0.02 0.0019
    set group all diameter 4e-3
    set group all density 2500
    pair_style hertz/mindlin
    pair_coeff * * young 2e7 poisson 0.25 restitution 0.5
    pair_coeff 2 2 young 5e6 poisson 0.4
    neighbor 1e-3 bin
    timestep 1e-6
    fix w all wall/hertz/mindlin zplane 0 NULL )";
  const std::string run = "\nthermo_style custom step f_w f_w[3] f_w[4] f_w[5]\nrun 0";
  const auto force = [](double stretching) {
    return 4.0 / 3.0 / stretching * std::sqrt(2e-3 * 1e-4) * 1e-4;
  };
  const double sphere = (1 - 0.16) / 5e6;
  LammpsSession own;
  own.run(before + run);
  EXPECT_NEAR(own.evaluate("f_w[3]") / -force(2 * sphere), 1.0, 1e-12);
  LammpsSession steel;
  steel.run(before + "young 2e11 poisson 0.3" + run);
  const double press = force(sphere + (1 - 0.09) / 2e11);
  EXPECT_NEAR(steel.evaluate("f_w[3]") / -press, 1.0, 1e-12);
  EXPECT_NEAR(steel.evaluate("f_w[4]") / (-0.02 * press), 1.0, 1e-12);
  EXPECT_NEAR(steel.evaluate("f_w[5]") / (0.01 * press), 1.0, 1e-12);
  EXPECT_EQ(steel.evaluate("f_w"), 1.0);
}

TEST_F(FixWallHertzMindlinOnOneRank, PowerOfARotatingDrumIsItsTorqueTimesAngularVelocity)
{
  // The rotation of the drum does all work: power = - torque about the axis times angular velocity.
  LammpsSession lammps;
  lammps.run(spheres(INNER) + R"(
    variable angle equal 40*elaplong*dt
    region w block -0.03 0.03 -0.03 0.03 -0.03 0.03 rotate v_angle 0.003 0 0.002 0 1 0
    fix w all wall/hertz/mindlin region w young 1e8 poisson 0.3 restitution 0.5 friction 0.4
    timestep 1e-6
    thermo_style custom step f_w f_w[5] f_w[7]
    run 8000
  )");
  constexpr double OVERLAP = 0.02;    // over radius: the lever of the law is longer by this share
  EXPECT_NEAR(lammps.evaluate("f_w[7]") / (-40 * lammps.evaluate("f_w[5]")), 1.0, OVERLAP);
}

TEST_F(FixWallHertzMindlinOnOneRank, ErrorsNameTheValue)
{
  const auto expect = [](const std::string &lines, const std::string &part) {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(spheres(INNER) + lines + "\nrun 1"), part)) << part;
  };
  const std::string fix = "fix w all wall/hertz/mindlin ";
  const std::string law = " young 1e7 poisson 0.3";
  expect(fix, "no wall at ''");
  expect(fix + "young 1e7", "no wall at 'young'");
  expect(fix + "wplane 0 1" + law, "no wall at 'wplane'");
  expect(fix + "region", "region needs an ID");
  expect(fix + "region nowhere" + law, "region nowhere (does not exist)");
  expect(fix + "zplane 0", "zplane needs lo and hi");
  expect(fix + "zcylinder", "zcylinder needs a radius");
  expect(fix + "zcylinder -2" + law, "zcylinder -2 (must be positive)");
  expect(fix + "zplane 0 NULL poisson 0.3", "no young of the wall");
  expect(fix + "zplane 0 NULL young 1e7", "no poisson of the wall");
  expect(fix + "zplane 0 NULL young -1 poisson 0.3", "young -1");
  expect(fix + "zplane 0 NULL slippery 1" + law, "unknown keyword slippery");
  expect(fix + "zplane 0 NULL" + law + "\nrun_style respa 2 2", "run_style respa");
  expect(fix + "zplane 0 NULL" + law + "\nminimize 0 0 1 1",
         "a minimization has no walls (unfix w first)");
  expect(fix + "xplane 0.01 -0.01" + law,
         "Fix wall/hertz/mindlin: xplane 0.01 -0.01 (lo must be below hi: the domain is between "
         "them)");
  expect(fix + "xplane 0.01 0.01" + law, "xplane 0.01 0.01 (lo must be below hi");
  expect(fix + "xplane nan NULL" + law, "xplane nan (expected a number)");
  const std::string grows = "variable v equal 0.05*exp(1000*step)\nregion a ";
  for (const char *region :
       {"sphere 0 0 0 v_v", "sphere 0 0 0 0.05 move v_v NULL NULL", "block -1 v_v -1 1 -1 1",
        "cylinder z 0 0 v_v -1 1", "sphere 0 0 0 0.05 rotate v_v 0 0 0 0 0 1"})
    expect(grows + region + "\n" + fix + "region a" + law + "\nrun 3",
           "the variables of region a give a place or size that is not finite at step");
  expect("variable d equal 0\nregion a sphere 0 0 0 0.05 move v_d NULL NULL\nregion b sphere 0 0 0 "
         "0.04\nregion u union 2 a b\n" +
             fix + "region u" + law,
         "part a of region u moves");
}

}    // namespace test_fix_wall_hertz_mindlin_output
