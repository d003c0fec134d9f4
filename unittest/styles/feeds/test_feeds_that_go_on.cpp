// Feeds that were complete at a restart and are given more, numbers by mistake, and ids up to
// their limit. Oracles: rate x time, the mass or number asked for, and an uninterrupted run.

#include "lmptype.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace test_feeds_that_go_on {

using namespace grist::testing;
using FeedsThatGoOn = OneRankTest;

const std::string BOX = R"(
  units si
  boundary f f p
  atom_style sphere
)";
const std::string PLANT = R"(
  pair_style hertz/mindlin
  pair_coeff * * young 1e6 poisson 0.3
  particle_mix mix sphere s size 0.02 density 1000
  region top block -0.4 0.4 -0.4 0.4 0 0.4
  fix move all nve/sphere
  timestep 1e-4
  neighbor 0.01 bin
)";
const std::string NEW =
    BOX + "region box block -0.5 0.5 -0.5 0.5 -4 0.5\ncreate_box 1 box\n" + PLANT;
const std::string STREAM = "fix feed all insert/stream mix region top velocity 0 0 -5 every 100 ";
const std::string PACK = "fix feed all insert/pack mix region top ";
const double ONE = 1000 * grist::PI / 6.0 * std::pow(0.02, 3);

class Continued : public OneRankTest {
 protected:
  // Fed when a run of 1200 steps, 0.12 s, went on from its restart file for `steps` more.
  double fed(const std::string &before, const std::string &after, int steps = 1000)
  {
    LammpsSession first, second;
    first.run(NEW + before + "\nrun 1200 post no\nwrite_restart " + (folder / "restart"));
    second.run(again() + after + "\nrun " + std::to_string(steps) + " post no");
    return second.evaluate("f_feed");
  }
  std::string again() const
  {
    return BOX.substr(0, BOX.find("  boundary")) + "read_restart " + (folder / "restart") + "\n" +
        PLANT;
  }
};

using FeedsAfterARestart = Continued;

TEST_F(FeedsAfterARestart, StreamsFollowALaterStopAndMoreMass)
{
  const std::string ended = STREAM + "rate 1 stop 0.1";
  EXPECT_NEAR(fed(ended, ended), 0.1, 0.51 * ONE);
  EXPECT_NEAR(fed(ended, STREAM + "rate 1 stop 0.2"), 0.2, 0.51 * ONE);
  EXPECT_NEAR(fed(ended, STREAM + "rate 1"), 0.22, 0.51 * ONE);
  const std::string given = STREAM + "rate 1 mass 0.05";
  EXPECT_NEAR(fed(given, given), 0.05, 0.51 * ONE);
  EXPECT_NEAR(fed(given, STREAM + "rate 1 mass 0.15"), 0.15, 0.51 * ONE);
  EXPECT_NEAR(fed(given, STREAM + "rate 1 mass 0.02"), 0.05,
              0.51 * ONE);    // nothing is taken back
}

// Another rate holds from the restart on: no burst, and no pause.
TEST_F(FeedsAfterARestart, StreamsFollowAnotherRate)
{
  EXPECT_NEAR(fed(STREAM + "rate 1", STREAM + "rate 3", 500), 0.12 + 3 * 0.05, 0.51 * ONE);
  EXPECT_NEAR(fed(STREAM + "rate 1", STREAM + "rate 0.5"), 0.12 + 0.5 * 0.1, 0.51 * ONE);
  EXPECT_NEAR(fed(STREAM + "rate 1 stop 0.1", STREAM + "rate 2 stop 0.2"), 0.12 + 2 * 0.08,
              0.51 * ONE);
  EXPECT_NEAR(fed(STREAM + "rate 1 stop 0.1", STREAM + "rate 2 stop 0.1"), 0.1, 0.51 * ONE);
}

// The rate changes twice, and the counter is set in between.
TEST_F(FeedsAfterARestart, TheRateMayChangeAgain)
{
  const double second = fed(STREAM + "rate 1", STREAM + "rate 3\nreset_timestep 0");
  EXPECT_NEAR(second, 0.12 + 0.3, 0.51 * ONE);
  LammpsSession first, middle, last;
  first.run(NEW + STREAM + "rate 1\nrun 1200 post no\nwrite_restart " + (folder / "restart"));
  middle.run(again() + STREAM + "rate 3\nrun 300 post no\nwrite_restart " + (folder / "restart"));
  last.run(again() + STREAM + "rate 2\nrun 500 post no");
  EXPECT_NEAR(last.evaluate("f_feed"), 0.12 + 3 * 0.03 + 2 * 0.05, 0.51 * ONE);
}

TEST_F(FeedsAfterARestart, PacksAreFilledUp)
{
  const double across = 0.8 * 0.8 * 0.4 * 1000;
  EXPECT_NEAR(fed(PACK + "number 10", PACK + "number 10"), 10 * ONE, 1e-9);
  EXPECT_NEAR(fed(PACK + "number 10", PACK + "number 25", 0), 25 * ONE, 1e-9);
  EXPECT_NEAR(fed(PACK + "number 10", PACK + "number 1500", 0), 1500 * ONE, 1e-9);
  EXPECT_NEAR(fed(PACK + "mass 0.1", PACK + "mass 0.3", 0), 0.3, 0.51 * ONE);
  EXPECT_NEAR(fed(PACK + "fraction 0.001", PACK + "fraction 0.003", 0), 0.003 * across, 1.1 * ONE);
  LammpsSession other;
  EXPECT_TRUE(has(other.error_of(again() + PACK + "number 5"),
                  "number (the restart file is of a fix with fraction; give the same keyword)"));
}

// After the first insertion no more than a thousand are drawn at a time: at the stop many are due.
TEST_F(FeedsThatGoOn, AStreamThatCatchesUpGoesOnAfterItsStop)
{
  LammpsSession lammps;
  lammps.run(NEW + STREAM + "rate 1000 stop 0.02\nrun 600 post no");
  EXPECT_NEAR(lammps.evaluate("f_feed"), 20.0, 0.51 * ONE);
}

// Nothing is due of the time before the first run, and a stop is one of the time of the simulation.
TEST_F(FeedsThatGoOn, AStartInThePastIsThatOfTheFirstRun)
{
  for (const char *start : {"-1e300", "-5", "0"}) {
    LammpsSession lammps;
    lammps.run(NEW + STREAM + "rate 1 stop 0.02 start " + start + "\nrun 600 post no");
    EXPECT_NEAR(lammps.evaluate("f_feed"), 0.02, 0.51 * ONE) << start;
    const std::string warning = std::string("start ") + start + " is before its first run";
    EXPECT_EQ(lammps.output().find("is before its first run") != std::string::npos, start[0] == '-')
        << warning;
  }
}

TEST_F(FeedsThatGoOn, NumbersThatNobodyMeansAreRefusedBeforeAnyIsDrawn)
{
  const std::string tiny = "particle_mix dust sphere d size 4e-6 density 2500\n";
  const std::pair<std::string, std::string> cases[] = {
      {tiny + "fix fill all insert/pack dust region top fraction 0.05",
       "Fix insert/pack fill: about 3.82e+14 particles at once in region top (at most 1e+07; are "
       "the sizes in the unit of length of the input?)"},
      {PACK + "number 2000000000", "about 2e+09 particles at once"},
      {PACK + "mass 1e308", "particles at once"},
      {STREAM + "rate 1e308", "particles at once"},
  };
  for (const auto &[lines, expected] : cases) {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(NEW + lines + "\nrun 200"), expected)) << lines;
  }
}

// The last ids are given; then one sentence, for atoms and for molecules.
TEST_F(FeedsThatGoOn, IdsEndAtTheirLimit)
{
  if (sizeof(LAMMPS_NS::tagint) > sizeof(int)) GTEST_SKIP() << "ids have 64 bits";
  for (const char *style : {"sphere", "bonded/cluster"}) {
    const bool has_molecules = style[0] == 'b';
    const std::string file = folder / (has_molecules ? "molecule.data" : "atom.data");
    const std::string line = has_molecules ? "5 2147483640 1 0.02 1000 0.45 0.45 -3\n"
                                           : "2147483640 1 0.02 1000 0.45 0.45 -3\n";
    const std::string data = "x\n\n1 atoms\n1 atom types\n" +
        std::string(has_molecules ? "1 bond types\n" : "") +
        "-0.5 0.5 xlo xhi\n-0.5 0.5 ylo yhi\n-4 0.5 zlo zhi\n\nAtoms # " + style + "\n\n" + line;
    std::ofstream(file) << data;
    const std::string scene = "units si\nnewton on off\nboundary f f p\natom_style " +
        std::string(style) + "\n" + (has_molecules ? "bond_style parallel\n" : "") + "read_data " +
        file + "\n" + (has_molecules ? "bond_coeff 1 young 1e7 tensile none shear none\n" : "") +
        PLANT + PACK;
    LammpsSession fits, ends;
    fits.run(scene + "number 7\nrun 0 post no");
    EXPECT_EQ(fits.thermo("atoms"), 8.0);
    EXPECT_TRUE(has(ends.error_of(scene + "number 8\nrun 0"),
                    std::string(has_molecules ? "molecule" : "atom") +
                        " id 2147483648 (larger than LAMMPS can count, which ends at 2147483647; "
                        "give lower ids by reset_atoms"));
  }
}

}    // namespace test_feeds_that_go_on
