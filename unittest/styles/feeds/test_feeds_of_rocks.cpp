// Rocks of bonded blocks that are fed: ranks, mass, motion, restart, wrong words.

#include "atom.h"
#include "common/space.h"
#include "lammps.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace test_feeds_of_rocks {

using namespace grist::testing;

// x is periodic, and rocks lie across it and across borders of ranks.
const std::string SYSTEM =
    "units si\nnewton off\natom_style hybrid body polyhedron 4 80 bond\n"
    "atom_modify map array\nprocessors * 1 1\nboundary p f f\ncomm_modify vel yes\n"
    "region box block -0.06 0.06 -0.06 0.06 -0.02 0.5\n"
    "create_box 1 box bond/types 2\npair_style polyhedron\n"
    "pair_coeff * * volume 1e11 restitution 0.5 friction 0.4\n";
const std::string LAW = "bond_style face\n"
                        "bond_coeff * young 1e8 tensile 3e5 cohesion 6e5 angle 30 damping 0.1\n";
const std::string FEED =
    "region above block -0.06 0.06 -0.05 0.05 0.03 0.2\n"
    "particle_mix ore rock lump fraction 0.5 size uniform 0.02 0.03 density 2700 shape random cuts "
    "6 shapes 3 cells 12 polyhedron pebble fraction 0.3 size 0.02 density 2500 shape cube "
    "rock jack fraction 0.2 size 0.03 density 2600 shape jack cells 14 bond/type 2\n"
    "fix fill all insert/pack ore region above mass 0.15 velocity 3 1 -8 omega 5 6 7 seed 3\n"
    "region top block -0.06 0.06 -0.05 0.05 0.25 0.45\n"
    "fix feed all insert/stream ore region top rate 20 velocity 3 1 -8 every 500 seed 5\n";
const std::string MOVE = "fix floor all wall/polyhedron volume 1e11 restitution 0.5 friction 0.4 "
                         "zplane 0 NULL\nfix move all nve/body\ntimestep 4e-6\nthermo 0\n"
                         "variable m atom mass\ncompute mass all reduce sum v_m\n"
                         "thermo_style custom step pe atoms f_fill[1] f_feed[1] c_mass "
                         "f_GRIST_FACE_BONDS[1] f_GRIST_FACE_BONDS[2]\n";

class FeedsOfRocks : public ::testing::Test {
 protected:
  TestFolder folder;
};

TEST_F(FeedsOfRocks, RanksFeedTheSameRocks)
{
  std::vector<BodySnapshot> reference;
  double bonds = 0.0;
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(SYSTEM + LAW + FEED + MOVE + "run 0");
    EXPECT_LT(lammps.thermo("pe"), 1e-18) << n;    // no overlap, no load of a face
    lammps.run("run 3500");
    const double found = lammps.evaluate("f_GRIST_FACE_BONDS[1]");
    const double parted = lammps.evaluate("f_GRIST_FACE_BONDS[2]");
    const double in = lammps.evaluate("f_fill[1]+f_feed[1]"), mass = lammps.evaluate("c_mass");
    const auto blocks = bodies(lammps);
    if (n == 1) {
      reference = blocks;
      bonds = found;
    }
    if (!lammps.first()) continue;
    EXPECT_GT(found, 200.0);
    EXPECT_GT(parted, 0.0);
    EXPECT_EQ(found, bonds) << n;
    EXPECT_NEAR(mass / in, 1.0, 1e-13) << n;
    EXPECT_LT(largest_difference(blocks, reference), 1e-7) << n;
  }
}

// A rock flies and turns as a rigid body would.
TEST_F(FeedsOfRocks, BlocksMoveAsOneBody)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(
      SYSTEM + LAW +
      "region above block -0.05 0.05 -0.05 0.05 0.1 0.2\n"
      "particle_mix ore rock lump size 0.03 density 2700 shape random cells 12\n"
      "fix fill all insert/pack ore region above number 1 velocity 0.3 0.1 -0.2 omega 5 6 7\n"
      "fix move all nve/body\ntimestep 1e-6\nthermo 0\nrun 0");
  const auto blocks = bodies(lammps);
  ASSERT_EQ(blocks.size(), 12u);
  const grist::Vector3d omega = {5, 6, 7};
  for (const BodySnapshot &one : blocks) {
    const grist::Vector3d apart =
        grist::vector_at(one.x.data()) - grist::vector_at(blocks[0].x.data());
    const grist::Vector3d velocity =
        grist::vector_at(one.v.data()) - grist::vector_at(blocks[0].v.data());
    EXPECT_LT(norm(velocity - cross(omega, apart)), 1e-12);
  }
  const BodyMomenta before = momenta(blocks);
  EXPECT_NEAR(before.linear.x / before.linear.z, -1.5, 1e-9);
  lammps.run("run 5000");
  const BodyMomenta after = momenta(bodies(lammps));
  EXPECT_LT(norm(after.angular - before.angular), 1e-12 * before.size * 0.05);
  EXPECT_EQ(lammps.evaluate("f_GRIST_FACE_BONDS[2]"), 0.0);
  for (int i = 0; i < 12; i++) EXPECT_EQ(lammps.lammps()->atom->molecule[i], 1);
}

TEST_F(FeedsOfRocks, RestartContinues)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession whole;
  whole.run(SYSTEM + LAW + FEED + MOVE + "run 1700\nwrite_restart " + (folder / "half") +
            "\nrun 700");
  LammpsSession again;
  again.run("read_restart " + (folder / "half") + "\ncomm_modify vel yes\npair_style polyhedron\n" +
            FEED +
            "fix floor all wall/polyhedron volume 1e11 restitution 0.5 friction 0.4 "
            "zplane 0 NULL\nfix move all nve/body\ntimestep 4e-6\nthermo 0\nrun 700");
  // Blocks of a rock that touch along an edge have contacts of rounding.
  EXPECT_LT(largest_difference(bodies(again), bodies(whole)), 1e-9);
}

TEST_F(FeedsOfRocks, BadInputsAreRejectedInASentence)
{
  ONE_RANK_IS_ENOUGH();
  const auto expect = [](const std::string &lines, const std::string &text) {
    LammpsSession lammps;
    const std::string error = lammps.error_of(lines);
    EXPECT_NE(error.find(text), std::string::npos) << error;
  };
  const std::string rock = "particle_mix ore rock lump density 2700 size 0.03 shape random ";
  expect(SYSTEM + LAW + rock, "no cells of component lump (keyword cells is required of a rock)");
  expect(SYSTEM + LAW + rock + "cells 0", "cells 0");
  expect(SYSTEM + LAW + rock + "cells 1000000", "1000000");
  expect(SYSTEM + LAW + rock + "cells 10 bond/type 3", "bond/type 3 (there are 2 bond types)");
  expect(SYSTEM + LAW + rock + "cells 10 spread 3", "spread 3");
  expect(SYSTEM + "particle_mix ore polyhedron p density 2700 size 0.03 shape cube cells 5",
         "keyword cells (only of a rock)");
  expect(SYSTEM + rock +
             "cells 10\nregion above block -0.05 0.05 -0.05 0.05 0.1 0.2\n"
             "fix fill all insert/pack ore region above number 1\nfix move all nve/body\nrun 0",
         "give bond_style face before");
  expect("units si\natom_style body polyhedron 4 80\natom_modify map array\nregion box block "
         "0 1 0 1 0 1\ncreate_box 1 box\n" +
             rock + "cells 10",
         "use atom_style hybrid body polyhedron 4 60 bond");
}

}    // namespace test_feeds_of_rocks
