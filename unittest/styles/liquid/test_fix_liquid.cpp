// Fix liquid in runs of LAMMPS.
//
// Oracles: the law (test_liquid_bridge.cpp) for one pair; shares of a spray by r^2; conservation of the volume; a count of
// what six bridges take; the same run on other ranks, with other searches, after a restart; the
// energy balance; the kinetic energy, which viscosity does not raise; the error texts.

#include "common/constants.h"
#include "liquid/liquid_bridge.h"
#include "styles/contacts/crowd.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace test_fix_liquid {

using namespace grist::testing;
using grist::PI;

constexpr double KEPT = 1e-12;    // of a volume
const std::string MAP = "atom_modify map yes\n";
const std::string DRY_LAW =
    "pair_style hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3 restitution 0.6 friction 0.3\n";
const std::string LIQUID =
    "fix wet all liquid tension 0.073 angle 20 film 5e-7 viscosity 1e-3 smallest/gap 0.05\n";

// The crowd, with the map that fix liquid needs, and with more room, so that bridges break.
std::string crowd()
{
  std::string lines = CROWD;
  const std::string before = "region box";
  lines.insert(lines.find(before), MAP);
  return "newton on on\n" + lines + "neigh_modify delay 0 every 1 check yes\n" + DRY_LAW;
}

// Thin films, whose bridges are short.
const std::string THIN = "fix wet all liquid tension 0.073 angle 20 film 1e-9\n";

double total(LammpsSession &lammps)
{
  return lammps.evaluate("f_wet[1]+f_wet[2]+f_wet[3]+f_wet[4]-f_wet[5]");
}

// Spheres of 1 mm.
std::string row(const std::string &places)
{
  std::string lines = "units si\natom_style sphere\natom_modify map yes\nboundary f f f\n"
                      "comm_modify vel yes\nregion box block -5e-3 5e-3 -5e-3 5e-3 -5e-3 5e-3\n"
                      "create_box 1 box\n" +
      places + "set group all density 2500 diameter 1e-3\nneighbor 0.4e-3 bin\n" + DRY_LAW;
  return lines + "fix move all nve/sphere\ntimestep 1e-6\n";
}

TEST(FixLiquid, OnePairHasTheForceOfTheLawUntilItBreaks)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(row("create_atoms 1 single -0.5e-3 0 0\ncreate_atoms 1 single 0.49999e-3 0 0\n") +
               "fix wet all liquid tension 0.073 angle 30 film 1e-6\n"
               "unfix move\nfix move all move linear 0.0 0 0\nrun 0\n");
    const double film = PI * 1e-6 * 1e-6;    // of each, 4 pi r^2 h
    const double volume = 2.0 * 0.5 * film;
    EXPECT_NEAR(lammps.evaluate("f_wet[2]") / volume, 1.0, KEPT);
    const double radius = 0.5e-3;
    grist::BridgeLaw law;
    law.tension = 0.073;
    law.angle = PI / 6.0;
    const double end = (1.0 + PI / 12.0) * std::cbrt(volume);
    for (const double gap : {0.2, 0.9, 1.1}) {
      lammps.run("group second id 2\nset group second x " +
                 std::to_string(1e3 * (0.5e-3 + gap * end)) + "e-3\nrun 0\n");
      const auto atoms = lammps.atoms();
      if (!is_first_rank()) continue;
      const double between = atoms[1].x[0] - atoms[0].x[0] - 1e-3;
      const double expected = gap > 1.0 ? 0.0 : law.force(radius, volume, between);
      EXPECT_NEAR(atoms[0].f[0], expected, 1e-10 * 2.0 * PI * radius * 0.073) << gap;
      EXPECT_NEAR(atoms[1].f[0], -expected, 1e-10 * 2.0 * PI * radius * 0.073) << gap;
    }
    EXPECT_NEAR(lammps.evaluate("f_wet[1]") / (2.0 * film), 1.0, KEPT);
  }
}

TEST(FixLiquid, SphereMakesSixBridgesInOneStep)
{
  std::string places = "create_atoms 1 single 0 0 0\n";
  for (const char *at : {"1 0 0", "-1 0 0", "0 1 0", "0 -1 0", "0 0 1", "0 0 -1"}) {
    double x, y, z;
    sscanf(at, "%lf %lf %lf", &x, &y, &z);
    const auto text = [](double v) { return std::to_string(0.9999 * v) + "e-3"; };
    places += "create_atoms 1 single " + text(x) + " " + text(y) + " " + text(z) + "\n";
  }
  for (const int ranks : rank_counts())
    for (const char *share : {"0.5", "1"}) {
      LammpsSession lammps(ranks);
      lammps.run(row(places) + "fix wet all liquid tension 0.073 angle 0 film 1e-6 share " + share +
                 "\nvariable center equal f_wet[1]\nrun 0\n");
      // The centre gives `share` to six, each of the others to one.
      const double film = PI * 1e-12, of_films = std::stod(share);
      EXPECT_NEAR(lammps.evaluate("f_wet[2]") / (7.0 * of_films * film), 1.0, KEPT);
      EXPECT_NEAR(lammps.evaluate("f_wet[1]+f_wet[2]") / (7.0 * film), 1.0, KEPT);
      EXPECT_EQ(lammps.evaluate("f_wet[6]"), 6.0);
    }
}

TEST(FixLiquid, RanksAndSearchesGiveTheSameRun)
{
  const std::string run = "run 300\n";
  const auto reference = atoms_after(crowd() + LIQUID + run, 1);
  const auto without = atoms_after(crowd() + run, 1);
  if (is_first_rank()) { EXPECT_GT(largest_difference(reference, without), 1e-4); }
  for (const int ranks : rank_counts())
    for (const std::string search : {"default", "multilevel", "mr", "cubes"}) {
      const auto found =
          atoms_after(crowd() + "neighbor_style " + search + "\n" + LIQUID + run, ranks);
      if (is_first_rank()) { EXPECT_LT(largest_difference(found, reference), 1e-8) << ranks; }
    }
  for (const int ranks : rank_counts()) {
    const auto found = atoms_after(crowd() + "neighbor 0.2e-3 nsq\n" + LIQUID + run, ranks);
    if (is_first_rank()) { EXPECT_LT(largest_difference(found, reference), 1e-8) << ranks; }
  }
}

TEST(FixLiquid, VolumeIsKeptOverManyBridges)
{
  {
    LammpsSession lammps(rank_counts().back());
    lammps.run(crowd() + THIN +
               "pair_coeff * * young 1e8 poisson 0.3 restitution 0.6 friction 0.3\n"
               "fix stir all langevin 1e19 1e19 1e-4 4711\nrun 0\n");
    const double start = lammps.evaluate("f_wet[5]");
    EXPECT_GT(start, 0.0);
    lammps.run("fix even all balance 500 1.0 shift xyz 5 1.05\nrun 30000\n");
    EXPECT_GT(lammps.evaluate("f_wet[7]"), 1e5);
    EXPECT_NEAR(lammps.evaluate("(f_wet[1]+f_wet[2])") / start, 1.0, KEPT);
  }
}

TEST(FixLiquid, VolumeThatLeavesOrDriesIsCounted)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(crowd() + LIQUID + "run 100\n");
    const double start = lammps.evaluate("f_wet[1]+f_wet[2]");
    lammps.run("group gone id 1:100\ndelete_atoms group gone compress no\nrun 100\n");
    EXPECT_NEAR(total(lammps) / start, 0.0, KEPT);
    const double left = lammps.evaluate("f_wet[4]");
    EXPECT_GT(left, 0.1 * start);
    EXPECT_LT(left, 0.5 * start);
    EXPECT_NEAR(lammps.evaluate("f_wet[1]+f_wet[2]") / (start - left), 1.0, KEPT);

    lammps.run("unfix wet\nfix wet all liquid tension 0.073 angle 20 film 5e-7 evaporation 1e-4\n"
               "run 0\n");
    const double before = lammps.evaluate("f_wet[1]");
    lammps.run("compute r all property/atom radius\nvariable area atom 4*PI*c_r*c_r\n"
               "compute area all reduce sum v_area\nrun 0\n");
    const double area = lammps.evaluate("c_area");
    lammps.run("run 10\n");
    EXPECT_NEAR(lammps.evaluate("f_wet[3]") / (area * 1e-4 * 10e-6), 1.0, 1e-10);
    EXPECT_LT(lammps.evaluate("f_wet[1]"), before);
    EXPECT_NEAR(total(lammps) / start, 0.0, KEPT);
  }
}

TEST(FixLiquid, RestartContinuesTheRun)
{
  TestFolder folder;
  for (const int ranks : rank_counts()) {
    const auto straight = atoms_after(crowd() + LIQUID + "run 100\nrun 150\n", ranks);
    LammpsSession first(ranks);
    first.run(crowd() + LIQUID + "run 100\nwrite_restart " + folder / "state" + "\n");
    const double volume = first.evaluate("f_wet[1]+f_wet[2]");
    const double formed = first.evaluate("f_wet[6]");
    LammpsSession second(ranks);
    second.run("newton on on\natom_modify map yes\nread_restart " + folder / "state" +
               "\ncomm_modify vel yes\nneighbor 0.2e-3 bin\n"
               "neigh_modify delay 0 every 1 check yes\n" +
               DRY_LAW + LIQUID + "fix move all nve/sphere\ntimestep 1e-6\nrun 0\n");
    EXPECT_NEAR(second.evaluate("f_wet[1]+f_wet[2]") / volume, 1.0, KEPT);
    EXPECT_EQ(second.evaluate("f_wet[6]"), formed);
    second.run("run 150\n");
    expect_same(second.atoms(), straight, 1e-8, "restart");
  }
}

// The sphere with the most bridges is on the last rank alone.
TEST(FixLiquid, RestartHoldsTheBridgesOfAllRanks)
{
  TestFolder folder;
  const std::string star =
      "create_atoms 1 single -4e-3 0 0\ncreate_atoms 1 single 3e-3 0 0\n"
      "create_atoms 1 single 3e-3 0.999e-3 0\ncreate_atoms 1 single 3e-3 -0.999e-3 0\n"
      "create_atoms 1 single 3e-3 0 0.999e-3\ncreate_atoms 1 single 3e-3 0 -0.999e-3\n"
      "create_atoms 1 single 3.999e-3 0 0\n";
  for (const int ranks : rank_counts()) {
    LammpsSession first(ranks);
    first.run("processors * 1 1\n" + row(star) + LIQUID + "run 20\nwrite_restart " +
              folder / "star" + "\n");
    const double volume = first.evaluate("f_wet[2]");
    LammpsSession second(ranks);
    second.run("atom_modify map yes\nprocessors * 1 1\ncomm_modify vel yes\nread_restart " +
               folder / "star" + "\nneighbor 0.4e-3 bin\n" + LIQUID + "fix move all nve/sphere\n" +
               "timestep 1e-6\nrun 0\n");
    EXPECT_NEAR(second.evaluate("f_wet[2]") / volume, 1.0, KEPT);
    EXPECT_EQ(second.evaluate("f_wet[6]"), 5.0);
  }
}

TEST(FixLiquid, EnergyBalanceCloses)
{
  for (const int ranks : rank_counts()) {
    double before = 0.0;
    for (const double step : {4e-7, 1e-7}) {
      LammpsSession lammps(ranks);
      const int steps = static_cast<int>(std::lround(2e-4 / step));
      lammps.run(crowd() + LIQUID + "compute e all energy/balance\ntimestep " +
                 std::to_string(step * 1e7) + "e-7\nrun 0\n");
      const double kinetic = lammps.evaluate("c_e[1]");
      lammps.run("run " + std::to_string(steps) + "\n");
      EXPECT_GT(lammps.evaluate("f_wet[6]"), 100.0);
      const double drift = std::fabs(lammps.evaluate("c_e")) / kinetic;
      EXPECT_LT(drift, 5e-3);
      before = drift;
    }
    EXPECT_LT(before, 2e-3);
  }
}

// A simple cubic lattice has the solid fraction pi/6 and six bridges a sphere: Rumpf's strength
// phi/pi k F/d^2 is F/d^2, exactly.
TEST(FixLiquid, StrengthOfALatticeIsRumpfs)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run("units si\natom_style sphere\natom_modify map yes\ncomm_modify vel yes\n"
               "lattice sc 1e-3\nregion box block 0 4 0 4 0 4\ncreate_box 1 box\n"
               "create_atoms 1 box\nset group all density 2500 diameter 1.0000000001e-3\n"
               "neighbor 0.3e-3 bin\n" +
               DRY_LAW +
               "fix wet all liquid tension 0.073 angle 30 film 1e-6\nfix_modify wet virial yes\n"
               "compute pull all pressure NULL fix\nthermo_style custom step c_pull\nrun 0\n");
    grist::BridgeLaw law;
    law.tension = 0.073;
    law.angle = PI / 6.0;
    const double volume = 2.0 * 0.5 / 6.0 * PI * 1e-6 * 1e-6;    // of six of a sphere
    const double force = law.force(0.5e-3, volume, 0.0);
    EXPECT_EQ(lammps.evaluate("f_wet[6]"), 192.0);
    EXPECT_NEAR(lammps.evaluate("c_pull") / (-force / 1e-6), 1.0, 1e-8);
  }
}

TEST(FixLiquid, ElementsOfOneClusterMakeNoBridge)
{
  TestFolder folder;
  std::vector<SphereLine> spheres;    // three in a bonded row, and one that touches its end
  for (int i = 0; i < 4; i++) spheres.push_back({i < 3 ? 1 : 2, 2e-3, 2500, 1.999e-3 * i, 0, 0});
  write_data(folder / "data", spheres, {{1, 2}, {2, 3}}, -0.02, 0.02);
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(read_case(folder / "data", "young 1e7 tensile none shear none") +
               "comm_modify vel yes\nneighbor 1e-3 bin\n" + DRY_LAW +
               "fix wet all liquid tension 0.073 angle 20 film 5e-7\ntimestep 1e-7\n"
               "fix move all nve/sphere\nrun 5\n");
    EXPECT_EQ(lammps.evaluate("f_wet[6]"), 1.0);
  }
}

// What enters is wet in its first step, and what leaves takes its film along and half of its
// bridges: the sums of the films of all spheres by an independent count.
TEST(FixLiquid, FeedsAndOutflowKeepTheAccount)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(crowd() + LIQUID +
               "region half block 0 3 0 7 0 7\n"
               "region drop sphere 5 5 5 0.4\nregion free block 3.2 7 0 7 0 7\n"
               "fix out all outflow 50 region half\nrun 120\n");
    const double supplied = lammps.evaluate("f_wet[5]");
    EXPECT_LT(lammps.evaluate("atoms"), 343.0);
    EXPECT_GT(lammps.evaluate("f_wet[4]"), 0.2 * supplied);
    EXPECT_NEAR(total(lammps) / supplied, 0.0, KEPT);

    lammps.run("unfix out\ngroup gone region free\ndelete_atoms group gone compress no\n"
               "create_atoms 1 single 5 5 5\nset type 1 diameter 1e-3\nrun 20\n");
    EXPECT_NEAR(total(lammps) / supplied, 0.0, KEPT);
    EXPECT_NEAR((lammps.evaluate("f_wet[5]") - supplied) / (PI * 1e-6 * 5e-7), 1.0, 1e-6);
  }
}

// Four spheres at rest of different sizes, three of them in the region, which leaves after nine
// steps. Films by a count of the shares r^2.
TEST(FixLiquid, SprayIsSharedByCrossSections)
{
  const std::string places = "create_atoms 1 single -4e-3 1e-3 0\ncreate_atoms 1 single 0 3e-3 0\n"
                             "create_atoms 1 single 4e-3 1e-3 0\ncreate_atoms 1 single 0 -3e-3 0\n";
  const double diameters[] = {1.0, 2.0, 0.7, 1.5};
  for (const int ranks : rank_counts())
    for (const std::string rate : {"2e-9", "v_rising"}) {
      LammpsSession lammps(ranks);
      std::string lines = row(places) + "unfix move\n";
      for (int i = 0; i < 4; i++)
        lines += "set atom " + std::to_string(i + 1) + " diameter " + std::to_string(diameters[i]) +
            "e-3\ngroup g" + std::to_string(i) + " id " + std::to_string(i + 1) + "\n";
      lines += "variable away equal 8e-3*(step>=10)\nvariable rising equal 1e-9*step\n"
               "region zone block -5e-3 5e-3 0 5e-3 -5e-3 5e-3 move NULL v_away NULL\n"
               "fix wet all liquid tension 0.073 angle 20 film 1e-9 spray zone " +
          rate + "\n";
      for (int i = 0; i < 4; i++)
        lines += "compute film" + std::to_string(i) + " g" + std::to_string(i) +
            " reduce sum f_wet\nvariable film" + std::to_string(i) + " equal c_film" +
            std::to_string(i) + "\n";
      lammps.run(lines + "run 0\n");
      const double start = lammps.evaluate("f_wet[5]");
      lammps.run("run 20\n");
      const double sprayed = 1e-6 * (rate == "2e-9" ? 9 * 2e-9 : 45 * 1e-9);
      EXPECT_NEAR((lammps.evaluate("f_wet[5]") - start) / sprayed, 1.0, KEPT);
      EXPECT_NEAR(total(lammps) / start, 0.0, KEPT);
      for (int i = 0; i < 4; i++) {
        const double square = diameters[i] * diameters[i];
        const double expected =
            PI * square * 1e-6 * 1e-9 + (i < 3 ? sprayed * square / (1.0 + 4.0 + 0.49) : 0.0);
        EXPECT_NEAR(lammps.evaluate("v_film" + std::to_string(i)) / expected, 1.0, KEPT) << i;
      }
    }
}

// Moving spheres pass through the zone, make bridges and dry.
TEST(FixLiquid, SprayKeepsTheAccount)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(crowd() + "region zone block 0 7 0 7 5 7\n" + THIN.substr(0, THIN.size() - 1) +
               " evaporation 1e-6 spray zone 1e-8\nrun 0\n");
    const double start = lammps.evaluate("f_wet[5]");
    lammps.run("run 1000\nrun 1000\n");
    EXPECT_GT(lammps.evaluate("f_wet[3]"), 0.0);
    EXPECT_GT(lammps.evaluate("f_wet[6]"), 1000.0);
    EXPECT_NEAR((lammps.evaluate("f_wet[5]") - start) / (2000 * 1e-6 * 1e-8), 1.0, KEPT);
    EXPECT_NEAR(total(lammps) / lammps.evaluate("f_wet[5]"), 0.0, KEPT);
  }
}

// Equal parts, so many that rounding adds up in plain sums.
TEST(FixLiquid, AccountClosesOverManySteps)
{
  LammpsSession lammps(1);
  lammps.run(row("create_atoms 1 single -1e-3 0 0\ncreate_atoms 1 single 1e-3 0 0\n") +
             "unfix move\nregion zone block INF INF INF INF INF INF\n"
             "fix wet all liquid tension 0.073 angle 20 film 1e-6 evaporation 3.3e-6 "
             "spray zone 1.7e-11\nrun 200000\n");
  EXPECT_GT(lammps.evaluate("f_wet[3]"), 0.3 * lammps.evaluate("f_wet[5]"));
  EXPECT_NEAR(total(lammps) / lammps.evaluate("f_wet[5]"), 0.0, 1e-14);
}

/* ----------------------------------------------------------------------
   viscosity
------------------------------------------------------------------------- */

// Kinetic energy beyond what the start had and springs and bridges gave, the greatest of a run. `edge`
// is what the balance leaves out at the two ends of a run, the change of dt^2 F^2/8m (theory.md): forces
// of bridges at the limit of their resistance stop a sphere in one step, so that it does not fall with
// the step.
const std::string EXCESS = R"(
  compute e all energy/balance
  thermo_style custom step c_e[1] c_e[4] c_e[5] c_e[6] c_e[7] c_e
  run 0
  variable ke equal $(c_e[1])
  variable stored equal $(c_e[4])
  variable squares atom (fx^2+fy^2+fz^2)/mass
  compute squares all reduce sum v_squares
  variable edges equal c_squares*dt*dt/8
  thermo_style custom step c_e[1] c_e[4] c_e[5] c_e[6] c_e[7] c_e c_squares
  run 0
  variable first equal $(v_edges)
  variable edge equal v_edges-v_first
  variable excess equal (c_e[1]+c_e[4]-v_stored)/v_ke-1
  variable loss equal c_e[5]+c_e[6]+c_e[7]
  fix excess all vector 5 v_excess
)";

// A crowd of 200 that meets, and a close packing of equal spheres: the viscosity of any liquid takes
// energy only.
const std::string LOOSE = R"(
  create_atoms 1 random 200 4711 NULL overlap 1.05e-3 maxtry 5000
  set group all diameter 1e-3
)";
const std::string PACKED = R"(
  lattice fcc 1.4142e-3
  create_atoms 1 box
  reset_atoms id sort yes
  set group all diameter 1.0001e-3
)";    // LAMMPS numbers a lattice rank by rank

std::string viscous(const std::string &spheres, double viscosity)
{
  const std::string edge = spheres == PACKED ? "5.6568e-3" : "8e-3";
  return "units si\natom_style sphere\natom_modify map yes\ncomm_modify vel yes\nnewton on on\n"
         "region box block 0 " +
      edge + " 0 " + edge + " 0 " + edge + "\ncreate_box 1 box\n" + spheres +
      "set group all density 2500\nvelocity all create 1e15 4711 dist gaussian\n"
      "velocity all scale 1e15\nneighbor 0.3e-3 bin\nneigh_modify delay 0 every 1 check yes\n" +
      DRY_LAW + "fix wet all liquid tension 0.05 angle 20 film 2e-6 viscosity " +
      std::to_string(viscosity) + "\nfix move all nve/sphere\ntimestep 4e-6\n";
}

TEST(FixLiquid, ViscosityTakesEnergyAtAnyStep)
{
  for (const std::string &spheres : {LOOSE, PACKED})
    for (const double viscosity : {0.0, 0.01, 1.0, 30.0, 1000.0}) {
      LammpsSession lammps(rank_counts().back());
      lammps.run(viscous(spheres, viscosity) + EXCESS + "run 600\n");
      EXPECT_GT(lammps.evaluate("f_wet[6]"), 50.0);
      EXPECT_LT(lammps.evaluate("max(f_excess)"), 1e-3) << viscosity;
      EXPECT_GE(lammps.evaluate("v_loss"), 0.0) << viscosity;
      EXPECT_NEAR(total(lammps) / lammps.evaluate("f_wet[5]"), 0.0, KEPT) << viscosity;
      if (viscosity > 0.0) {
        EXPECT_LT(std::fabs(lammps.evaluate("c_e+v_edge")), 1e-3 * lammps.evaluate("v_loss"))
            << viscosity;
      }
      if (viscosity > 100.0) { EXPECT_GT(lammps.evaluate("f_GRIST_GUARD[10]"), 1.0); }
    }
}

// Of second order in the time step, also beyond the limit of the resistance, where the motion itself
// depends on the step.
TEST(FixLiquid, DriftOfViscousBridgesIsOfSecondOrder)
{
  for (const std::string &spheres : {LOOSE, PACKED})
    for (const double viscosity : {0.01, 1.0}) {
      std::vector<double> drifts;
      for (const double part : {1.0, 0.5, 0.25}) {
        LammpsSession lammps(rank_counts().back());
        lammps.run(viscous(spheres, viscosity) + "timestep " + std::to_string(4.0 * part) +
                   "e-6\n" + EXCESS + "run " + std::to_string(std::lround(300 / part)) + "\n");
        drifts.push_back(std::fabs(lammps.evaluate("c_e+v_edge") / lammps.evaluate("v_loss")));
      }
      EXPECT_LT(drifts[0], 1e-3) << viscosity;
      EXPECT_LT(drifts[1], 2.5e-4) << viscosity;
      EXPECT_LT(drifts[2], 6.25e-5) << viscosity;
    }
}

TEST(FixLiquid, ViscousRunsAreTheSameOnAllRanks)
{
  for (const double viscosity : {0.1, 100.0}) {
    const auto reference = atoms_after(viscous(PACKED, viscosity) + "run 100\n", 1);
    for (const int ranks : rank_counts()) {
      const auto found = atoms_after(viscous(PACKED, viscosity) + "run 100\n", ranks);
      if (is_first_rank()) { EXPECT_LT(largest_difference(found, reference), 1e-8) << ranks; }
    }
  }
}

// Two spheres that meet, with resistances on both sides of the limit 6 pi mu (R/2)^2/(x R) dt = m*.
TEST(FixLiquid, GuardKnowsTheViscosityOfBridges)
{
  const std::string places = "create_atoms 1 single -0.5005e-3 0 0\n"
                             "create_atoms 1 single 0.5005e-3 0 0\n";
  for (const double viscosity : {0.1, 3.0, 6.0}) {
    LammpsSession lammps(rank_counts().back());
    lammps.run(row(places) + "set group all density 2500\n" +
               "fix wet all liquid tension 0.05 angle 20 film 5e-6 viscosity " +
               std::to_string(viscosity) + "\nrun 0\n");
    const double radius = 0.5e-3, mass = 2500.0 * PI / 6.0 * 1e-9;
    const double share =
        6.0 * PI * viscosity * 0.25 * radius * radius / (0.01 * radius) * 1e-6 / (0.5 * mass);
    EXPECT_NEAR(lammps.evaluate("f_GRIST_GUARD[10]") / share, 1.0, 1e-5);
    const bool is_warned = has(lammps.output(), "in which the viscosity of a bridge stops");
    if (lammps.first()) { EXPECT_EQ(is_warned, share > 0.01); }
    const bool is_limited = has(lammps.output(), "WARNING: Fix liquid: timestep 1e-06 is");
    if (lammps.first()) { EXPECT_EQ(is_limited, share > 1.0); }
  }
}

// With a limit, the two lose their approach in one step and have gained nothing.
TEST(FixLiquid, ViscousPairGainsNothing)
{
  const std::string places = "create_atoms 1 single -0.501e-3 0 0\n"
                             "create_atoms 1 single 0.501e-3 0 0\n";
  for (const double viscosity : {1.0, 3.0, 6.0, 1e3, 1e6}) {
    LammpsSession lammps;
    lammps.run(row(places) +
               "group right id 2\nvelocity all set 0.01 0 0\n"
               "velocity right set -0.01 0 0\n"
               "fix wet all liquid tension 0.05 angle 20 film 5e-6 viscosity " +
               std::to_string(viscosity) + "\n" + EXCESS + "run 300\n");
    EXPECT_EQ(lammps.evaluate("f_wet[6]"), 1.0);
    EXPECT_LT(lammps.evaluate("max(f_excess)"), 1e-3) << viscosity;
    EXPECT_LT(std::fabs(lammps.evaluate("c_e")), 1e-3 * lammps.evaluate("c_e[6]")) << viscosity;
  }
}

// Sampled or not, the balance has what viscosity takes.
TEST(FixLiquid, SampledBalanceHasViscousLosses)
{
  for (const std::string every : {"1", "4", "7"}) {
    LammpsSession two;
    two.run(row("create_atoms 1 single -1.02e-3 0 0\ncreate_atoms 1 single 1.02e-3 0 0\n") +
            "set group all diameter 2e-3 density 2500\nneighbor 0.6e-3 bin\ngroup right id 2\n"
            "velocity all set 0.2 0 0\nvelocity right set -0.2 0 0\n"
            "fix wet all liquid tension 0.05 angle 20 film 2e-6 viscosity 0.1\n"
            "compute e all energy/balance every " +
            every + "\nthermo_style custom step c_e[6] c_e\nrun 3000\n");
    EXPECT_GT(two.evaluate("c_e[6]"), 0.0);
    EXPECT_LT(std::fabs(two.evaluate("c_e")), 1e-3 * two.evaluate("c_e[6]")) << every;
    if (two.first()) { EXPECT_EQ(has(two.output(), "bridges of a viscous liquid"), every != "1"); }

    LammpsSession many(rank_counts().back());
    many.run(viscous(LOOSE, 0.05) + "timestep 1e-6\ncompute e all energy/balance every " + every +
             "\nthermo_style custom step c_e[6] c_e\nrun 1500\n");
    EXPECT_LT(std::fabs(many.evaluate("c_e")), 1e-3 * many.evaluate("c_e[6]")) << every;
  }
}

/* ----------------------------------------------------------------------
   liquid that comes to spheres that touch
------------------------------------------------------------------------- */

// Held spheres that touch each other and a floor are sprayed: what bridges get is the share of all
// that has fallen, of pairs first, at any time step.
TEST(FixLiquid, SprayWetsSpheresThatTouch)
{
  for (const int ranks : rank_counts())
    for (const std::string step : {"1e-6", "1e-5", "5e-5"}) {
      LammpsSession lammps(ranks);
      lammps.run(
          row("create_atoms 1 single -0.4995e-3 0 0.4995e-3\n"
              "create_atoms 1 single 0.4995e-3 0 0.4995e-3\n") +
          "unfix move\nfix floor all wall/hertz/mindlin zplane 0 NULL young 1e7 poisson 0.3 "
          "restitution 0.6\nregion up block -1 1 -1 1 -1 1\n"
          "fix wet all liquid tension 0.05 angle 20 film 0 spray up 1e-9 walls 20 share 0.4\n"
          "timestep " +
          step + "\nrun $(round(1e-3/dt))\n");
      const double each = 0.5e-12;    // falls on a sphere
      EXPECT_NEAR(lammps.evaluate("f_wet[2]-f_wet[8]") / (0.4 * 2.0 * each), 1.0, 1e-9) << step;
      EXPECT_NEAR(lammps.evaluate("f_wet[8]") / (0.4 * 0.6 * 2.0 * each), 1.0, 1e-9) << step;
      EXPECT_EQ(lammps.evaluate("f_wet[6]"), 3.0);
      EXPECT_NEAR(total(lammps) / each, 0.0, KEPT);
      grist::BridgeLaw law;
      law.tension = 0.05;
      law.angle = 20.0 * grist::DEGREE;
      const double pull = law.force(0.5e-3, 0.4 * 2.0 * each, 0.0);
      lammps.run("pair_coeff * * young 1e-3 poisson 0.3 restitution 0.6\nrun 0\n");
      EXPECT_NEAR(lammps.evaluate("fx[1]") / pull, 1.0, 1e-6);
    }
}

// What was poured is an energy that is released, not a drift.
TEST(FixLiquid, BalanceClosesUnderASpray)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(viscous(PACKED, 0.01) +
               "unfix wet\nregion up block INF INF INF INF INF INF\n"
               "fix wet all liquid tension 0.05 angle 20 film 0 spray up 1e-8\n"
               "compute e all energy/balance\nthermo_style custom step c_e[4] c_e[6] c_e\n"
               "timestep 1e-6\nrun 0\nvariable start equal $(c_e[4])\nrun 1000\n");
    EXPECT_LT(lammps.evaluate("c_e[4]-v_start"), 0.0);
    EXPECT_GT(lammps.evaluate("f_wet[2]"), 0.3 * lammps.evaluate("f_wet[5]"));
    EXPECT_LT(std::fabs(lammps.evaluate("c_e")), 1e-3 * lammps.evaluate("c_e[6]"));
    EXPECT_NEAR(total(lammps) / lammps.evaluate("f_wet[5]"), 0.0, KEPT);
  }
}

// Dry spheres that touch, one of which gets half of a bridge that breaks: they have a bridge from
// then on.
TEST(FixLiquid, DryContactTakesTheLiquidOfABrokenBridge)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(row("create_atoms 1 single -0.9999e-3 0 0\ncreate_atoms 1 single 0 0 0\n"
                   "create_atoms 1 single 0.9999e-3 0 0\n") +
               "unfix move\ngroup first id 1\n"
               "fix wet first liquid tension 0.073 angle 20 film 1e-6 share 0.8\nrun 2\n");
    const double film = PI * 1e-12;
    EXPECT_EQ(lammps.evaluate("f_wet[6]"), 1.0);
    EXPECT_NEAR(lammps.evaluate("f_wet[2]") / (0.8 * film), 1.0, KEPT);
    lammps.run("set atom 1 x -3e-3\nrun 2\n");
    EXPECT_EQ(lammps.evaluate("f_wet[6]"), 2.0);
    EXPECT_NEAR(lammps.evaluate("f_wet[2]") / (0.8 * 0.4 * film), 1.0, KEPT);
    EXPECT_NEAR(total(lammps) / film, 0.0, KEPT);
  }
}

class FixLiquidInput : public OneRankTest {};

TEST_F(FixLiquidInput, ErrorsNameTheValueAndTheCure)
{
  const auto error = [](const std::string &lines) {
    return LammpsSession().error_of(crowd() + lines + "\nrun 0");
  };
  const std::string wet = "fix wet all liquid tension 0.073 angle 20 film 5e-7 ";
  EXPECT_TRUE(has(error("fix wet all liquid tension 0.073 angle 20"),
                  "Fix liquid: tension, angle and film must be given"));
  EXPECT_TRUE(has(error("fix wet all liquid tension -1 angle 20 film 0"), "tension -1"));
  EXPECT_TRUE(has(error("fix wet all liquid tension 1 angle 95 film 0"),
                  "angle 95 (expected 0 to below 90 degrees)"));
  EXPECT_TRUE(has(error(wet + "share 1.5"), "share 1.5"));
  EXPECT_TRUE(
      has(error(wet + "\nfix two all liquid tension 1 angle 2 film 0"), "there is one already"));
  EXPECT_TRUE(
      has(error("region away block 0 1 0 1 0 1\nfix out all outflow 50 region away\n" + wet),
          "fix wet of style liquid must come before fix out of style outflow"));
  EXPECT_TRUE(has(error("fix wet all liquid tension 0.073 angle 20 film 1e-4"),
                  "(set the skin of neighbor above"));
  EXPECT_TRUE(has(error("pair_coeff * * young 1e7 poisson 0.3 restitution 0.6 friction 0.3 "
                        "cohesion jkr 1\n" +
                        wet),
                  "Fix liquid: cohesion jkr"));
  EXPECT_TRUE(
      has(error(wet + "spray nowhere 1"), "Fix liquid: spray region nowhere (does not exist)"));
  const std::string zone = "region zone block 0 1 0 1 0 1\nvariable low equal -2\n";
  EXPECT_TRUE(has(error(zone + wet + "spray zone -1"), "spray rate -1"));
  EXPECT_TRUE(has(LammpsSession().error_of(crowd() + zone + wet + "spray zone v_low\nrun 1"),
                  "spray rate -2 at step 1 (must not be negative)"));
  EXPECT_TRUE(has(error(zone + wet + "spray zone"), "spray needs a region and a rate"));
  EXPECT_TRUE(has(error(zone + wet + "spray zone 1e-9\nregion zone delete"),
                  "spray region zone (does not exist)"));

  std::string lines = CROWD;
  EXPECT_TRUE(has(LammpsSession().error_of(lines + DRY_LAW + wet + "\nrun 0"), "atom_modify map"));
  lines.insert(lines.find("region box"), MAP);
  EXPECT_TRUE(has(LammpsSession().error_of("newton off off\n" + lines + DRY_LAW + wet + "\nrun 0"),
                  "newton off for pairs"));
}

// Films, tension and viscosity of parcels of 2 are twice as large.
TEST_F(FixLiquidInput, ParcelsHaveScaledFilmsAndBridges)
{
  const auto after = [](const std::string &parcels, const std::string &wet) {
    std::string lines =
        row("create_atoms 1 single -0.5e-3 0 0\ncreate_atoms 1 single 0.4999e-3 0 0\n");
    lines.insert(lines.find("create_atoms"), parcels);
    LammpsSession lammps;
    lammps.run(lines + wet + "group one id 1\nvelocity one set -0.1 0 0\nrun 100\n");
    return std::vector<double>{lammps.evaluate("vcm(one,x)"), lammps.evaluate("f_wet[2]"),
                               lammps.evaluate("f_wet[3]")};
  };
  const auto parcels = after("coarse 2\n",
                             "fix wet all liquid tension 0.07 angle 20 film 1e-6 "
                             "viscosity 1e-2 evaporation 1e-3\n");
  const auto by_hand = after("",
                             "fix wet all liquid tension 0.14 angle 20 film 2e-6 "
                             "viscosity 2e-2 evaporation 2e-3\n");
  for (size_t k = 0; k < parcels.size(); k++) {
    EXPECT_NE(parcels[k], 0.0);
    EXPECT_NEAR(parcels[k] / by_hand[k], 1.0, 1e-9) << k;
  }
}

// The command coarse may come before fix liquid or after it, but not when films have been given.
TEST_F(FixLiquidInput, ParcelsAreScaledWhateverTheOrder)
{
  const std::string wet = "fix wet all liquid tension 0.07 angle 20 film 1e-6 viscosity 1e-2 "
                          "evaporation 1e-3 walls 20\n";
  const std::string floor =
      "fix w all wall/hertz/mindlin zplane -0.4999e-3 NULL young 1e7 poisson 0.3 restitution 0.6\n";
  std::vector<double> values[2];
  for (const int n : {0, 1}) {
    LammpsSession lammps;
    lammps.run(row("create_atoms 1 single -0.5e-3 0 0\ncreate_atoms 1 single 0.4999e-3 0 0\n") +
               (n == 0 ? "coarse 2\n" : "") + DRY_LAW + floor + wet + (n == 1 ? "coarse 2\n" : "") +
               "group one id 1\nvelocity one set -0.1 0 0\nrun 100\n");
    for (const char *what : {"vcm(one,x)", "f_wet[2]", "f_wet[3]", "f_wet[5]", "f_wet[8]", "fz[1]"})
      values[n].push_back(lammps.evaluate(what));
  }
  for (size_t k = 0; k < values[0].size(); k++) {
    EXPECT_NE(values[0][k], 0.0) << k;
    EXPECT_EQ(values[1][k], values[0][k]) << k;
  }
  EXPECT_TRUE(has(LammpsSession().error_of(row("create_atoms 1 single 0 0 0\n") + wet +
                                           "run 0\ncoarse 2\nrun 0\n"),
                  "Fix liquid: coarse 2 after a run with films of parcels of 1"));
}

}    // namespace test_fix_liquid
