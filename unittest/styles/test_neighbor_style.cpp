// neighbor_style in LAMMPS: lists against those of LAMMPS.
//
// Oracles: stock style nsq, whose rules for who stores a pair are the same: equal entry by entry, special and
// history bits included; and stock style bin as a set of pairs.

#include "testing/cases.h"
#include "testing/lammps_session.h"

#include "atom.h"
#include "lammps.h"
#include "neigh_list.h"
#include "neighbor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace {

using namespace grist::testing;
using Lists =
    std::vector<std::vector<std::vector<int>>>;    // list, atom, entries in ascending order

const char *const STYLES[] = {"multilevel", "twolevel", "mr", "mmr", "cubes", "grid"};

// All perpetual lists of this rank that are not copies of others.
Lists lists_of(LammpsSession &session)
{
  Lists all;
  if (!session.here()) return all;
  const LAMMPS_NS::Neighbor *neighbor = session.lammps()->neighbor;
  for (int k = 0; k < neighbor->nlist; k++) {
    const LAMMPS_NS::NeighList *list = neighbor->lists[k];
    if (list->occasional || list->copy) continue;
    std::vector<std::vector<int>> entries(session.lammps()->atom->nlocal);
    for (int ii = 0; ii < list->inum; ii++) {
      const int i = list->ilist[ii];
      entries[i].assign(list->firstneigh[i], list->firstneigh[i] + list->numneigh[i]);
      std::sort(entries[i].begin(), entries[i].end());
    }
    all.push_back(entries);
  }
  return all;
}

long entries_in(const Lists &lists)
{
  long count = 0;
  for (const auto &list : lists)
    for (const auto &atom : list) count += static_cast<long>(atom.size());
  return count;
}

class NeighborStyle : public testing::Test {
 protected:
  TestFolder folder;

  // The same atoms by stock nsq and by each of our styles, on each number of ranks.
  void compare(const std::string &input)
  {
    for (const int n : rank_counts()) {
      LammpsSession lammps(n);
      lammps.run(input + "\natom_modify sort 0 0\nneighbor 0.001 nsq\nrun 0\n");
      const Lists stock = lists_of(lammps);
      if (lammps.here()) { EXPECT_GT(entries_in(stock), 0); }
      for (const std::string style : STYLES) {
        lammps.run("neighbor_style " + style + "\nrun 0");
        EXPECT_EQ(lists_of(lammps), stock) << style << " on " << n << " ranks";
      }
      lammps.run("neighbor_style default\nrun 0");
      EXPECT_EQ(lists_of(lammps), stock) << "default on " << n << " ranks";
    }
  }
};

std::string cubes(const std::string &data, const std::string &newton = "newton on off")
{
  std::string text = read_case(data, UNBREAKABLE);
  return text.replace(text.find("newton on off"), 13, newton);
}

TEST_F(NeighborStyle, GranularListsWithHistoryAndSpecialBonds)
{
  write_cubes(folder / "data");
  for (const std::string newton : {"newton on off", "newton off off"})
    compare(cubes(folder / "data", newton) + CONTACTS);
}

TEST_F(NeighborStyle, SpecialPairsThatAreDropped)
{
  write_cubes(folder / "data");
  std::string text = cubes(folder / "data");
  text.replace(text.find("bond_style parallel"), 19, "bond_style zero");
  text.replace(text.find("bond_coeff 1 young 1e8 tensile none shear none"), 46, "bond_coeff *");
  compare(text + "comm_modify vel yes\nspecial_bonds lj/coul 0 1 1\n" + CONTACTS);
}

TEST_F(NeighborStyle, CutoffListsHalfAndFull)
{
  write_cubes(folder / "data");
  const std::string common = "timestep 1e-6\nfix nve all nve/sphere\n";
  for (const std::string newton : {"newton on off", "newton off off"})
    compare(cubes(folder / "data", newton) + "pair_style zero 0.008\npair_coeff * *\n" + common);
  compare(cubes(folder / "data") + "pair_style zero 0.008 full\npair_coeff * *\n" + common);
}

TEST_F(NeighborStyle, ExclusionsGroupsAndHybridPairs)
{
  write_cubes(folder / "data");
  compare(cubes(folder / "data") +
          "group some molecule 1 2 3\nneigh_modify exclude group some some\n" + CONTACTS);
  compare(cubes(folder / "data") + "neigh_modify exclude molecule/intra all\n" + CONTACTS);
}

TEST_F(NeighborStyle, TriclinicBox)
{
  write_cubes(folder / "data");
  compare(cubes(folder / "data") +
          "change_box all triclinic\nchange_box all xy final 0.005 remap units box\n" + CONTACTS);
}

TEST_F(NeighborStyle, RunsAreTheSameAsWithStockLists)
{
  // Sixty steps with breaks: forces are summed in another order, so equal within rounding that grows.
  write_cubes(folder / "data");
  const std::string input =
      read_case(folder / "data", "young 1e8 tensile 2e5 shear 2e5") + CONTACTS + R"(
    velocity all ramp vx -2 2 z 0.0 0.0456
    velocity all ramp vz -2 2 x 0.0 0.0456
    fix b all breakage 10
    neigh_modify delay 0 every 5 check no
  )";
  for (const int n : rank_counts()) {
    std::vector<AtomSnapshot> reference;
    double broken = 0.0;
    {
      LammpsSession stock(n);
      stock.run(input + "run 60");
      reference = stock.atoms();
      broken = stock.evaluate("f_b[2]");
      EXPECT_GT(broken, 10);
    }
    for (const std::string style : STYLES) {
      LammpsSession lammps(n);
      lammps.run(input + "neighbor_style " + style + "\nrun 60");
      EXPECT_EQ(lammps.evaluate("f_b[2]"), broken) << style;
      const auto atoms = lammps.atoms();
      if (lammps.first()) { EXPECT_LT(largest_difference(reference, atoms), 1e-9) << style; }
    }
  }
}

TEST_F(NeighborStyle, ReportsAndRefuses)
{
  if (world_size() > 1) GTEST_SKIP() << "one rank is enough";
  write_cubes(folder / "data");
  LammpsSession lammps;
  EXPECT_NE(lammps.error_of("neighbor_style grid").find("after the simulation box is defined"),
            std::string::npos);
  lammps.run(cubes(folder / "data") + CONTACTS + "neighbor_style multilevel\nrun 0");
  EXPECT_NE(lammps.output().find("neighbor style multilevel: "), std::string::npos)
      << lammps.output();
  EXPECT_NE(lammps.output().find("stencil: none"), std::string::npos);
  EXPECT_NE(lammps.error_of("neighbor_style").find("neighbor_style"), std::string::npos);
  EXPECT_NE(lammps.error_of("neighbor_style octree").find("unknown style octree"),
            std::string::npos);
  EXPECT_NE(lammps.error_of("neighbor_style grid 3").find("unexpected argument 3"),
            std::string::npos);
  lammps.run("neighbor_style default\nneighbor 0.001 bin\nrun 0");
  EXPECT_NE(lammps.output().find("bin: standard"), std::string::npos);
}

}    // namespace
