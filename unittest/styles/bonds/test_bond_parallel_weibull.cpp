// bond_style parallel with strength that scatters.
//
// Oracles: the closed forms of Weibull and of the normal law for many bonds pulled at once; the same bonds on other ranks,
// after a restart and from a data file.

#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace test_bond_parallel_weibull {

using namespace grist::testing;

constexpr int SIDE = 10, PAIRS = SIDE * SIDE * SIDE;

class BondParallelWeibull : public testing::Test {
 protected:
  TestFolder folder;

  // Pairs of bonded spheres on a lattice; the second of each moves away from the first at 0.05 m/s,
  // so that a step stretches all bonds by the same 25e-6 of their length.
  std::string start(const std::string &coeff)
  {
    std::vector<SphereLine> spheres;
    std::vector<std::pair<int, int>> bonds;
    for (int k = 0; k < PAIRS; k++) {
      const double x = 6e-3 * (k % SIDE), y = 6e-3 * (k / SIDE % SIDE),
                   z = 6e-3 * (k / SIDE / SIDE);
      spheres.push_back({k + 1, 2e-3, 2500, x, y, z});
      spheres.push_back({k + 1, 2e-3, 2500, x + 2e-3, y, z});
      bonds.emplace_back(2 * k + 1, 2 * k + 2);
    }
    write_data(folder / "data", spheres, bonds, -1e-3, 6e-3 * SIDE - 1e-3);
    return read_case(folder / "data", coeff) + BONDS_ALONE +
        "group right id 2:" + std::to_string(2 * PAIRS) + ":2\nvelocity right set 0.05 0 0\n";
  }

  // Step at which each bond broke, by its first atom, from a file of events.
  std::map<int, long> breaks(const std::string &path)
  {
    std::istringstream file(read_file(path));
    std::string line;
    std::map<int, long> found;
    std::getline(file, line);
    while (std::getline(file, line)) {
      std::istringstream words(line);
      std::string step, time, id;
      std::getline(words, step, ',');
      std::getline(words, time, ',');
      std::getline(words, id, ',');
      found[std::stoi(id)] = std::stol(step);
    }
    return found;
  }
};

const std::string COEFF = "young 1e8 tensile 5e5 shear 1e9 weibull 3 4711";

// Stress over characteristic strength after some steps: 1e8 * 25e-6 / 5e5 a step.
double load(double steps)
{
  return 5e-3 * steps;
}

TEST_F(BondParallelWeibull, ShareBrokenFollowsTheClosedForm)
{
  const std::string input = start(COEFF);
  std::map<int, long> first;
  for (const int n : rank_counts()) {
    const std::string csv = folder / ("events" + std::to_string(n));
    LammpsSession lammps(n);
    lammps.run(input + "fix b all breakage 10000 file " + csv + "\nrun 450");
    EXPECT_GT(lammps.evaluate("f_b[2]"), 0.99 * PAIRS);
    if (!lammps.first()) continue;
    const auto broke = breaks(csv);
    std::vector<double> at;
    for (const auto &[id, step] : broke) at.push_back(load(step));
    std::sort(at.begin(), at.end());
    // Kolmogorov and Smirnov's distance, for 1 in 1000; a step spreads breaks by 0.005 of the
    // strength at a density below 1.2.
    double largest = 0.0;
    for (size_t k = 0; k < at.size(); k++) {
      const double expected = 1.0 - std::exp(-std::pow(at[k], 3.0));
      largest = std::max(largest, std::fabs((k + 1.0) / PAIRS - expected));
    }
    EXPECT_LT(largest, 1.95 / std::sqrt(double(PAIRS)) + 0.006);
    if (n == 1) first = broke;
    EXPECT_EQ(broke, first);
  }
}

// Oracle: the normal law, without the 0.02 % of it that lies below 0.
TEST_F(BondParallelWeibull, ShareBrokenFollowsTheNormalLaw)
{
  constexpr double DEVIATION = 0.28;
  const std::string input = start("young 1e8 tensile 5e5 shear 1e9 normal sd 0.28 4711");
  std::map<int, long> first;
  for (const int n : rank_counts()) {
    const std::string csv = folder / ("events" + std::to_string(n));
    LammpsSession lammps(n);
    lammps.run(input + "fix b all breakage 10000 file " + csv + "\nrun 450");
    EXPECT_EQ(lammps.evaluate("f_b[2]"), PAIRS);
    if (!lammps.first()) continue;
    const auto broke = breaks(csv);
    if (n == 1) first = broke;
    EXPECT_EQ(broke, first);
    // Shares at the mean and at one deviation on either side, within four standard errors and the
    // share of a step.
    for (const double z : {-1.0, 0.0, 1.0}) {
      const auto is_broken = [&](const auto &bond) {
        return load(bond.second) <= 1.0 + z * DEVIATION;
      };
      const double expected = 0.5 * std::erfc(-z / std::sqrt(2.0));
      const double error = std::sqrt(expected * (1.0 - expected) / PAIRS);
      const double share = std::count_if(broke.begin(), broke.end(), is_broken) / double(PAIRS);
      EXPECT_NEAR(share, expected, 4.0 * error + 0.01);
    }
  }
}

TEST_F(BondParallelWeibull, NormalScatterIsKeptInRestartAndDataFiles)
{
  ONE_RANK_IS_ENOUGH();
  const std::string input = start("young 1e8 tensile 5e5 shear 1e9 normal sd 0.28 4711");
  std::map<int, long> whole, after;
  {
    LammpsSession lammps;
    lammps.run(input + "fix b all breakage 10000 file " + (folder / "whole") +
               "\nrun 180\nwrite_restart " + (folder / "restart") + "\nwrite_data " +
               (folder / "written") + "\nrun 50");
    whole = breaks(folder / "whole");
  }
  EXPECT_TRUE(has(read_file(folder / "written"), " normal sd 0.28000000000000003 4711\n"));
  LammpsSession lammps;
  lammps.run("newton on off\nread_restart " + (folder / "restart") + BONDS_ALONE +
             "fix b all breakage 10000 file " + (folder / "after") + "\nrun 50");
  after = breaks(folder / "after");
  EXPECT_GT(after.size(), 100u);
  for (const auto &[id, step] : after) EXPECT_EQ(whole[id], step);
}

TEST_F(BondParallelWeibull, StrengthIsKeptInRestartAndDataFiles)
{
  const std::string input = start(COEFF);
  const int most = rank_counts().back();
  std::map<int, long> whole;
  {
    LammpsSession lammps(most);
    lammps.run(input + "fix b all breakage 10000 file " + (folder / "whole") +
               "\nrun 180\nwrite_restart " + (folder / "restart") + "\nwrite_data " +
               (folder / "written") + "\nrun 120");
    if (is_first_rank()) whole = breaks(folder / "whole");
  }
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    const std::string csv = folder / ("after" + std::to_string(n));
    lammps.run("newton on off\nread_restart " + (folder / "restart") + BONDS_ALONE +
               "fix b all breakage 10000 file " + csv + "\nrun 120");
    if (!lammps.first()) continue;
    std::map<int, long> expected;
    for (const auto &[id, step] : whole)
      if (step > 180) expected[id] = step;
    EXPECT_GT(expected.size(), 100u);
    EXPECT_EQ(breaks(csv), expected);
  }
  if (is_first_rank()) {
    const std::string data = read_file(folder / "written");
    EXPECT_TRUE(has(data, " weibull 3 4711\n"));
  }
  LammpsSession lammps;
  lammps.run("units si\nnewton on off\natom_style bonded/cluster\nbond_style parallel\npair_style "
             "zero 0.003\nread_data " +
             (folder / "written") + "\nwrite_data " + (folder / "again"));
  if (!lammps.first()) return;
  EXPECT_TRUE(has(read_file(folder / "again"), " weibull 3 4711\n"));
}

// All pairs drift through all ranks, with a new list of bonds at every step or only when it must
// be.
TEST_F(BondParallelWeibull, StrengthStaysWithItsBondThroughRebuilds)
{
  const std::string input = start(COEFF);
  std::map<int, long> unloaded;
  for (const bool often : {false, true}) {
    LammpsSession lammps(rank_counts().back());
    const std::string csv = folder / (often ? "often" : "seldom");
    lammps.run(input + "velocity all set 20 13 7 sum yes\nneigh_modify delay 0 every " +
               (often ? std::string("1 check no") : std::string("1 check yes")) +
               "\nfix b all breakage 10000 file " + csv + "\nrun 300");
    if (!lammps.first()) continue;
    const auto broke = breaks(csv);
    EXPECT_GT(broke.size(), size_t(0.9 * PAIRS));
    if (!often) unloaded = broke;
    for (const auto &[id, step] : broke) {
      ASSERT_TRUE(unloaded.count(id)) << id;
      EXPECT_NEAR(double(step), double(unloaded[id]), 1.0) << id;    // rounding of the drift
    }
  }
}

TEST_F(BondParallelWeibull, TypesWithoutScatterKeepTheirStrength)
{
  ONE_RANK_IS_ENOUGH();
  std::string input = start("young 1e8 tensile 5e5 shear 1e9");
  LammpsSession lammps;
  lammps.run(input + "fix b all breakage 10000\nrun 198");
  EXPECT_EQ(lammps.evaluate("f_b[2]"), 0);
  lammps.run("bond_coeff 1 " + COEFF + "\nrun 0");
  lammps.run("run 1");
  // Those of factors below 0.995 break at once.
  const double broken = lammps.evaluate("f_b[2]");
  EXPECT_NEAR(broken / PAIRS, 1.0 - std::exp(-std::pow(0.995, 3)), 0.05);
  lammps.run("bond_coeff 1 young 1e8 tensile 5e5 shear 1e9\nrun 0\nrun 3");
  EXPECT_EQ(lammps.evaluate("f_b[2]"), PAIRS);
}

TEST_F(BondParallelWeibull, BadValuesAreOneSentence)
{
  ONE_RANK_IS_ENOUGH();
  write_pair(folder / "data");
  const auto expect = [&](const std::string &values, const std::string &part) {
    LammpsSession lammps;
    const std::string text = lammps.error_of(
        read_case(folder / "data", "young 1e8 tensile 1e6 shear 1e6 weibull" + values));
    EXPECT_TRUE(has(text, part)) << values;
  };
  expect("", "Bond style parallel: weibull needs a modulus and a seed");
  expect(" 3", "Bond style parallel: weibull needs a modulus and a seed");
  expect(" 0 1", "Bond style parallel: weibull 0 (must be positive)");
  expect(" -2 1", "Bond style parallel: weibull -2 (must be positive)");
  expect(" nan 1", "nan");
  expect(" inf 1", "inf");
  expect(" 3 0", "Bond style parallel: weibull seed 0 (must be >= 1)");
  expect(" 3 -7", "Bond style parallel: weibull seed -7 (must be >= 1)");
  expect(" 3 1.5", "1.5");
  expect(" m 1", "m");
}

TEST_F(BondParallelWeibull, BadValuesOfTheNormalLawAreOneSentence)
{
  ONE_RANK_IS_ENOUGH();
  write_pair(folder / "data");
  const auto expect = [&](const std::string &values, const std::string &part) {
    LammpsSession lammps;
    const std::string text = lammps.error_of(
        read_case(folder / "data", "young 1e8 tensile 1e6 shear 1e6 normal" + values));
    EXPECT_TRUE(has(text, "Bond style parallel: " + part)) << values << text;
  };
  const std::string needs = " a standard deviation over the mean strength";
  expect("", "normal needs sd," + needs + ", and a seed");
  expect(" 0.2 1", "normal needs sd," + needs + ", and a seed");
  expect(" sd 0.2", "normal sd needs" + needs + " and a seed");
  expect(" sd 0 1", "normal sd 0 (must be positive)");
  expect(" sd -0.2 1", "normal sd -0.2 (must be positive)");
  expect(" sd nan 1", "normal sd nan");
  expect(" sd 0.2 0", "normal sd seed 0 (must be >= 1)");
  expect(" sd 0.2 1 weibull 3 1", "weibull and normal exclude each other");
}

}    // namespace test_bond_parallel_weibull
