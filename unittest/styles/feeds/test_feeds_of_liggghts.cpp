// Feeds as users of LIGGGHTS know them: a stream that begins at once, the velocity at a face, a pack
// that tops a region up, meshes that are placed, and their words. Oracles: rate x time, energy in
// free fall, counts, and volumes in closed form.

#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace test_feeds_of_liggghts {

using namespace grist::testing;
using FeedsOfLiggghts = OneRankTest;

const std::string PLANT = R"(
  units si
  boundary f f f
  atom_style sphere
  region box block -0.5 0.5 -0.5 0.5 -4 0.5
  create_box 1 box
  pair_style hertz/mindlin
  pair_coeff * * young 1e6 poisson 0.3
  particle_mix mix sphere s size 0.02 density 1000
  region top block -0.4 0.4 -0.4 0.4 0 0.4
  timestep 1e-4
  neighbor 0.01 bin
)";
const std::string MOVE = "fix move all nve/sphere\n";
const double ONE = 1000 * grist::PI / 6.0 * std::pow(0.02, 3);
const std::string AHEAD =
    "fix feed all insert/stream mix region top velocity 0 0 -5 every 100 rate 1 ahead yes";

// Of v^2: a new particle misses half of the first step of gravity.
const double HALF_A_KICK = 1.01 * 1.5 * 9.81 * 1e-4;

TEST_F(FeedsOfLiggghts, AStreamAheadHasTheMassOfTheComingIntervalFromTheFirstStepOn)
{
  LammpsSession lammps;
  lammps.run(PLANT + MOVE + AHEAD + "\nrun 0 post no");
  EXPECT_NEAR(lammps.evaluate("f_feed"), 0.01, 0.51 * ONE);
  lammps.run("run 99 post no");
  EXPECT_NEAR(lammps.evaluate("f_feed"), 0.01, 0.51 * ONE);
  lammps.run("run 451 post no\nrun 450 post no");    // nothing comes between two runs
  EXPECT_NEAR(lammps.evaluate("f_feed"), 0.11, 0.51 * ONE);

  LammpsSession ends, starts;
  ends.run(PLANT + MOVE + AHEAD + " stop 0.055\nrun 1000 post no");
  EXPECT_NEAR(ends.evaluate("f_feed"), 0.055, 0.51 * ONE);
  starts.run(PLANT + MOVE + AHEAD + " start 0.05\nrun 490 post no");
  EXPECT_EQ(starts.evaluate("f_feed"), 0.0);
  starts.run("run 510 post no");
  EXPECT_NEAR(starts.evaluate("f_feed"), 0.06, 0.51 * ONE);
}

// A stream ahead and a pack that refills go on after a restart as in one run.
TEST_F(FeedsOfLiggghts, GoOnAfterARestart)
{
  const std::string feeds = AHEAD +
      " mass 0.1\nregion low block -0.4 0.4 -0.4 0.4 -1 -0.6\nfix bed all insert/pack mix region "
      "low "
      "number 10 refill yes every 70 velocity 0 0 -8\n";
  LammpsSession whole, again;
  whole.run(PLANT + MOVE + feeds + "run 450 post no\nwrite_restart " + folder / "half" +
            "\nrun 550 post no");
  const size_t box = PLANT.find("  boundary"), style = PLANT.find("  pair_style");
  again.run(PLANT.substr(0, box) + "read_restart " + folder / "half" + "\n" + PLANT.substr(style) +
            MOVE + feeds + "run 550 post no");
  EXPECT_NEAR(whole.evaluate("f_feed"), 0.1, 0.51 * ONE);
  EXPECT_GT(whole.evaluate("f_bed[2]"), 20.0);
  expect_same(whole.atoms(), again.atoms(), 1e-9, "after a restart");
}

// In free fall v^2 - 2 g (z - z of the face) is the square of the velocity at the face.
TEST_F(FeedsOfLiggghts, TheVelocityMayBeThatAtTheFace)
{
  const std::string face =
      "write_mesh " + folder / "face.stl" + " plane size 0.6 0.6 center 0 0 0.2\n";
  const std::string feed = "fix feed all insert/stream mix face " + folder / "face.stl" +
      " rate 1 velocity 0.3 0 -1.5 at face ahead yes depth ";
  for (const std::string &fall :
       {MOVE + "fix g all gravity 9.81 vector 0 0 -1\n",
        std::string("fix move all leapfrog/sphere gravity 9.81 vector 0 0 -1\n")}) {
    LammpsSession lammps;
    lammps.run(PLANT + "fix GRIST_GUARD all guard overlap warn\n" + face + feed + "0.1\n" + fall +
               "pair_coeff * * young 1e2 poisson 0.3\nrun 0 post no");
    const size_t first = lammps.atoms().size();
    ASSERT_GT(first, 3u);
    double lowest = 1.0;
    for (const AtomSnapshot &a : lammps.atoms()) lowest = std::min(lowest, a.x[2]);
    EXPECT_GT(lowest, 0.2);    // all of them have yet to arrive
    lammps.run("run 1000 post no");
    EXPECT_GT(lammps.atoms().size(), first);
    for (const AtomSnapshot &a : lammps.atoms()) {
      EXPECT_NEAR(a.v[2] * a.v[2] - 2 * 9.81 * (0.2 - a.x[2]), 1.5 * 1.5, HALF_A_KICK);
      EXPECT_NEAR(a.v[0], 0.3, 1e-9);
    }
  }
  LammpsSession deep, elsewhere, varies;
  EXPECT_TRUE(has(varies.error_of(PLANT + face + MOVE + "variable a equal 9.81\n" +
                                  "fix g all gravity v_a vector 0 0 -1\n" + feed + "0.1\nrun 0"),
                  "fix g of style gravity varies (velocity at face needs a constant)"));
  EXPECT_TRUE(has(deep.error_of(PLANT + face + MOVE + "fix g all gravity 9.81 vector 0 0 -1\n" +
                                feed + "0.3\nrun 0"),
                  "across the face (at most 0.114679, from where a particle at rest"));
  EXPECT_TRUE(has(elsewhere.error_of(PLANT + MOVE +
                                     "fix feed all insert/stream mix region top rate 1 velocity 0 "
                                     "0 -1 at face"),
                  "velocity at face (only with keyword face)"));
}

// Spheres leave the region; each refill brings back what was asked for.
TEST(FeedsOfLiggghtsOnRanks, APackMayTopUpItsRegion)
{
  const double volume = 0.8 * 0.8 * 0.4;
  for (const int ranks : rank_counts())
    for (const auto &[goal, atoms] : {std::pair<std::string, double>{"number 40", 40.0},
                                      {"mass 0.2", 0.2 / ONE},
                                      {"fraction 0.001", 0.001 * volume * 1000 / ONE}}) {
      LammpsSession lammps(ranks);
      lammps.run(PLANT + MOVE +
                 "fix feed all insert/pack mix region top velocity 0 0 -8 every 100 " +
                 "refill yes " + goal + "\nvariable inside equal count(all,top)\nrun 250 post no");
      EXPECT_LT(lammps.evaluate("v_inside"), atoms - 1.0) << goal;
      EXPECT_GT(lammps.evaluate("f_feed[2]"), atoms + 2.0) << goal;
      const double fed = lammps.evaluate("f_feed[2]");
      lammps.run("run 0 post no");    // nothing comes between two runs
      EXPECT_EQ(lammps.evaluate("f_feed[2]"), fed) << goal;
      lammps.run("run 50 post no");    // up to a refill
      EXPECT_NEAR(lammps.evaluate("v_inside"), atoms, 0.51) << goal;
    }
}

TEST_F(FeedsOfLiggghts, ClustersAreRefilledByMassOrFraction)
{
  LammpsSession lammps;
  EXPECT_TRUE(has(lammps.error_of(R"(
    units si
    atom_style bonded/cluster
    bond_style parallel
    region box block -0.1 0.1 -0.1 0.1 -0.1 0.1
    create_box 1 box bond/types 1
    cluster_template stone sphere 4e-3 elements 8 density 2500
    particle_mix mix template stone
    fix feed all insert/pack mix region box number 5 refill yes
  )"),
                  "refill yes (with number it counts atoms: give mass or fraction of clusters)"));
}

// A block of 0.4 x 0.2 x 0.1 of a file in millimeters, turned to stand along y, then moved.
TEST_F(FeedsOfLiggghts, MeshesArePlacedAsThoseOfWalls)
{
  LammpsSession lammps;
  lammps.run(PLANT + MOVE + "write_mesh " + folder / "block.stl" +
             " box size 400 200 100 cover yes\nfix feed all insert/pack mix mesh " +
             folder / "block.stl" +
             " scale 1e-3 turn 0 0 1 90 turn 0 0 1 90 turn 0 0 1 -90 shift 0.1 0 0.2 shift 0 0.05 0"
             " fraction 0.2\nrun 0 post no");
  EXPECT_NEAR(lammps.evaluate("f_feed"), 0.2 * 0.4 * 0.2 * 0.1 * 1000, 0.51 * ONE);
  for (const AtomSnapshot &a : lammps.atoms()) {
    EXPECT_LE(std::abs(a.x[0] - 0.1), 0.1 - 0.01 + 1e-9);
    EXPECT_LE(std::abs(a.x[1] - 0.05), 0.2 - 0.01 + 1e-9);
    EXPECT_LE(std::abs(a.x[2] - 0.2), 0.1);
  }
  LammpsSession wrong;
  EXPECT_TRUE(has(wrong.error_of(PLANT + "write_mesh " + folder / "block.stl" +
                                 " box size 1 1 1 cover yes\nfix feed all insert/pack mix mesh " +
                                 folder / "block.stl" + " shift 1 0 0 scale 2 scale 3 number 1"),
                  "mesh scale given again (expected shift after scale and turn"));
}

TEST_F(FeedsOfLiggghts, WordsOfLiggghtsEndWithTheirNamesHere)
{
  const auto expect = [](const std::string &words, const std::string &part) {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(PLANT + "fix feed all insert/" + words), part)) << words;
  };
  expect(
      "stream mix region top particlerate 1000 velocity 0 0 -1",
      "unknown keyword particlerate (of LIGGGHTS: expected rate, a mass over time; 1000 particles "
      "of this mix have a mass of about 4.18879)");
  expect("stream mix nparticles 50 region top",
         "50 particles of this mix have a mass of about 0.20944");
  expect("stream mix region top massrate 1", "expected rate, a mass over time)");
  expect("stream mix insertion_face f", "expected face and the name of a mesh file");
  expect("stream mix region top rate 1 vel constant 0 0 -1", "expected velocity vx vy vz");
  expect("pack mix region top particles_in_region 5", "expected number");
  expect("pack mix region top number 5 insert_every once", "again with refill yes");
  expect("pack mix region top number 5 all_in yes", "leave it out: new particles are inside");
  expect("pack seed 4711 distributiontemplate mix region top number 5",
         "expected the ID of a particle_mix behind insert/pack");
  LammpsSession named;    // a region may have such a name
  named.run(PLANT +
            "region vel block 0 0.1 0 0.1 0 0.1\nfix feed all insert/pack mix region vel "
            "number 1");
}

}    // namespace test_feeds_of_liggghts
