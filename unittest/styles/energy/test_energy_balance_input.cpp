// compute energy/balance in LAMMPS among other commands: its place, what reads it, what it rejects.
//
// Oracles: the same run with other integrators, in another order, without the compute; the error
// texts.

#include "styles/energy/energy_scenes.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace test_energy_balance_input {

using namespace grist::testing;

// Any integrator, and any place of the compute among the fixes; several runs give the same as one.
TEST_F(ComputeEnergyBalance, OrderAndIntegratorDoNotMatter)
{
  const std::string pair =
      "create_atoms 1 single -0.00201 0 0.0019\ncreate_atoms 1 single 0.00201 1e-3 0.0019\n"
      "set group all diameter 4e-3 density 2500\nset atom 1 vx 1\n"
      "timestep 1e-6\n";
  const std::string others = "fix down all gravity 9.81 vector 0 0 -1\n" + FLOOR + "\n";
  std::string stock = loose_spheres();
  stock.replace(stock.find("leapfrog/sphere"), 15, "nve/sphere");
  const Balance last = after(loose_spheres() + pair + others + REPORT + "run 1500\n");
  const Balance first = after(loose_spheres() + pair + REPORT + others + "run 1500\n");
  const Balance with_stock = after(stock + pair + REPORT + others + "run 1500\n");
  expect_same(last, first, 1e-13);
  expect_same(last, with_stock, 1e-13);
  const Balance without_setup =
      after(loose_spheres() + pair + others + REPORT + "run 700\nrun 800 pre no\n");
  expect_same(last, without_setup, 1e-13);
}

// What another fix averages at every step is what output has.
TEST_F(ComputeEnergyBalance, FixesMayReadItAtAnyStep)
{
  const std::string scene = oblique_pair(1e-3, 1e-6, 0);
  LammpsSession lammps;
  lammps.run(loose_spheres() + "fix t all print 1 '' screen no\n" + REPORT +
             "fix mean all ave/time 1 1 7 c_e[*] c_e\n" + scene.substr(0, scene.find("compute e")) +
             "run 140\n");
  for (int k = 1; k <= ENTRIES; k++)
    EXPECT_EQ(lammps.evaluate("f_mean[" + std::to_string(k) + "]"),
              lammps.evaluate("c_e[" + std::to_string(k) + "]"));
}

// Averages evaluate it for the first time while fixes are set up, before accounting starts.
TEST_F(ComputeEnergyBalance, DriftIsZeroBeforeTheFirstStep)
{
  LammpsSession lammps;
  lammps.run(loose_spheres() +
             "create_atoms 1 single 0 0 0.01\nset group all diameter 4e-3 density 2500\n"
             "set atom 1 vx 2\nfix down all gravity 9.81 vector 0 0 -1\ntimestep 1e-5\n" +
             REPORT + "fix first all ave/time 1 1 1 c_e\nrun 0\n");
  EXPECT_EQ(lammps.evaluate("f_first"), 0.0);
}

// Accounting changes nothing in the run.
TEST(ComputeEnergyBalanceRanks, AccountingChangesNothingInTheRun)
{
  for (const int ranks : rank_counts()) {
    std::string with = drum(8e-6) + THROWN + "run 1800\n", without = with;
    without.replace(without.find(REPORT), std::string(REPORT).size(), "");
    const auto one = atoms_after(with, ranks), other = atoms_after(without, ranks);
    ASSERT_EQ(one.size(), other.size());
    EXPECT_EQ(largest_difference(one, other), 0.0);
  }
}

/* ---------------------------------------------------------------------- */

void expect_error(const std::string &lines, const std::string &text)
{
  LammpsSession lammps;
  const std::string error = lammps.error_of(lines);
  EXPECT_TRUE(has(error, "Compute energy/balance: " + text));
}

TEST_F(ComputeEnergyBalance, RejectsStylesThatCannotReport)
{
  const std::string one = "create_atoms 1 single 0 0 0\nset group all diameter 4e-3 density 2500\n";
  const std::string base = loose_spheres() + one + REPORT;
  expect_error(base + "pair_style lj/cut 4e-3\npair_coeff * * 1 1e-3\nrun 0",
               "pair_style lj/cut cannot report its energy (expected hertz/mindlin, "
               "hooke/history, thornton/ning, polyhedron, granular, gran/*, zero or none)");
  expect_error(base + "fix r all wall/reflect zlo -0.02\nrun 0",
               "fix r of style wall/reflect cannot report the energy that it supplies or takes "
               "(unfix it, or leave the balance out)");
  expect_error(base + "unfix move\nfix n all nve/limit 0.1\nrun 0",
               "fix n of style nve/limit cannot report");
  expect_error(base + "fix m all momentum 10 linear 1 1 1\nrun 0",
               "fix m of style momentum cannot report");
  expect_error(base + "variable g equal step\nfix g all gravity v_g vector 0 0 -1\nrun 0",
               "fix g of style gravity varies (expected a constant)");
  expect_error(base + "minimize 0 0 1 1",
               "a minimization has no energy balance (uncompute or unfix it first)");
}

TEST_F(ComputeEnergyBalance, RejectsWrongArguments)
{
  const std::string base = loose_spheres();
  expect_error(base + "compute e all energy/balance 3", "unknown keyword 3 (expected every)");
  expect_error(base + "compute e all energy/balance every 0", "every 0 (");
  expect_error(base + "group some type 1\ncompute e some energy/balance",
               "group some (expected all)");
  expect_error(base + "compute e all energy/balance\ncompute f all energy/balance",
               "f is a second compute of this style (expected one)");
  expect_error("atom_style atomic\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\ncompute e all "
               "energy/balance",
               "atom style atomic has no radius, mass, omega or torque per atom (expected spheres "
               "or bodies)");
}

TEST_F(ComputeEnergyBalance, HarmlessFixesAreAccepted)
{
  LammpsSession lammps;
  lammps.run(loose_spheres() +
             "create_atoms 1 single 0 0 0\nset group all diameter 4e-3 density 2500\n" + REPORT +
             "fix b all balance 1000 1.1 shift x 10 1.1\nfix h all halt 100 tlimit > 1e9\n"
             "fix p all print 100 ''\ngroup held id 1\nfix z held freeze\nrun 10\n");
  EXPECT_EQ(balance_of(lammps).drift, 0.0);
  lammps.run("uncompute e\nthermo_style one\nrun 1\ncompute e all energy/balance\n");    // and anew
}

}    // namespace test_energy_balance_input
