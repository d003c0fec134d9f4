// pair_style polyhedron and fix wall/polyhedron in LAMMPS: their restart files and errors.
//
// Oracles: forces before the restart, the error texts.

#include "styles/polyhedra/cubes.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <string>

namespace test_pair_polyhedron_input {

using namespace grist::testing;
using grist::Matrix3d;
using grist::Vector3d;

TEST(PairPolyhedron, RejectsBadInputWithItsValue)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(std::string(BODIES) +
             "region box block 0 1 0 1 0 1\ncreate_box 2 box\npair_style polyhedron");
  const auto expect = [&](const std::string &line, const std::string &text) {
    const std::string error = lammps.error_of(line);
    EXPECT_TRUE(has(error, text)) << line;
  };
  expect("pair_style polyhedron 3", "Pair style polyhedron: unexpected argument 3");
  lammps.run("pair_style polyhedron");
  expect("pair_coeff * * hertz 1e9", "normal law hertz (expected volume or energy)");
  expect("pair_coeff * * volume -1", "stiffness -1 (must be positive)");
  expect("pair_coeff * * volume 1e9 restitution 1.5",
         "restitution 1.5 (must be above 0 and at most 1)");
  expect("pair_coeff * * volume 1e9 restitution 0",
         "restitution 0 (must be above 0 and at most 1)");
  expect("pair_coeff * * volume 1e9 hysteretic 0", "hysteretic 0 (must be above 0 and at most 1)");
  expect("pair_coeff * * volume 1e9 hysteretic", "hysteretic needs a value");
  expect("pair_coeff * * volume 1e9 damping -2", "damping -2 (must not be negative)");
  expect("pair_coeff * * volume 1e9 friction -0.1", "friction -0.1 (must not be negative)");
  expect("pair_coeff * * volume 1e9 regularised 0.3", "regularised needs a coefficient");
  expect("pair_coeff * * volume 1e9 ratio 0", "ratio 0 (must be positive)");
  expect("pair_coeff * * volume 1e9 sticky 2", "unknown keyword sticky (expected restitution, ");
  expect("fix w all wall/polyhedron volume 1e9",
         "no wall (expected plane, xplane, yplane or zplane)");
  expect("fix w all wall/polyhedron volume 1e9 plane 0 0 0 0 0 0",
         "Fix wall/polyhedron: normal of plane 0 0 0 (must be longer than 0 ");
  expect("fix w all wall/polyhedron volume 1e9 zplane 0", "zplane needs lo and hi");
  expect("fix w all wall/polyhedron volume 1e9 zplane 0 1 xplane 0.5 -0.5",
         "Fix wall/polyhedron: xplane 0.5 -0.5 (lo must be below hi: the domain is between them)");
  expect("fix w all wall/polyhedron volume 1e9 cone 0",
         "unknown keyword cone (expected restitution, ");
  expect("fix w all wall/polyhedron", "normal law needs a value");
  lammps.run("pair_coeff 1 1 volume 1e9\npair_coeff 2 2 energy 1e9\nfix move all nve/body");
  expect("run 0", "no coefficients for types 1 and 2 (laws of different kinds cannot be mixed)");
  lammps.run("pair_coeff 2 2 volume 1e9 hysteretic 0.5");
  expect("run 0", "no coefficients for types 1 and 2 (laws of different kinds cannot be mixed)");
}

TEST(PairPolyhedron, AnOldWordIsReadWithOneWarning)
{
  LammpsSession lammps(1);
  lammps.run(std::string(BODIES) +
             "region box block 0 1 0 1 0 1\ncreate_box 2 box\npair_style polyhedron\n"
             "pair_coeff 1 1 volume 1e9 coulomb 0.5\npair_coeff 1 2 volume 1e9 coulomb 0.4");
  const std::string error = lammps.error_of("pair_coeff 2 2 volume 1e9 coulomb -0.1");
  if (!lammps.first()) return;
  EXPECT_TRUE(has(error, "friction -0.1 (must not be negative)"));
  const std::string warning = "Pair style polyhedron: keyword coulomb is now friction";
  const std::string output = lammps.output();
  EXPECT_TRUE(has(output, warning));
  EXPECT_EQ(output.find(warning), output.rfind(warning));
}

// Restart files whose blocks were changed: first that of the pair style, then that of the fix.
class PolyhedraRestart : public OneRankTest {
 protected:
  void SetUp() override
  {
    ONE_RANK_IS_ENOUGH();
    write_bodies(folder / "data", {cube_at(Matrix3d::identity(), {0, 0, 0.5 * EDGE})}, -0.1, 0.1);
    LammpsSession lammps;
    lammps.run(BODIES + ("boundary f f f\nread_data " + (folder / "data")) +
               "\npair_style polyhedron\npair_coeff * * volume 1e9\nfix move all nve/body\n" +
               FLOOR + "\nrun 0\nwrite_restart " + (folder / "written"));
    contents = read_file(folder / "written");
    pair_block = contents.find(MARK);
    fix_block = contents.find(MARK, contents.find("floor", pair_block));
    ASSERT_NE(fix_block, std::string::npos);
  }
  std::string error_of_restart()
  {
    std::ofstream(folder / "changed", std::ios::binary) << contents;
    LammpsSession lammps;
    return lammps.error_of("read_restart " + (folder / "changed") + "\n" + FLOOR);
  }

  const std::string MARK = "RGS2", FLOOR = "fix floor all wall/polyhedron volume 1e9 zplane 0 NULL";
  std::string contents;
  size_t pair_block = 0, fix_block = 0;    // where their marks are; the version follows
};

TEST_F(PolyhedraRestart, AcceptsUnchangedBlocks)
{
  EXPECT_EQ(error_of_restart(), "");
}

TEST_F(PolyhedraRestart, RefusesCoefficientsOfAnotherVersion)
{
  contents[pair_block + MARK.size()] = 99;
  EXPECT_TRUE(has(error_of_restart(), "Pair style polyhedron: the restart file has layout 99"));
}

TEST_F(PolyhedraRestart, RefusesCoefficientsWithoutAMark)
{
  contents[pair_block] = 0;
  EXPECT_TRUE(has(error_of_restart(), "Pair style polyhedron: the restart file was written by"));
}

TEST_F(PolyhedraRestart, RefusesHistoryOfAnotherVersion)
{
  contents[fix_block + MARK.size()] = 99;
  EXPECT_TRUE(has(error_of_restart(), "Fix wall/polyhedron: the restart file has layout 99"));
}

// As older versions wrote it: histories of atoms, but no block of the fix.
TEST_F(PolyhedraRestart, RefusesHistoryWithoutABlock)
{
  contents[contents.rfind("floor", fix_block)] = 'F';
  EXPECT_TRUE(
      has(error_of_restart(), "Fix wall/polyhedron: the restart file was written by an older"));
}

// The fix that keeps springs must have the ID that it has in the file, whatever pair styles there
// were before.
TEST(PairPolyhedron, FrictionSpringSurvivesARestartAfterOtherPairStyles)
{
  TestFolder folder;
  if (is_first_rank())
    write_bodies(folder / "data",
                 {cube_at(Matrix3d::identity(), {0, 0, 0}),
                  cube_at(Matrix3d::identity(), {0.98 * EDGE, 0.1 * EDGE, -0.05 * EDGE})},
                 -0.1, 0.1);
  MPI_Barrier(MPI_COMM_WORLD);
  const std::string law = "pair_style polyhedron\npair_coeff * * volume 1e8 friction 0.3\n",
                    move = "neighbor 0.002 bin\ntimestep 1e-6\nfix m all move linear 0 0 0\n";
  for (const int n : rank_counts()) {
    std::array<double, 3> written = {}, read = {};
    const auto forces = [](LammpsSession &lammps) {
      return std::array<double, 3>{lammps.evaluate("fx[1]"), lammps.evaluate("fy[1]"),
                                   lammps.evaluate("fz[1]")};
    };
    {
      LammpsSession lammps(n);
      lammps.run("newton on\n" + std::string(BODIES) +
                 "atom_modify map array\nboundary f f f\nread_data " + (folder / "data") + "\n" +
                 law +
                 "neighbor 0.002 bin\ntimestep 1e-6\ngroup a id 1\ngroup b id 2\nfix m a move "
                 "linear 0 0 0\n"
                 "fix n b move linear 0 0.1 0.05\nrun 200\nunfix m\nunfix n\n"
                 "set group all vx 0 vy 0 vz 0 angmom 0 0 0\nfix m all move linear 0 0 0\nrun "
                 "0\nwrite_restart " +
                 (folder / "stop"));
      written = forces(lammps);
    }
    LammpsSession lammps(n);
    lammps.run(
        "newton on\natom_modify map array\npair_style zero 0.1\npair_style none\nread_restart " +
        (folder / "stop") + "\n" + law + move + "run 0");
    read = forces(lammps);
    EXPECT_GT(std::fabs(written[1]), 1e-3 * std::fabs(written[0]));
    for (int d = 0; d < 3; d++) EXPECT_NEAR(read[d], written[d], 1e-9 * std::fabs(written[0])) << d;
  }
}

TEST(PairPolyhedron, RefusesRunsThatItCannotDo)
{
  const std::string start = BODIES + std::string("region box block 0 1 0 1 0 1\n") +
      "create_box 1 box\ncreate_polyhedra 5 region box shape cube size 0.1 density 1000\n";
  const std::string contacts = "pair_style polyhedron\npair_coeff * * volume 1e9\n";
  const std::string other = "pair_style zero 0.3\npair_coeff * *\n"
                            "fix w all wall/polyhedron volume 1e9 zplane 0 NULL\n";
  const auto expect = [&](const std::string &lines, const std::string &text) {
    for (const int n : rank_counts()) {
      LammpsSession lammps(n);
      const std::string error = lammps.error_of(lines + "run 0");
      if (lammps.here()) { EXPECT_TRUE(has(error, text)); }
    }
  };
  expect(start + contacts + "run_style respa 2 2\n",
         "Pair style polyhedron: run_style respa (expected verlet)");
  expect(start + other + "run_style respa 2 2\n",
         "Fix wall/polyhedron: run_style respa (expected verlet)");
  expect("newton on\n" + start + contacts + "comm_style tiled\n",
         "Pair style polyhedron: comm_style tiled with newton on for pairs (use newton off, or "
         "comm_style brick)");
  expect("newton off\n" + start + contacts + "neighbor 1e308 nsq\n",
         "Pair style polyhedron: neighbors within 1e+308");
  expect(start + contacts + "set group all diameter 0.02\n",
         "Pair style polyhedron: the radius of a body is 0.1433 times that of its shape");
}

// The energy of a cube that turns at a given rate is in proportion to its mass.
TEST(PairPolyhedron, MomentsOfInertiaFollowAMassThatWasSet)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(BODIES + std::string("boundary f f f\nregion box block 0 1 0 1 0 1\n") +
               "create_box 1 box\ncreate_polyhedra 1 region box shape cube size 0.1 density 1000\n"
               "pair_style polyhedron\npair_coeff * * volume 1e9\nfix move all leapfrog/body\n"
               "set group all angmom 0.1 0.2 0.3\ncompute e all energy/balance\ntimestep 1e-6\n"
               "run 0\n");
    const double before = lammps.evaluate("c_e[1]");
    const double mass = lammps.evaluate("mass(all)");
    lammps.run("set group all mass 2\nrun 0\n");
    EXPECT_NEAR(lammps.evaluate("c_e[1]"), 2.0 / mass * before, 1e-9 * before) << n;
    if (is_first_rank()) {
      EXPECT_TRUE(
          has(lammps.output(), "masses of bodies were set: their density is at most 3819.72"));
    }
  }
}

TEST(PairPolyhedron, NeedsBodies)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run("units si\natom_style sphere\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\n"
             "create_atoms 1 single 0.5 0.5 0.5\npair_style polyhedron\npair_coeff * * volume "
             "1e9\nfix move all nve/sphere");
  EXPECT_TRUE(
      has(lammps.error_of("run 0"), "Pair style polyhedron needs atom_style body polyhedron"));
}

}    // namespace test_pair_polyhedron_input
