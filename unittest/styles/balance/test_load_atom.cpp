// compute load/atom in LAMMPS.
//
// Oracles: sums by hand; the same sums on any number of ranks, with newton on and off; what a
// balance by these loads leaves.

#include "styles/polyhedra/cubes.h"
#include "testing/bodies.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "atom.h"
#include "lammps.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace test_load_atom {

using namespace grist::testing;
using grist::Matrix3d;

constexpr double PARTICLE = 40.0, BOND = 14.0, LISTED = 1.0, TOUCHING = 30.0, AT_WALL = 120.0,
                 NEAR_BODIES = 250.0, BODY_AT_WALL = 600.0, GHOST = 40.0;

const std::string SUM =
    "compute load all load/atom\ncompute sum all reduce sum c_load\ncompute most all reduce max "
    "c_load\nthermo_style custom step c_sum c_most\n";

// Sum over all particles, without the cost of ghosts on ranks with particles; on the first rank.
double sum_of(LammpsSession &lammps)
{
  const double sum = lammps.evaluate("c_sum");
  double mine = 0.0, ghosts = 0.0;
  if (lammps.here() && lammps.lammps()->atom->nlocal > 0) mine = lammps.lammps()->atom->nghost;
  MPI_Reduce(&mine, &ghosts, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  return sum - GHOST * ghosts;
}

// Spheres of 2 mm in a row along x: the first two touch, the third is listed with the second, the
// fourth is alone. The first two are on either side of the border of two ranks.
std::string row(const std::string &newton)
{
  return "units si\n" + newton + R"(
    atom_style sphere
    comm_modify vel yes
    boundary f f f
    region box block -0.01 0.03 -0.01 0.01 -0.01 0.01
    create_box 1 box
    create_atoms 1 single 9.1e-3 0 0
    create_atoms 1 single 11.0e-3 0 0
    create_atoms 1 single 13.3e-3 0 0
    create_atoms 1 single 0.029 0 0
    set group all diameter 2e-3 density 2500
    neighbor 0.5e-3 bin
    neigh_modify delay 0
    pair_style hooke/history
    pair_coeff * * stiffness 1e3
    fix move all nve/sphere
    timestep 1e-7
  )";
}

TEST(LoadAtom, PairsCostEachOfTheirEnds)
{
  for (const std::string newton : {"newton on", "newton off"})
    for (const int ranks : rank_counts()) {
      SCOPED_TRACE(newton + " " + std::to_string(ranks));
      LammpsSession lammps(ranks);
      lammps.run(row(newton) + SUM + "run 0\n");
      const double sum = sum_of(lammps), most = lammps.evaluate("c_most");
      if (!is_first_rank()) continue;
      EXPECT_DOUBLE_EQ(sum, 4 * PARTICLE + TOUCHING + LISTED);
      if (ranks == 1) { EXPECT_DOUBLE_EQ(most, PARTICLE + 0.5 * TOUCHING + 0.5 * LISTED); }
    }
}

// A box that is periodic in x has a ghost of the last sphere on one rank, too.
TEST(LoadAtom, GhostsCostAllParticlesOfTheirRank)
{
  ONE_RANK_IS_ENOUGH();
  std::string periodic = row("newton on");
  periodic.replace(periodic.find("f f f"), 5, "p f f");
  LammpsSession lammps;
  lammps.run(periodic + SUM +
             "compute least all reduce min c_load\nthermo_style custom step c_sum c_most c_least\n"
             "run 0\n");
  const long ghosts = lammps.ghosts();
  ASSERT_GT(ghosts, 0);
  const double sum = 4 * PARTICLE + TOUCHING + LISTED + GHOST * static_cast<double>(ghosts);
  EXPECT_NEAR(lammps.evaluate("c_sum"), sum, 1e-12 * sum);
  EXPECT_DOUBLE_EQ(lammps.evaluate("c_least"),
                   PARTICLE + GHOST * static_cast<double>(ghosts) / 4.0);
}

TEST(LoadAtom, WallsCostTheSpheresNearThem)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(row("newton off") + "fix left all wall/hooke/history xplane 8.0e-3 NULL\n" + SUM +
               "run 0\n");
    const double sum = sum_of(lammps);
    if (is_first_rank()) { EXPECT_DOUBLE_EQ(sum, 4 * PARTICLE + TOUCHING + LISTED + AT_WALL); }
  }
}

// Five spheres in a row with four bonds, whose pairs are listed without a contact, also where the
// bond is turned off.
TEST(LoadAtom, BondsCostUntilTheyAreOff)
{
  const TestFolder folder;
  std::vector<SphereLine> spheres;
  std::vector<std::pair<int, int>> bonds;
  for (int i = 0; i < 5; i++) {
    spheres.push_back({1, 2e-3, 2500, -4e-3 + 1.99e-3 * i, 0, 0});
    if (i > 0) bonds.emplace_back(i, i + 1);
  }
  write_data(folder / "data", spheres, bonds, -0.02, 0.02);
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(read_case(folder / "data", UNBREAKABLE, "f f f") + CONTACTS +
               "neighbor 1e-4 bin\nfix move all nve/sphere\n" + SUM + "run 0\n");
    const double bonded = sum_of(lammps);
    lammps.run("group pair id 2 3\ndelete_bonds pair bond 1\nrun 0\n");
    const double loose = sum_of(lammps);
    if (!is_first_rank()) continue;
    EXPECT_DOUBLE_EQ(bonded, 5 * PARTICLE + 4 * (BOND + LISTED));
    EXPECT_DOUBLE_EQ(loose, 5 * PARTICLE + 3 * BOND + 4 * LISTED);
  }
}

// A pile of clusters in one corner, beside single spheres that cost little.
TEST(LoadAtom, ABalanceByLoadsLeavesThemEven)
{
  const int ranks = rank_counts().back();
  LammpsSession lammps(ranks);
  lammps.run(R"(
    units si
    newton off
    boundary p p f
    comm_style tiled
    atom_style bonded/cluster
    bond_style parallel
    region box block -0.06 0.06 -0.06 0.06 0 0.2
    create_box 1 box bond/types 1
    cluster_template stone sphere 5e-3 elements 20 density 2500
    particle_mix stones template stone size uniform 0.006 0.008
    particle_mix balls sphere ball size 0.007 density 2500
    bond_coeff 1 young 1e7 tensile 1e9 shear 1e9 damping 0.05
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.3 friction 0.5
    neighbor_style multilevel
    region corner block -0.06 0 -0.06 0 0.001 0.12
    region rest block 0 0.06 0 0.06 0.001 0.12
    fix fill all insert/pack stones region corner number 60
    fix more all insert/pack balls region rest number 200 seed 7
    fix weight all gravity 9.81 vector 0 0 -1
    fix floor all wall/hertz/mindlin zplane 0 NULL
    fix move all nve/sphere
    compute load all load/atom
    variable load atom c_load
    fix balance all balance 200 1.02 rcb weight var load
    thermo_style custom step f_balance f_balance[3]
    timestep 4e-6
    neighbor 0.001 bin
    run 1000
  )");
  const double after = lammps.evaluate("f_balance"), before = lammps.evaluate("f_balance[3]");
  if (!is_first_rank()) return;
  EXPECT_LE(after, 1.1);
  EXPECT_GE(before, after - 1e-12);
}

// Two cubes that are near each other, one of them near a mesh; a third is alone.
TEST(LoadAtom, PolyhedraCostWhereTheyAreNear)
{
  const TestFolder folder;
  write_bodies(folder / "data",
               {cube_at(Matrix3d::identity(), {-0.013, 0, 0}),
                cube_at(Matrix3d::identity(), {0.013, 0, 0}),
                cube_at(Matrix3d::identity(), {0, 0, 0.2})},
               -0.3, 0.3);
  const std::string stl = folder / "floor.stl";
  if (is_first_rank())
    std::ofstream(stl) << "solid\nfacet normal 0 0 0\nouter loop\nvertex -0.1 -0.1 -0.011\n"
                          "vertex -0.01 -0.1 -0.011\nvertex -0.01 0.2 -0.011\nendloop\nendfacet\n"
                          "endsolid\n";
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run("newton off\n" + std::string(BODIES) +
               "boundary f f f\ncomm_modify vel yes\nread_data " + (folder / "data") +
               "\nneighbor 1e-3 bin\npair_style polyhedron\npair_coeff * * volume 1e9\nfix move "
               "all nve/body\n"
               "fix floor all wall/mesh " +
               stl + " model polyhedron volume 1e9\n" + SUM + "run 0\n");
    const double sum = sum_of(lammps);
    if (is_first_rank()) { EXPECT_DOUBLE_EQ(sum, 3 * PARTICLE + NEAR_BODIES + BODY_AT_WALL); }
  }
}

// A balance asks before bodies are made. Bonds of rigid clusters cost nothing.
TEST(LoadAtom, BondsOfRigidClustersCostNothing)
{
  ONE_RANK_IS_ENOUGH();
  const TestFolder folder;
  write_cubes(folder / "data");
  double sums[2];
  for (const bool rigid : {false, true}) {
    LammpsSession lammps;
    lammps.run(
        "units si\nnewton off\natom_style bonded/cluster\nbond_style parallel\ncomm_style tiled\n"
        "read_data " +
        (folder / "data") + "\nbond_coeff 1 " + (rigid ? "rigid" : UNBREAKABLE) +
        "\npair_style zero 5e-3\npair_coeff * *\nfix move all " +
        (rigid ? "rigid/cluster" : "leapfrog/sphere") + "\n" + SUM +
        "variable load atom c_load\nfix even all balance 10 1.0 rcb weight var load\n"
        "timestep 1e-7\nrun 20\n");
    sums[rigid] = sum_of(lammps);
    if (!rigid) sums[0] -= BOND * lammps.thermo("bonds");
  }
  EXPECT_NEAR(sums[0], sums[1], 1e-9 * sums[0]);
}

TEST(LoadAtom, ErrorsAreOneSentence)
{
  ONE_RANK_IS_ENOUGH();
  const auto expect_error = [](const std::string &lines, const std::string &text) {
    LammpsSession lammps;
    const std::string error = lammps.error_of(lines);
    EXPECT_TRUE(has(error, "Compute load/atom: " + text));
  };
  const std::string base = row("newton off");
  expect_error(base + "compute c all load/atom 3", "unexpected argument 3 (expected none)");
  expect_error(base + "group some id 1\ncompute c some load/atom",
               "group some (expected all: every particle needs a load)");
  expect_error("units si\natom_style atomic\nregion box block 0 1 0 1 0 1\ncreate_box 1 "
               "box\ncompute c all load/atom",
               "atom_style atomic (expected particles with a radius)");
}

}    // namespace test_load_atom
