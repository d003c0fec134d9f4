// fix wall/hertz/mindlin in LAMMPS: contacts with regions, planes and cylinders, the wall list, the report.
//
// Oracles: fix wall/gran/region, which tests every sphere in every step, with its parameters set to the same law;
// closed forms for weight and torque; Newton's third law; the same run on other numbers of ranks and through a restart.

#include "common/constants.h"
#include "testing/lammps_session.h"

#include "styles/walls/fix_wall_hertz_mindlin.h"
#include "styles/walls/wall_region.h"

#include "walls/near_cells.h"

#include "lammps.h"
#include "modify.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace {

using namespace grist::testing;
using grist::AlignedBox3d;
using grist::NearCells;
using grist::Vector3d;
using LAMMPS_NS::FixWallHertzMindlin;

// The same arithmetic rounded in another order, grown by a few bounces of every sphere: 2e-13 seen.
constexpr double SAME = 1e-11;

// 300 spheres of two sizes that do not see each other, so that every one is a test of the wall alone.
std::string spheres(const std::string &fill, const std::string &boundary = "f f f")
{
  return "units si\natom_style sphere\natom_modify map array\nboundary " + boundary + R"(
    comm_modify vel yes
    region box block -0.06 0.06 -0.06 0.06 -0.06 0.06
    create_box 2 box
    region fill )" +
      fill + R"(
    create_atoms 1 random 300 77 fill
    set group all type/fraction 2 0.5 12
    set type 1 diameter 4e-3
    set type 2 diameter 2e-3
    set group all density 2500
    variable vx atom sin(37*id)
    variable vy atom sin(59*id)
    variable vz atom 1.5*sin(83*id)
    velocity all set v_vx v_vy v_vz
    set group all omega 50 -80 30
    pair_style zero 0.005
    pair_coeff * *
    neighbor 1e-3 bin
    timestep 4e-6
    fix gravity all gravity 9.81 vector 0.1 0 -1
    fix nve all nve/sphere
    thermo 10000
    thermo_modify lost ignore
  )";
}

constexpr const char *STOCK =
    "fix w all wall/gran/region granular hertz/material 1e7 0.5 0.3 tangential "
    "mindlin NULL 0.7 0.4 damping coeff_restitution region w\n";
constexpr const char *OURS =
    "fix w all wall/hertz/mindlin region w young 1e7 poisson 0.3 restitution 0.5 "
    "friction 0.4 damping_t 0.7\n";

std::vector<AtomSnapshot> after(const std::string &lines, int ranks)
{
  LammpsSession lammps(ranks);
  lammps.run(lines);
  return lammps.atoms();
}

// Forces, torques over the largest of them, if there is any.
double force_difference(const std::vector<AtomSnapshot> &one, const std::vector<AtomSnapshot> &two)
{
  double scale[2] = {0.0, 0.0}, difference[2] = {0.0, 0.0};
  for (size_t i = 0; i < one.size(); i++)
    for (int k = 0; k < 3; k++) {
      scale[0] = std::max(scale[0], std::fabs(one[i].f[k]));
      scale[1] = std::max(scale[1], std::fabs(one[i].torque[k]));
      difference[0] = std::max(difference[0], std::fabs(one[i].f[k] - two[i].f[k]));
      difference[1] = std::max(difference[1], std::fabs(one[i].torque[k] - two[i].torque[k]));
    }
  return std::max(difference[0] / std::max(scale[0], 1e-30),
                  difference[1] / std::max(scale[1], 1e-30));
}

// A run with our fix equals one with the stock fix, on as many ranks.
void compare(const std::string &before, double tolerance, const std::string &run = "run 5000\n")
{
  for (const int ranks : rank_counts()) {
    SCOPED_TRACE(std::to_string(ranks) + " ranks");
    const auto ours = after(before + OURS + run, ranks), stock = after(before + STOCK + run, ranks);
    ASSERT_EQ(ours.size(), stock.size());
    EXPECT_LT(largest_difference(ours, stock), tolerance);
    if (ours.empty()) continue;    // not the first rank
    EXPECT_LT(force_difference(ours, stock), tolerance);
  }
}

const std::string INNER = "block -0.02 0.02 -0.02 0.02 -0.02 0.02";

TEST(FixWallHertzMindlin, BlockAtRest)
{
  compare(spheres(INNER) + "region w block -0.03 0.03 -0.03 0.03 -0.03 0.03\n", SAME);
}

TEST(FixWallHertzMindlin, CurvedRegions)
{
  compare(spheres(INNER) + "region w sphere 0 0 0 0.038\n", SAME);
  compare(spheres(INNER) + "region w cylinder y 0 0 0.032 -0.03 0.03\n", SAME);
  compare(spheres(INNER) + "region w cone z 0 0 0.03 0.04 -0.025 0.04\n", SAME);
}

TEST(FixWallHertzMindlin, OutsideOfRegions)
{
  compare(spheres("block -0.02 0.02 -0.02 0.02 0.012 0.04") +
              "region ball sphere 0 0 0 0.01 side out\nregion plate plane 0 0 -0.02 0 0.1 1\n"
              "region w intersect 2 ball plate\n",
          SAME);
}

TEST(FixWallHertzMindlin, OpenHopperOfConeAndCylinder)
{
  compare(spheres("cylinder z 0 0 0.018 0.005 0.05") +
              "region bin cylinder z 0 0 0.025 0 0.06 open 1 open 2\n"
              "region funnel cone z 0 0 0.006 0.025 -0.03 0 open 1 open 2\nregion w union 2 bin "
              "funnel\n",
          SAME);
}

TEST(FixWallHertzMindlin, TranslatingRegion)
{
  compare(spheres(INNER) + R"(
    variable dx equal 0.004*sin(300*elaplong*dt)
    variable dz equal 0.3*elaplong*dt
    region w block -0.03 0.03 -0.03 0.03 -0.03 0.03 move v_dx NULL v_dz
  )",
          SAME);
}

TEST(FixWallHertzMindlin, TurningRegion)
{
  compare(spheres(INNER) + R"(
    variable dy equal 0.002*sin(100*elaplong*dt)
    variable angle equal 40*elaplong*dt
    region w block -0.03 0.03 -0.03 0.03 -0.03 0.03 move NULL v_dy NULL rotate v_angle 0.003 0 0.002 0 1 0
  )",
          SAME);
}

TEST(FixWallHertzMindlin, LengthOfTheAxisOfRotationDoesNotMatter)
{
  const std::string turning = spheres(INNER) + "variable angle equal 40*elaplong*dt\n" +
      "region w cylinder y 0 0 0.03 -0.03 0.03 rotate v_angle 0 0 0 ";
  const std::string run = std::string("\n") + OURS + "run 3000\n";
  EXPECT_LT(
      largest_difference(after(turning + "0 1 0" + run, 1), after(turning + "0 5 0" + run, 1)),
      SAME);
}

TEST(FixWallHertzMindlin, RegionThatJumps)
{
  // By more than half the skin and less than a radius: spheres that were not listed meet the wall within one step.
  compare(spheres(INNER) + R"(
    variable dx equal 0.0007*floor(elaplong/300)
    region w block -0.03 0.03 -0.03 0.03 -0.03 0.03 move v_dx NULL NULL
  )",
          SAME, "run 2500\n");
}

TEST(FixWallHertzMindlin, RegionThatShrinks)
{
  // The stock fix knows the contact point of a growing region only if the region also turns.
  compare(spheres(INNER) + R"(
    variable size equal 0.038-0.2*step*dt
    variable zero equal 0.0
    region w sphere 0 0 0 v_size rotate v_zero 0 0 0 0 0 1
  )",
          SAME);
}

TEST(FixWallHertzMindlin, PeriodicBox)
{
  compare(spheres("block -0.06 0.06 -0.06 0.06 -0.02 0.02", "p p f") +
              "region w block INF INF INF INF -0.03 0.03\n",
          SAME);
  compare(spheres("cylinder x 0 0 0.02 -0.06 0.06", "p f f") +
              "variable angle equal 100*elaplong*dt\n"
              "region w cylinder x 0 0 0.03 INF INF rotate v_angle 0 0 0 1 0 0\n",
          SAME);
}

TEST(FixWallHertzMindlin, SpheresThatComeGoAndAreSorted)
{
  compare(spheres(INNER) + R"(
    atom_modify sort 7 0.004
    unfix gravity
    fix gravity all gravity 9.81 vector 0 0 -1
    neigh_modify every 5 delay 0 check no
    region w block -0.03 0.03 -0.03 0.03 -0.03 0.03
    region low block -0.05 0.05 -0.05 0.05 -0.05 -0.025
    fix come all pour 60 2 999 region fill diam one 3e-3 dens 2500 2500 vel -1 1 -1 1 -2
    fix go all evaporate 100 7 low 314
  )",
          SAME);
}

TEST(FixWallHertzMindlin, RigidBodiesWeighAsOne)
{
  compare(spheres(INNER) + R"(
    region w block -0.03 0.03 -0.03 0.03 -0.03 0.03
    group pairs id 1:200
    unfix nve
    unfix gravity
    variable half atom id%100
    fix bodies pairs rigid custom v_half
    group singles subtract all pairs
    fix nve singles nve/sphere
  )",
          SAME, "run 2000\n");
}

// LAMMPS leaves the curvature of ellipsoids open, so that no two runs of the stock fix need be the same.
TEST(FixWallHertzMindlin, EllipsoidHoldsItsSpheres)
{
  const auto atoms = after(spheres("block -0.03 0.03 -0.01 0.01 -0.006 0.006") +
                               "region w ellipsoid 0 0 0 0.05 0.02 0.015\n" + OURS + "run 5000\n",
                           world_size());
  int turned = 0;
  for (const auto &a : atoms) {
    EXPECT_LT(std::hypot(a.x[0] / 0.05, a.x[1] / 0.02, a.x[2] / 0.015), 1.0) << a.tag;
    turned += a.omega[0] != 50.0 ? 1 : 0;    // by friction on the wall
  }
  EXPECT_TRUE(atoms.empty() || turned > 250) << turned;
}

// Ours against ours.
void compare_walls(const std::string &before, const std::string &one, const std::string &other)
{
  const std::string law = " young 1e7 poisson 0.3 restitution 0.5 friction 0.4\nrun 5000\n";
  const std::string fix = "fix w all wall/hertz/mindlin ";
  for (const int ranks : rank_counts())
    EXPECT_LT(largest_difference(after(before + fix + one + law, ranks),
                                 after(before + fix + other + law, ranks)),
              SAME);
}

TEST(FixWallHertzMindlin, PlanesAndCylindersAreWhatRegionsAre)
{
  const std::string inner = spheres(INNER);
  compare_walls(inner + "region w block -0.03 INF -0.03 0.03 -0.03 0.03\n", "region w",
                "xplane -0.03 NULL yplane -0.03 0.03 zplane -0.03 0.03");
  compare_walls(inner + "region w cylinder z 0 0 0.031 -0.03 0.03\n", "region w",
                "zplane -0.03 0.03 zcylinder 0.031");
  compare_walls(inner + "region w cylinder x 0 0 0.031 -0.03 0.03\n", "region w",
                "xcylinder 0.031 xplane -0.03 0.03");
}

TEST(FixWallHertzMindlin, RanksAgree)
{
  TestFolder folder;
  const std::string file = folder / "restart";    // ids of new atoms depend on the ranks
  after(spheres(INNER) + "write_restart " + file, 1);
  const std::string lines = "read_restart " + file + R"(
    neighbor 1e-3 bin
    timestep 4e-6
    pair_style zero 0.005
    pair_coeff * *
    fix gravity all gravity 9.81 vector 0.1 0 -1
    fix nve all nve/sphere
    variable angle equal 40*elaplong*dt
    region w block -0.03 0.03 -0.03 0.03 -0.03 0.03 rotate v_angle 0.003 0 0.002 0 1 0
    fix w all wall/hertz/mindlin region w young 1e5 poisson 0.3 restitution 0.5 friction 0.4 &
      rolling sds 100 0.01 0.2
    thermo_style custom step f_w f_w[1] f_w[2] f_w[3] f_w[4] f_w[5] f_w[6] f_w[7]
    run 3000
  )";
  std::vector<AtomSnapshot> first;
  double report[8];
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(lines);
    const auto atoms = lammps.atoms();
    for (int k = 0; k < 8; k++) {
      const double value = lammps.evaluate(k == 0 ? "f_w" : "f_w[" + std::to_string(k) + "]");
      if (ranks == 1) report[k] = value;
      EXPECT_NEAR(value / report[k], 1.0, 1e-8) << "column " << k;
    }
    if (ranks == 1) first = atoms;
    EXPECT_LT(largest_difference(first, atoms), SAME);
  }
}

// A moving wall, springs of friction and of rolling: the second of two runs, and the same after a restart.
TEST(FixWallHertzMindlin, RestartContinuesTheRun)
{
  for (const int ranks : rank_counts()) {
    TestFolder folder;
    const std::string wall = R"(
      variable angle equal 40*step*dt
      variable dz equal 0.001*sin(500*step*dt)
      region w block -0.03 0.03 -0.03 0.03 -0.03 0.03 rotate v_angle 0.003 0 0.002 0 1 0 move NULL NULL v_dz
      fix w all wall/hertz/mindlin region w young 1e7 poisson 0.3 restitution 0.5 friction 0.4 &
        rolling sds 100 0.01 0.2
    )";
    const std::string file = folder / "restart";
    const auto halves =
        after(spheres(INNER) + wall + "run 2500\nwrite_restart " + file + "\nrun 1500\n", ranks);
    const auto restarted = after("read_restart " + file + R"(
      neighbor 1e-3 bin
      timestep 4e-6
      pair_style zero 0.005
      pair_coeff * *
      fix gravity all gravity 9.81 vector 0.1 0 -1
      fix nve all nve/sphere
    )" + wall + "run 1500\n",
                                 ranks);
    EXPECT_LT(largest_difference(halves, restarted), SAME);
  }
}

// 150 spheres fall into a funnel with a lid, made of their own material, and come to rest.
TEST(FixWallHertzMindlin, HeapInAFunnelPressesWithItsWeight)
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

class OneRank : public testing::Test {
 protected:
  void SetUp() override
  {
    if (world_size() > 1) GTEST_SKIP() << "one rank is enough";
  }
};

using FixWallHertzMindlinOnOneRank = OneRank;

TEST_F(FixWallHertzMindlinOnOneRank, WallTakesWhatTheSpheresLose)
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
  EXPECT_EQ(lammps.evaluate("f_w"), count);
  EXPECT_GT(count, 3);
  for (int k = 0; k < 3; k++) {
    EXPECT_NEAR(lammps.evaluate("f_w[" + std::to_string(k + 1) + "]") / -force[k], 1.0, 1e-10);
    EXPECT_NEAR(lammps.evaluate("f_w[" + std::to_string(k + 4) + "]") / -torque[k], 1.0, 1e-10);
  }
  EXPECT_EQ(lammps.evaluate("f_w[7]"), 0.0);
}

TEST_F(FixWallHertzMindlinOnOneRank, HertzBetweenTwoMaterials)
{
  // A sphere of type 2 pressed 0.1 mm into a floor of another material; the wall of type 1 is its own.
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

TEST_F(FixWallHertzMindlinOnOneRank, TurningDrumWorksAgainstItsTorque)
{
  // All work is done by the drum's rotation: power = - torque about the axis times angular velocity.
  LammpsSession lammps;
  lammps.run(spheres(INNER) + R"(
    variable angle equal 40*elaplong*dt
    region w block -0.03 0.03 -0.03 0.03 -0.03 0.03 rotate v_angle 0.003 0 0.002 0 1 0
    fix w all wall/hertz/mindlin region w young 1e8 poisson 0.3 restitution 0.5 friction 0.4
    timestep 1e-6
    thermo_style custom step f_w f_w[5] f_w[7]
    run 8000
  )");
  constexpr double OVERLAP = 0.02;    // over radius: the lever of the law is that much longer
  EXPECT_NEAR(lammps.evaluate("f_w[7]") / (-40 * lammps.evaluate("f_w[5]")), 1.0, OVERLAP);
}

FixWallHertzMindlin *fix_of(LammpsSession &lammps)
{
  return dynamic_cast<FixWallHertzMindlin *>(lammps.lammps()->modify->get_fix_by_id("w"));
}

TEST_F(FixWallHertzMindlinOnOneRank, ListHoldsTheSpheresNearTheWallAlone)
{
  // At rest: nearer than radius and half the skin; made once a rebuild. Turning at 10 rad/s: a corner 0.1 m from
  // the axis moves by half the skin (0.5 mm) every 125 steps of 4 us.
  const std::string before = spheres("block -0.05 0.05 -0.05 0.05 -0.05 0.05") +
      "velocity all set 0 0 0\nunfix gravity\nvariable angle equal 10*step*dt\n";
  const std::string ball = "region w sphere 0 0 0 0.1 ";
  const std::string after = "\nfix w all wall/hertz/mindlin region w young 1e7 poisson 0.3\n";
  LammpsSession still;
  still.run(before + ball + after + "run 1000");
  EXPECT_EQ(fix_of(still)->lists_made(), 1);
  EXPECT_EQ(fix_of(still)->listed(), 0u);
  LammpsSession turning;
  turning.run(before + ball + "rotate v_angle 0 0 0 0 0 1" + after + "run 1000");
  EXPECT_GT(fix_of(turning)->lists_made(), 4);
  EXPECT_LT(fix_of(turning)->lists_made(), 12);
  LammpsSession floor;
  floor.run(before +
            "\nfix w all wall/hertz/mindlin zplane -0.05 NULL young 1e7 poisson 0.3\nrun 0");
  size_t near = 0;
  for (const auto &a : floor.atoms()) near += a.x[2] + 0.05 < a.radius + 0.5e-3 ? 1 : 0;
  EXPECT_GT(near, 2u);
  EXPECT_EQ(fix_of(floor)->listed(), near);
}

// Regions of every style, each far smaller than the box; `open` ones end in the space where spheres are.
const char *const REGIONS[] = {
    "block -0.03 0.03 -0.02 0.03 -0.01 0.02",
    "block -0.03 0.03 -0.02 0.03 -0.01 0.02 open 2 open 5",
    "sphere 0.01 0 0 0.03",
    "cylinder x 0 0.01 0.03 -0.02 0.04",
    "cylinder y 0 0.01 0.03 -0.02 0.04 open 1",
    "cylinder z 0 0.01 0.03 -0.02 0.04 open 1 open 2",
    "cone x 0 0.01 0.03 0.005 -0.02 0.04",
    "cone y 0 0.01 0.005 0.04 -0.02 0.03 open 1 open 2",
    "cone z 0 0.01 0.01 0.04 -0.02 0.03 open 2",
    "cone z 0 0.01 0 0.04 -0.02 0.03 open 2",
    "cone y 0 0.01 0.04 0 -0.02 0.03",
    "plane 0.01 0 0 1 2 3",
    "prism -0.02 0.02 -0.02 0.03 -0.03 0.01 0.01 0.005 -0.01",
    "ellipsoid 0 0 0 0.05 0.02 0.015",
    "cylinder z 0 0.01 0.03 -0.02 0.04 open 1 move v_d NULL v_d rotate v_angle 0.01 0 0 1 1 0",
    "union 2 bin funnel",
    "intersect 2 bin plate",
};

TEST_F(FixWallHertzMindlinOnOneRank, CellsMissNoPointNearARegion)
{
  // Oracle: the region itself, asked about every point. Cells of 3 mm; the reach of spheres about as large.
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-0.06, 0.06);
  std::vector<Vector3d> points(20000);
  AlignedBox3d box;
  for (Vector3d &x : points) {
    for (int d = 0; d < 3; d++) x[d] = any(random);
    box.extend(x);
  }
  for (const char *form : REGIONS) {
    LammpsSession lammps;
    lammps.run(spheres(INNER) +
               "variable d equal 0.007\nvariable angle equal 0.7\n"
               "region bin cylinder z 0 0 0.025 0 0.06 open 1 open 2\n"
               "region funnel cone z 0 0 0.006 0.025 -0.03 0 open 1 open 2\n"
               "region plate plane 0 0 0.02 0 0.1 1\nregion w " +
               form + "\nrun 0");
    LAMMPS_NS::WallRegion region(lammps.lammps(), "w", "Test");
    region.advance();
    for (const double reach : {1e-4, 3e-3}) {
      NearCells cells(region, box, reach, 3e-3, 1e5);
      int through = 0, missed = 0;
      for (const Vector3d &x : points) {
        const bool may_be = cells.may_hold_near(x);
        through += may_be;
        missed += !may_be && region.is_near(x, reach);
      }
      EXPECT_EQ(missed, 0) << form << ", reach " << reach;
      if (form[0] != 'e' && form[1] != 'r')    // no ellipsoid, no prism
        EXPECT_LT(through, 12000) << form;
      else
        EXPECT_EQ(through, 20000) << form;
    }
  }
}

TEST_F(FixWallHertzMindlinOnOneRank, ErrorsNameTheValue)
{
  const auto expect = [](const std::string &lines, const std::string &part) {
    LammpsSession lammps;
    EXPECT_NE(lammps.error_of(spheres(INNER) + lines + "\nrun 1").find(part), std::string::npos)
        << part;
  };
  const std::string fix = "fix w all wall/hertz/mindlin ";
  const std::string law = " young 1e7 poisson 0.3";
  expect(fix, "no wall at ''");
  expect(fix + "young 1e7", "no wall at 'young'");
  expect(fix + "wplane 0 1" + law, "no wall at 'wplane'");
  expect(fix + "region nowhere" + law, "region nowhere does not exist");
  expect(fix + "zplane 0", "zplane needs lo and hi");
  expect(fix + "zcylinder", "zcylinder needs a radius");
  expect(fix + "zcylinder -2" + law, "zcylinder -2 (expected a radius above 0)");
  expect(fix + "zplane 0 NULL poisson 0.3", "no young of the wall");
  expect(fix + "zplane 0 NULL young 1e7", "no poisson of the wall");
  expect(fix + "zplane 0 NULL young -1 poisson 0.3", "young -1");
  expect(fix + "zplane 0 NULL slippery 1" + law, "unknown keyword slippery");
  expect(fix + "zplane 0 NULL" + law + "\nrun_style respa 2 2", "run_style respa");
  expect("variable d equal 0\nregion a sphere 0 0 0 0.05 move v_d NULL NULL\nregion b sphere 0 0 0 "
         "0.04\nregion u union 2 a b\n" +
             fix + "region u" + law,
         "part a of region u moves");
}

}    // namespace
