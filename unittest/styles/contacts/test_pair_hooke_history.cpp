// pair_style hooke/history in LAMMPS, and walls with its law.
//
// Oracles: pair_style granular and pair_style gran/hooke/history with the same law; restitution of
// a collision in closed form; the same run on another number of ranks, after a restart; the energy
// balance; the error texts.

#include "common/constants.h"
#include "styles/contacts/crowd.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace test_pair_hooke_history {

using namespace grist::testing;
using grist::PI;

const std::string ROLLING = " rolling sds 20 1e-5 0.2";
const std::string OFTEN = "neighbor 0.02e-3 bin\nneigh_modify delay 0 every 1 check yes\n";

std::string stock(const std::string &rolling = "")
{
  const std::string end = " damping coeff_restitution" + rolling + "\n";
  return "pair_style granular\n"
         "pair_coeff 1 1 hooke 500 0.5 tangential linear_history 200 0.7 0.3" +
      end + "pair_coeff 2 2 hooke 800 0.8 tangential linear_history 160 0.7 0.1" + end +
      "pair_coeff 1 2 hooke 600 0.6 tangential linear_history 180 0.7 0.2" + end;
}

std::string ours(const std::string &rolling = "",
                 const std::string &style = "pair_style hooke/history\n")
{
  const std::string end = " damping_t 0.7" + rolling + "\n";
  return style + "pair_coeff 1 1 stiffness 500 tangential 0.4 restitution 0.5 friction 0.3" + end +
      "pair_coeff 2 2 friction 0.1 restitution 0.8 stiffness 800 tangential 0.2" + end +
      "pair_coeff 1 2 restitution 0.6 friction 0.2 stiffness 600 tangential 0.3" + end;
}

// With the forces of stock.
std::string as_stock(const std::string &rolling = "")
{
  return ours(rolling, "pair_style hooke/history stock yes\n");
}

// Text and a number behind it.
std::string with_number(const std::string &before, double value)
{
  char text[32];
  snprintf(text, sizeof(text), "%.17g", value);
  return before + text;
}

// -------------------------------------------------------------------------------------------------

// Rolling is compared without a rebuild: see test_pair_hertz_mindlin.cpp.
TEST(PairHookeHistory, EqualsStockGranularStepByStep)
{
  for (const int ranks : rank_counts())
    for (const std::string &newton : NEWTON)
      for (const std::string &rolling : {std::string(), ROLLING})
        for (const int steps : {0, 1, 2, 20}) {
          const std::string end = "run " + std::to_string(steps);
          const auto theirs = atoms_after(newton + CROWD + stock(rolling) + end, ranks);
          const auto mine = atoms_after(newton + CROWD + as_stock(rolling) + end, ranks);
          if (!is_first_rank()) continue;
          const std::string where = newton + rolling + end + " ranks " + std::to_string(ranks);
          EXPECT_LT(force_difference(mine, theirs), ONE_STEP) << where;
          EXPECT_LT(largest_difference(mine, theirs), ONE_STEP) << where;
        }
}

TEST(PairHookeHistory, EqualsStockGranularOverRebuilds)
{
  for (const int ranks : rank_counts())
    for (const std::string &newton : NEWTON) {
      const auto theirs = atoms_after(newton + CROWD + stock() + OFTEN + "run 400", ranks);
      const auto mine = atoms_after(newton + CROWD + as_stock() + OFTEN + "run 400", ranks);
      if (is_first_rank()) {
        EXPECT_LT(largest_difference(mine, theirs), A_RUN) << newton << ranks;
      }
    }
}

// Spheres of one mass, so that a damping per mass is a restitution. The older style takes the full
// radius as the lever of the tangential force, and turns the spring without keeping its length:
// equal to rounding where neither counts.
std::string gran_hooke(double e, double friction)
{
  const double mass = 2500 * PI / 6.0 * std::pow(1.02e-3, 3), log_e = std::log(e);
  const double gamma = -2.0 * log_e * std::sqrt(500 / (0.5 * mass * (PI * PI + log_e * log_e)));
  return with_number("pair_style gran/hooke/history 500 NULL ", gamma) +
      with_number(" NULL ", friction) + " 1\npair_coeff * *\n";
}

const std::string EQUAL = "set type 1*2 diameter 1.02e-3 density 2500\n";

std::string plain(double e, double friction)
{
  return "pair_style hooke/history stock yes\npair_coeff * * stiffness 500 restitution " +
      with_number("", e) + with_number(" friction ", friction) + "\n";
}

TEST(PairHookeHistory, EqualsGranHookeHistoryWithoutFriction)
{
  for (const int ranks : rank_counts())
    for (const int steps : {0, 1, 20}) {
      const std::string end = "run " + std::to_string(steps);
      const auto theirs =
          atoms_after(NEWTON[0] + CROWD + EQUAL + gran_hooke(0.6, 0.0) + end, ranks);
      const auto mine = atoms_after(NEWTON[0] + CROWD + EQUAL + plain(0.6, 0.0) + end, ranks);
      if (!is_first_rank()) continue;
      double largest = 0.0;
      for (const auto &atom : mine) largest = std::max(largest, std::fabs(atom.f[0]));
      for (size_t i = 0; i < mine.size(); i++)
        for (int d = 0; d < 3; d++)
          EXPECT_NEAR(mine[i].f[d], theirs[i].f[d], ONE_STEP * largest) << steps;
    }
}

TEST(PairHookeHistory, IsCloseToGranHookeHistoryWithFriction)
{
  const std::string end = "run 20";
  const auto theirs = atoms_after(NEWTON[0] + CROWD + EQUAL + gran_hooke(0.6, 0.3) + end, 1);
  const auto mine = atoms_after(NEWTON[0] + CROWD + EQUAL + plain(0.6, 0.3) + end, 1);
  // The lever is shorter by half the overlap, some hundredths of the radius.
  if (is_first_rank()) { EXPECT_LT(force_difference(mine, theirs), 0.05); }
}

TEST(PairHookeHistory, RanksAndNewtonGiveTheSameRun)
{
  for (const std::string &rolling : {ROLLING, std::string(" rolling torque 0.1")}) {
    const std::string input = CROWD + ours(rolling) + OFTEN + "run 300";
    const auto reference = atoms_after(NEWTON[0] + input, 1);
    for (const int ranks : rank_counts())
      for (const std::string &newton : NEWTON) {
        const auto found = atoms_after(newton + input, ranks);
        if (is_first_rank()) {
          EXPECT_LT(largest_difference(found, reference), A_RUN) << newton << ranks;
        }
      }
  }
}

TEST(PairHookeHistory, RestartContinuesTheRun)
{
  const TestFolder folder;
  for (const int ranks : rank_counts())
    for (const std::string &newton : NEWTON) {
      const std::string file = folder / "restart";
      const auto whole =
          atoms_after(newton + CROWD + ours(ROLLING) +
                          "neighbor 0.02e-3 bin\nrun 100\nwrite_restart " + file + "\nrun 100",
                      ranks);
      const auto second =
          atoms_after(newton + "read_restart " + file +
                          "\nneighbor 0.02e-3 bin\nfix move all nve/sphere\nrun 100",
                      rank_counts().back());
      if (is_first_rank()) {
        EXPECT_LT(largest_difference(second, whole), A_RUN) << newton << ranks;
      }
    }
}

TEST(PairHookeHistory, CoefficientsComeBackFromADataFile)
{
  const TestFolder folder;
  const auto whole = atoms_after(NEWTON[0] + CROWD + ours(ROLLING) + "run 0\nwrite_data " +
                                     (folder / "data") + " pair ij\nrun 0",
                                 1);
  const auto second = atoms_after(
      std::string(
          "units si\nnewton on on\natom_style sphere\npair_style hooke/history\nread_data ") +
          (folder / "data") + "\nneighbor 0.2e-3 bin\nrun 0",
      1);
  // 16 digits of positions.
  if (is_first_rank()) { EXPECT_LT(force_difference(second, whole), 1e-6); }
}

TEST(PairHookeHistory, MixesByGeometricMean)
{
  const std::string both =
      "pair_style hooke/history\n"
      "pair_coeff 1 1 stiffness 400 tangential 0.1 restitution 0.4 friction 0.9\n"
      "pair_coeff 2 2 stiffness 900 tangential 0.4 restitution 0.9 friction 0.1\n";
  const auto mixed = atoms_after(CROWD + both + "run 5", 1);
  const auto given = atoms_after(CROWD + both +
                                     "pair_coeff 1 2 stiffness 600 tangential 0.2 restitution 0.6 "
                                     "friction 0.3\nrun 5",
                                 1);
  if (is_first_rank()) { EXPECT_LT(largest_difference(mixed, given), ONE_STEP); }
}

TEST(PairHookeHistory, BrokenBondsBecomeContacts)
{
  // On all ranks the same, with newton on and off.
  const TestFolder folder;
  write_cubes(folder / "data");
  const std::string lines =
      moving_cubes(folder / "data", "young 1e9 tensile 3e6 shear 2e6 damping 0.1", R"(
    pair_style hooke/history
    pair_coeff * * stiffness 1e5 restitution 0.4 friction 0.3
    neighbor 0.001 bin
    timestep 1e-6
    fix nve all nve/sphere
  )") +
      "neigh_modify delay 0 every 100000 check no\nrun 150\n";
  std::vector<AtomSnapshot> reference;
  for (const int ranks : rank_counts())
    for (const char *newton : {"on off", "off off"}) {
      LammpsSession lammps(ranks);
      lammps.run(with_newton(lines, newton));
      EXPECT_GT(lammps.evaluate("f_b[2]"), 20);
      const auto atoms = lammps.atoms();
      if (reference.empty()) reference = atoms;
      if (is_first_rank()) { EXPECT_LT(largest_difference(atoms, reference), 1e-7) << ranks; }
    }
}

// -------------------------------------------------------------------------------------------------

using HookeHistory = OneRankTest;

// Spheres of 4 mm and 2500 kg/m^3.
std::string two_spheres(const std::string &atoms, const std::string &law, const std::string &walls)
{
  return "units si\natom_style sphere\natom_modify map array\ncomm_modify vel yes\nboundary f f f\n"
         "region box block -0.02 0.02 -0.02 0.02 -0.02 0.02\ncreate_box 1 box\n" +
      atoms +
      "set group all diameter 4e-3 density 2500\npair_style hooke/history\npair_coeff * * " + law +
      "\nneighbor 1e-3 bin\nfix move all leapfrog/sphere\n" + walls +
      "\ncompute e all energy/balance\nthermo_style custom step ke c_e[*] c_e\ntimestep 5e-7\n";
}
const std::string PAIR = "create_atoms 1 single -0.0020001 0 0\n"
                         "create_atoms 1 single 0.0020001 0 0\nset atom 1 vx 1\n";

TEST_F(HookeHistory, CollisionTakesTheEnergyThatRestitutionGives)
{
  const double mass = 2500 * 4.0 / 3.0 * PI * 8e-9, relative = 0.25 * mass;
  for (const double e : {1.0, 0.8, 0.4}) {
    LammpsSession lammps;
    lammps.run(two_spheres(PAIR, with_number("stiffness 1e4 restitution ", e), "") + "run 2000");
    const auto atoms = lammps.atoms();
    EXPECT_NEAR(atoms[1].v[0] - atoms[0].v[0], e, 1e-3);
    EXPECT_NEAR(lammps.evaluate("c_e[6]"), (1.0 - e * e) * relative, 1e-3 * relative);
    EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-4 * relative);
  }
}

TEST_F(HookeHistory, EnergyBalanceClosesInAnObliqueCollision)
{
  const std::string oblique = "create_atoms 1 single -0.00201 0 0\n"
                              "create_atoms 1 single 0.00201 0.001 0\nset atom 1 vx 1\n"
                              "set atom 2 omega 0 0 300\n";
  const std::string law = "stiffness 1e4 restitution 0.6 friction 0.3 rolling sds 500 0.01 0.2";
  double drift[2];
  for (const int fine : {0, 1}) {
    LammpsSession lammps;
    lammps.run(two_spheres(oblique, law, "") +
               (fine ? "timestep 5e-7\nrun 2000" : "timestep 2e-6\nrun 500"));
    drift[fine] = std::fabs(lammps.evaluate("c_e"));
    EXPECT_LT(drift[fine], 1e-3 * lammps.evaluate("c_e[1]"));
    EXPECT_GT(lammps.evaluate("c_e[6]"), 0.0);
  }
  EXPECT_LT(drift[1], drift[0] / 4.0);
}

// Spheres that approach at w and overlap: the dashpot exerts c w of half a step before, and w at the instant
// of step 1 is foreseen as 2 w(1/2) - w(0), since w(0) is that of a full step.
TEST_F(HookeHistory, FirstStepsOfADashpotCountAtTheInstant)
{
  const double mass = 0.5 * 2500 * 4.0 / 3.0 * PI * 8e-9, dt = 2e-6, w0 = 1.0;
  LammpsSession lammps;
  lammps.run(two_spheres("create_atoms 1 single -0.001995 0 0\n"
                         "create_atoms 1 single 0.001995 0 0\nset atom 1 vx 1\n",
                         "stiffness 1e4 restitution 0.3", "") +
             "timestep 2e-6\nrun 0");
  const double force = -lammps.evaluate("fx[1]"), c = (force - 1e4 * 1e-5) / w0;
  EXPECT_GT(c, 0.0);
  const double w = w0 - 0.5 * dt * force / mass;
  lammps.run("run 1");
  const double expected = 0.5 * dt * (c * w0 * w0 + c * w * (2.0 * w - w0));
  EXPECT_NEAR(lammps.evaluate("c_e[6]") / expected, 1.0, 1e-9);
}

// A sphere that falls on a plane, in all forms of walls.
TEST_F(HookeHistory, WallsGiveRestitution)
{
  std::ofstream(folder / "floor.stl")
      << "solid\nfacet normal 0 0 1\nouter loop\nvertex -0.02 -0.02 0\nvertex 0.02 -0.02 0\n"
         "vertex 0 0.02 0\nendloop\nendfacet\nendsolid\n";
  const std::string ball = "create_atoms 1 single 0 0 0.0020001\nset atom 1 vz -1\n";
  const std::string law = "stiffness 2e4 restitution 0.7 friction 0.3";
  for (const std::string &wall :
       {std::string("fix w all wall/hooke/history zplane 0 NULL"),
        "region r block INF INF INF INF 0 INF\nfix w all wall/hooke/history region r " + law,
        "fix w all wall/mesh " + (folder / "floor.stl") + " model hooke/history " + law,
        "fix w all wall/mesh " + (folder / "floor.stl") + " model hooke/history"}) {
    LammpsSession lammps;
    lammps.run(two_spheres(ball, law, wall) + "run 2000");
    const auto atoms = lammps.atoms();
    EXPECT_NEAR(atoms[0].v[2], 0.7, 1e-3) << wall;
    const double mass = atoms[0].mass;
    EXPECT_NEAR(lammps.evaluate("c_e[6]"), 0.5 * mass * (1 - 0.49), 1e-3 * mass) << wall;
    EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-4 * mass) << wall;
  }
}

// The model of fix wall/gran has its numbers by position.
TEST_F(HookeHistory, StockModelOfAMeshIsTakenWhereNumbersFollow)
{
  std::ofstream(folder / "floor.stl")
      << "solid\nfacet normal 0 0 1\nouter loop\nvertex -0.02 -0.02 0\nvertex 0.02 -0.02 0\n"
         "vertex 0 0.02 0\nendloop\nendfacet\nendsolid\n";
  const std::string lines =
      "units si\natom_style sphere\natom_modify map array\nboundary f f f\n"
      "region box block -0.02 0.02 -0.02 0.02 -0.02 0.02\ncreate_box 1 box\n"
      "create_atoms 1 single 0 0 0.0019\n"
      "set group all diameter 4e-3 density 2500\npair_style zero 0.005\n"
      "pair_coeff * *\nneighbor 1e-3 bin\nfix move all nve/sphere\nfix w all ";
  const auto force = [&](const std::string &wall) {
    LammpsSession lammps;
    lammps.run(lines + wall + "\nrun 0");
    return lammps.atoms()[0].f[2];
  };
  const std::string mesh = "wall/mesh " + (folder / "floor.stl") + " model hooke/history ";
  EXPECT_NEAR(force(mesh + "2e4 NULL 10 NULL 0.5 1"), 2.0, 1e-9);
  EXPECT_NEAR(force(mesh + "stiffness 2e4"), 2.0, 1e-9);
}

TEST_F(HookeHistory, BadInputIsOneSentence)
{
  const auto says = error_of_crowd;
  const std::string style = "pair_style hooke/history\npair_coeff * * ";
  EXPECT_EQ(says(style + "stiffness 500"), "");
  EXPECT_TRUE(has(says("pair_style hooke/history 1.0"), "unknown keyword 1.0 (expected stock)"));
  EXPECT_TRUE(
      has(says(style + "stiffness 0"), "Pair style hooke/history: stiffness 0 (must be positive)"));
  EXPECT_TRUE(has(says(style + "stiffness 500 tangential -1"), "tangential -1 (must be positive)"));
  EXPECT_TRUE(has(says(style + "stiffness 500 restitution 2"),
                  "restitution 2 (must be above 0 and at most 1)"));
  EXPECT_TRUE(
      has(says(style + "stiffness 500 damping_t -1"), "damping_t -1 (must not be negative)"));
  EXPECT_TRUE(has(says(style + "young 1e7"),
                  "unknown keyword young (expected stiffness, tangential, restitution, friction, "
                  "damping_t, rolling, twisting, cohesion, heat or stock)"));
  EXPECT_TRUE(has(says(style + "friction 0.5"),
                  "Pair style hooke/history: no stiffness for type 1 (pair_coeff)"));
  EXPECT_TRUE(has(says("pair_style hooke/history\npair_coeff 1 1 stiffness 500\n"
                       "pair_coeff 2 2 stiffness 500\npair_coeff 1 2 friction 0.1"),
                  "no stiffness for types 1 and 2 (pair_coeff)"));
  EXPECT_TRUE(has(says("pair_style hooke/history\npair_coeff 1 1 stiffness 5 rolling torque 0.1\n"
                       "pair_coeff 2 2 stiffness 5"),
                  "no coefficients for types 1 and 2, and laws of different kind do not mix"));
  EXPECT_TRUE(has(says("pair_style zero 0.002\npair_coeff * *\n"
                       "fix w all wall/hooke/history zplane 0 NULL"),
                  "Fix wall/hooke/history: no stiffness of the wall (expected the keyword, or "
                  "pair_style hooke/history)"));
  EXPECT_TRUE(has(says("pair_style hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3\n"
                       "fix w all wall/hooke/history zplane 0 NULL friction 0.5"),
                  "no stiffness of the wall"));
}

}    // namespace test_pair_hooke_history
