// Numbers of instances: a style that is there still has its number, and no other one ever gets it.

#include "styles/access/lammps_access_instances.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "force.h"
#include "lammps.h"
#include "modify.h"

#include <gtest/gtest.h>

#include <string>

namespace test_lammps_access_instances {

using namespace grist::testing;
using namespace LAMMPS_NS;

TEST(LammpsAccessInstances, AStyleThatIsGivenAgainHasAnotherNumber)
{
  ONE_RANK_IS_ENOUGH();
  const TestFolder folder;
  write_pair(folder / "data");
  const std::string pair = "pair_style hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3\n",
                    floor = "fix floor all wall/hertz/mindlin zplane -0.01 NULL\n";
  LammpsSession lammps;
  lammps.run(read_case(folder / "data", UNBREAKABLE) + pair + floor);
  const Force *force = lammps.lammps()->force;
  const auto fix = [&] { return lammps.lammps()->modify->get_fix_by_id("floor"); };
  const int pair_before = instance_number(force->pair), bond_before = instance_number(force->bond),
            fix_before = instance_number(fix());
  EXPECT_EQ(instance_number(force->pair), pair_before);
  lammps.run("pair_style none\n" + pair + "bond_style parallel\n" + floor);
  EXPECT_GT(instance_number(force->pair), pair_before);
  EXPECT_GT(instance_number(force->bond), bond_before);
  EXPECT_GT(instance_number(fix()), fix_before);
}

}    // namespace test_lammps_access_instances
