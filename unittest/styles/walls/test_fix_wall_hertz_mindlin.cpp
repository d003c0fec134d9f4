// fix wall/hertz/mindlin in LAMMPS: contacts with regions, planes and cylinders.
//
// Oracles: fix wall/gran/region, which tests every sphere in every step, with its parameters set to
// the same law; the same run on other numbers of ranks.

#include "styles/walls/wall_scenes.h"

#include <algorithm>
#include <cmath>

namespace test_fix_wall_hertz_mindlin {

using namespace grist::testing;

// The same arithmetic rounded in another order, grown by a few bounces of every sphere: 2e-13 seen.
constexpr double SAME = 1e-11;

// 300 spheres.
std::string spheres(const std::string &fill, const std::string &boundary = "f f f")
{
  return input_of({fill, 300, boundary, 1.0, 1.5});
}

constexpr const char *STOCK =
    "fix w all wall/gran/region granular hertz/material 1e7 0.5 0.3 tangential "
    "mindlin NULL 0.7 0.4 damping coeff_restitution region w\n";
constexpr const char *OURS =
    "fix w all wall/hertz/mindlin region w stock yes young 1e7 poisson 0.3 restitution 0.5 "
    "friction 0.4 damping_t 0.7\n";

// The largest difference of forces and of torques, over the largest of each.
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

// A run with our fix equals one with the stock fix on the same number of ranks.
void compare(const std::string &before, double tolerance, const std::string &run = "run 5000\n")
{
  for (const int ranks : rank_counts()) {
    SCOPED_TRACE(std::to_string(ranks) + " ranks");
    const auto ours = atoms_after(before + OURS + run, ranks),
               stock = atoms_after(before + STOCK + run, ranks);
    ASSERT_EQ(ours.size(), stock.size());
    EXPECT_LT(largest_difference(ours, stock), tolerance);
    if (!is_first_rank()) continue;
    EXPECT_GT(touched(ours), 20);
    EXPECT_LT(force_difference(ours, stock), tolerance);
  }
}

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
              "thermo_modify lost ignore\n"    // 13 of 300 fly off the plate
              "region ball sphere 0 0 0 0.01 side out\nregion plate plane 0 0 -0.02 0 0.1 1\n"
              "region w intersect 2 ball plate\n",
          SAME);
}

TEST(FixWallHertzMindlin, OpenHopperOfConeAndCylinder)
{
  compare(spheres("cylinder z 0 0 0.018 0.005 0.05") +
              "thermo_modify lost ignore\n"    // 31 of 300 flow out
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

TEST(FixWallHertzMindlin, RotatingRegion)
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
  EXPECT_LT(largest_difference(atoms_after(turning + "0 1 0" + run, 1),
                               atoms_after(turning + "0 5 0" + run, 1)),
            SAME);
}

TEST(FixWallHertzMindlin, RegionThatJumps)
{
  // By more than half the skin and less than a radius: spheres that were not listed touch the wall
  // within one step.
  compare(spheres(INNER) + R"(
    variable dx equal 0.0007*floor(elaplong/300)
    region w block -0.03 0.03 -0.03 0.03 -0.03 0.03 move v_dx NULL NULL
  )",
          SAME, "run 2500\n");
}

TEST(FixWallHertzMindlin, RegionThatShrinks)
{
  // The stock fix computes the contact point of a growing region only if the region also rotates.
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

TEST(FixWallHertzMindlin, SpheresThatAreAddedRemovedAndSorted)
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

TEST(FixWallHertzMindlin, SpheresOfRigidBodiesHaveTheMassOfTheBody)
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

// LAMMPS does not set the curvature of ellipsoids, so runs of the stock fix may differ from each
// other.
TEST(FixWallHertzMindlin, EllipsoidKeepsSpheresInside)
{
  const auto atoms =
      atoms_after(spheres("block -0.03 0.03 -0.01 0.01 -0.006 0.006") +
                      "region w ellipsoid 0 0 0 0.05 0.02 0.015\n" + OURS + "run 5000\n",
                  world_size());
  int turned = 0;
  for (const auto &a : atoms) {
    EXPECT_LT(std::hypot(a.x[0] / 0.05, a.x[1] / 0.02, a.x[2] / 0.015), 1.0) << a.tag;
    turned += a.omega[0] != 50.0 ? 1 : 0;    // by friction on the wall
  }
  EXPECT_TRUE(atoms.empty() || turned > 250) << turned;
}

// Compares two walls of our fix.
void compare_walls(const std::string &before, const std::string &one, const std::string &other)
{
  const std::string law = " young 1e7 poisson 0.3 restitution 0.5 friction 0.4\nrun 5000\n";
  const std::string fix = "fix w all wall/hertz/mindlin ";
  for (const int ranks : rank_counts()) {
    const auto first = atoms_after(before + fix + one + law, ranks),
               second = atoms_after(before + fix + other + law, ranks);
    EXPECT_LT(largest_difference(first, second), SAME);
    if (is_first_rank()) { EXPECT_GT(touched(first), 20); }
  }
}

TEST(FixWallHertzMindlin, PlanesAndCylindersEqualRegions)
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
  atoms_after(spheres(INNER) + "write_restart " + file, 1);
  const std::string lines = restarted(file) + R"(
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

}    // namespace test_fix_wall_hertz_mindlin
