// Private and protected members of LAMMPS that styles read: what an input line sets is what is read.

#include "common/space.h"
#include "testing/bodies.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "styles/access/lammps_access.h"
#include "styles/polyhedra/body_polyhedron.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "comm.h"
#include "command.h"
#include "fix_gravity.h"
#include "fix_nve_sphere.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "my_pool_chunk.h"
#include "nbin_standard.h"
#include "neigh_list.h"
#include "neigh_request.h"
#include "neighbor.h"
#include "npair.h"
#include "nstencil.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace test_lammps_access {

using namespace grist::testing;
using namespace LAMMPS_NS;
using grist::Vector3d;

constexpr double ROUNDING = 1e-14;    // of products of numbers near 1

class LammpsAccess : public ::testing::Test {
 protected:
  void SetUp() override
  {
    if (world_size() > 1) GTEST_SKIP() << "one rank is enough";
  }

  template <class Style> const Style *fix(LammpsSession &lammps, const std::string &id)
  {
    return static_cast<const Style *>(lammps.lammps()->modify->get_fix_by_id(id));
  }
};

const char *const BOX = R"(
  units si
  atom_style sphere
  region box block 0 1 0 1 0 1
  create_box 1 box
  create_atoms 1 single 0.5 0.5 0.5
  pair_style zero 0.1
  pair_coeff * *
  neighbor 0.05 bin
)";

TEST_F(LammpsAccess, ReducesMultiWhereTheInputSaysSo)
{
  LammpsSession lammps;
  lammps.run("neighbor 0.05 multi\ncomm_modify mode multi\n");
  EXPECT_FALSE(reduces_multi(lammps.lammps()->comm));
  lammps.run("comm_modify mode multi reduce/multi\n");
  EXPECT_TRUE(reduces_multi(lammps.lammps()->comm));
}

TEST_F(LammpsAccess, RoomForMessagesIsThatOfTheAtomStyle)
{
  for (const char *newton : {"on", "off"}) {
    LammpsSession lammps;
    lammps.run(std::string("newton ") + newton + "\n" + BOX + "run 0\n");
    const LAMMPS_NS::AtomVec *avec = lammps.lammps()->atom->avec;
    EXPECT_EQ(room_to_ghosts(lammps.lammps()->comm),
              std::max(avec->size_forward, avec->size_border));
    EXPECT_EQ(room_to_owners(lammps.lammps()->comm),
              newton == std::string("on") ? avec->size_reverse : 0);
  }
}

TEST_F(LammpsAccess, GravityVariesIfAVariableGivesIt)
{
  LammpsSession lammps;
  lammps.run(std::string(BOX) +
             "variable g equal 9.81\n"
             "fix at_rest all gravity 9.81 vector 0 0 -1\n"
             "fix varied all gravity v_g vector 0 0 -1\n");
  EXPECT_FALSE(gravity_varies(fix<FixGravity>(lammps, "at_rest")));
  EXPECT_TRUE(gravity_varies(fix<FixGravity>(lammps, "varied")));
}

TEST_F(LammpsAccess, GravityIsOffWithTheKeywordDisable)
{
  LammpsSession lammps;
  lammps.run(std::string(BOX) +
             "fix on all gravity 9.81 vector 0 0 -1\n"
             "fix off all gravity 9.81 vector 0 0 -1 disable\n");
  EXPECT_FALSE(gravity_is_off(fix<FixGravity>(lammps, "on")));
  EXPECT_TRUE(gravity_is_off(fix<FixGravity>(lammps, "off")));
}

// 7 times the unit vector along (2, 3, -6).
TEST_F(LammpsAccess, GravityIsTheAccelerationAsGiven)
{
  LammpsSession lammps;
  lammps.run(std::string(BOX) + "fix down all gravity 14 vector 2 3 -6\nrun 0\n");
  const Vector3d read = gravity_of(fix<FixGravity>(lammps, "down"));
  EXPECT_LT(norm(read - Vector3d{4, 6, -12}), 12 * ROUNDING);
}

TEST_F(LammpsAccess, MomentOfInertiaIsThatOfSphereOrDisc)
{
  LammpsSession lammps;
  lammps.run("units si\ndimension 2\natom_style sphere\nregion box block 0 1 0 1 -0.5 0.5\n"
             "create_box 1 box\nfix sphere all nve/sphere\nfix disc all nve/sphere disc\n");
  EXPECT_EQ(moment_of_inertia(fix<FixNVESphere>(lammps, "sphere")), 0.4);
  EXPECT_EQ(moment_of_inertia(fix<FixNVESphere>(lammps, "disc")), 0.5);
}

struct NoCommand : Command {
  using Command::Command;
  void command(int, char **) override {}
};

TEST_F(LammpsAccess, RequestOfACommandHasItsName)
{
  LammpsSession lammps;
  lammps.run(BOX);
  LAMMPS *lmp = lammps.lammps();
  NoCommand command(lmp);
  const NeighRequest *of_command = lmp->neighbor->add_request(&command, "create_bonds");
  const NeighRequest *of_pair = lmp->neighbor->add_request(lmp->force->pair);
  EXPECT_TRUE(is_request_of_command(of_command, "create_bonds"));
  EXPECT_FALSE(is_request_of_command(of_command, "delete_atoms"));
  EXPECT_FALSE(is_request_of_command(of_pair, "create_bonds"));
}

/* ----------------------------------------------------------------------
   atom style body with another body style
------------------------------------------------------------------------- */

// A deleted atom gives its numbers back to the pools that the atom style knows.
TEST_F(LammpsAccess, BodyStyleThatIsSetHasTheNumbersOfBodies)
{
  const TestFolder folder;
  const std::vector<std::array<double, 3>> corner = {
      {0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}};
  write_bodies(folder / "data", {{1.0, {0, 0, 0}, corner}, {1.0, {0.5, 0, 0}, corner}}, -1, 1);
  LammpsSession lammps;
  lammps.run("units si\natom_style body polyhedron 4 20\natom_modify map array\n");
  LAMMPS *lmp = lammps.lammps();
  auto *avec = dynamic_cast<AtomVecBody *>(lmp->atom->avec);
  const std::unique_ptr<Body> before(avec->bptr);
  std::string words[] = {"polyhedron", "4", "20"};
  char *arg[] = {&words[0][0], &words[1][0], &words[2][0]};
  Body *style = new BodyPolyhedron(lmp, 3, arg);
  set_body_style(avec, style);
  EXPECT_EQ(avec->bptr, style);
  EXPECT_EQ(style->avec, avec);
  lammps.run("read_data " + folder / "data" + "\n");
  EXPECT_EQ(style->icp->nchunk, 2);
  EXPECT_EQ(style->dcp->nchunk, 2);
  lammps.run("group one id 1\ndelete_atoms group one\n");
  EXPECT_EQ(style->icp->nchunk, 1);
  EXPECT_EQ(style->dcp->nchunk, 1);
  EXPECT_EQ(before->icp->nchunk, 0);
  EXPECT_EQ(before->dcp->nchunk, 0);
}

/* ----------------------------------------------------------------------
   styles of neighbor lists
------------------------------------------------------------------------- */

int bins_made, stencils_made, pairs_made;

struct EmptyStencil : NStencil {
  using NStencil::NStencil;
  void create() override { nstencil = 0; }
};

struct EmptyPairs : NPair {
  using NPair::NPair;
  void build(NeighList *list) override { list->inum = list->gnum = 0; }
};

NeighborEntries counted_styles()
{
  using namespace NeighConst;
  NeighborEntries entries;
  entries.bins.push_back({"one/bin",
                          [](LAMMPS *lmp) -> NBin * {
                            bins_made++;
                            return new NBinStandard(lmp);
                          },
                          NB_STANDARD});
  entries.stencils.push_back({"one/stencil",
                              [](LAMMPS *lmp) -> NStencil * {
                                stencils_made++;
                                return new EmptyStencil(lmp);
                              },
                              NS_HALF | NS_BIN | NS_3D | NS_ORTHO});
  entries.pairs.push_back({"one/pair",
                           [](LAMMPS *lmp) -> NPair * {
                             pairs_made++;
                             return new EmptyPairs(lmp);
                           },
                           NP_HALF | NP_BIN | NP_NEWTON | NP_ORTHO});
  return entries;
}

void expect_that_ours_are_taken(LammpsSession &lammps)
{
  lammps.run("run 0\n");
  EXPECT_EQ(bins_made, 1);
  EXPECT_EQ(stencils_made, 1);
  EXPECT_EQ(pairs_made, 1);
  const std::string output = lammps.output();
  for (const char *name : {"bin: one/bin", "stencil: one/stencil", "pair build: one/pair"})
    EXPECT_NE(output.find(name), std::string::npos) << name;
}

// LAMMPS takes the first style that fits, and prints its name.
TEST_F(LammpsAccess, AddedNeighborStylesAreTakenFirst)
{
  for (const char *before : {"", "run 0\n"}) {
    SCOPED_TRACE(before);
    bins_made = stencils_made = pairs_made = 0;
    LammpsSession lammps;
    lammps.run(std::string(BOX) + before);
    add_neighbor_styles(lammps.lammps()->neighbor, counted_styles());
    expect_that_ours_are_taken(lammps);
  }
}

// Those of LAMMPS stay: full lists are none of ours.
TEST_F(LammpsAccess, OtherListsAreStillMadeByLammps)
{
  bins_made = stencils_made = pairs_made = 0;
  LammpsSession lammps;
  lammps.run(BOX);
  add_neighbor_styles(lammps.lammps()->neighbor, counted_styles());
  lammps.run("pair_style zero 0.1 full\npair_coeff * *\nrun 0\n");
  EXPECT_EQ(bins_made, 1);
  EXPECT_EQ(stencils_made, 0);
  EXPECT_EQ(pairs_made, 0);
}

// A style that is there still has its number, and no other one ever gets it.
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

}    // namespace test_lammps_access
