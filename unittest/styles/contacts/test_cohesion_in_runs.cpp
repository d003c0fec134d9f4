// Cohesion in runs of LAMMPS: pair styles hertz/mindlin and hooke/history.
//
// Oracles: JKR's pull-off force; pair_style granular jkr at overlaps where it is right; the same
// run with lists that reach far anyway, on another number of ranks, by another contact search,
// after a restart; the energy balance; the error texts.

#include "common/constants.h"
#include "styles/contacts/crowd.h"
#include "styles/energy/energy_scenes.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace test_cohesion_in_runs {

using namespace grist::testing;
using grist::PI;

// A skin below the reach of cohesion beyond touch (0.024 mm and 0.02 mm), and one that is far above
// it.
const std::string THIN = "neighbor 0.01e-3 bin\nneigh_modify delay 0 every 1 check yes\n";
const std::string WIDE = "neighbor 0.3e-3 bin\nneigh_modify delay 0 every 1 check yes\n";

// JKR turns rounding into more than the other laws do: at tear-off its force changes with the root
// of the gap.
constexpr double A_STICKY_RUN = 1e-7;

const std::string HERTZ = "pair_style hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3 "
                          "restitution 0.6 friction 0.3 ";
const std::string HOOKE = "pair_style hooke/history\npair_coeff * * stiffness 500 restitution 0.6 "
                          "friction 0.3 ";

struct Case {
  const char *name;
  std::string law;
  bool beyond_touch;
};
const Case CASES[] = {
    {"jkr", HERTZ + "cohesion jkr 20\n", true},
    {"sjkr", HERTZ + "cohesion sjkr 1e6\n", false},
    {"dmt", HERTZ + "cohesion dmt 5\n", false},
    {"hooke dmt", HOOKE + "cohesion dmt 2\n", false},
    {"eepa", HERTZ + "cohesion eepa 0.6 20 1e-4 3\n", false},
    {"hooke eepa", HOOKE + "cohesion eepa 0.4 5 1e-4 1\n", false},
    {"twisting", HERTZ + "cohesion none twisting marshall\n", false},
    {"jkr twisting", HERTZ + "cohesion jkr 20 twisting marshall\n", true},
    {"eepa sds", HERTZ + "rolling sds 5 1e-4 0.1 cohesion eepa 0.6 20 1e-4 3\n", false},
    {"eepa sds twisting",
     HOOKE + "rolling sds 5 1e-4 0.1 cohesion eepa 0.4 5 1e-4 1 twisting marshall\n", false},
    {"eepa twisting", HOOKE + "cohesion eepa 0.4 5 1e-4 1 twisting marshall\n", false},
    {"hooke twisting", HOOKE + "rolling sds 5 1e-4 0.1 cohesion none twisting marshall\n", false},
    {"hooke sjkr", HOOKE + "cohesion sjkr 1e6\n", false},
    {"capped", HOOKE + "cohesion capped 0.01\n", true}};

TEST(CohesionInRuns, RanksNewtonAndSearchesGiveTheSameRun)
{
  for (const Case &one : CASES) {
    const std::string run = "run 200";
    const auto reference = atoms_after(NEWTON[0] + CROWD + one.law + WIDE + run, 1);
    const auto without = atoms_after(
        NEWTON[0] + CROWD + one.law.substr(0, one.law.find("cohesion")) + "\n" + WIDE + run, 1);
    if (is_first_rank()) { EXPECT_GT(largest_difference(reference, without), 1e-3) << one.name; }
    for (const std::string &newton : NEWTON)
      for (const std::string search :
           {"default", "multilevel", "twolevel", "mr", "mmr", "cubes", "grid"}) {
        const auto found =
            atoms_after(newton + CROWD + one.law + THIN + "neighbor_style " + search + "\n" + run,
                        rank_counts().back());
        if (!is_first_rank()) continue;
        EXPECT_LT(largest_difference(found, reference), A_STICKY_RUN)
            << one.name << " " << newton << " " << search;
      }
  }
}

// LAMMPS' other searches of its own; it has no multi/old after 4Feb2025.
TEST(CohesionInRuns, StockSearchesGiveTheSameRun)
{
  std::vector<std::string> searches = {"nsq", "multi"};
  const bool has_old =
      LammpsSession(rank_counts().back()).error_of("neighbor 1.0 multi/old").empty();
  if (has_old) searches.push_back("multi/old");
  for (const Case &one : CASES) {
    const auto reference = atoms_after(NEWTON[0] + CROWD + one.law + WIDE + "run 100", 1);
    for (const std::string &search : searches) {
      std::string thin = THIN;
      thin.replace(thin.find("bin"), 3, search);
      const auto found =
          atoms_after(NEWTON[0] + CROWD + one.law + thin + "run 100", rank_counts().back());
      if (is_first_rank()) {
        EXPECT_LT(largest_difference(found, reference), A_STICKY_RUN) << one.name << search;
      }
    }
  }
}

// Contacts in a gap come back from the file, on another number of ranks.
TEST(CohesionInRuns, RestartContinuesTheRun)
{
  const TestFolder folder;
  for (const Case &one : CASES)
    for (const int ranks : rank_counts())
      for (const std::string &newton : NEWTON) {
        const std::string file = folder / "restart";
        const auto whole = atoms_after(newton + CROWD + one.law + THIN + "run 100\nwrite_restart " +
                                           file + "\nrun 100",
                                       ranks);
        const auto second = atoms_after(newton + "read_restart " + file + "\n" + THIN +
                                            "fix move all nve/sphere\nrun 100",
                                        rank_counts().back());
        if (is_first_rank()) {
          EXPECT_LT(largest_difference(second, whole), A_STICKY_RUN) << one.name << newton << ranks;
        }
      }
}

TEST(CohesionInRuns, CoefficientsComeBackFromADataFile)
{
  const TestFolder folder;
  for (const Case &one : CASES) {
    const std::string style = one.law.substr(0, one.law.find('\n')) + "\n";
    // Touching pairs only: a data file has no histories.
    const auto whole = atoms_after(NEWTON[0] + CROWD + one.law + "run 0\nwrite_data " +
                                       (folder / "data") + " pair ij\nrun 0",
                                   1);
    const auto second =
        atoms_after("units si\nnewton on on\natom_style sphere\n" + style + "read_data " +
                        (folder / "data") + "\nneighbor 0.2e-3 bin\nrun 0",
                    1);
    if (is_first_rank()) { EXPECT_LT(force_difference(second, whole), 1e-6) << one.name; }
  }
}

TEST(CohesionInRuns, MixesByGeometricMean)
{
  const std::string both =
      "pair_style hertz/mindlin\npair_coeff 1 1 young 1e7 poisson 0.3 cohesion jkr 4\n"
      "pair_coeff 2 2 young 1e7 poisson 0.3 cohesion ";
  const auto run = [&](const std::string &end) { return atoms_after(CROWD + both + end, 1); };
  const auto mixed = run("jkr 9\nrun 5");
  const auto given = run("jkr 9\npair_coeff 1 2 cohesion jkr 6\nrun 5");
  const auto none = run("none\nrun 5"),
             given_none = run("none\npair_coeff 1 2 cohesion none\nrun 5");
  if (!is_first_rank()) return;
  EXPECT_LT(largest_difference(mixed, given), ONE_STEP);
  EXPECT_LT(largest_difference(none, given_none), ONE_STEP);
  EXPECT_GT(largest_difference(none, mixed), 1e-6);
}

// Stock takes gamma = w / 2. Its contacts end at the strongest pull instead of tear-off, so only
// overlaps are compared, of spheres at rest, where dashpots and springs of the two styles have no
// part.
TEST(CohesionInRuns, JkrEqualsStockGranularAtOverlaps)
{
  const std::string rest = "velocity all set 0 0 0\nset group all omega 0 0 0\n";
  for (const int ranks : rank_counts()) {
    const auto theirs = atoms_after(
        NEWTON[0] + CROWD + rest +
            "pair_style granular\npair_coeff * * jkr 1e7 0.0 0.3 10 tangential linear_nohistory "
            "0.0 0.0\nrun 0",
        ranks);
    const auto mine = atoms_after(NEWTON[0] + CROWD + rest +
                                      "pair_style hertz/mindlin\npair_coeff * * young 1e7 "
                                      "poisson 0.3 cohesion jkr 20\nrun 0",
                                  ranks);
    if (!is_first_rank()) continue;
    double largest = 0.0;
    for (const AtomSnapshot &a : mine) largest = std::max(largest, std::fabs(a.f[0]));
    EXPECT_GT(largest, 0.0);
    for (size_t i = 0; i < mine.size(); i++)
      for (int d = 0; d < 3; d++) EXPECT_NEAR(mine[i].f[d], theirs[i].f[d], 1e-8 * largest);
  }
}

// Eight bonded cubes, sheared against each other until bonds break: contacts of other cubes and of
// broken bonds stick.
TEST(CohesionInRuns, BondedClustersStick)
{
  const TestFolder folder;
  write_cubes(folder / "data");
  const std::string lines =
      moving_cubes(folder / "data", "young 1e9 tensile 3e6 shear 2e6 damping 0.1", R"(
    pair_style hertz/mindlin
    pair_coeff * * young 1e8 poisson 0.3 restitution 0.4 friction 0.3 cohesion jkr 2000
    timestep 1e-6
    fix nve all nve/sphere
  )") +
      R"(
    compute gap all pair/local p9
    compute least all reduce min c_gap inputs local
    neigh_modify delay 0 every 1 check yes
  )";
  std::vector<AtomSnapshot> reference;
  bool is_first = true;
  for (const int ranks : rank_counts())
    for (const char *newton : {"on off", "off off"})
      for (const std::string search : {"default", "multilevel"}) {
        LammpsSession lammps(ranks);
        // The first run has lists that reach far anyway.
        const std::string skin = is_first ? "neighbor 0.003 bin\n" : "neighbor 2e-5 bin\n";
        lammps.run(with_newton(lines, newton) + skin + "neighbor_style " + search + "\nrun 150\n");
        EXPECT_GT(lammps.evaluate("f_b[2]"), 20);
        EXPECT_LT(lammps.evaluate("c_least"), 0.0);
        const auto atoms = lammps.atoms();
        if (is_first) reference = atoms;
        is_first = false;
        if (is_first_rank()) {
          EXPECT_LT(largest_difference(atoms, reference), A_STICKY_RUN)
              << ranks << newton << search;
        }
      }
}

/* ---------------------------------------------------------------------- */

using CohesionOnOneRank = OneRankTest;

// Two spheres of 2 mm, centres on the x axis this far apart.
constexpr double WORK = 5.0, YOUNG = 0.5 * 1e7 / 0.91, RADIUS = 0.5e-3;    // E*, R*
const double TEAR_OFF = 0.75 * std::cbrt(PI * PI * WORK * WORK * RADIUS / (YOUNG * YOUNG));
const std::string JKR_OF_WORK =
    "pair_style hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3 cohesion jkr 5\n";

std::string pair_of_spheres(double distance, const std::string &law)
{
  return "units si\natom_style sphere\natom_modify map array\ncomm_modify vel yes\n"
         "boundary f f f\nprocessors * 1 1\nregion box block -0.01 0.01 -0.01 0.01 -0.01 0.01\n"
         "create_box 1 box\ncreate_atoms 1 single -1e-9 0 0\ncreate_atoms 1 single " +
      number(distance - 1e-9) +
      " 0 0\nset group all diameter 2e-3 density 2500\ngroup b id 2\nneighbor 1e-6 bin\n"
      "neigh_modify delay 0 every 1 check yes\ntimestep 1e-7\n" +
      law;
}

// The skin is a twelfth of the way to tear-off, and the first sphere is at the border between two
// ranks: lists and ghosts must reach farther.
TEST(CohesionInRuns, PullOffForceAndTearOffOfTwoSpheres)
{
  ASSERT_GT(TEAR_OFF, 1e-5);
  for (const int ranks : rank_counts())
    for (const std::string &newton : NEWTON) {
      LammpsSession lammps(ranks);
      lammps.run(newton + pair_of_spheres(1.998e-3, JKR_OF_WORK) +
                 "fix move b move linear 0.01 0 0\ncompute pull all reduce max fx\n"
                 "fix pulls all vector 1 c_pull\nvariable acts equal c_pull>0\n"
                 "fix gaps all vector 1 v_acts\nrun 16000\n");
      const double most = lammps.evaluate("max(f_pulls)"), steps = lammps.evaluate("sum(f_gaps)");
      // Steps of 1e-9 m with a pull: from the start, at a small overlap, to tear-off.
      EXPECT_NEAR(most / (1.5 * PI * WORK * RADIUS), 1.0, 1e-6) << newton << ranks;
      EXPECT_NEAR(steps * 1e-9, 2e-6 + TEAR_OFF, 3e-9) << newton << ranks;
    }
}

// Without dashpot: what spheres lose that rebound is what the contact stored at tear-off, 0.2486 of
// 4/3 E* R* B^3 sqrt(a0).
TEST_F(CohesionOnOneRank, TearOffTakesWhatTheContactStored)
{
  const Balance now = after(pair_of_spheres(2.001e-3, JKR_OF_WORK) +
                            "fix move all nve/sphere\nvelocity b set -0.5 0 0\ntimestep 2e-9\n" +
                            REPORT + "run 300000\n");
  const double lost = 0.5 * sphere_mass(1e-3) * 0.25 - now.entry[KINETIC];
  const double b = std::sqrt(2.0 * PI * WORK / YOUNG), root = std::cbrt(RADIUS * b);
  const double stored = 4.0 / 3.0 * YOUNG * RADIUS * b * b * b * root * 0.24862352;
  EXPECT_NEAR(lost / stored, 1.0, 2e-3);
  EXPECT_NEAR(now.entry[CONTACT_DAMPING] / lost, 1.0, 1e-4);
  EXPECT_EQ(now.entry[CONTACT], 0.0);
}

// Without dashpot: spheres rebound as fast as they came, and the pull of touch is theirs at rest, with
// 4/3 E* sqrt(R*) d^(3/2) = 2 pi w R*.
TEST_F(CohesionOnOneRank, DmtTakesNothingAndHoldsAtRest)
{
  const std::string law = "pair_style hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3 ";
  const double start = 0.5 * sphere_mass(1e-3) * 0.25;
  const Balance now = after(pair_of_spheres(2.001e-3, law + "cohesion dmt 1\n") +
                            "fix move all nve/sphere\nvelocity b set -0.5 0 0\ntimestep 2e-9\n" +
                            REPORT + "run 300000\n");
  EXPECT_EQ(now.entry[CONTACT], 0.0);    // they have left
  EXPECT_NEAR(now.entry[KINETIC] / start, 1.0, 2e-4);
  EXPECT_LT(std::fabs(now.drift), 1e-6 * start);

  LammpsSession lammps;
  lammps.run(pair_of_spheres(1.9999e-3, law + "restitution 0.1 cohesion dmt 1\n") +
             "fix move all nve/sphere\nvariable apart equal xcm(b,x)-xcm(a,x)\ngroup a id 1\n"
             "thermo_style custom step v_apart\nrun 200000\n");
  const double overlap = std::pow(1.5 * PI * std::sqrt(RADIUS) / YOUNG, 2.0 / 3.0);
  EXPECT_NEAR((2e-3 - lammps.evaluate("v_apart")) / overlap, 1.0, 1e-5);
}

TEST_F(CohesionOnOneRank, EnergyBalanceCloses)
{
  for (const Case &one : CASES) {
    const std::string input = CROWD + one.law + THIN + "timestep 2e-7\n" + REPORT;
    const Balance now = after(input + "run 2000\n");
    EXPECT_GT(now.entry[CONTACT_DAMPING], 1e-6) << one.name;
    EXPECT_LT(std::fabs(now.drift), 2e-3 * now.dissipated()) << one.name;
  }
}

// Without adhesion, a head-on collision of linear springs has the restitution of Walton and Braun; what
// is lost is in the balance.
TEST_F(CohesionOnOneRank, EepaTakesWhatPlasticityTakes)
{
  const Balance now = after(
      pair_of_spheres(
          2.001e-3,
          "pair_style hooke/history\npair_coeff * * stiffness 500 cohesion eepa 0.5 0 0 1\n") +
      "fix move all nve/sphere\nvelocity b set -1 0 0\ntimestep 1e-8\n" + REPORT + "run 400000\n");
  const double relative = 0.25 * sphere_mass(1e-3);    // of the start: half of the reduced mass
  EXPECT_NEAR(now.entry[CONTACT_DAMPING] / relative, 0.5, 2e-4);
  EXPECT_LT(std::fabs(now.drift), 2e-4 * relative);
  EXPECT_EQ(now.entry[CONTACT], 0.0);
}

// Without dashpot and friction: all that two spheres lose is what the cap takes.
TEST_F(CohesionOnOneRank, EachSeparationTakesTheEnergyOfTheCap)
{
  const double most = 0.02, stiffness = 500, escape = most * most / (2.0 * stiffness);
  const Balance now = after(pair_of_spheres(2.001e-3,
                                            "pair_style hooke/history\npair_coeff * * stiffness "
                                            "500 cohesion capped 0.02\n") +
                            "fix move all nve/sphere\nvelocity b set -1 0 0\ntimestep 1e-9\n" +
                            REPORT + "run 400000\n");
  const double start = 0.5 * sphere_mass(1e-3);
  EXPECT_NEAR((start - now.entry[KINETIC]) / escape, 1.0, 2e-4);
  EXPECT_NEAR(now.entry[CONTACT_DAMPING] / (start - now.entry[KINETIC]), 1.0, 1e-7);
  EXPECT_EQ(now.entry[CONTACT], 0.0);
}

TEST_F(CohesionOnOneRank, BadInputIsOneSentence)
{
  const auto says = error_of_crowd;
  EXPECT_EQ(says(HERTZ + "cohesion none"), "");
  EXPECT_TRUE(has(says(HERTZ + "cohesion jkr -1"),
                  "Pair style hertz/mindlin: cohesion jkr -1 (must not be negative)"));
  EXPECT_TRUE(has(says(HERTZ + "cohesion capped 1"), "expected none, jkr, sjkr, dmt or eepa"));
  EXPECT_TRUE(has(says(HOOKE + "cohesion jkr 1"), "expected none, sjkr, capped, dmt or eepa"));
  EXPECT_TRUE(has(says(HOOKE + "cohesion capped"), "cohesion capped"));
  EXPECT_TRUE(has(says(HOOKE + "twisting sds"), "expected none or marshall"));
  EXPECT_TRUE(has(says("pair_style hooke/history stock yes\n"
                       "pair_coeff * * stiffness 500 twisting marshall\n"),
                  "twisting marshall with stock yes (expected stock no)"));
  EXPECT_TRUE(has(says(HOOKE + "cohesion eepa 1 5 0 1"),
                  "cohesion eepa plasticity ratio 1 (must be 0 to below 1)"));
  EXPECT_TRUE(has(says(HOOKE + "cohesion eepa 0.5 -5 0 1"),
                  "cohesion eepa surface energy -5 (must not be"));
  EXPECT_TRUE(has(says(HOOKE + "cohesion eepa 0.5 5 -1 1"), "constant pull -1 (must not be"));
  EXPECT_TRUE(has(says(HOOKE + "cohesion eepa 0.5 5 0 0"), "exponent of adhesion 0 (must be"));
  EXPECT_TRUE(has(says(HOOKE + "cohesion eepa 0.5 5"), "cohesion eepa"));
  EXPECT_TRUE(has(says(HOOKE + "cohesion capped x"), "cohesion capped x (expected a number)"));
  EXPECT_TRUE(has(says("pair_style hertz/mindlin stock yes\npair_coeff * * young 1e7 poisson 0.3 "
                       "cohesion jkr 1"),
                  "Pair style hertz/mindlin: cohesion jkr with stock yes (expected stock no)"));
  EXPECT_TRUE(has(says("pair_style hertz/mindlin\n"
                       "pair_coeff 1 1 young 1e7 poisson 0.3 cohesion jkr 1\n"
                       "pair_coeff 2 2 young 1e7 poisson 0.3 cohesion sjkr 1"),
                  "Pair style hertz/mindlin: cohesion jkr and cohesion sjkr in one run (types 2 "
                  "and 2)"));
}

}    // namespace test_cohesion_in_runs
