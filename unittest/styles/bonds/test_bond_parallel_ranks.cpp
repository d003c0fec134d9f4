// bond_style parallel in LAMMPS on several ranks. Oracle: the same run on another number of ranks.

#include "testing/cases.h"
#include "testing/lammps_session.h"

#include "atom.h"
#include "fix.h"
#include "lammps.h"
#include "modify.h"
#include "update.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace test_bond_parallel_ranks {

using namespace grist::testing;

// The same run on 1, 2 and 4 ranks.
class Ranks : public testing::Test {
 protected:
  void SetUp() override
  {
    if (world_size() == 1) GTEST_SKIP() << "needs more than one rank";
  }
  TestFolder folder;
};

TEST_F(Ranks, GiveTheSamePositionsBreaksAndClusters)
{
  write_cubes(folder / "data");
  for (const std::string newton : {"on off", "off off"}) {
    std::vector<AtomSnapshot> reference;
    std::string events;
    double broken = 0.0;
    for (const int n : rank_counts()) {
      LammpsSession lammps(n);
      const std::string file = folder / ("events" + std::to_string(n));
      std::string text = with_newton(
          moving_cubes(folder / "data", "young 1e8 tensile 2e5 shear 2e5 damping 0.02"), newton);
      text.replace(text.find("breakage 10"), 11, "breakage 10 file " + file);
      lammps.run(text + "run 100");
      const double now = lammps.evaluate("f_b[2]");
      const auto atoms = lammps.atoms();
      if (!lammps.first()) continue;
      if (n == 1) {
        reference = atoms;
        events = read_file(file);
        broken = now;
        EXPECT_GT(broken, 20);
        continue;
      }
      EXPECT_EQ(now, broken) << n << " ranks";
      EXPECT_LT(largest_difference(reference, atoms), 1e-10) << n << " ranks";
      EXPECT_EQ(read_file(file), events) << n << " ranks";
      for (size_t i = 0; i < atoms.size(); i++) EXPECT_EQ(atoms[i].cluster, reference[i].cluster);
    }
  }
}

TEST_F(Ranks, BalanceAndRestartOnAnotherNumberOfRanks)
{
  write_cubes(folder / "data");
  const std::string coeff = "young 1e8 tensile 2e5 shear 2e5";
  std::vector<AtomSnapshot> reference;
  double broken = 0.0;
  {
    LammpsSession lammps(1);
    // comm_style tiled cannot carry granular history with newton on for pairs (a limit of LAMMPS).
    lammps.run(with_newton(moving_cubes(folder / "data", coeff, CONTACTS_WITHOUT_HISTORY), "off") +
               "run 100\nwrite_restart " + (folder / "restart") + "\nrun 60");
    broken = lammps.evaluate("f_b[2]");
    reference = lammps.atoms();
  }
  const int n = world_size();
  LammpsSession lammps(n);
  lammps.run("newton off\nread_restart " + (folder / "restart") + CONTACTS_WITHOUT_HISTORY +
             "fix b all breakage 10\ncomm_style tiled\nfix balance all balance 20 1.0 rcb\nrun 60");
  EXPECT_EQ(lammps.evaluate("f_b[2]"), broken);
  const auto atoms = lammps.atoms();
  if (lammps.first()) { EXPECT_LT(largest_difference(reference, atoms), 1e-8); }
}

TEST_F(Ranks, BalancingInTheMiddleOfARunLosesNoState)
{
  write_cubes(folder / "data");
  std::vector<AtomSnapshot> reference;
  for (const std::string balance : {"", "fix balance all balance 10 1.0 shift xyz 10 1.05\n"}) {
    LammpsSession lammps(world_size());
    lammps.run(moving_cubes(folder / "data", "young 1e8 tensile 2e5 shear 2e5") + balance +
               "run 100");
    const auto atoms = lammps.atoms();
    if (balance.empty())
      reference = atoms;
    else if (lammps.first()) {
      EXPECT_LT(largest_difference(reference, atoms), 1e-10);
    }
  }
}

// Sorting lets atoms migrate first. The map of ids then has those that have come, as the exchange
// that follows clears it of each of them.
TEST_F(Ranks, SortingLeavesNoAtomWithoutPlaceInTheMap)
{
  write_cubes(folder / "data");
  LammpsSession lammps(world_size());
  lammps.run(moving_cubes(folder / "data", "young 1e8 tensile 2e5 shear 2e5") + "run 10");
  LAMMPS_NS::Atom *atom = lammps.lammps()->atom;
  atom->nextsort = lammps.lammps()->update->ntimestep;
  lammps.lammps()->modify->get_fix_by_id("GRIST_CLUSTER_ORDER")->pre_exchange();
  for (int i = 0; i < atom->nlocal; i++) EXPECT_EQ(atom->map(atom->tag[i]), i);
}

}    // namespace test_bond_parallel_ranks
