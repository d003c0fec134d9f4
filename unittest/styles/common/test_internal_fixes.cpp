// Fixes that styles of Grist make for themselves, given by hand: rejected with one sentence.

#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace grist::testing;

TEST(InternalFixes, AreRefusedWhenGivenByHand)
{
  ONE_RANK_IS_ENOUGH();
  const TestFolder folder;
  write_pair(folder / "data");
  const std::string start = read_case(folder / "data", UNBREAKABLE) +
      "pair_style hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3\nneighbor 1e-3 bin\n";
  const std::pair<std::string, std::string> cases[] = {
      {"BOND/STATE", "Fix BOND/STATE is made by bond_style parallel alone"},
      {"CLUSTER/ORDER", "Fix CLUSTER/ORDER is made by bond_style parallel alone"},
      {"CONTACT/HISTORY 6", "Fix CONTACT/HISTORY is made by pair styles alone"},
      {"CONTACT/SEARCH multilevel", "Fix CONTACT/SEARCH is made by neighbor_style alone"},
      {"ENERGY/BALANCE", "Fix ENERGY/BALANCE is made by compute energy/balance alone"},
      {"EVALUATED/ATOMS", "Fix EVALUATED/ATOMS is made by computes of Grist alone"}};
  for (const auto &[style, sentence] : cases)
    for (const std::string before : {"", "run 0\n"}) {
      LammpsSession lammps;
      const std::string error = lammps.error_of(start + before + "fix mine all " + style);
      EXPECT_TRUE(has(error, sentence)) << style;
    }
}

}    // namespace
