// bond_style parallel and what users do between two runs: the style again, atoms moved by hand,
// bonds made and deleted, new ids, an error that was caught.
//
// Oracles: the same run without the change, closed forms for a pair, rotated forces.

#include "common/space.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "force.h"
#include "lammps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace test_bond_changes {

using namespace grist::testing;
using grist::Vector3d;
using grist::vector_at;

const std::string NO_CONTACTS = "pair_style zero 0.007\npair_coeff * *\nneighbor 0.001 bin\n"
                                "timestep 2e-6\nfix nve all nve/sphere\n";

// Stiffness of a bond of write_pair() made of UNBREAKABLE: k = E A / L.
constexpr double PAIR_STIFFNESS = 1e8 * 3.14159265358979323846 * 1e-6 / 2e-3;

class BondChanges : public testing::Test {
 protected:
  TestFolder folder;

  // One cube, its bonds loaded.
  std::string loaded_cube(const std::string &coeff = UNBREAKABLE)
  {
    write_cube(folder / "cube");
    return read_case(folder / "cube", coeff) + NO_CONTACTS +
        "velocity all ramp vx -1 1 z -0.01 0.02\nvelocity all ramp vz 0 1 y -0.03 0\nrun 60\n";
  }

  std::string pair(bool bonded = true)
  {
    write_pair(folder / "pair", bonded);
    return read_case(folder / "pair extra/bond/per/atom 4 extra/special/per/atom 4", UNBREAKABLE) +
        NO_CONTACTS;
  }
};

/* ---------------------------------------------------------------------- */

TEST_F(BondChanges, StyleGivenAgainKeepsTheLoads)
{
  for (const int ranks : rank_counts()) {
    LammpsSession once(ranks), twice(ranks);
    once.run(loaded_cube() + "run 100");
    twice.run(loaded_cube() + "bond_style parallel\nbond_coeff 1 " + UNBREAKABLE + "\nrun 100");
    EXPECT_GT(once.thermo("ebond"), 0.0);
    const auto expected = once.atoms(), atoms = twice.atoms();
    if (is_first_rank()) { EXPECT_LT(largest_difference(expected, atoms), 1e-12); }
  }
}

TEST_F(BondChanges, AnotherStyleInBetweenForgetsTheLoads)
{
  LammpsSession lammps;
  lammps.run(loaded_cube());
  const double loaded = lammps.thermo("ebond");
  lammps.run("bond_style zero\nbond_coeff 1 0.0066\nrun 20\nbond_style parallel\nbond_coeff 1 " +
             std::string(UNBREAKABLE) + "\nrun 0");
  if (is_first_rank()) { EXPECT_GT(loaded, 0.0); }
  EXPECT_LT(lammps.thermo("ebond"), 1e-20 * loaded);
}

/* ---------------------------------------------------------------------- */

TEST_F(BondChanges, TurnByHandIsNoStrain)
{
  const Vector3d axis{1, 2, 3};
  const grist::Matrix3d turn =
      rotation_matrix(70.0 * 3.14159265358979323846 / 180.0, normalized(axis));
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(loaded_cube("young 1e8 tensile 1e6 shear 1e6") + "run 0");
    const double energy = lammps.thermo("ebond");
    const auto before = lammps.atoms();
    lammps.run("displace_atoms all rotate 0 0 0 1 2 3 70\nrun 0");
    const auto after = lammps.atoms();
    EXPECT_NEAR(lammps.thermo("ebond") / energy, 1.0, 1e-9);
    double largest = 0.0;
    for (const auto &atom : before) largest = std::max(largest, norm(vector_at(atom.f.data())));
    for (size_t i = 0; i < before.size(); i++) {
      EXPECT_EQ(after[i].bonds, before[i].bonds);
      const Vector3d turned = turn * vector_at(before[i].f.data());
      EXPECT_LT(norm(vector_at(after[i].f.data()) - turned), 1e-8 * largest);
    }
  }
}

TEST_F(BondChanges, StretchByHandIsStrain)
{
  LammpsSession lammps;
  lammps.run(pair() + "run 0\ngroup right id 2\ndisplace_atoms right move 1e-5 0 0\nrun 0");
  EXPECT_NEAR(lammps.thermo("ebond") / (0.5 * PAIR_STIFFNESS * 1e-10), 1.0, 1e-9);
}

// Half of the cube is shifted across the bonds that hold it: no rotation explains that.
TEST_F(BondChanges, ShearByHandIsStrain)
{
  write_cube(folder / "cube");
  LammpsSession lammps;
  lammps.run(read_case(folder / "cube", UNBREAKABLE) + NO_CONTACTS +
             "run 0\ngroup half id 1:9\ndisplace_atoms half move 2e-5 3e-5 -1e-5\nrun 0");
  // Nine bonds of L = 6.6 mm and their k_n A, k_s A.
  const double stretching = 1e8 * 3.14159265358979323846 * 3.3e-3 * 3.3e-3 / 6.6e-3;
  const double square = 14e-10;
  const double energy = lammps.thermo("ebond");
  if (!is_first_rank()) return;
  EXPECT_GT(energy, 9 * 0.5 * stretching / 2.5 * square * 0.5);
  EXPECT_LT(energy, 9 * 0.5 * stretching * square);
}

/* ---------------------------------------------------------------------- */

TEST_F(BondChanges, SecondBondOfAPairIsRefused)
{
  if (world_size() > 1) GTEST_SKIP() << "an error of one rank";
  LammpsSession lammps;
  EXPECT_TRUE(has(lammps.error_of(pair() + "run 0\ncreate_bonds single/bond 1 1 2\nrun 0"),
                  "Bond style parallel: atoms 1 and 2 have two bonds (one between two spheres is "
                  "the limit"));
  write_data(folder / "twice", {{1, 2e-3, 2500, -1e-3, 0, 0}, {1, 2e-3, 2500, 1e-3, 0, 0}},
             {{1, 2}, {2, 1}}, -0.01, 0.01);
  LammpsSession other;
  EXPECT_TRUE(has(other.error_of(read_case(folder / "twice", UNBREAKABLE) + NO_CONTACTS + "run 0"),
                  "two bonds"));
}

TEST_F(BondChanges, CreateBondsManyMakesBonds)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(pair(false) +
               "create_bonds many all all 1 0.0019 0.0021\nrun 0\ngroup right id 2\n"
               "displace_atoms right move 1e-5 0 0\nrun 0");
    EXPECT_NEAR(lammps.thermo("ebond") / (0.5 * PAIR_STIFFNESS * 1e-10), 1.0, 1e-9);
    EXPECT_EQ(lammps.thermo("bonds"), 1);
    if (lammps.here()) { EXPECT_EQ(lammps.lammps()->force->special_coul[1], 1.0); }
    // A bond that is there is not made again.
    lammps.run("create_bonds many all all 1 0.0019 0.0021\nrun 0");
    EXPECT_EQ(lammps.thermo("bonds"), 1);
  }
}

// Bonds of different lengths, so that one with the state of another would be strained.
TEST_F(BondChanges, BondsThatStayKeepTheirStatesWhenOthersAreRemoved)
{
  write_data(folder / "row",
             {{1, 2e-3, 2500, -2e-3, 0, 0},
              {1, 2e-3, 2500, 0, 0, 0},
              {1, 2e-3, 2500, 2.2e-3, 0, 0},
              {1, 2e-3, 2500, 0, 2.4e-3, 0}},
             {{1, 2}, {2, 3}, {2, 4}}, -0.01, 0.01);
  const std::string start = read_case(folder / "row", UNBREAKABLE) + NO_CONTACTS +
      "fix b all breakage 1\nrun 0\ngroup left id 1 2\n";
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(start + "delete_bonds left multi remove\nrun 0");
    EXPECT_LT(lammps.thermo("ebond"), 1e-25);
    EXPECT_EQ(lammps.evaluate("f_b[1]"), 2);
    lammps.run("group right id 3\ndisplace_atoms right move 1e-5 0 0\nrun 0\n"
               "create_bonds single/bond 1 1 2\nrun 0");
    EXPECT_NEAR(lammps.thermo("ebond") / (0.5 * PAIR_STIFFNESS / 1.1 * 1e-10), 1.0, 1e-9);
  }
}

TEST_F(BondChanges, BondsThatAreTurnedOffAreNotCounted)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(pair() + "fix b all breakage 1\nrun 0");
    EXPECT_EQ(lammps.evaluate("f_b[1]"), 1);
    EXPECT_EQ(lammps.evaluate("f_b[4]"), 1);    // clusters
    lammps.run("delete_bonds all multi\nrun 0");
    EXPECT_EQ(lammps.evaluate("f_b[1]"), 0);
    EXPECT_EQ(lammps.evaluate("f_b[4]"), 0);
    EXPECT_EQ(lammps.evaluate("f_b[9]"), 2);    // fragments
    lammps.run("delete_bonds all multi undo\nrun 0");
    EXPECT_EQ(lammps.evaluate("f_b[1]"), 1);
    EXPECT_EQ(lammps.evaluate("f_b[4]"), 1);
  }
}

TEST_F(BondChanges, ThermoCountsIntactBonds)
{
  write_cubes(folder / "cubes");
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(read_case(folder / "cubes", "young 1e8 tensile 2e5 shear 2e5") + CONTACTS +
               "velocity all ramp vx -2 2 z 0.0 0.0456\nfix b all breakage 10\n"
               "thermo_style custom step bonds f_b[2]\nthermo 50\n"
               "variable bonds equal bonds\nvariable broken equal f_b[2]\n"
               "fix print all print 50 \"intact ${bonds} broken ${broken} end\"\nrun 50");
    const double broken = lammps.evaluate("f_b[2]");
    if (is_first_rank()) { EXPECT_GT(broken, 10); }
    EXPECT_EQ(lammps.thermo("bonds"), 432 - broken);
    if (lammps.first()) {
      const std::string row = " 50   " + std::to_string(432 - static_cast<long>(broken));
      std::string text = lammps.output();
      text.erase(std::unique(text.begin(), text.end(),
                             [](char a, char b) { return a == ' ' && b == ' '; }),
                 text.end());
      EXPECT_TRUE(has(text, " 50 " + std::to_string(432 - static_cast<long>(broken))));
    }
  }
}

/* ---------------------------------------------------------------------- */

TEST_F(BondChanges, NewIdsKeepTheLoadsButNotStrengthsThatScatter)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(loaded_cube());
    lammps.run("run 0");
    const double energy = lammps.thermo("ebond");
    const auto before = lammps.atoms();
    lammps.run("reset_atoms id sort yes\nrun 0");
    EXPECT_NEAR(lammps.thermo("ebond") / energy, 1.0, 1e-9);
    const auto after = lammps.atoms();
    for (const auto &atom : before) {
      const Vector3d x = vector_at(atom.x.data());
      const auto same = std::find_if(after.begin(), after.end(), [&](const AtomSnapshot &other) {
        return norm(vector_at(other.x.data()) - x) < 1e-9;
      });
      ASSERT_NE(same, after.end());
      EXPECT_LT(norm(vector_at(same->f.data()) - vector_at(atom.f.data())),
                1e-6);    // of some 1e-2 N
    }

    LammpsSession scattered(ranks);
    scattered.run(loaded_cube("young 1e8 tensile 1e7 shear 1e7 weibull 4 4711"));
    const std::string error = scattered.error_of("reset_atoms id sort yes\nrun 0");
    if (scattered.here()) {
      EXPECT_TRUE(has(error, "Bond style parallel: atoms have got new ids since the last run"));
    }
  }
}

// While LAMMPS builds its lists the bond style is hidden from it.
TEST_F(BondChanges, RunGoesOnAfterAnErrorInARebuild)
{
  if (world_size() > 1) GTEST_SKIP() << "an error of one rank";
  LammpsSession whole, lammps;
  whole.run(loaded_cube() + "run 10");
  lammps.run(loaded_cube());
  EXPECT_TRUE(has(lammps.error_of("neigh_modify one 2 page 20\nrun 10"), "Neighbor list overflow"));
  lammps.run("neigh_modify one 2000 page 100000\nrun 10");
  EXPECT_LT(largest_difference(whole.atoms(), lammps.atoms()), 1e-12);
  EXPECT_NE(lammps.lammps()->force->bond, nullptr);
  EXPECT_TRUE(has(lammps.error_of("neigh_modify one 2 page 20\nrun 10"), "Neighbor list overflow"));
  lammps.run("bond_style parallel\nbond_coeff 1 " + std::string(UNBREAKABLE) +
             "\nneigh_modify one 2000 page 100000\nrun 0");
  EXPECT_NE(lammps.lammps()->force->bond, nullptr);
}

TEST_F(BondChanges, ItsOwnFixMayNotBeRemoved)
{
  LammpsSession lammps;
  lammps.run(pair() + "run 0");
  const std::string error = lammps.error_of("unfix GRIST_BOND_STATE\nrun 0");
  if (lammps.here()) { EXPECT_TRUE(has(error, "its fix GRIST_BOND_STATE was removed")); }
}

/* ---------------------------------------------------------------------- */

// A row that flies out of a box with fixed faces, sphere after sphere, and one that stays.
TEST_F(BondChanges, ClustersMayLeaveWhereTheUserSaysSo)
{
  std::vector<SphereLine> spheres;
  for (int i = 0; i < 3; i++) spheres.push_back({1, 2e-3, 2500, 3e-3 + 2e-3 * i, 5e-3, 0});
  for (int i = 0; i < 3; i++) spheres.push_back({2, 2e-3, 2500, -5e-3 + 2e-3 * i, -5e-3, 0});
  write_data(folder / "rows", spheres, {{1, 2}, {2, 3}, {4, 5}, {5, 6}}, -0.01, 0.01);
  const std::string start = read_case(folder / "rows", UNBREAKABLE, "f f f") + NO_CONTACTS +
      "group flying id 1:3\nvelocity flying set 10 0 0\nthermo_style custom step atoms bonds "
      "ebond\n"
      "thermo 100\n";
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(start + "thermo_modify lost ignore lost/bond ignore\nrun 400");
    EXPECT_EQ(lammps.thermo("atoms"), 3);
    const auto atoms = lammps.atoms();
    if (!is_first_rank()) continue;
    ASSERT_EQ(atoms.size(), 3u);
    for (size_t i = 0; i < 3; i++) {
      EXPECT_EQ(atoms[i].tag, static_cast<long>(4 + i));
      EXPECT_NEAR(atoms[i].x[0], -5e-3 + 2e-3 * static_cast<double>(i), 1e-15);
      EXPECT_EQ(atoms[i].bonds, i == 1 ? 2 : 1);
    }
  }
  if (world_size() > 1) return;
  LammpsSession lammps;
  EXPECT_TRUE(
      has(lammps.error_of(start + "thermo_modify lost ignore\nrun 400"),
          "to remove clusters whole: fix outflow; to let clusters leave: thermo_modify lost "
          "ignore lost/bond ignore"));
}

// The ghost cutoff that the style sets for its longest bond, plus and minus the skin.
TEST_F(BondChanges, OwnGhostCutoffCausesNoWarning)
{
  ONE_RANK_IS_ENOUGH();
  write_pair(folder / "pair");
  for (int n = 0; n < 40; n++) {
    LammpsSession lammps;
    lammps.run(read_case(folder / "pair", UNBREAKABLE) +
               "pair_style zero 1e-4\npair_coeff * *\nneighbor " +
               std::to_string(3e-4 + 1.37e-5 * n) +
               " bin\ntimestep 1e-6\nfix nve all nve/sphere\nrun 0");
    EXPECT_FALSE(has(lammps.output(), "Communication cutoff")) << n;
  }
}

}    // namespace test_bond_changes
