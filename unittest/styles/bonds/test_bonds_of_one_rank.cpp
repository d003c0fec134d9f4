// bond_style parallel where one rank alone has what all ranks must know: the longest bond, the bond
// that limits the time step, the atoms with new ids.
//
// Oracles: closed forms, the output of one rank, the energy before.

#include "testing/cases.h"
#include "testing/lammps_session.h"

#include "comm.h"
#include "lammps.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace test_bonds_of_one_rank {

using namespace grist::testing;

const std::string NO_CONTACTS = "pair_style zero 0.002\npair_coeff * *\nneighbor 0.0005 bin\n"
                                "timestep 1e-7\nfix nve all nve/sphere\n";

// Smallest and largest value over the ranks of the session.
std::pair<double, double> range_of(const LammpsSession &lammps, double mine)
{
  const double ends[2] = {lammps.here() ? -mine : -HUGE_VAL, lammps.here() ? mine : -HUGE_VAL};
  double all[2];
  MPI_Allreduce(ends, all, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return {-all[0], all[1]};
}

class BondsOfOneRank : public testing::Test {
 protected:
  TestFolder folder;

  // Spheres in a row along x from -10 to 10 mm, cut across it into one piece for each rank.
  std::string row(const std::vector<SphereLine> &spheres,
                  const std::vector<std::pair<int, int>> &bonds)
  {
    write_data(folder / "data", spheres, bonds, -0.01, 0.01);
    return "processors * 1 1\n" + read_case(folder / "data", UNBREAKABLE) + NO_CONTACTS;
  }
};

// 3.5 mm on the first rank, 2 mm on the last.
TEST_F(BondsOfOneRank, LongestBondSetsTheGhostCutoffOfAllRanks)
{
  const std::string start = row({{1, 2e-3, 2500, -9e-3, 0, 0},
                                 {1, 2e-3, 2500, -5.5e-3, 0, 0},
                                 {2, 2e-3, 2500, 5.5e-3, 0, 0},
                                 {2, 2e-3, 2500, 7.5e-3, 0, 0}},
                                {{1, 2}, {3, 4}});
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(start + "run 0");
    const double mine = lammps.here() ? lammps.lammps()->comm->cutghostuser : 0.0;
    const auto [least, most] = range_of(lammps, mine);
    EXPECT_NEAR(least / (1.2 * 3.5e-3 + 0.5e-3), 1.0, 1e-12) << ranks;
    EXPECT_EQ(least, most) << ranks;
  }
}

// The pair of small spheres is on the last rank, and the first one prints.
TEST_F(BondsOfOneRank, StiffestBondLimitsTheTimeStepOfAllRanks)
{
  const std::vector<SphereLine> large = {{1, 3e-3, 2500, -9e-3, 0, 0},
                                         {1, 3e-3, 2500, -6e-3, 0, 0}},
                                small = {{2, 1e-3, 2500, 7e-3, 0, 0}, {2, 1e-3, 2500, 8e-3, 0, 0}};
  const auto limit = [](LammpsSession &lammps) {
    return 1e-7 / lammps.evaluate("f_GRIST_GUARD[3]");
  };
  double of_large = 0.0, of_small = 0.0;
  {
    LammpsSession lammps(1);
    lammps.run(row(large, {{1, 2}}) + "run 0");
    of_large = limit(lammps);
  }
  {
    LammpsSession lammps(1);
    lammps.run(row(small, {{1, 2}}) + "run 0");
    of_small = limit(lammps);
  }
  EXPECT_NEAR(of_large / of_small, 3.0, 1e-9);    // it goes with the size
  const std::string both =
      row({large[0], large[1], small[0], small[1]}, {{1, 2}, {3, 4}}) + "run 0";
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(both);
    EXPECT_DOUBLE_EQ(limit(lammps), of_small) << ranks;
  }
}

// Sphere 3 goes, and spheres 4 and 5 to the right of the middle get new ids. The bond 2-4, across
// the middle, is loaded.
TEST_F(BondsOfOneRank, NewIdsOfOneRankKeepTheLoadsOfAll)
{
  const std::string start = row({{1, 2e-3, 2500, -3e-3, 0, 0},
                                 {1, 2e-3, 2500, -1e-3, 0, 0},
                                 {2, 2e-3, 2500, 8e-3, 5e-3, 0},
                                 {1, 2e-3, 2500, 1e-3, 0, 0},
                                 {1, 2e-3, 2500, 3e-3, 0, 0}},
                                {{1, 2}, {2, 4}, {4, 5}});
  const double stiffness = 1e8 * M_PI * 1e-6 / 2e-3;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(start +
               "group gone id 3\ngroup right id 4 5\ndelete_atoms group gone compress no\n"
               "run 0\ndisplace_atoms right move 1e-5 0 0\nrun 0");
    EXPECT_NEAR(lammps.thermo("ebond") / (0.5 * stiffness * 1e-10), 1.0, 1e-9) << ranks;
    lammps.run("reset_atoms id\nrun 0");
    EXPECT_NEAR(lammps.thermo("ebond") / (0.5 * stiffness * 1e-10), 1.0, 1e-9) << ranks;
    const auto atoms = lammps.atoms();
    if (!lammps.first()) continue;
    ASSERT_EQ(atoms.size(), 4u);
    const double x[] = {-3e-3, -1e-3, 1e-3 + 1e-5, 3e-3 + 1e-5};
    for (int i = 0; i < 4; i++) {
      EXPECT_EQ(atoms[i].tag, i + 1);
      EXPECT_NEAR(atoms[i].x[0], x[i], 1e-15) << ranks;
    }
  }
}

}    // namespace test_bonds_of_one_rank
