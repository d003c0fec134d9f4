// Feeds and outflow where the counter of steps, the time or the time step is set anew. Oracles: the
// closed form rate x elapsed time, and an uninterrupted run.

#include "styles/feeds/outflow_scenes.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_feed_times {

using namespace grist::testing;
using FeedTimes = OneRankTest;

const std::string BOX = R"(
  units si
  newton on off
  atom_style sphere
  boundary f f f
  neighbor 0.002 bin
)";
const std::string PLANT = R"(
  pair_style hertz/mindlin
  pair_coeff * * young 1e6 poisson 0.2 restitution 0.5 friction 0.5
  particle_mix m sphere s size 0.006 density 2500
  region slot block -0.03 0.03 -0.03 0.03 0.12 0.13
  fix move all nve/sphere
  timestep 2e-5
)";
const std::string NEW =
    BOX + "region box block -0.1 0.1 -0.1 0.1 -0.1 0.2\ncreate_box 1 box\n" + PLANT;
const std::string FEED = "fix feed all insert/stream m region slot velocity 0 0 -1 rate 0.2 ";
const double ONE = 2500 * grist::PI / 6.0 * std::pow(0.006, 3);

struct Fed {
  double mass, number;
};

Fed fed(LammpsSession &lammps)
{
  return {lammps.evaluate("f_feed[1]"), lammps.evaluate("f_feed[2]")};
}

TEST_F(FeedTimes, StreamsGoOnWhenTheCounterIsSet)
{
  for (const std::string &more : {std::string("every 250"), std::string("start 0.01 stop 0.06")}) {
    LammpsSession whole;
    whole.run(NEW + FEED + more + "\nrun 1500 post no\nrun 2500 post no");
    const double elapsed = more[0] == 'e' ? 0.08 : 0.05;
    EXPECT_NEAR(fed(whole).mass, 0.2 * elapsed, 0.51 * ONE);
    for (const char *reset : {"reset_timestep 0", "reset_timestep 100000",
                              "reset_timestep 1500 time 7.5", "reset_timestep 40 time 0.04"}) {
      LammpsSession lammps;
      lammps.run(NEW + FEED + more + "\nrun 1500 post no\n" + reset + "\nrun 2500 post no");
      EXPECT_EQ(fed(lammps).number, fed(whole).number) << more << ", " << reset;
      EXPECT_EQ(fed(lammps).mass, fed(whole).mass) << more << ", " << reset;
    }
  }
}

// The start is the first run, and the counter is set between a restart file and the fix.
TEST_F(FeedTimes, StreamsBeginAndRestartWithAnyCounter)
{
  LammpsSession later;
  later.run(NEW + "run 500 post no\n" + FEED + "every 250\nreset_timestep 0\nrun 1000 post no");
  EXPECT_NEAR(fed(later).mass, 0.2 * 0.02, 0.51 * ONE);

  LammpsSession whole;
  whole.run(NEW + FEED + "every 250\nrun 1500 post no\nwrite_restart " + (folder / "restart") +
            "\nrun 2500 post no");
  for (const char *reset : {"", "reset_timestep 0", "reset_timestep 99999"}) {
    LammpsSession lammps;
    lammps.run(BOX + "read_restart " + (folder / "restart") + "\n" + PLANT + reset + "\n" + FEED +
               "every 250\nrun 2500 post no");
    EXPECT_EQ(fed(lammps).number, fed(whole).number) << reset;
    EXPECT_EQ(fed(lammps).mass, fed(whole).mass) << reset;
  }
}

// At the smaller step, the first insertion would come after 5000 steps.
TEST_F(FeedTimes, StreamsFollowAChangeOfTheTimeStep)
{
  LammpsSession lammps;
  lammps.run(NEW + FEED + "\ntimestep 2e-6\nfix step all dt/reset 1 1.99e-5 2e-5 1.0\n" +
             "thermo_style custom step time atoms\nrun 2500 post no");
  const double time = lammps.thermo("time"), between = 0.015;
  EXPECT_GT(time, 0.049);
  EXPECT_LE(fed(lammps).mass, 0.2 * time + 0.51 * ONE);
  EXPECT_GE(fed(lammps).mass, 0.2 * (time - between) - 0.51 * ONE);
  EXPECT_EQ(lammps.evaluate("f_feed[3]"), 0.0);
}

// A sphere every hundred steps of 1e-5 s; the counter is set in the middle of an interval.
TEST_F(FeedTimes, RatesOfOutflowAreThoseOfTheInterval)
{
  std::vector<SphereLine> spheres;
  for (int i = 0; i < 18; i++) spheres.push_back({0, 0.4e-3, 2500, 0, 0, 0.5e-3 + 1e-3 * i});
  write_data(folder / "stream", spheres, {}, -0.02, 0.02);
  const double mass = 2500 * 4.0 / 3.0 * grist::PI * 8e-12;
  for (const char *reset : {"reset_timestep 200", "reset_timestep 90200"}) {
    LammpsSession lammps;
    lammps.run(flight(folder / "stream") +
               "velocity all set 0 0 -1\nfix out all outflow 10 plane 0 0 0 0 0 -1 every 500\n"
               "run 700\n" +
               reset + "\nrun 300");
    EXPECT_NEAR(lammps.evaluate("f_out[7]") / mass, 1000.0, 1e-6) << reset;
  }
}

}    // namespace test_feed_times
