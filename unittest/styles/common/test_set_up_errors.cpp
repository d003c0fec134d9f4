// Errors of set-up that one rank finds end the run on all ranks, by its sentence. Oracle: the test
// goes on; an error of one rank alone ends the program (LammpsSession::error_of).

#include "testing/cases.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <string>

namespace test_set_up_errors {

using namespace grist::testing;

void expect_on_all_ranks(const std::string &lines, const std::string &sentence)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    const std::string error = lammps.error_of(lines);
    if (lammps.here()) { EXPECT_TRUE(has(error, sentence)) << ranks; }
  }
}

const std::string BOX = R"(
  boundary f f f
  region box block -1 1 -1 1 -1 1
  create_box 1 box
  create_atoms 1 single -0.5 -0.5 -0.5
  create_atoms 1 single 0.5 0.5 0.5
)";

TEST(SetUpErrors, SphereWithoutARadius)
{
  expect_on_all_ranks("units si\natom_style sphere\n" + BOX + R"(
                      set group all diameter 0.1
                      set group all density 1000
                      set atom 2 diameter 0
                      pair_style zero 0.1
                      pair_coeff * *
                      fix move all leapfrog/sphere
                      run 0)",
                      "atom 2 has radius 0 (expected more than 0)");
}

TEST(SetUpErrors, AtomThatIsNotABody)
{
  expect_on_all_ranks("units si\natom_style body polyhedron 4 8\n" + BOX + R"(
                      pair_style zero 0.1
                      pair_coeff * *
                      fix move all leapfrog/body
                      run 0)",
                      " is not a body");
}

TEST(SetUpErrors, RigidClusterThatNoFixMoves)
{
  const TestFolder folder;
  write_pair(folder / "data");
  expect_on_all_ranks(read_case(folder / "data", "rigid") + R"(
                      pair_style hertz/mindlin
                      pair_coeff * * young 1e7 poisson 0.3
                      neighbor 1e-3 bin
                      run 0)",
                      "is in a rigid cluster, which no fix moves (add fix rigid/cluster)");
}

TEST(SetUpErrors, RigidClusterOutsideTheGroup)
{
  const TestFolder folder;
  write_pair(folder / "data");
  expect_on_all_ranks(read_case(folder / "data", "rigid") + R"(
                      pair_style hertz/mindlin
                      pair_coeff * * young 1e7 poisson 0.3
                      neighbor 1e-3 bin
                      group one id 1
                      fix move one rigid/cluster
                      run 0)",
                      "atom 2 of a rigid cluster is not in the group of the fix");
}

TEST(SetUpErrors, TwoBondsOfAPair)
{
  const TestFolder folder;
  write_data(folder / "data", {{1, 2e-3, 2500, -1e-3, 0, 0}, {1, 2e-3, 2500, 1e-3, 0, 0}},
             {{1, 2}, {2, 1}}, -0.01, 0.01);
  expect_on_all_ranks(read_case(folder / "data", UNBREAKABLE) + R"(
                      pair_style hertz/mindlin
                      pair_coeff * * young 1e7 poisson 0.3
                      neighbor 1e-3 bin
                      run 0)",
                      "have two bonds (one between two spheres is the limit");
}

}    // namespace test_set_up_errors
