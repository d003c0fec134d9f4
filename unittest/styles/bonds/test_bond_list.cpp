// The list of bonds of bond_style parallel, while atoms change ranks, move in memory and lose
// bonds.
//
// Oracles: the bonds that the atoms hold, the same run with all bonds listed anew at every rebuild,
// the same run with the old normals of bonds found in another way.

#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "atom.h"
#include "domain.h"
#include "fix.h"
#include "lammps.h"
#include "modify.h"
#include "neighbor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace test_bond_list {

using namespace grist::testing;

// 27 cubes that fly through each other's places, over borders of ranks and of the periodic box, and
// lose bonds.
std::string flying_cubes(const std::string &sort, int steps, const std::string &fixes = "")
{
  return "units si\nnewton on off\natom_style bonded/cluster\nboundary p p p\ncomm_modify vel yes\n"
         "region box block 0 0.06 0 0.06 0 0.06\ncreate_box 1 box bond/types 1\n"
         "cluster_template cube cube 0.012 radius 2e-3 lattice sc density 2500 type 1\n"
         "lattice sc 0.02 origin 0.5 0.5 0.5\ncreate_atoms 0 box mol cube 4711\n"
         "pair_style hertz/mindlin\n"
         "pair_coeff * * young 1e7 poisson 0.3 restitution 0.4 friction 0.5\n"
         "bond_style parallel\nbond_coeff 1 young 1e7 tensile 5e4 shear 5e4 damping 0.1\n"
         "neighbor 5e-4 bin\nneigh_modify delay 0 every 1 check no\natom_modify sort " +
      sort +
      "\nvariable vx atom 5*sin(mol)\nvariable vy atom 5*sin(3*mol)\nvariable vz atom "
      "5*cos(5*mol)\n"
      "velocity all set v_vx v_vy v_vz\nset group all omega 200 100 50\ntimestep 5e-6\n"
      "fix move all leapfrog/sphere\nfix b all breakage 100\n" +
      fixes + "run " + std::to_string(steps);
}

// The bonds that a rank evaluates, by the ids of both ends: each once, or twice if it is nearest
// through a periodic border and both ends are owned.
std::vector<std::pair<long, long>> bonds_by_atoms(LAMMPS_NS::LAMMPS *lmp)
{
  LAMMPS_NS::Atom *atom = lmp->atom;
  std::vector<std::pair<long, long>> bonds;
  for (int i = 0; i < atom->nlocal; i++)
    for (int m = 0; m < atom->num_bond[i]; m++) {
      const int j = lmp->domain->closest_image(i, atom->map(atom->bond_atom[i][m]));
      if (j >= atom->nlocal || i < j)
        bonds.push_back(std::minmax<long>(atom->tag[i], atom->tag[j]));
    }
  std::sort(bonds.begin(), bonds.end());
  return bonds;
}

std::vector<std::pair<long, long>> bonds_by_list(LAMMPS_NS::LAMMPS *lmp)
{
  std::vector<std::pair<long, long>> bonds;
  for (int n = 0; n < lmp->neighbor->nbondlist; n++) {
    const int *bond = lmp->neighbor->bondlist[n];
    if (bond[2] > 0)
      bonds.push_back(std::minmax<long>(lmp->atom->tag[bond[0]], lmp->atom->tag[bond[1]]));
  }
  std::sort(bonds.begin(), bonds.end());
  return bonds;
}

// Atoms that stay in their places keep the numbers of their bonds. Sorted at every step, none does.
TEST(BondListRanks, BondsAreListedOnceWhateverChangesRanks)
{
  for (const int ranks : rank_counts()) {
    SCOPED_TRACE(std::to_string(ranks) + " ranks");
    LammpsSession kept(ranks), anew(ranks);
    kept.run(flying_cubes("0 0", 600));
    anew.run(flying_cubes("1 0", 600));
    if (kept.here()) { EXPECT_EQ(bonds_by_list(kept.lammps()), bonds_by_atoms(kept.lammps())); }
    const double broken = kept.evaluate("f_b[2]"), broken_anew = anew.evaluate("f_b[2]");
    const auto one = kept.atoms(), other = anew.atoms();
    if (!kept.first()) continue;
    EXPECT_GT(broken, 20);
    EXPECT_LT(broken, 1400);    // of 1458
    EXPECT_EQ(broken, broken_anew);
    EXPECT_LT(largest_difference(one, other), 1e-9);
  }
}

// Any other fix that moves atoms makes the style store the old normals instead of computing them
// from the motion. The first bonds break before step 200; after 600 steps rounding has grown from
// 1e-16 to some 1e-9.
TEST(BondListRanks, StoredNormalsGiveTheSameRun)
{
  for (const int ranks : rank_counts()) {
    SCOPED_TRACE(std::to_string(ranks) + " ranks");
    const auto worked_out = atoms_after(flying_cubes("100 0", 300), ranks);
    const auto stored = atoms_after(
        flying_cubes("100 0", 300, "group nobody empty\nfix nothing nobody move linear 0 0 0\n"),
        ranks);
    if (is_first_rank()) { EXPECT_LT(largest_difference(worked_out, stored), 1e-9); }
  }
}

// An atom that a balance sends to another rank comes back at once if it is not yet beyond the
// border; the last atoms of a rank, or those that fill the places of others, come back to their own
// places. Here by hand, atom after atom.
TEST(BondList, AtomsThatComeBackToTheirPlacesKeepOneBondEach)
{
  ONE_RANK_IS_ENOUGH();
  const TestFolder folder;
  write_cubes(folder / "data");
  LammpsSession lammps;
  lammps.run(read_case(folder / "data", UNBREAKABLE) + CONTACTS +
             "atom_modify sort 0 0\nneigh_modify delay 0 every 1 check no\n"
             "velocity all ramp vx -1 1 z 0.0 0.0456\nrun 20");
  LAMMPS_NS::Fix *states = lammps.lammps()->modify->get_fix_by_id("GRIST_BOND_STATE");
  for (int i = 0; i < lammps.lammps()->atom->nlocal; i += 7) {
    std::vector<double> states_of_bonds(1000);
    states->pack_exchange(i, states_of_bonds.data());
    states->unpack_exchange(i, states_of_bonds.data());
    lammps.run("run 1 pre no post no");
    ASSERT_EQ(bonds_by_list(lammps.lammps()), bonds_by_atoms(lammps.lammps())) << i;
  }
}

// The numbers of one rank without a balance.
TEST(BondListRanks, BalanceAtEveryFifthStepIsTheRunOfOneRank)
{
  const TestFolder folder;
  write_cubes(folder / "data");
  const std::string start = with_newton(
      read_case(folder / "data", "young 1e7 tensile 6e5 shear 6e5 damping 0.05") +
          "pair_style hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction "
          "0.3\n"
          "neighbor 5e-4 bin\ntimestep 4e-6\nfix move all nve/sphere\n"
          "variable vx atom 9*sin(100*x+60*z)\nvariable vz atom -5+4*cos(90*y)\n"
          "velocity all set v_vx v_vx v_vz\nfix b all breakage 100\nthermo_style custom step ebond "
          "ke\n",
      "off");
  const std::vector<std::string> balances = {
      "comm_style tiled\nfix balance all balance 5 1.0 rcb\n",
      "fix balance all balance 5 1.0 shift xyz 10 1.01\n"};
  LammpsSession one(1);
  one.run(start);
  double ebond[4], broken[4];
  for (int k = 0; k < 4; k++) {
    one.run("run 100");
    ebond[k] = one.thermo("ebond");
    broken[k] = one.evaluate("f_b[2]");
  }
  if (is_first_rank()) {
    EXPECT_GT(broken[0], 20);
    EXPECT_LT(broken[0], broken[3]);
    EXPECT_LT(broken[3], 420);    // of 432
  }
  for (const std::string &balance : balances) {
    LammpsSession all(world_size());
    all.run(start + balance);
    for (int k = 0; k < 4; k++) {
      all.run("run 100");
      EXPECT_EQ(all.evaluate("f_b[2]"), broken[k]);
      EXPECT_NEAR(all.thermo("ebond") / ebond[k], 1.0, 1e-6);
    }
  }
}

}    // namespace test_bond_list
