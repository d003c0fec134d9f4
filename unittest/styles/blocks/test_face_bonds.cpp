// Blocks bonded at their faces, in LAMMPS: ranks, restarts, energy, breaking, bad inputs.

#include "atom.h"
#include "common/space.h"
#include "lammps.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace test_face_bonds {

using namespace grist::testing;

// x is periodic, and the rock crosses this side and borders of ranks.
const std::string SYSTEM =
    "units si\natom_style hybrid body polyhedron 4 80 bond\n"
    "atom_modify map array\nprocessors * 1 1\nboundary p f f\ncomm_modify vel yes\n"
    "region box block -0.1 0.02 -0.1 0.1 0 0.2\n"
    "create_box 1 box bond/types 1\npair_style polyhedron\n"
    "pair_coeff * * volume 1e11 restitution 0.5 friction 0.4\n"
    "bond_style face\n";
const std::string MOVE = "fix floor all wall/polyhedron volume 1e11 restitution 0.5 friction 0.4 "
                         "zplane 0 NULL\nfix move all nve/body\ntimestep 1e-6\nthermo 0\n";
const std::string ROCK = "create_blocks box 0.03 0.02 0.02 cells 40 density 2500 seed 5 "
                         "at 0.001 0.002 0.0168 turn 1 2 3 40\n";
const std::string BREAKS = "bond_coeff 1 young 1e8 tensile 3e5 cohesion 6e5 angle 30 damping 0.1\n";
const std::string FALL = "velocity all set 6 2 -2\n";    // to other ranks, too

class FaceBonds : public ::testing::Test {
 protected:
  TestFolder folder;
};

TEST_F(FaceBonds, RanksBreakTheSameRock)
{
  std::vector<BodySnapshot> reference;
  double broken = 0.0, stored = 0.0, parts = 0.0;
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(SYSTEM + BREAKS + ROCK + MOVE + FALL + "run 0");
    const double made = lammps.evaluate("f_GRIST_FACE_BONDS[1]");
    lammps.run("run 800");
    const double energy = lammps.thermo("pe");
    lammps.run(
        "variable first atom f_GRIST_FACE_BONDS==id\ncompute fragments all reduce sum v_first\n"
        "thermo_style custom step pe c_fragments\nrun 4200");
    const double found = lammps.evaluate("f_GRIST_FACE_BONDS[2]");
    const double found_parts = lammps.evaluate("c_fragments");
    const double left = lammps.evaluate("f_GRIST_FACE_BONDS[1]");
    const auto blocks = bodies(lammps);
    if (n == 1) {
      reference = blocks;
      broken = found;
      stored = energy;
      parts = found_parts;
    }
    if (!lammps.first()) continue;
    EXPECT_GT(found, 10.0);
    EXPECT_GT(left, 10.0);
    EXPECT_EQ(found, broken) << n;
    EXPECT_EQ(found + left, made) << n;
    EXPECT_GT(energy, 1e-6);
    EXPECT_NEAR(energy / stored, 1.0, 1e-6) << n;
    EXPECT_LT(largest_difference(blocks, reference), 1e-7) << n;
    EXPECT_EQ(found_parts, parts) << n;
    EXPECT_GT(parts, 2.0);
  }
}

TEST_F(FaceBonds, RestartContinues)
{
  for (const int n : rank_counts()) {
    LammpsSession whole(n);
    whole.run(SYSTEM + BREAKS + ROCK + MOVE + FALL + "run 1500\nwrite_restart " +
              (folder / "half") + "\nrun 500");
    const auto right = bodies(whole);
    LammpsSession again(n);
    again.run("read_restart " + (folder / "half") +
              "\ncomm_modify vel yes\npair_style polyhedron\n" + MOVE + "run 500");
    const auto found = bodies(again);
    // To the last bit where forces are added in the same order.
    if (whole.first()) { EXPECT_LE(largest_difference(found, right), n == 1 ? 0.0 : 1e-9) << n; }
  }
}

// The energy of the faces that part is what is lost.
TEST_F(FaceBonds, EnergyIsLostInFacesThatPart)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(SYSTEM + "pair_coeff * * energy 1e15\nbond_coeff 1 young 1e8 gc 0.01\n" + ROCK +
             "fix floor all wall/polyhedron energy 1e15 zplane 0 NULL\n"
             "fix_modify floor energy yes\nfix move all nve/body\ntimestep 2e-7\n" +
             FALL + "thermo 0\nrun 0\n" +
             "thermo_style custom step pe f_GRIST_FACE_BONDS[2] f_GRIST_FACE_BONDS[3]\nrun 0");
  const auto energy = [&] {
    return kinetic_energy(bodies(lammps)) + lammps.thermo("pe") +
        lammps.evaluate("f_GRIST_FACE_BONDS[3]");
  };
  const double begin = energy();
  for (int k = 0; k < 5; k++) {
    lammps.run("run 2000");
    EXPECT_NEAR(energy() / begin, 1.0, 2e-3) << k;
  }
  EXPECT_GT(lammps.evaluate("f_GRIST_FACE_BONDS[2]"), 10.0);
}

// Pressed blocks overlap, and have no contacts.
TEST_F(FaceBonds, BondedBlocksHaveNoContacts)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(SYSTEM + "bond_coeff 1 young 1e7 tensile none cohesion none\n" + ROCK + MOVE + FALL +
             "compute c all pair/local p9\ncompute n all reduce sum c_c inputs local\n"
             "thermo_style custom step c_n pe\nrun 300");
  EXPECT_GT(lammps.thermo("pe"), 5e-8);
  EXPECT_EQ(lammps.evaluate("c_n"), 0.0);
}

// A face that parts by shear under pressure: the contact keeps its normal force, until the
// blocks come apart.
TEST_F(FaceBonds, PressureGoesOn)
{
  ONE_RANK_IS_ENOUGH();
  const auto force_on = [](const std::string &strength, const std::string &more) {
    LammpsSession lammps;
    lammps.run(
        SYSTEM + "bond_coeff 1 young 1e8 tensile none cohesion " + strength +
        "\ncreate_blocks box 0.02 0.01 0.01 cells 2 density 2500 seed 3 at 0 0 0.1 turn 1 2 3 "
        "70\nthermo 0\nvariable dx equal 1e-5*(x[1]-x[2])\nvariable dy equal "
        "1e-5*(y[1]-y[2])+1e-9\nvariable dz equal 1e-5*(z[1]-z[2])\ngroup one id 2\n"
        "displace_atoms one move v_dx v_dy v_dz\n" +
        more);
    return grist::vector_at(lammps.lammps()->atom->f[0]);
  };
  const grist::Vector3d face = force_on("none", "run 0");
  const grist::Vector3d contact = force_on("1e-3", "run 0\nrun 0");
  ASSERT_GT(norm(face), 1e-3);
  EXPECT_NEAR(dot(face, contact) / norm(contact) / norm(contact), 1.0, 1e-7);
  const std::string again = "displace_atoms one move $(0.1*(x[2]-x[1])) $(0.1*(y[2]-y[1])) "
                            "$(0.1*(z[2]-z[1]))\nrun 0\ndisplace_atoms one move "
                            "$(-0.1*(x[2]-x[1])/1.1) $(-0.1*(y[2]-y[1])/1.1) "
                            "$(-0.1*(z[2]-z[1])/1.1)\nrun 0";
  const grist::Vector3d anew = force_on("1e-3", "run 0\nrun 0\n" + again);
  EXPECT_GT(norm(anew), 1.2 * norm(contact));    // the law of the pair style is stiffer
}

TEST_F(FaceBonds, MomentumIsConserved)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(SYSTEM + BREAKS + ROCK + MOVE + "velocity all create 1e16 37\nrun 0");
    const BodyMomenta before = momenta(bodies(lammps));
    lammps.run("run 2000");
    const BodyMomenta after = momenta(bodies(lammps));
    if (!lammps.first()) continue;
    EXPECT_LT(norm(after.linear - before.linear), 1e-12 * before.size) << n;
    EXPECT_LT(norm(after.angular - before.angular), 1e-12 * before.size * 0.05) << n;
  }
}

TEST_F(FaceBonds, BondsFollowNewIds)
{
  for (const int n : rank_counts()) {
    LammpsSession whole(n), other(n);
    const std::string steel = "bond_coeff 1 young 1e8 tensile none cohesion none\n";
    whole.run(SYSTEM + steel + ROCK + MOVE + FALL + "run 1000\nrun 500");
    other.run(SYSTEM + steel +
              "region corner block -0.1 -0.08 -0.1 -0.08 0.1 0.2\n"
              "create_polyhedra 1 region corner shape cube size 0.004 density 2500 seed 9\n" +
              ROCK + MOVE +
              "group away id 1\ngroup rock id > 1\nvelocity rock set 6 2 -2\nrun 1000\n"
              "delete_atoms group away\nreset_atoms id\nrun 500");
    const auto right = bodies(whole), found = bodies(other);
    if (!whole.first()) continue;
    ASSERT_EQ(right.size(), found.size());
    double across[2] = {0.0, 0.0};
    for (size_t k = 0; k < right.size(); k++)
      for (int d = 0; d < 3; d++) {
        across[0] += right[k].x[d] * right[k].x[d];
        across[1] += found[k].x[d] * found[k].x[d];
      }
    EXPECT_NEAR(across[1] / across[0], 1.0, 1e-9) << n;
  }
}

// Two cubes as an STL file of two solids, as they are and turned by the command: one face.
TEST_F(FaceBonds, CellsOfAFile)
{
  ONE_RANK_IS_ENOUGH();
  const auto cube = [](double x) {
    const double v[8][3] = {{x, 0, 0}, {x + 1, 0, 0}, {x + 1, 1, 0}, {x, 1, 0},
                            {x, 0, 1}, {x + 1, 0, 1}, {x + 1, 1, 1}, {x, 1, 1}};
    const int faces[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                              {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
    std::string text = "solid cube\n";
    for (const auto &face : faces) {
      text += "facet normal 0 0 0\nouter loop\n";
      for (const int k : face)
        text += "vertex " + std::to_string(v[k][0]) + " " + std::to_string(v[k][1]) + " " +
            std::to_string(v[k][2]) + "\n";
      text += "endloop\nendfacet\n";
    }
    return text + "endsolid cube\n";
  };
  std::ofstream(folder / "two.stl") << cube(0.0) << cube(1.0);
  LammpsSession lammps;
  lammps.run(SYSTEM + BREAKS + "create_blocks given " + (folder / "two.stl") +
             " scale 0.01 density 2500 at 0 0 0.05 turn 0 1 1 30\n" + MOVE + "run 0");
  EXPECT_EQ(lammps.evaluate("f_GRIST_FACE_BONDS[1]"), 1.0);
  EXPECT_NEAR(lammps.evaluate("mass(all)"), 2 * 2500e-6, 1e-9);
  EXPECT_LT(lammps.thermo("pe"), 1e-20);
}

TEST_F(FaceBonds, DataFilesSayThatBondsAreLeftOut)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(SYSTEM + BREAKS + ROCK + MOVE + "run 0\nlog " + (folder / "log") + "\nwrite_data " +
             (folder / "rock.data") + "\nlog none");
  EXPECT_NE(read_file(folder / "log").find("data files hold no bonds of faces"), std::string::npos);

  // Blocks come back, with bond_style before there is a box.
  lammps.run(
      "clear\nunits si\natom_style hybrid body polyhedron 4 80 bond\natom_modify map array\n"
      "boundary p f f\ncomm_modify vel yes\npair_style polyhedron\nbond_style face\nread_data " +
      (folder / "rock.data") + "\npair_coeff * * volume 1e11\n" + BREAKS + MOVE + "run 1");
  EXPECT_EQ(bodies(lammps).size(), 40u);
  EXPECT_EQ(lammps.evaluate("f_GRIST_FACE_BONDS[1]"), 0.0);
}

// Also where ids do not change, as LAMMPS keeps them where atoms may have bonds.
TEST_F(FaceBonds, DeletedBlocksTakeTheirBondsAlong)
{
  double left = 0.0;
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(SYSTEM + BREAKS + ROCK + MOVE + "run 0");
    const double before = lammps.evaluate("f_GRIST_FACE_BONDS[1]");
    lammps.run("group some id 3 17 18\ndelete_atoms group some\nrun 10");
    const double after = lammps.evaluate("f_GRIST_FACE_BONDS[1]");
    if (n == 1) left = after;
    EXPECT_LT(after, before - 15.0) << n;
    EXPECT_EQ(after, left) << n;
    EXPECT_EQ(lammps.evaluate("f_GRIST_FACE_BONDS[2]"), 0.0) << n;
  }
}

TEST_F(FaceBonds, BadInputsAreRejectedInASentence)
{
  ONE_RANK_IS_ENOUGH();
  const auto expect = [](const std::string &lines, const std::string &text) {
    LammpsSession lammps;
    const std::string error = lammps.error_of(SYSTEM + lines);
    EXPECT_NE(error.find(text), std::string::npos) << error;
  };
  expect("bond_coeff 1 young 1e8 tensile 1e4 cohesion 2e4 gc 1", "cohesion is for strength by");
  expect("bond_coeff 1 young 1e8", "lacks tensile and cohesion, or gc");
  expect("bond_coeff 1 tensile 1e4 cohesion 2e4", "lacks the keyword young");
  expect("bond_coeff 1 young 1e8 tensile 1e4", "lacks cohesion");
  expect("bond_coeff 1 young 1e8 gc 0", "gc");
  expect("bond_coeff 1 young 1e8 gc 1 friction 0.4",
         "friction 0.4 needs soften, or gc with tensile");
  expect("bond_coeff 1 young 1e8 gc 1 tensile 1e4 friction -1", "friction");
  const std::string strong = "bond_coeff 1 young 1e8 tensile 1e4 cohesion 2e4 ";
  expect(strong + "soften 100 creep 1", "creep 1 excludes soften");
  expect(strong + "creep 0", "creep");
  expect(strong + "fatigue 3 weaken 300 400", "fatigue 3 excludes weaken");
  expect(strong + "soften 100 weaken 300 400", "weaken 300 400 excludes soften");
  expect(strong + "weaken 400 300", "must be above the temperature up to which");
  expect(strong +
             "weaken 300 400\ncreate_blocks box 0.01 0.01 0.01 cells 5 density 2500 at 0 0 0.1"
             "\nfix move all nve/body\nrun 0",
         "weaken without temperatures of blocks");
  expect("bond_coeff 1 young 1e8 gc 1 angle 30", "angle is for strength by");
  expect("bond_coeff 1 young 1e8 tensile 1e4 cohesion 1 angle 30",
         "must be at least tensile times");
  expect("create_blocks box 0.01 0.01 0.01 density 2500", "lacks the keyword cells");
  expect("create_blocks box 0.01 0.01 0.01 cells 0 density 2500", "cells 0");
  expect("create_blocks ball 0.01 cells 5 density 2500",
         "expected box, cylinder, gravel, file or given");
  expect("create_blocks given nothing.tess density 2500", "nothing.tess");
  expect("create_blocks box 0.01 0.3 0.01 cells 5 density 2500 at 0 0 0.1", "outside of the box");
  expect("create_blocks box 0.3 0.01 0.01 cells 5 density 2500 at 0 0 0.1",
         "0.3 long along x, more than the periodic box, 0.12");
  expect("create_blocks box 0.01 0.01 0.01 cells 1000000 density 2500", "1000000");
}

}    // namespace test_face_bonds
