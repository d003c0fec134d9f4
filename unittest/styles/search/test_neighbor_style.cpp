// neighbor_style in LAMMPS: lists against those of LAMMPS.
//
// Oracles: stock style nsq, which has the same rules for where a pair is stored: equal entry by
// entry, with special and history bits; and runs with stock style bin.

#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "atom.h"
#include "fix.h"
#include "lammps.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"

#include "search/search_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <utility>

namespace test_neighbor_style {

using namespace grist::testing;
using Lists =
    std::vector<std::vector<std::vector<int>>>;    // list, atom, entries in ascending order

const std::vector<std::string> STYLES = grist::neighbor_style_names();

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
  void compare(const std::string &input, const std::string &sort = "0 0")
  {
    for (const int n : rank_counts()) {
      LammpsSession lammps(n);
      // LAMMPS sorts once, so that atoms lie in the same order for all styles.
      lammps.run(input + "\natom_modify sort " + sort +
                 "\nneighbor 0.001 nsq\nrun 0\natom_modify sort 0 0\nrun 0\n");
      const Lists stock = lists_of(lammps);
      if (lammps.here()) { EXPECT_GT(entries_in(stock), 0); }
      for (const std::string &style : STYLES) {
        lammps.run("neighbor_style " + style + "\nrun 0");
        EXPECT_EQ(lists_of(lammps), stock) << style << " on " << n << " ranks";
      }
      lammps.run("neighbor_style default\nrun 0");
      EXPECT_EQ(lists_of(lammps), stock) << "default on " << n << " ranks";
    }
  }
};

std::string cubes(const std::string &data, const std::string &newton = "on off")
{
  return with_newton(read_case(data, UNBREAKABLE), newton);
}

// The same cubes, whose bonds have no forces.
std::string cubes_of_style_zero(const std::string &data, const std::string &newton = "on off")
{
  std::string text = cubes(data, newton);
  text.replace(text.find("bond_style parallel"), 19, "bond_style zero");
  return text.replace(text.find("bond_coeff 1 young 1e8 tensile none shear none"), 46,
                      "bond_coeff *");
}

TEST_F(NeighborStyle, GranularListsWithHistoryAndSpecialBonds)
{
  write_cubes(folder / "data");
  for (const char *newton : {"on off", "off off"})
    compare(cubes(folder / "data", newton) + CONTACTS);
}

TEST_F(NeighborStyle, SpecialPairsThatAreDropped)
{
  write_cubes(folder / "data");
  compare(cubes_of_style_zero(folder / "data") +
          "comm_modify vel yes\nspecial_bonds lj/coul 0 1 1\n" + CONTACTS);
}

TEST_F(NeighborStyle, ElementsOfClustersApartInMemory)
{
  // LAMMPS sorts atoms by place: into bins of a third of a diameter.
  write_cubes(folder / "data");
  for (const char *newton : {"on off", "off off"})
    for (const std::string special : {"0 1 1", "0.5 1 1", "1 1 1"}) {
      std::string text = cubes_of_style_zero(folder / "data", newton);
      text += "comm_modify vel yes\nspecial_bonds lj/coul " + special + "\n";
      compare(text + CONTACTS, "1 0.002");
      compare(text +
                  "pair_style zero 0.008 full\npair_coeff * *\ntimestep 1e-6\n"
                  "fix nve all nve/sphere\n",
              "1 0.002");
    }
}

// Runs of owned atoms of one molecule, and the molecules on this rank.
std::pair<long, long> runs_and_molecules(LammpsSession &session)
{
  if (!session.here()) return {0, 0};
  const LAMMPS_NS::Atom *atom = session.lammps()->atom;
  const std::vector<LAMMPS_NS::tagint> molecules(atom->molecule, atom->molecule + atom->nlocal);
  const std::set<LAMMPS_NS::tagint> all(molecules.begin(), molecules.end());
  long runs = molecules.empty() ? 0 : 1;
  for (size_t i = 1; i < molecules.size(); i++) runs += molecules[i] != molecules[i - 1];
  return {runs, static_cast<long>(all.size())};
}

std::vector<LAMMPS_NS::tagint> ids_of(LammpsSession &session)
{
  if (!session.here()) return {};
  const LAMMPS_NS::Atom *atom = session.lammps()->atom;
  return {atom->tag, atom->tag + atom->nlocal};
}

TEST_F(NeighborStyle, SortsClustersAsWholes)
{
  // `atom_modify sort` may change between two runs, and so may the search.
  write_cubes(folder / "data");
  const std::string text = cubes_of_style_zero(folder / "data") +
      "comm_modify vel yes\nspecial_bonds lj/coul 0 1 1\n" + CONTACTS +
      "atom_modify sort 1 0.002\n";
  for (const int n : rank_counts()) {
    SCOPED_TRACE(std::to_string(n) + " ranks");
    LammpsSession lammps(n);
    lammps.run(text + "run 0");
    const auto apart = runs_and_molecules(lammps);
    if (lammps.here()) { EXPECT_GT(apart.first, 3 * apart.second) << "sorted by place"; }
    lammps.run("atom_modify sort 0 0\nneighbor_style multilevel\nrun 0");
    EXPECT_EQ(runs_and_molecules(lammps), apart) << "not sorted";
    lammps.run("atom_modify sort 1 0.002\nrun 2");
    const auto together = runs_and_molecules(lammps);
    EXPECT_EQ(together.first, together.second);
    lammps.run("neighbor_style grid\natom_modify sort 1 0.003\nrun 2");
    const auto still = runs_and_molecules(lammps);
    EXPECT_EQ(still.first, still.second);
    lammps.run("neighbor_style default\nrun 0");
    EXPECT_GT(runs_and_molecules(lammps).first, still.first + (lammps.here() ? 0 : -1));
  }
}

TEST_F(NeighborStyle, HistoriesOfStockContactsFollowSortedClusters)
{
  // Springs of LAMMPS' own pair style: the same motion with sorting and without.
  write_cubes(folder / "data");
  const std::string text = cubes_of_style_zero(folder / "data") +
      "comm_modify vel yes cutoff 0.02\nspecial_bonds lj/coul 0 1 1\n" + CONTACTS + SHEARED +
      "neigh_modify delay 0 every 4 check no\n";
  for (const int n : rank_counts()) {
    LammpsSession in_place(n), sorted(n);
    in_place.run(text + "atom_modify sort 0 0\nrun 60");
    sorted.run(text + "atom_modify sort 8 0.002\nneighbor_style multilevel\nrun 60");
    const auto ids = ids_of(sorted);
    EXPECT_FALSE(n == 1 && sorted.here() && std::is_sorted(ids.begin(), ids.end()));
    expect_same(in_place.atoms(), sorted.atoms(), 1e-9, std::to_string(n) + " ranks");
  }
}

TEST_F(NeighborStyle, UnitsThatAreKeptFollowEveryChange)
{
  // Nothing is periodic and atoms of a stock style are scattered, so that units of the last build
  // are kept where atoms have not moved in memory. After each stage the lists must be those of
  // stock nsq for the same atoms.
  write_cubes(folder / "data");
  std::string text = cubes_of_style_zero(folder / "data");
  text.replace(text.find("atom_style bonded/cluster"), 25, "atom_style bpm/sphere");
  text.erase(text.find("bond_style zero"), 15);
  text.erase(text.find("bond_coeff *"), 12);
  text += "change_box all boundary s s s\ncomm_modify vel yes cutoff 0.08\nspecial_bonds lj/coul 0 "
          "1 1\n" +
      std::string(CONTACTS) +
      "neigh_modify delay 0 every 1 check no\natom_modify sort 0 0\n"
      "region part block 0 0.02 0 0.02 0 0.04\nregion free block 0 0.04 0 0.04 0 0.04\n"
      "group some id 1 2 30\ngroup gone id 60:70\nvelocity all set 0.3 0.2 0.1\n";
  const std::vector<std::string> stages = {
      "run 3",
      "atom_modify sort 1 0.002\nrun 2\natom_modify sort 0 0\nrun 3",
      "run 3",
      "delete_bonds some bond 1 remove special\nrun 2",
      "set region part mol 77\nrun 2",
      "delete_atoms group gone compress no\nrun 2",
      "create_atoms 1 random 20 8231 free overlap 0.001\nset type 1 diameter 0.0066\nrun 2",
      "atom_modify sort 1 0.004\nrun 2\natom_modify sort 0 0\nrun 2",
      "displace_atoms all random 0.02 0.02 0.02 871\nrun 1"};
  for (const int n : rank_counts())
    for (const std::string style : {"multilevel", "grid"}) {
      LammpsSession lammps(n);
      lammps.run(text);
      for (const std::string &stage : stages) {
        lammps.run("neighbor_style " + style + "\n" + stage);
        const Lists ours = lists_of(lammps);
        if (lammps.here()) { EXPECT_GT(entries_in(ours), 0); }
        lammps.run("neighbor_style default\nneighbor 0.001 nsq\nrun 0");
        EXPECT_EQ(ours, lists_of(lammps)) << style << " on " << n << " ranks after " << stage;
      }
    }
}

TEST_F(NeighborStyle, ClustersThatKeepNoShape)
{
  // Cubes whose elements fly apart, so that their pairs are not remembered in most builds: the last
  // build of a run is with clusters, without, or again with them after a pause.
  write_cubes(folder / "data");
  std::string text = cubes_of_style_zero(folder / "data");
  text +=
      "comm_modify vel yes cutoff 0.03\npair_style zero 0.008\npair_coeff * *\ntimestep 1e-4\n"
      "fix nve all nve/sphere\nspecial_bonds lj/coul 0 1 1\nneigh_modify delay 0 every 1 check no\n"
      "velocity all set 0 0 0\nvariable w atom \"9.0*sin(1e3*id)\"\nvelocity all set v_w NULL "
      "NULL\n";
  for (const int n : rank_counts())
    for (const std::string style : {"multilevel", "grid"})
      for (const std::string stage : {"run 1", "run 3", "run 8", "run 12"}) {
        LammpsSession lammps(n);
        lammps.run(text + "atom_modify sort 0 0\nneighbor_style " + style + "\n" + stage);
        const Lists ours = lists_of(lammps);
        if (lammps.here()) { EXPECT_GT(entries_in(ours), 0); }
        lammps.run("neighbor_style default\nneighbor 0.001 nsq\nrun 0");
        EXPECT_EQ(ours, lists_of(lammps)) << style << " on " << n << " ranks after " << stage;
      }
}

TEST_F(NeighborStyle, SpecialPairsOfEveryKindWhenBondsGo)
{
  // Partners that special_bonds leaves ordinary are not read at a rebuild, the others are. Bonds
  // are deleted between two builds, first those of one pair, then those of a whole cluster.
  write_cubes(folder / "data");
  std::string text = cubes_of_style_zero(folder / "data");
  text += "comm_modify vel yes\npair_style zero 0.012\npair_coeff * *\ntimestep 1e-6\n"
          "fix nve all nve/sphere\natom_modify sort 0 0\nspecial_bonds lj/coul ";
  for (const std::string weights :
       {"1 1 1", "0 1 1", "0.5 1 1", "1 0 1", "0 0.5 1", "1 1 0", "0 1 0.5", "0.2 0.3 0.4"})
    for (const int n : rank_counts()) {
      SCOPED_TRACE("special_bonds lj/coul " + weights + " on " + std::to_string(n) + " ranks");
      LammpsSession lammps(n);
      lammps.run(text + weights +
                 "\nneighbor_style multilevel\nrun 0\n"
                 "group two id 1 2\ngroup cluster molecule 2");
      const Lists whole = lists_of(lammps);
      for (const std::string gone : {"two", "cluster"}) {
        lammps.run("neighbor_style multilevel\ndelete_bonds " + gone +
                   " bond 1 remove special\nrun 0");
        const Lists ours = lists_of(lammps);
        lammps.run("neighbor_style default\nneighbor 0.001 nsq\nrun 0");
        EXPECT_EQ(ours, lists_of(lammps)) << "without the bonds of group " << gone;
      }
      const bool changed = lists_of(lammps) != whole;
      if (n == 1 && lammps.here()) { EXPECT_EQ(changed, weights != "1 1 1"); }
    }
}

TEST_F(NeighborStyle, CutoffListsHalfAndFull)
{
  write_cubes(folder / "data");
  const std::string common = "timestep 1e-6\nfix nve all nve/sphere\n";
  for (const char *newton : {"on off", "off off"})
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
  // Sixty steps with breaks: forces are summed in another order, so equal within rounding that
  // grows.
  write_cubes(folder / "data");
  const std::string input =
      read_case(folder / "data", "young 1e8 tensile 2e5 shear 2e5") + CONTACTS + SHEARED + R"(
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
    for (const std::string &style : STYLES) {
      LammpsSession lammps(n);
      lammps.run(input + "neighbor_style " + style + "\nrun 60");
      EXPECT_EQ(lammps.evaluate("f_b[2]"), broken) << style;
      const auto atoms = lammps.atoms();
      if (lammps.first()) { EXPECT_LT(largest_difference(reference, atoms), 1e-9) << style; }
    }
  }
}

TEST_F(NeighborStyle, RememberedPairsOfClustersStayExact)
{
  // Clusters turn, bend, break and cross ranks and periodic borders, while atoms are sorted,
  // deleted and inserted. After each stage the lists must be those of stock nsq for the same atoms.
  write_cubes(folder / "data");
  const std::string input =
      read_case(folder / "data", "young 3e6 tensile 4e4 shear 4e4") + CONTACTS + SHEARED + R"(
    velocity all ramp vy -3 3 y 0.0 0.0456
    fix b all breakage 10
    fix balanced all balance 20 1.0 shift xyz 5 1.01
    comm_modify cutoff 0.012
    neigh_modify delay 0 every 3 check no
    atom_modify sort 5 0.01
    region free block 0 0.0456 0 0.0456 0 0.0456
    timestep 1e-5
  )";
  const std::vector<std::string> stages = {
      "run 30", "run 30", "group gone molecule 3\ndelete_atoms group gone compress no\nrun 20",
      "create_atoms 1 random 30 8231 free overlap 0.001\nset type 1 diameter 0.0066\nrun 20"};
  for (const int n : rank_counts())
    for (const std::string style : {"multilevel", "mmr", "grid"}) {
      LammpsSession lammps(n);
      lammps.run(input);
      for (const std::string &stage : stages) {
        lammps.run("neighbor_style " + style + "\n" + stage + "\nrun 0");
        const Lists ours = lists_of(lammps);
        lammps.run("neighbor_style default\nneighbor 0.001 nsq\nrun 0");
        EXPECT_EQ(ours, lists_of(lammps)) << style << " on " << n << " ranks after " << stage;
      }
      EXPECT_GT(lammps.evaluate("f_b[2]"), 10);
    }
}

TEST_F(NeighborStyle, ReportsAndRejects)
{
  ONE_RANK_IS_ENOUGH();
  write_cubes(folder / "data");
  LammpsSession lammps;
  EXPECT_TRUE(has(lammps.error_of("neighbor_style grid"), "after the simulation box is defined"));
  lammps.run(cubes(folder / "data") + CONTACTS + "neighbor_style multilevel\nrun 0");
  EXPECT_TRUE(has(lammps.output(), "neighbor style multilevel: "));
  EXPECT_TRUE(has(lammps.output(), "stencil: none"));
  EXPECT_TRUE(has(lammps.error_of("neighbor_style"), "neighbor_style"));
  EXPECT_TRUE(has(lammps.error_of("neighbor_style octree"), "unknown style octree"));
  EXPECT_TRUE(has(lammps.error_of("neighbor_style grid 3"), "unexpected argument 3"));
  lammps.run("neighbor_style default\nneighbor 0.001 bin\nrun 0");
  EXPECT_TRUE(has(lammps.output(), "bin: standard"));
}

// The spheres that need two levels and the largest cells are on the last rank, and the first one
// prints. No sphere is near a border between ranks, so that there are no ghosts. Oracle: the
// spheres that are made.
TEST_F(NeighborStyle, ReportIsOfAllRanks)
{
  std::string input = R"(
    processors * 1 1
    units si
    newton on off
    boundary f f f
    atom_style sphere
    comm_modify vel yes
    region box block -0.1 0.1 -0.1 0.1 -0.1 0.1
    create_box 1 box
  )";
  int id = 0;
  const auto add_spheres = [&](int count, double diameter, double x) {
    for (int k = 0; k < count; k++)
      input += "create_atoms 1 single " + std::to_string(x) + " " +
          std::to_string(2.0 * diameter * (k % 20)) + " " +
          std::to_string(2.0 * diameter * (k / 20)) + "\nset atom " + std::to_string(++id) +
          " diameter " + std::to_string(diameter) + " density 2500\n";
  };
  add_spheres(4, 1e-3, -0.09);
  add_spheres(3, 1e-2, 0.085);
  add_spheres(300, 1e-3, 0.07);
  input += CONTACTS + std::string("neighbor_style multilevel\nrun 0");

  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(input);
    if (!lammps.first()) continue;
    const std::string text = lammps.output();
    const size_t at = text.find("neighbor style multilevel: 307 units with ghosts, 2 levels, ");
    ASSERT_NE(at, std::string::npos) << text;
    // The largest diameter and the skin.
    EXPECT_NE(text.find(", cells to 0.011, ", at), std::string::npos) << text;
  }
}

// Without the error LAMMPS would build these lists by neighbor style nsq, which compares all atoms
// with all.
TEST_F(NeighborStyle, RejectsUnsupportedLists)
{
  ONE_RANK_IS_ENOUGH();
  const std::string gas = R"(
    units lj
    atom_style atomic
    lattice fcc 0.8
    region b block 0 3 0 3 0 3
    create_box 1 b
    create_atoms 1 box
    mass 1 1
    pair_style lj/cut 1.5
    pair_coeff * * 1 1
    fix move all nve
  )";
  {
    LammpsSession lammps;
    lammps.run(gas + "run_style respa 2 4 inner 1 1.0 1.2 outer 2\nneighbor_style mr");
    EXPECT_TRUE(has(lammps.error_of("run 0"),
                    "Neighbor style mr: lists of run_style respa are not supported"));
  }
  LammpsSession lammps;
  lammps.run(gas + "neighbor_style grid\nrun 0");
  LAMMPS_NS::LAMMPS *lmp = lammps.lammps();
  lmp->neighbor->add_request(lmp->modify->get_fix_by_id("move"),
                             LAMMPS_NS::NeighConst::REQ_FULL | LAMMPS_NS::NeighConst::REQ_GHOST);
  EXPECT_TRUE(
      has(lammps.error_of("run 0"), "lists with neighbors of ghost atoms are not supported"));
}

// Special partners stand in the template, not with each atom.
TEST_F(NeighborStyle, ListsAreThoseOfStockWithAMoleculeTemplate)
{
  if (is_first_rank())
    std::ofstream(folder / "trimer.mol") << "three bonded atoms\n\n3 atoms\n2 bonds\n\nCoords\n\n1 "
                                            "-1 0 0\n2 0 0 0\n3 1 0 0\n\nTypes\n\n"
                                            "1 1\n2 1\n3 1\n\nBonds\n\n1 1 1 2\n2 1 2 3\n\nSpecial "
                                            "Bond Counts\n\n1 1 1 0\n2 2 0 0\n3 1 1 0\n\n"
                                            "Special Bonds\n\n1 2 3\n2 1 3\n3 2 1\n";
  MPI_Barrier(MPI_COMM_WORLD);
  for (const std::string special : {"0 0 0.5", "0 1 1", "0.5 0.5 1", "1 1 1"})
    compare("units lj\nmolecule trimer " + (folder / "trimer.mol") +
            "\natom_style template trimer\nregion box block 0 12 0 12 0 12\n"
            "create_box 1 box bond/types 1\nlattice sc 0.05\n"
            "create_atoms 0 box mol trimer 4711\nmass 1 1.0\nvelocity all create 1.0 4711\n"
            "bond_style harmonic\nbond_coeff 1 100 1\ncomm_modify cutoff 4.0\n"
            "pair_style lj/cut 2.5\npair_coeff 1 1 1 1\nspecial_bonds lj/coul " +
            special + "\nfix move all nve\ntimestep 0.001\n");
}

}    // namespace test_neighbor_style
