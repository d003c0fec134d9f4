// atom_style bonded/cluster through the commands that handle atoms.
//
// Oracles: what was put in comes out again (data file, restart file), counts, mass of a solid
// sphere.

#include "common/constants.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "atom.h"
#include "lammps.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_atom_vec_bonded_cluster {

using namespace grist::testing;

using grist::PI;

using AtomStyle = OneRankTest;

TEST_F(AtomStyle, DensityOfASphereGivesItsMass)
{
  write_data(folder / "data", {{7, 4e-3, 1250, 0, 0, 0}}, {}, -0.01, 0.01);
  LammpsSession lammps;
  lammps.run("units si\nnewton on off\natom_style bonded/cluster\nread_data " + (folder / "data"));
  const auto atoms = lammps.atoms();
  ASSERT_EQ(atoms.size(), 1u);
  EXPECT_EQ(atoms[0].molecule, 7);
  EXPECT_DOUBLE_EQ(atoms[0].radius, 2e-3);
  EXPECT_NEAR(atoms[0].mass / (1250 * 4.0 / 3.0 * PI * 8e-9), 1.0, 1e-14);
}

// Bonds that are read before the bond style is given: partners over two and three bonds are not
// looked for.
TEST_F(AtomStyle, OnlyBondedPartnersAreSpecial)
{
  write_cubes(folder / "data");
  const std::string start = "units si\nnewton on off\natom_style bonded/cluster\n";
  LammpsSession lammps;
  lammps.run(start + "read_data " + (folder / "data"));
  const auto *atom = lammps.lammps()->atom;
  ASSERT_GT(atom->nlocal, 0);
  for (int i = 0; i < atom->nlocal; i++) {
    EXPECT_EQ(atom->nspecial[i][0], atom->num_bond[i]);
    EXPECT_EQ(atom->nspecial[i][2], atom->nspecial[i][0]);
  }
  LammpsSession other;
  other.run(start + "special_bonds lj 0 0 0.5\nread_data " + (folder / "data"));
  EXPECT_GT(other.lammps()->atom->nspecial[0][2], other.lammps()->atom->nspecial[0][0]);
}

TEST_F(AtomStyle, SetChangesDiameterDensityAndParent)
{
  LammpsSession lammps;
  lammps.run(R"(
    units si
    newton on off
    atom_style bonded/cluster
    region box block -1 1 -1 1 -1 1
    create_box 1 box bond/types 1
    create_atoms 1 single 0 0 0
    set atom 1 diameter 0.2
    set atom 1 density 1000
    set atom 1 mol 5
    velocity all set 1 2 3
  )");
  const auto atoms = lammps.atoms();
  ASSERT_EQ(atoms.size(), 1u);
  EXPECT_DOUBLE_EQ(atoms[0].radius, 0.1);
  EXPECT_NEAR(atoms[0].mass / (1000 * 4.0 / 3.0 * PI * 1e-3), 1.0, 1e-14);
  EXPECT_EQ(atoms[0].molecule, 5);
  EXPECT_EQ(atoms[0].v[1], 2.0);
}

TEST_F(AtomStyle, WrittenDataReadsBackTheSame)
{
  write_cubes(folder / "data");
  std::vector<AtomSnapshot> before;
  {
    LammpsSession lammps;
    lammps.run(read_case(folder / "data", UNBREAKABLE) + CONTACTS +
               "velocity all set 0.1 0.2 0.3\nrun 50\nwrite_data " + (folder / "again"));
    before = lammps.atoms();
  }
  LammpsSession lammps;
  lammps.run("units si\nnewton on off\natom_style bonded/cluster\nbond_style parallel\nread_data " +
             (folder / "again"));
  const auto after = lammps.atoms();
  EXPECT_LT(largest_difference(before, after), 1e-14);
  ASSERT_EQ(after.size(), before.size());
  for (size_t i = 0; i < after.size(); i++) {
    EXPECT_EQ(after[i].molecule, before[i].molecule);
    EXPECT_EQ(after[i].bonds, before[i].bonds);
    EXPECT_NEAR(after[i].mass / before[i].mass, 1.0, 1e-14);
  }
}

TEST_F(AtomStyle, ReplicateCopiesClustersAndBonds)
{
  write_pair(folder / "data");
  LammpsSession lammps;
  lammps.run(read_case(folder / "data", UNBREAKABLE) + "replicate 2 3 1\n" + CONTACTS + "run 10");
  const auto atoms = lammps.atoms();
  ASSERT_EQ(atoms.size(), 12u);
  EXPECT_EQ(lammps.thermo("bonds"), 6);
  // Six clusters of two: each carries the smaller id of its own pair.
  for (size_t i = 0; i < atoms.size(); i += 2) {
    EXPECT_EQ(atoms[i].cluster, atoms[i].tag);
    EXPECT_EQ(atoms[i + 1].cluster, atoms[i].tag);
    EXPECT_EQ(atoms[i].molecule, static_cast<long>(i / 2 + 1));
  }
}

TEST_F(AtomStyle, DeletingWholeClustersLeavesTheOthersIntact)
{
  write_cubes(folder / "data");
  LammpsSession lammps;
  lammps.run(read_case(folder / "data", UNBREAKABLE) + CONTACTS + R"(
    fix b all breakage 10
    velocity all set 0.1 0.2 0.3
    run 20
    group some molecule 2 5
    delete_atoms group some bond yes
    run 20
  )");
  EXPECT_EQ(lammps.atoms().size(), 6u * 27);
  EXPECT_EQ(lammps.thermo("bonds"), 6 * 54);
  EXPECT_EQ(lammps.evaluate("f_b[4]"), 6);
  EXPECT_EQ(lammps.evaluate("f_b[2]"), 0);
}

TEST_F(AtomStyle, DumpsAndPropertiesShowTheCurrentCluster)
{
  write_pair(folder / "data");
  LammpsSession lammps;
  lammps.run(read_case(folder / "data", UNBREAKABLE) + CONTACTS +
             "compute c all property/atom cluster mol\n"
             "run 0\nwrite_dump all custom " +
             (folder / "dump") + " id mol c_c[1] c_c[2] radius mass modify sort id");
  const std::string dump = read_file(folder / "dump");
  EXPECT_TRUE(has(dump, "\n1 1 1 1 0.001 "));
  EXPECT_TRUE(has(dump, "\n2 1 1 1 0.001 "));
}

TEST_F(AtomStyle, RefusesInvalidSpheres)
{
  const auto error_for = [&](const SphereLine &sphere) {
    write_data(folder / "bad", {sphere}, {}, -0.01, 0.01);
    LammpsSession lammps;
    return lammps.error_of("units si\natom_style bonded/cluster\nread_data " + (folder / "bad"));
  };
  EXPECT_TRUE(has(error_for({1, 0.0, 1000, 0, 0, 0}), "diameter 0 of atom 1 must be positive"));
  EXPECT_TRUE(has(error_for({1, -2e-3, 1000, 0, 0, 0}), "diameter -0.002 of atom 1"));
  EXPECT_TRUE(has(error_for({1, 2e-3, 0.0, 0, 0, 0}), "density 0 of atom 1 must be positive"));
  EXPECT_TRUE(has(error_for({1, 2e-3, -5, 0, 0, 0}), "density -5 of atom 1"));
  EXPECT_TRUE(has(error_for({1, std::nan(""), 1000, 0, 0, 0}), "ERROR"));
  EXPECT_TRUE(has(error_for({1, 2e-3, 1000, std::nan(""), 0, 0}), "ERROR"));

  LammpsSession lammps;
  EXPECT_TRUE(has(lammps.error_of("atom_style bonded/cluster 1"), "unexpected argument 1"));
}

}    // namespace test_atom_vec_bonded_cluster
