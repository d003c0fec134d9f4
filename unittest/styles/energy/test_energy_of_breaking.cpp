// compute energy/balance and fix collisions where fix break/polyhedra breaks bodies.
//
// Oracles: conservation of energy; what a contact stores before and after, from the volumes of the
// pieces in it; the same run on other numbers of ranks and through a restart.

#include "styles/breakage/breaking_scenes.h"
#include "styles/energy/energy_scenes.h"
#include "testing/bodies.h"
#include "testing/one_rank.h"

#include "geometry/overlap.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_energy_of_breaking {

using namespace grist::testing;
using grist::Vector3d;
using grist::vector_at;

constexpr double RESTITUTION = 0.5;

double broken_bodies_entry(LammpsSession &lammps)
{
  return lammps.evaluate("c_e[15]");
}

// A cube flies at a floor, somewhat tilted.
std::string thrown_cube(const std::string &law)
{
  return BODY_SCENE + BODY_BOX + "pair_style polyhedron\npair_coeff * * " + law + R"(
    region place block -0.02 0.02 -0.02 0.02 -0.02 0.02
    create_polyhedra 1 region place shape cube size 0.025 density 2600 orient fixed
    set group all quat 1 0.3 0 3
    set group all angmom 2e-3 1e-3 0
    velocity all set 0 0 -14
    fix move all nve/body
    fix floor all wall/polyhedron )" +
      law + " zplane -0.03 NULL\n" + REPORT;
}

// Rocks that are thrown into a box, which shakes.
std::string rocks(const std::string &law, const std::string &friction = "friction 0.4")
{
  return BODY_SCENE + "region box block -0.15 0.15 -0.15 0.15 -0.05 0.3\ncreate_box 1 box\n" +
      "pair_style polyhedron\npair_coeff * * " + law + " " + friction + R"(
    region fill block -0.07 0.07 -0.07 0.07 0.02 0.2
    create_polyhedra 12 region fill shape random cuts 6 shapes 6 size uniform 0.02 0.03 density 2600 seed 5
    velocity all set 1 0 -9
    fix g all gravity 9.81 vector 0 0 -1
    fix move all nve/body
    fix walls all wall/polyhedron )" +
      law + " " + friction +
      " zplane 0 NULL xplane -0.1 0.1 yplane -0.1 0.1 move wiggle 0 0 0.01 0.05\n" + REPORT +
      "timestep 2e-6\n";
}

const std::string VOLUME = "volume 2e10 hysteretic 0.5", ENERGY = "energy 4e14 hysteretic 0.5";

// Sums over bodies of the volume below a floor, and of its square.
struct Below {
  double volume = 0.0, squares = 0.0;
};

Below below(const std::vector<BodySnapshot> &pieces, double floor)
{
  Below sum;
  grist::OverlapWorkspace workspace;
  for (const BodySnapshot &piece : pieces) {
    std::vector<Vector3d> corners;
    for (const auto &v : piece.vertices) corners.push_back(vector_at(v.data()));
    const auto shape = grist::ConvexPolyhedron::from_vertices(corners);
    grist::Pose pose = shape.placement();
    pose.position += vector_at(piece.x.data());
    const double volume =
        grist::overlap(shape, pose, grist::HalfSpace::through({0, 0, floor}, {0, 0, 1}), workspace)
            .volume;
    sum.volume += volume;
    sum.squares += volume * volume;
  }
  return sum;
}

// The law of energy stores e^2 K V^2/2 while loaded, in the body and then in each of the pieces,
// whose volumes add up to V. What is dissipated in the step between falls with the time step.
TEST(EnergyOfBreaking, TheEntryIsWhatTheContactNoLongerStores)
{
  ONE_RANK_IS_ENOUGH();
  const auto entry_over_expected = [](const std::string &timestep) {
    LammpsSession lammps;
    lammps.run(thrown_cube(ENERGY) + breaking("most 40") +
               "variable broken equal f_crack[1]\nfix stop all halt 1 v_broken > 0 error continue\n"
               "timestep " +
               timestep + "\nrun 500000\n");
    EXPECT_EQ(lammps.evaluate("f_crack[1]"), 1.0);
    const Below sums = below(bodies(lammps), -0.03);
    const double expected =
        0.5 * RESTITUTION * RESTITUTION * 4e14 * (sums.volume * sums.volume - sums.squares);
    const double start = 0.5 * 14 * 14 * lammps.evaluate("mass(all)");
    EXPECT_GT(expected, 1e-3 * start);
    EXPECT_NEAR(balance_of(lammps).drift, 0.0, 1e-5 * start);
    return broken_bodies_entry(lammps) / expected;
  };
  const double coarse = entry_over_expected("2e-8"), fine = entry_over_expected("1e-8");
  EXPECT_NEAR(fine, 1.0, 5e-2);
  EXPECT_NEAR(2.0 * fine - coarse, 1.0, 2e-3);
}

TEST(EnergyOfBreaking, BalanceClosesWhereRocksBreak)
{
  ONE_RANK_IS_ENOUGH();
  for (const std::string &law : {VOLUME, ENERGY}) {
    SCOPED_TRACE(law);
    LammpsSession lammps;
    lammps.run(rocks(law) + breaking("most 30") + "run 8000\n");
    const Balance now = balance_of(lammps);
    EXPECT_GE(lammps.evaluate("f_crack[1]"), 5.0);
    EXPECT_GT(now.entry[WALL_WORK], 0.0);
    const double size = now.dissipated();
    EXPECT_NEAR(now.drift, 0.0, 1e-3 * size);
    EXPECT_TRUE(law == VOLUME || broken_bodies_entry(lammps) > 10.0 * std::fabs(now.drift));
  }
}

TEST(EnergyOfBreaking, RanksAgree)
{
  std::vector<double> one;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(rocks(ENERGY) + breaking("most 30") + "run 4000\n");
    const Balance now = balance_of(lammps);
    const double entry = broken_bodies_entry(lammps), broken = lammps.evaluate("f_crack[1]");
    if (!is_first_rank()) continue;
    EXPECT_GE(broken, 3.0);
    if (one.empty()) one = {entry, now.drift, now.dissipated()};
    EXPECT_NEAR(entry, one[0], 1e-6 * one[2]);
    EXPECT_NEAR(now.drift, one[1], 1e-6 * one[2]);
    EXPECT_NEAR(now.dissipated(), one[2], 1e-6 * one[2]);
  }
}

// The entry goes on; bodies that leave in the step in which they would break leave, and pieces
// leave as well.
TEST(EnergyOfBreaking, ClosesWithOutflowAndThroughARestart)
{
  const TestFolder folder;
  const std::string halt = folder / "halt",
                    fixes = breaking("most 30") +
      "region pit block -0.15 0.15 -0.15 0.15 -0.05 0.012\nfix out all outflow 100 region pit\n";
  const std::string scene = rocks(VOLUME);
  double whole = 0.0;
  {
    LammpsSession lammps(rank_counts().back());
    lammps.run(scene + fixes + "run 3000\nwrite_restart " + halt + "\nrun 3000\n");
    const Balance now = balance_of(lammps);
    whole = broken_bodies_entry(lammps);
    const double gone = lammps.evaluate("c_e[13]"), size = now.dissipated() + std::fabs(gone);
    if (is_first_rank()) {
      EXPECT_NE(gone, 0.0);
      EXPECT_NE(whole, 0.0);
      EXPECT_NEAR(now.drift, 0.0, 1e-3 * size);
    }
  }
  LammpsSession lammps(rank_counts().back());
  lammps.run("newton off\nread_restart " + halt + "\npair_style polyhedron\npair_coeff * * " +
             VOLUME + " friction 0.4\n" + scene.substr(scene.find("fix g all")) + fixes +
             "run 3000\n");
  const double entry = broken_bodies_entry(lammps), drift = lammps.evaluate("c_e"),
               dissipated = balance_of(lammps).dissipated();
  if (!is_first_rank()) return;
  EXPECT_NEAR(entry, whole, 1e-6 * std::fabs(whole));
  EXPECT_NEAR(drift, 0.0, 1e-3 * dissipated);
}

// Contacts end because their body breaks or leaves, and begin with an overlap between its pieces.
// Springs along a contact, and by the law of volume those normal to it, have taken work that is not
// lost yet: with that law they are all of entry 4.
TEST(EnergyOfBreaking, TheSpectrumOfCollisionsAddsUp)
{
  for (const bool by_volume : {true, false})
    for (const int ranks : rank_counts()) {
      SCOPED_TRACE((by_volume ? "volume on " : "energy on ") + std::to_string(ranks));
      LammpsSession lammps(ranks);
      lammps.run(rocks(by_volume ? VOLUME : ENERGY, by_volume ? "friction 0.4" : "") +
                 "fix c all collisions 500 bins 1e-6 10 20\n" + breaking("most 30") +
                 "region pit block -0.15 0.15 -0.15 0.15 -0.05 0.012\n"
                 "fix out all outflow 100 region pit\nfix b all balance 500 1.0 shift xyz 5 1.1\n"
                 "thermo_style custom step f_c[*] c_e[*]\nrun 6000\n");
      const double contacts = lammps.evaluate("f_c[1]"),
                   sum = lammps.evaluate("f_c[2]") + lammps.evaluate("f_c[5]"),
                   held = by_volume ? lammps.evaluate("c_e[4]") : 0.0,
                   gone = lammps.evaluate("c_e[13]"), broken = lammps.evaluate("f_crack[1]");
      double lost = 0.0;
      for (const int entry : {6, 7, 8})
        lost += lammps.evaluate("c_e[" + std::to_string(entry) + "]");
      if (!is_first_rank()) continue;
      EXPECT_GE(broken, 3.0);
      EXPECT_NE(gone, 0.0);
      EXPECT_GT(contacts, 50.0);
      EXPECT_NEAR(sum / (lost + held), 1.0, 1e-9);
    }
}

// A cube hits a rock across the border of two ranks; the rock breaks, and pushes the cube on with
// what its pieces hold. An error of first order in the time step would show.
TEST(EnergyOfBreaking, ABodyBreaksAgainstAnother)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(BODY_SCENE + BODY_BOX +
               "pair_style polyhedron\npair_coeff * * energy 4e14 hysteretic 0.5 friction 0.3\n" +
               R"(
      region left block -0.045 -0.005 -0.02 0.02 -0.02 0.02
      region right block 0.005 0.045 -0.018 0.022 -0.015 0.025
      create_polyhedra 1 region left shape cube size 0.025 density 2600 seed 2
      create_polyhedra 1 region right shape random cuts 8 shapes 1 size 0.025 density 2600 seed 3
      group rock id 2
      group cube id 1
      velocity cube set 25 0 1
      fix move all nve/body
      fix crack rock break/polyhedra tavares energy 20 size 0.02 t10 0.5 0.05 smallest 0.004 most 20
      timestep 2e-7
    )" + REPORT +
               "run 12000\n");
    const Balance now = balance_of(lammps);
    const double broken = lammps.evaluate("f_crack[1]"), entry = broken_bodies_entry(lammps);
    if (!is_first_rank()) continue;
    EXPECT_GE(broken, 1.0);
    EXPECT_GT(entry, 0.0);
    EXPECT_NEAR(now.drift, 0.0, 3e-6 * now.dissipated());
  }
}

// A body that would break in the step in which it leaves is gone.
TEST(EnergyOfBreaking, ABodyThatLeavesDoesNotBreak)
{
  ONE_RANK_IS_ENOUGH();
  const std::string scene = thrown_cube(ENERGY) + breaking("most 40") + "timestep 1e-6\n";
  double height[2], radius = 0.0;
  int step = 0;
  {
    LammpsSession lammps;
    lammps.run(scene +
               "variable broken equal f_crack[1]\n"
               "fix stop all halt 1 v_broken > 0 error continue\nrun 20000\n");
    step = static_cast<int>(lammps.evaluate("step"));
  }
  for (const int k : {0, 1}) {
    LammpsSession lammps;
    lammps.run(scene + "run " + std::to_string(step - 2 + k) + "\n");
    height[k] = lammps.evaluate("xcm(all,z)");
    radius = bodies(lammps).front().radius;
  }
  LammpsSession lammps;
  lammps.run(scene + "region below block INF INF INF INF INF " +
             number(0.5 * (height[0] + height[1]) + radius) +
             "\nfix out all outflow 1 region below\nrun " + std::to_string(step + 10) + "\n");
  EXPECT_EQ(lammps.evaluate("atoms"), 0.0);
  EXPECT_EQ(lammps.evaluate("f_crack[1]"), 0.0);
  EXPECT_EQ(broken_bodies_entry(lammps), 0.0);
  EXPECT_GT(lammps.evaluate("c_e[13]"), 0.0);
  EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-5 * lammps.evaluate("c_e[13]"));
}

// A rock hits a plane with a corner and breaks. Without dashpots and friction, runs of one step are
// the same as a long run, whatever looks at what breaks when each of them is set up.
TEST(EnergyOfBreaking, LookingChangesNoBreakAtTheEndOfARun)
{
  ONE_RANK_IS_ENOUGH();
  const TestFolder folder;
  const std::string path = folder / "events.csv", law = "volume 3e12 hysteretic 0.5 damping 0";
  const std::string scene = BODY_SCENE + BODY_BOX + "pair_style polyhedron\npair_coeff * * " + law +
      R"(
    region place block -0.02 0.02 -0.02 0.02 0.002 0.03
    create_polyhedra 1 region place shape random cuts 8 size 0.0124 density 2500 seed 7
    velocity all set 0 0 -22
    timestep 2e-7
    thermo 100000
    fix move all nve/body
    fix floor all wall/polyhedron )" +
      law + R"( zplane 0 NULL
    fix crack all break/polyhedra tavares energy 60 size 0.01 exponent 1 deviation 0.3 &
        t10 0.5 0.04 smallest 0.005 most 60 seed 5 file )" +
      path + "\n";
  int step = 0;
  {
    LammpsSession lammps;
    lammps.run(scene +
               "variable broken equal f_crack[1]\n"
               "fix stop all halt 1 v_broken > 0 error continue\nrun 10000\n");
    step = static_cast<int>(lammps.evaluate("step"));
    ASSERT_EQ(lammps.evaluate("f_crack[1]"), 1.0);
  }
  const double energy = events_of(path, EVENT_ENERGY).front();
  const std::string balance = "compute e all energy/balance\n",
                    spectrum = "fix spectrum all collisions 1000000 bins 1e-9 10 20\n";
  for (const std::string &looks : {std::string(), balance, spectrum, balance + spectrum}) {
    SCOPED_TRACE(looks);
    std::string runs = "run " + std::to_string(step - 10) + "\n";
    for (int n = 0; n < 15; n++) runs += "run 1 post no\n";
    {
      LammpsSession lammps;
      lammps.run(scene + looks + runs);
    }
    const std::vector<double> energies = events_of(path, EVENT_ENERGY);
    ASSERT_GE(energies.size(), 1U);
    EXPECT_NEAR(energies.front() / energy, 1.0, 1e-8);
  }
}

}    // namespace test_energy_of_breaking
