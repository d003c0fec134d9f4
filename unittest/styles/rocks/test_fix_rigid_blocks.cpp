// fix rigid/blocks: rocks of bonded blocks that are rigid until they are loaded, on 1, 2 and 4
// ranks.
//
// Oracles: the same rocks bonded all along; conservation of momentum and energy; the run on one
// rank and without a restart; the weight.

#include "common/space.h"
#include "styles/access/styles_with.h"
#include "styles/blocks/block_scenes.h"
#include "styles/blocks/bond_face.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "atom.h"
#include "lammps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace test_fix_rigid_blocks {

using namespace grist::testing;
using grist::Vector3d;

const std::string FLOOR =
    "fix floor all wall/polyhedron volume 1e11 restitution 0.5 friction 0.4 zplane 0 NULL\n";
const std::string HELD = "fix move all rigid/blocks\n", LOOSE = "fix move all leapfrog/body\n";
const std::string STEP = "timestep 1e-6\nthermo 0\n";

std::string faces(double strength, const std::string &more = "")
{
  const std::string s = std::to_string(strength);
  return "bond_coeff 1 young 1e8 tensile " + s + " cohesion " + s + " damping 0.1 " + more + "\n";
}

class FixRigidBlocks : public ::testing::Test {
 protected:
  TestFolder folder;
};

/* ---- motion ---- */

// A rock that turns freely, across the periodic border and borders of ranks.
TEST_F(FixRigidBlocks, FreeRockMovesAsBondedBlocksDo)
{
  const std::string scene = BLOCKS_BOX +
      "bond_coeff 1 young 1e10 tensile none cohesion none damping 0.5\n" +
      "create_blocks box 0.03 0.02 0.02 cells 20 density 2500 seed 5 at 0.001 0.002 0.1 "
      "turn 1 2 3 40\n";
  const std::string spin =
      "variable vx atom 6-0.3*(y-0.002)\nvariable vy atom 0.3*(x-0.001)-0.2*(z-0.1)\n"
      "variable vz atom -1+0.2*(y-0.002)\nvelocity all set v_vx v_vy v_vz\n";
  for (const int n : rank_counts()) {
    LammpsSession held(n), loose(n);
    held.run(scene + spin + HELD + "timestep 1e-7\nthermo 0\nrun 10000");
    loose.run(scene + spin + LOOSE + "timestep 1e-7\nthermo 0\nrun 10000");
    EXPECT_EQ(held.evaluate("f_move[2]"), 20.0) << n;
    const auto found = bodies(held), right = bodies(loose);
    if (!held.first()) continue;
    double most = 0.0;
    for (size_t k = 0; k < right.size(); k++)
      for (int d = 0; d < 3; d++) most = std::max(most, std::fabs(found[k].x[d] - right[k].x[d]));
    EXPECT_LT(most, 1e-9 * 0.03) << n;
    EXPECT_GT(norm(Vector3d{right[0].x[0], right[0].x[1], right[0].x[2]}), 0.0);
  }
}

TEST_F(FixRigidBlocks, RestsOnAFloor)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(
        BLOCKS_BOX + faces(1e6) +
        "create_blocks box 0.03 0.02 0.02 cells 40 density 2500 seed 5 at 0.001 0.002 0.0099995\n" +
        FLOOR + HELD + "fix g all gravity 9.81 vector 0 0 -1\nfix stop all viscous 5e-2\n" + STEP +
        "timestep 1e-5\nrun 6000");
    const double weight = 9.81 * 2500.0 * ROCK_VOLUME;
    EXPECT_EQ(lammps.evaluate("f_move[1]"), 1.0) << n;
    EXPECT_EQ(lammps.evaluate("f_move[3]"), 0.0) << n;
    EXPECT_NEAR(lammps.evaluate("f_floor[3]") / -weight, 1.0, 1e-3) << n;
    EXPECT_LT(lammps.evaluate("ke"), 1e-9) << n;
  }
}

/* ---- release ---- */

// The greatest share of a face's strength at any time.
double peak_share(LammpsSession &lammps, int steps)
{
  double most = 0.0;
  auto *atom = lammps.lammps()->atom;
  for (int k = 0; k < steps; k += 5) {
    lammps.run("run 5 pre no post no");
    const auto *style = LAMMPS_NS::bond_with<LAMMPS_NS::BondFace>(lammps.lammps());
    const auto *faces = LAMMPS_NS::internal_fix<LAMMPS_NS::FixFaceBonds>(lammps.lammps());
    for (int i = 0; i < atom->nlocal; i++)
      for (size_t m = 0; m < faces->of(i).bonds.size(); m++)
        if (const auto on =
                style->reading(i, static_cast<int>(m), atom->map(faces->of(i).bonds[m].partner)))
          most = std::max(most, on->strength_share);
  }
  return most;
}

// Each block has a weight that would tear its faces.
TEST_F(FixRigidBlocks, UniformGravityLoadsNothing)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(BLOCKS_BOX + faces(1e3) + BRITTLE_ROCK + HELD + STEP +
               "fix g all gravity 1e6 vector 0 0 1\nrun 50");
    EXPECT_EQ(lammps.evaluate("f_move[1]"), 1.0) << n;
    EXPECT_NEAR(lammps.evaluate("vcm(all,z)"), 50.0, 1e-6) << n;
  }
}

// A rock that is dropped on a corner: the stress that bonded blocks reach is near the one by which
// a held rock is released. Section bound as that of clusters of spheres (0.6 to 1.22).
TEST_F(FixRigidBlocks, IsReleasedWhereBlocksWouldBeLoaded)
{
  ONE_RANK_IS_ENOUGH();
  const std::string drop = BRITTLE_ROCK + "velocity all set 0 0 -0.5\n" +
      "fix floor all wall/polyhedron volume 1e10 restitution 0.5 friction 0.4 zplane 0 NULL\n";
  const int steps = 1500;
  LammpsSession bonded;
  bonded.run(BLOCKS_BOX + faces(1e7) + drop + LOOSE + STEP + "run 0 post no");
  const double stress = 1e7 * peak_share(bonded, steps);
  double low = 0.1 * stress, high = 20.0 * stress;    // strengths: released, and not
  for (int k = 0; k < 8; k++) {
    const double middle = std::sqrt(low * high);
    LammpsSession held;
    held.run(BLOCKS_BOX + faces(middle) + drop + "fix move all rigid/blocks compression 0\n" +
             STEP + "run " + std::to_string(steps));
    (held.evaluate("f_move[3]") > 0.0 ? low : high) = middle;
  }
  EXPECT_GT(stress / (0.5 * low), 0.6);
  EXPECT_LT(stress / (0.5 * low), 1.3);
}

// The least speed of a fall by which a face parts.
TEST_F(FixRigidBlocks, BreaksAtTheSpeedOfBondedBlocks)
{
  ONE_RANK_IS_ENOUGH();
  const auto speed_of_break = [](const std::string &motion) {
    double low = 0.1, high = 4.0;
    for (int k = 0; k < 8; k++) {
      const double speed = std::sqrt(low * high);
      LammpsSession lammps;
      lammps.run(
          BLOCKS_BOX + faces(3e5) + BRITTLE_ROCK + "velocity all set 0 0 -" +
          std::to_string(speed) +
          "\nfix floor all wall/polyhedron volume 1e10 restitution 0.5 friction 0.4 zplane 0 "
          "NULL\n" +
          motion + STEP + "run " + std::to_string(std::lround(1500.0 / std::min(1.0, speed))));
      (lammps.evaluate("f_GRIST_FACE_BONDS[2]") > 0.0 ? high : low) = speed;
    }
    return low;
  };
  const double bonded = speed_of_break(LOOSE), held = speed_of_break(HELD);
  EXPECT_GT(bonded, 0.11);
  EXPECT_NEAR(held / bonded, 1.0, 0.15);
}

// Two rocks hit each other in free space.
TEST_F(FixRigidBlocks, ReleaseKeepsMomenta)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(BLOCKS_BOX + faces(2e6) +
               "create_blocks box 0.03 0.02 0.02 cells 30 density 2500 seed 5 at 0.001 0.002 0.1 "
               "turn 1 2 3 40\nvelocity all set -0.7 0.3 -2.5\n"
               "create_blocks box 0.02 0.02 0.02 cells 20 density 2500 seed 9 at -0.008 0.006 0.07 "
               "turn 3 1 1 70\n" +
               HELD + STEP + "run 0");
    const BodyMomenta before = momenta(bodies(lammps));
    EXPECT_EQ(lammps.evaluate("f_move[1]"), 2.0) << n;
    lammps.run("run 12000");
    EXPECT_GT(lammps.evaluate("f_move[3]"), 0.0) << n;
    const BodyMomenta after = momenta(bodies(lammps));
    if (!lammps.first()) continue;
    EXPECT_LT(norm(after.linear - before.linear), 1e-12 * before.size) << n;
    EXPECT_LT(norm(after.angular - before.angular), 1e-11 * before.size * 0.1) << n;
  }
}

// The step of release makes no jump of the forces of faces: they are in balance with loads and
// motion, so that the rock does not begin to shake.
TEST_F(FixRigidBlocks, FacesAreInBalanceAtRelease)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(BLOCKS_BOX + "bond_coeff 1 young 1e9 tensile 1e6 cohesion 1e6\n" +
             "create_blocks box 0.03 0.02 0.02 cells 30 density 2500 seed 5 at 0.001 0.002 0.1\n" +
             "fix move all rigid/blocks return 0\ntimestep 2e-7\nthermo 0\n"
             "variable level equal step\nvariable pull atom 3000*mass*(x-0.001)*v_level\n"
             "fix pull all addforce v_pull 0 0\nrun 0");
  for (int k = 0; k < 4000 && lammps.evaluate("f_move[3]") == 0.0; k++)
    lammps.run("run 2 pre no post no");
  ASSERT_EQ(lammps.evaluate("f_move[3]"), 1.0);
  lammps.run("variable now equal $(step)\nvariable level equal v_now\nrun 0 post no");
  const double stored = lammps.thermo("pe");
  ASSERT_GT(stored, 0.0);
  EXPECT_NEAR(peak_share(lammps, 5), 0.5, 0.01);    // not later
  lammps.run("run 0 post no");
  for (int k = 0; k < 20; k++) {
    lammps.run("run 10 post no");
    EXPECT_NEAR(lammps.thermo("pe") / stored, 1.0, 0.05) << k;
  }
}

/* ---- breaking, ranks, restarts, energy ---- */

const std::string COUNTS = "fix b all breakage 1000\nthermo_style custom step ke pe\n";

// Sum of the forces of all faces, as sensors see them. Collective.
double pull_of_faces(LammpsSession &lammps)
{
  if (!lammps.here()) return 0.0;
  const auto *of = lammps.lammps();
  double sum = 0.0, all = 0.0;
  for (const auto &pull : LAMMPS_NS::bond_with<LAMMPS_NS::BondFace>(of)->elastic_pulls())
    for (const int end : {pull.a, pull.b})
      if (end < of->atom->nlocal) sum += 0.5 * norm(pull.force);
  MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, of->world);
  return all;
}

// Ghosts of a block, across the periodic side or of another rank, are displaced with it: in the step of a
// release faces have the loads that the next setup finds.
TEST_F(FixRigidBlocks, GhostsAreDisplacedAtRelease)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(BLOCKS_BOX + faces(3e5) +
               "create_blocks box 0.03 0.02 0.02 cells 40 density 2500 seed 5 "
               "at 0.015 0.002 0.0168 turn 1 2 3 40\nvelocity all set 0 0 -4\n" +
               FLOOR + HELD + STEP);
    int steps = 0;
    for (; steps < 1000 && !(steps > 0 && lammps.evaluate("f_move[3]") > 0.0); steps++)
      lammps.run("run 1 post no");
    EXPECT_LT(steps, 1000);
    const double found = pull_of_faces(lammps);
    lammps.run("run 0 post no");
    const double right = pull_of_faces(lammps);
    EXPECT_NEAR(found, right, 1e-9 * right) << n;
    EXPECT_EQ(lammps.evaluate("f_move[1]"), 0.0);
  }
}

TEST_F(FixRigidBlocks, RanksReleaseAndBreakTheSameRock)
{
  std::vector<BodySnapshot> reference;
  double releases = 0.0, broken = 0.0;
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(BLOCKS_BOX + faces(3e5) + BRITTLE_ROCK + "velocity all set 6 2 -1\n" + FLOOR + HELD +
               STEP + "run 3000");
    const auto blocks = bodies(lammps);
    const double released = lammps.evaluate("f_move[3]"),
                 parted = lammps.evaluate("f_GRIST_FACE_BONDS[2]");
    if (n == 1) {
      reference = blocks;
      releases = released;
      broken = parted;
    }
    EXPECT_GE(released, 1.0) << n;
    EXPECT_GE(parted, 1.0) << n;
    EXPECT_EQ(released, releases) << n;
    EXPECT_EQ(parted, broken) << n;
    if (lammps.first()) { EXPECT_LT(largest_difference(blocks, reference), 1e-7) << n; }
  }
}

// Released, held again, and released once more.
const std::string BOUNCES = BLOCKS_BOX + faces(1e6) + BRITTLE_ROCK + "velocity all set 6 2 -1\n" +
    FLOOR +
    "fix top all wall/polyhedron volume 1e11 restitution 0.9 friction 0.4 zplane NULL 0.04\n";

TEST_F(FixRigidBlocks, IsHeldAgain)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(BOUNCES + HELD + STEP + "run 9000");
    const double releases = lammps.evaluate("f_move[3]"), held = lammps.evaluate("f_move[4]");
    EXPECT_GE(releases, 1.0) << n;
    EXPECT_GE(held, 2.0) << n;
    EXPECT_LT(lammps.evaluate("f_move[5]"), 40.0) << n;
  }
}

// Nothing moves, so that lists would stay as they are.
TEST_F(FixRigidBlocks, IsHeldAgainAtRest)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(
        BLOCKS_BOX + "bond_coeff 1 young 1e9 tensile 1e6 cohesion 1e6 damping 0.3\n" +
        "create_blocks box 0.03 0.02 0.02 cells 30 density 2500 seed 5 at 0.001 0.002 0.1\n" +
        HELD +
        "timestep 2e-7\nthermo 0\nvariable pull atom 3000*mass*(x-0.001)*step\n"
        "fix pull all addforce v_pull 0 0\nrun 600");
    EXPECT_EQ(lammps.evaluate("f_move[3]"), 1.0) << n;
    EXPECT_EQ(lammps.evaluate("f_move[1]"), 0.0) << n;
    lammps.run("unfix pull\nrun 8000");
    EXPECT_EQ(lammps.evaluate("f_move[1]"), 1.0) << n;
    EXPECT_EQ(lammps.evaluate("f_GRIST_FACE_BONDS[2]"), 0.0) << n;
  }
}

TEST_F(FixRigidBlocks, RestartContinues)
{
  for (const int n : rank_counts())
    for (const int half : {600, 1800}) {    // held, and on the way from released to held
      LammpsSession whole(n), again(n);
      whole.run(BOUNCES + HELD + STEP + "run " + std::to_string(half) + "\nwrite_restart " +
                (folder / "half") + "\nrun 3000");
      again.run("read_restart " + (folder / "half") +
                "\ncomm_modify vel yes\npair_style polyhedron\n" + FLOOR +
                "fix top all wall/polyhedron volume 1e11 restitution 0.9 friction 0.4 zplane NULL "
                "0.04\n" +
                HELD + STEP + "run 3000");
      EXPECT_EQ(whole.evaluate("f_move[3]"), again.evaluate("f_move[3]")) << n << ' ' << half;
      EXPECT_EQ(whole.evaluate("f_move[4]"), again.evaluate("f_move[4]")) << n << ' ' << half;
      const auto right = bodies(whole), found = bodies(again);
      if (whole.first()) { EXPECT_LT(largest_difference(found, right), 1e-8) << n << ' ' << half; }
    }
}

// What releases and returns supply closes the balance.
TEST_F(FixRigidBlocks, EnergyIsBalanced)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(BOUNCES + HELD + STEP +
               "fix g all gravity 9.81 vector 0 0 -1\ncompute e all energy/balance\n"
               "thermo_style custom step c_e c_e[14]\nrun 9000");
    EXPECT_GE(lammps.evaluate("f_move[3]"), 1.0) << n;
    EXPECT_GT(lammps.evaluate("c_e[14]"), 1e-5) << n;
    EXPECT_LT(std::fabs(lammps.evaluate("c_e")), 1e-2 * lammps.evaluate("c_e[14]")) << n;
  }
}

/* ---- feeds ---- */

// Rocks of a feed are held from their first step: by their shapes, of any size.
TEST_F(FixRigidBlocks, HoldsRocksOfAFeed)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(
        BLOCKS_BOX + faces(1e6) +
        "region low block -0.09 0.01 -0.09 0.09 0.02 0.08\n"
        "region high block -0.09 0.01 -0.09 0.09 0.1 0.18\n"
        "particle_mix lumps rock lump size uniform 0.02 0.03 density 2700 shape random cuts 6 "
        "cells 15 shapes 2\n"
        "fix fill all insert/pack lumps region low number 6 seed 3\n"
        "fix feed all insert/stream lumps region high rate 1000 mass 0.1 every 500 seed 5\n" +
        FLOOR + HELD + STEP + "fix g all gravity 9.81 vector 0 0 -1\nrun 3000");
    const double rocks = lammps.evaluate("count(all)") / 15.0;
    EXPECT_GT(rocks, 8.0) << n;
    EXPECT_EQ(lammps.evaluate("f_move[1]"), rocks) << n;
    EXPECT_EQ(lammps.evaluate("f_move[4]"), rocks) << n;
    EXPECT_EQ(lammps.evaluate("f_move[3]"), 0.0) << n;
  }
}

/* ---- commands between runs ---- */

// A rock that was moved, or has lost a block, is held anew from where it is.
TEST_F(FixRigidBlocks, FollowsCommands)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(
        BLOCKS_BOX + faces(1e6) +
        "create_blocks box 0.03 0.02 0.02 cells 40 density 2500 seed 5 at 0.001 0.002 0.1\n" +
        HELD + STEP +
        "velocity all set 1 0 0\nrun 100\ndisplace_atoms all move 0 0 0.02\n"
        "velocity all set 0 3 0\nrun 0\nvariable z equal xcm(all,z)\nvariable vy equal vcm(all,y)");
    EXPECT_NEAR(lammps.evaluate("v_z"), 0.12, 1e-6) << n;
    EXPECT_NEAR(lammps.evaluate("v_vy"), 3.0, 1e-9) << n;
    EXPECT_EQ(lammps.evaluate("f_move[2]"), 40.0) << n;
    lammps.run("group one id 7\ndelete_atoms group one compress no\nrun 100");
    EXPECT_EQ(lammps.evaluate("f_move[2]"), 0.0) << n;    // it has lost faces
    EXPECT_EQ(lammps.evaluate("count(all)"), 39.0) << n;
  }
}

TEST_F(FixRigidBlocks, FacesActAgainWithoutTheFix)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps, bonded;
  lammps.run(BOUNCES + HELD + STEP + "run 0\nunfix move\n" + LOOSE + "run 700");
  bonded.run(BOUNCES + LOOSE + STEP + "run 700");
  EXPECT_LT(largest_difference(bodies(lammps), bodies(bonded)), 1e-9);
}

// Contacts inside of a held rock and its faces are not evaluated.
TEST_F(FixRigidBlocks, BlocksOfARockHaveNoContacts)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(BOUNCES + HELD + STEP +
             "compute c all pair/local p9\ncompute n all reduce sum c_c inputs local\n"
             "thermo_style custom step c_n ebond\nrun 300");
  EXPECT_EQ(lammps.evaluate("f_move[1]"), 1.0);
  EXPECT_EQ(lammps.evaluate("c_n"), 0.0);
  EXPECT_EQ(lammps.thermo("ebond"), 0.0);
}

TEST_F(FixRigidBlocks, LargeRocksStayBonded)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(BLOCKS_BOX + faces(1e6) + BRITTLE_ROCK + "fix move all rigid/blocks largest 39\n" +
             STEP + "log " + (folder / "log") + "\nrun 10\nlog none");
  EXPECT_EQ(lammps.evaluate("f_move[2]"), 0.0);
  EXPECT_NE(
      read_file(folder / "log").find("a rock of 40 blocks is not held (largest 40 lets it be)"),
      std::string::npos);
}

TEST_F(FixRigidBlocks, WrongInputs)
{
  ONE_RANK_IS_ENOUGH();
  const struct {
    std::string lines, text;
  } cases[] = {
      {faces(1e6) + "fix move all rigid/blocks release 0", "Fix rigid/blocks: release 0 (must be"},
      {faces(1e6) + "fix move all rigid/blocks release 1", "release 1 (expected a share of the"},
      {faces(1e6) + "fix move all rigid/blocks return 0.6",
       "return 0.6 (expected less than release 0.5)"},
      {faces(1e6) + "fix move all rigid/blocks compression 2", "compression 2 ("},
      {faces(1e6) + "fix move all rigid/blocks largest 1", "largest 1 ("},
      {faces(1e6) + "fix move all rigid/blocks grip 1", "unknown keyword grip (expected release"},
      {faces(1e6) + HELD + "fix other all rigid/blocks", "fix move is one already"},
      {faces(1e6, "fatigue 3") + BRITTLE_ROCK + HELD + "run 0",
       "bond_coeff 1 has fatigue (expected none: faces of held rocks are not damaged)"},
      {faces(1e6) + BRITTLE_ROCK + HELD + "fix d all deform 1 x scale 2\nrun 0",
       "the box changes (expected a box that stays)"},
      {faces(1e6) + BRITTLE_ROCK + HELD + "minimize 0 0 1 1",
       "minimize (expected fix leapfrog/body"},
  };
  for (const auto &wrong : cases) {
    LammpsSession lammps;
    const std::string text = lammps.error_of(BLOCKS_BOX + wrong.lines);
    EXPECT_NE(text.find(wrong.text), std::string::npos) << text << "\nexpected " << wrong.text;
  }
}

}    // namespace test_fix_rigid_blocks
