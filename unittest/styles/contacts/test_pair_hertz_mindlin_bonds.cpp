// pair_style hertz/mindlin with bonds: pairs whose bond breaks must be contacts from the next step
// on, without a rebuild.
//
// Oracles: pair_style granular in the same run; Hertz's force of a pair; another contact search.

#include "testing/cases.h"
#include "testing/lammps_session.h"

#include "library.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_pair_hertz_mindlin_bonds {

using namespace grist::testing;

// What collisions make of rounding over a few hundred steps.
constexpr double A_RUN = 1e-9;

const std::string STOCK_CONTACT = "pair_style granular\n"
                                  "pair_coeff * * hertz/material 1e8 0.4 0.3 tangential mindlin "
                                  "NULL 1.0 0.3 damping coeff_restitution\n";
const std::string OUR_CONTACT =
    "pair_style hertz/mindlin stock yes\n"
    "pair_coeff * * young 1e8 poisson 0.3 restitution 0.4 friction 0.3 damping_t 1.0\n";

// The eight cubes, sheared against each other until bonds break.
std::string breaking_cubes(const std::string &data, const std::string &contact, bool newton)
{
  const std::string text =
      moving_cubes(data, "young 1e9 tensile 3e6 shear 2e6 damping 0.1",
                   contact + "neighbor 0.001 bin\ntimestep 1e-6\nfix nve all nve/sphere\n");
  return with_newton(text, newton ? "on off" : "off off");
}

TEST(PairHertzMindlinBonds, BrokenBondsBecomeContactsAsInStock)
{
  const TestFolder folder;
  write_cubes(folder / "data");
  for (const int ranks : rank_counts())
    for (const bool newton : {true, false}) {
      std::vector<AtomSnapshot> atoms[2];
      for (int k = 0; k < 2; k++) {
        LammpsSession lammps(ranks);
        lammps.run(breaking_cubes(folder / "data", k == 0 ? STOCK_CONTACT : OUR_CONTACT, newton) +
                   "neigh_modify delay 0 every 100000 check no\nrun 150");
        EXPECT_GT(lammps.evaluate("f_b[2]"), 20);
        atoms[k] = lammps.atoms();
      }
      if (is_first_rank()) {
        EXPECT_LT(largest_difference(atoms[1], atoms[0]), 1e-7) << ranks << newton;
      }
    }
}

TEST(PairHertzMindlinBonds, AnyContactSearchGivesTheSameRun)
{
  const TestFolder folder;
  write_cubes(folder / "data");
  const int ranks = rank_counts().back();
  std::vector<AtomSnapshot> reference;
  for (const std::string search : {"default", "multilevel", "twolevel", "mmr"}) {
    const auto found =
        atoms_after(breaking_cubes(folder / "data", OUR_CONTACT, true) + "neighbor_style " +
                        search + "\nneigh_modify delay 0 every 10 check no\nrun 150",
                    ranks);
    if (search == "default") reference = found;
    if (is_first_rank()) { EXPECT_LT(largest_difference(found, reference), A_RUN) << search; }
  }
}

TEST(PairHertzMindlinBonds, OverlappingPairPushesInTheStepAfterItsBondBreaks)
{
  const TestFolder folder;
  const std::vector<SphereLine> spheres = {{1, 2e-3, 2500, -0.9e-3, 0, 0},
                                           {1, 2e-3, 2500, 0.9e-3, 0, 0}};
  write_data(folder / "data", spheres, {{1, 2}}, -0.01, 0.01);
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(
        read_case(folder / "data", "young 1e8 tensile 1e9 shear 1e4") + OUR_CONTACT +
        "neighbor 0.001 bin\ntimestep 1e-6\nneigh_modify delay 0 every 100000 check no\n"
        "fix b all breakage 1\nfix 1 all nve/sphere\nset atom 2 omega 100 0 0\nthermo 1\nrun 0");
    int broken_at = -1;
    for (int step = 1; step < 200 && broken_at < 0; step++) {
      lammps.run("run 1 pre no post no");
      if (lammps.evaluate("f_b[2]") == 1) broken_at = step;
    }
    EXPECT_GT(broken_at, 1);
    lammps.run("run 1 pre no post no");
    const auto atoms = lammps.atoms();
    // Hertz: 4/3 E* sqrt(R*) d^1.5.
    const double expected =
        4.0 / 3.0 * 1e8 / (2 * 0.91) * std::sqrt(0.5e-3) * std::pow(0.2e-3, 1.5);
    if (lammps.first()) { EXPECT_NEAR(atoms[0].f[0] / -expected, 1.0, 1e-3); }
  }
}

TEST(PairHertzMindlinBonds, BondsOfStyleBpmBecomeContactsAsInStock)
{
  if (lammps_config_has_package("BPM") == 0) GTEST_SKIP() << "this LAMMPS has no BPM";
  // fix update/special/bonds edits the pairwise list.
  const std::string system = R"(
    units si
    newton on off
    atom_style bpm/sphere
    comm_modify vel yes cutoff 4e-3
    special_bonds lj 0 1 1 coul 0 1 1
    boundary p p p
    lattice sc 1e-3
    region box block 0 6 0 6 0 6
    create_box 1 box bond/types 1 extra/bond/per/atom 6 extra/special/per/atom 6
    create_atoms 1 box
    set type 1 density 2500 diameter 1.02e-3
    neighbor 0.3e-3 bin
    pair_style zero 1.5e-3
    pair_coeff * *
    bond_style zero
    bond_coeff *
    create_bonds many all all 1 0.9e-3 1.1e-3
    special_bonds lj 0 1 1 coul 1 1 1
    bond_style bpm/rotational
    bond_coeff 1 1e4 1e3 1e-3 1e-3 0.1 0.05 1e-4 1e-4 0.01 0.01 0 0
    variable vx atom 2*sin(3*id)
    variable vy atom 2*sin(5*id)
    velocity all set v_vx v_vy 0
    fix move all nve/bpm/sphere
    timestep 1e-6
    neigh_modify delay 0 every 100000 check no
    compute n all nbond/atom
    compute sum all reduce sum c_n
    thermo_style custom step c_sum
  )";
  std::vector<AtomSnapshot> atoms[2];
  for (int k = 0; k < 2; k++) {
    LammpsSession lammps(rank_counts().back() > 1 ? 2 : 1);
    lammps.run(system + (k == 0 ? STOCK_CONTACT : OUR_CONTACT) + "run 100");
    EXPECT_LT(lammps.evaluate("c_sum"), 2 * 600);
    EXPECT_GT(lammps.evaluate("c_sum"), 0);
    atoms[k] = lammps.atoms();
  }
  if (is_first_rank()) { EXPECT_LT(largest_difference(atoms[1], atoms[0]), 1e-9); }
}

// LAMMPS continues with the lists of the old setting: forces would be missing, and ranks would wait
// for each other forever.
TEST(PairHertzMindlinBonds, NewtonThatChangesBetweenRunsIsRefused)
{
  const TestFolder folder;
  write_cubes(folder / "data");
  for (const int ranks : rank_counts())
    for (const bool newton : {true, false}) {
      LammpsSession lammps(ranks);
      lammps.run(breaking_cubes(folder / "data", OUR_CONTACT, newton) + "run 10\n");
      const std::string error =
          lammps.error_of(std::string(newton ? "newton off off" : "newton on off") + "\nrun 10");
      if (!lammps.here()) continue;
      EXPECT_TRUE(has(error,
                      newton ? "newton for pairs has changed from on to off since the last run"
                             : "newton for pairs has changed from off to on"));
    }
}

}    // namespace test_pair_hertz_mindlin_bonds
