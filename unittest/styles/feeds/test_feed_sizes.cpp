// Sizes of porous clusters that are fed, and the ghost cutoff that their bonds need. Oracles: closed
// forms (mass of the solid, volumes of elements), the sieve of fix breakage, and create_atoms.

#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace grist::testing;
using grist::PI;

namespace test_feed_sizes {

using FeedSizes = OneRankTest;

const std::string BOX = R"(
  units si
  newton on off
  boundary f f f
  atom_style bonded/cluster
  bond_style parallel
  region box block -0.4 0.4 -0.4 0.4 0 0.8
  create_box 1 box bond/types 1
  bond_coeff 1 young 1e7 tensile 2e5 shear 2e5 damping 0.1
  pair_style hertz/mindlin
  pair_coeff * * young 1e7 poisson 0.25 restitution 0.3 friction 0.5
  region in block -0.35 0.35 -0.35 0.35 0.05 0.75
  fix move all nve/sphere
  timestep 1e-6
)";
// A rock of 40 mm; its mass is that of the whole shape.
const std::string ROCK = "cluster_template rock gravel 0.04 3 elements 20 density/solid 2700\n";
const std::string FILL = "fix fill all insert/pack ore region in number 8\n"
                         "fix b all breakage 10 size sieve\nthermo_style custom step f_b[7]\n"
                         "run 1 post no\n";
const double SOLID = 2700 * PI / 6.0 * 1e-3;    // a sphere of 100 mm

std::string mix(const std::string &size)
{
  return "particle_mix ore template rock size " + size + "\n";
}

double elements_volume(const std::vector<AtomSnapshot> &atoms)
{
  double volume = 0.0;
  for (const AtomSnapshot &atom : atoms) volume += 4.0 / 3.0 * PI * std::pow(atom.radius, 3);
  return volume;
}

// By default the size is that of the rock: its mass is that of the solid.
TEST(FeedSizesRanks, RocksAreAsLargeAsAsked)
{
  for (const int ranks : rank_counts()) {
    LammpsSession solid(ranks), sieve(ranks), equivalent(ranks);
    solid.run(BOX + ROCK + mix("0.1") + FILL);
    sieve.run(BOX + ROCK + mix("0.1 measure sieve") + FILL);
    equivalent.run(BOX + ROCK + mix("0.1 measure equivalent") + FILL);
    EXPECT_NEAR(solid.evaluate("f_fill"), 8.0 * SOLID, 1e-6 * SOLID);
    EXPECT_NEAR(sieve.evaluate("f_b[7]"), 0.1, 1e-3 * 0.1);
    const auto atoms = equivalent.atoms();
    if (!is_first_rank()) continue;
    EXPECT_NEAR(elements_volume(atoms), 8.0 * PI / 6.0 * 1e-3, 1e-9);
    EXPECT_TRUE(has(solid.output(),
                    "d50 solid    d50 sieve d50 equivalent\n"
                    "  rock                  8      11.3097          0.1"));
    EXPECT_TRUE(has(equivalent.output(), "            0.1\n"));
  }
}

// The same template from its file, scaled by the command molecule.
TEST_F(FeedSizes, AFileKeepsTheSizeOfTheSolid)
{
  LammpsSession writing, reading;
  const std::string file = folder / "rock.mol";
  writing.run(BOX + ROCK.substr(0, ROCK.size() - 1) + " write " + file);
  const size_t types = BOX.find("bond/types 1") + 12;
  reading.run(BOX.substr(0, types) + " extra/bond/per/atom 20 extra/special/per/atom 40" +
              BOX.substr(types) + "molecule rock " + file + " scale 3\n" + mix("0.1") + FILL);
  EXPECT_NEAR(reading.evaluate("f_fill"), 8.0 * SOLID, 1e-6 * SOLID);
}

// The fraction is of solid, pores included, to half a rock.
TEST_F(FeedSizes, AFractionIsOfTheSolid)
{
  LammpsSession lammps;
  lammps.run(BOX + ROCK + mix("0.1") +
             "fix fill all insert/pack ore region in fraction 0.1\nrun 0 post no");
  const double solid = lammps.evaluate("f_fill") / 2700;
  EXPECT_NEAR(solid, 0.1 * 0.7 * 0.7 * 0.7, 0.51 * PI / 6.0 * 1e-3);
}

TEST_F(FeedSizes, ARestartWithAnotherMeasureIsRefused)
{
  LammpsSession first, second;
  first.run(BOX + ROCK + mix("0.1") + FILL + "write_restart " + (folder / "restart"));
  const std::string again = BOX.substr(0, BOX.find("  boundary")) + "read_restart " +
      (folder / "restart") + "\n" + BOX.substr(BOX.find("  bond_coeff")) + ROCK;
  EXPECT_TRUE(has(second.error_of(again + mix("0.1 measure sieve") + FILL),
                  "another mix than that of the restart file"));
}

// Elements that are large against the skin: bonds are longer than the cutoff of pairs. 20 mm of
// rock scaled to 100 mm, or stock fixes.
TEST(FeedSizesRanks, GhostsReachAlongBondsThatWillCome)
{
  const std::string small = "cluster_template rock gravel 0.02 3 elements 20 density/solid 2700\n";
  const std::string large = "cluster_template rock gravel 0.1 3 elements 20 density/solid 2700\n";
  const std::string feeds[] = {small + mix("uniform 0.08 0.1") +
                                   "fix fill all insert/pack ore region in number 8\n",
                               small + mix("0.1") +
                                   "fix fill all insert/stream ore region in rate 1e6 velocity 0 "
                                   "0 -1 every 2\n",
                               large +
                                   "fix down all gravity 9.81 vector 0 0 -1\n"
                                   "fix fill all pour 4 0 4711 region in mol rock\n"};
  for (const int ranks : rank_counts())
    for (const std::string &feed : feeds) {
      LammpsSession lammps(ranks);
      const std::string region = feed.find("pour") == std::string::npos
          ? ""
          : "region in delete\nregion in block -0.35 0.35 -0.35 0.35 0.4 0.75\n";
      lammps.run(BOX + region + feed + "run 5 post no");
      EXPECT_GT(lammps.thermo("bonds"), 0.0) << feed;
    }
}

// The rank that owns a body needs all of its elements, 100 mm from the first.
TEST(FeedSizesRanks, GhostsReachThroughRigidClustersThatWillCome)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(BOX + R"(
      unfix move
      bond_coeff 1 rigid
      neighbor_style multilevel
      fix move all rigid/cluster
      cluster_template rock rod 0.001 0.02 elements 20 rigid density 2700
      particle_mix ore template rock size 0.04
      fix fill all insert/pack ore region in number 20
      run 5 post no)");
    EXPECT_EQ(lammps.evaluate("f_move[1]"), 20.0);
  }
}

// A cutoff that the user gave is not widened; it is rejected before the first step.
TEST_F(FeedSizes, ShortGhostCutoffsAreRefusedAtOnce)
{
  LammpsSession lammps;
  const std::string error =
      lammps.error_of(BOX + ROCK + mix("0.1") + "comm_modify cutoff 0.01\n" +
                      "fix fill all insert/stream ore region in rate 1 velocity 0 0 -1 start 5\n"
                      "run 1");
  EXPECT_TRUE(
      has(error, "comm_modify cutoff 0.01 (clusters that will be inserted have bonds of up"));
}

// Pair styles of LAMMPS ask for the radius of each type, also of types that the mix has not: lists
// reach as far as two of the largest spheres, and the skin.
TEST(FeedSizesRanks, StockPairStylesKnowTheSizesOfAMix)
{
  for (const std::string pair :
       {"pair_style granular\npair_coeff * * hooke 1e3 50 tangential linear_history 1e3 1 0.5\n",
        "pair_style gran/hooke/history 1e3 NULL 50 NULL 0.5 1\npair_coeff * *\n"})
    for (const int ranks : rank_counts()) {
      LammpsSession lammps(ranks);
      lammps.run(R"(
        units si
        atom_style sphere
        boundary f f f
        comm_modify vel yes
        newton off
        region in block 0 0.1 0 0.1 0 0.1
        create_box 3 in
        neighbor 1e-3 bin
      )" + pair +
                 R"(
        particle_mix ore sphere small fraction 0.5 size 0.006 density 2500 type 2 &
                         sphere large fraction 0.5 size 0.008 density 2500 type 3
        fix fill all insert/pack ore region in number 10
        fix move all nve/sphere
        timestep 1e-6
        run 5)");
      EXPECT_EQ(lammps.evaluate("atoms"), 10.0);
      if (!lammps.first()) continue;
      EXPECT_TRUE(has(lammps.output(), "master list distance cutoff = 0.009\n")) << pair;
    }
}

TEST_F(FeedSizes, AnUnknownMeasureIsRefused)
{
  LammpsSession lammps;
  EXPECT_TRUE(has(lammps.error_of(BOX + ROCK + mix("0.1 measure mesh")),
                  "measure mesh (expected solid, equivalent or sieve)"));
}

}    // namespace test_feed_sizes
