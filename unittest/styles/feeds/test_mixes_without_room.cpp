// Mixes of which not all particles find room at once. Oracles: the same mix in a space that holds
// all of it, of which the first particles must be those that come in, to the last bit; the mass
// fractions of the mix; and the numbers and masses of all atoms.

#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace grist::testing;

namespace test_mixes_without_room {

using MixesWithoutRoom = OneRankTest;

const std::string BOX = R"(
  units si
  newton on off
  boundary p f f
  atom_style sphere
)";
const std::string PLANT = R"(
  pair_style hertz/mindlin
  pair_coeff * * young 5e7 poisson 0.3 restitution 0.5 friction 0.5
  timestep 2e-5
  neighbor 1e-3 bin
  region narrow cylinder x 0 0 0.03 INF INF
  region wide block INF INF -0.1 0.1 -0.1 0.1
)";
const std::string NEW =
    BOX + "region box block -0.025 0.025 -0.11 0.11 -0.11 0.11\ncreate_box 2 box\n" + PLANT;
const std::string COINS =
    "particle_mix mix sphere small fraction 0.4 size 0.008 density 7800 sphere large "
    "fraction 0.6 size 0.012 density 7800 type 2\n";
const std::string LAWS =
    "particle_mix mix sphere fine fraction 0.7 size rosin_rammler 0.008 3 limits 0.005 0.015 "
    "density 2500 sphere coarse fraction 0.3 size lognormal 0.01 0.2 density 7800 type 2\n";

std::string pack(const std::string &space, int number, const std::string &more = "")
{
  return "fix fill all insert/pack mix region " + space + " number " + std::to_string(number) +
      " seed 5 " + more + "\n";
}

// Sizes and masses are those of the first ones drawn.
void expect_first_of(const std::vector<AtomSnapshot> &all, const std::vector<AtomSnapshot> &some)
{
  ASSERT_LT(some.size(), all.size());
  for (size_t n = 0; n < some.size(); n++) {
    EXPECT_EQ(some[n].radius, all[n].radius) << n;
    EXPECT_EQ(some[n].mass, all[n].mass) << n;
  }
}

double largest_mass(const std::vector<AtomSnapshot> &atoms)
{
  return std::max_element(atoms.begin(), atoms.end(),
                          [](auto &a, auto &b) { return a.mass < b.mass; })
      ->mass;
}

TEST(MixesWithoutRoomOnRanks, MassFractionsAndSizesHoldAtAnyFill)
{
  for (const std::string &mix : {COINS, LAWS}) {
    const auto all = atoms_after(NEW + mix + pack("wide", 1000) + "run 0\n", 1);
    for (const int number : {300, 600}) {
      std::vector<AtomSnapshot> one;
      for (const int ranks : rank_counts()) {
        LammpsSession lammps(ranks);
        lammps.run(NEW + mix + pack("narrow", number) + "run 0\n");
        const double large = lammps.evaluate("f_fill[2][1]"), mass = lammps.evaluate("f_fill"),
                     waiting = lammps.evaluate("f_fill[4]");
        const auto atoms = lammps.atoms();
        if (!is_first_rank()) continue;
        ASSERT_GT(atoms.size(), 80u);
        EXPECT_EQ(atoms.size() + waiting, number);
        EXPECT_NEAR(large / mass, mix == COINS ? 0.6 : 0.3, largest_mass(atoms) / mass);
        expect_first_of(all, atoms);
        if (one.empty()) one = atoms;
        expect_same(one, atoms, 1e-300, std::to_string(ranks));
      }
    }
  }
}

// They come in later, in their order, as there is room.
TEST(MixesWithoutRoomOnRanks, MassFractionsHoldWhileTheRestComesIn)
{
  const TestFolder folder;
  const std::string motion = "fix down all gravity 20 vector 0 0 -1\nfix move all nve/sphere\n";
  const std::string lines = COINS + pack("narrow", 400, "every 200 velocity 0 0 -2") + motion;
  const auto all = atoms_after(NEW + COINS + pack("wide", 1000) + "run 0\n", 1);
  for (const int ranks : rank_counts()) {
    LammpsSession through(ranks), first(ranks), second(ranks);
    through.run(NEW + lines + "run 300\nrun 300\n");
    const double large = through.evaluate("f_fill[2][1]"), mass = through.evaluate("f_fill");
    first.run(NEW + lines + "run 300\nwrite_restart " + (folder / "half"));
    const double before = first.evaluate("f_fill[2]");
    second.run(BOX.substr(0, BOX.find("  boundary")) + "read_restart " + (folder / "half") + "\n" +
               PLANT + lines + "run 300\n");
    const double after = second.evaluate("f_fill[2]"), share = second.evaluate("f_fill[2][1]");
    const auto atoms = through.atoms();
    if (!is_first_rank()) continue;
    EXPECT_GT(after, before);
    EXPECT_EQ(after, static_cast<double>(atoms.size()));
    EXPECT_EQ(share, large);
    EXPECT_NEAR(large / mass, 0.6, largest_mass(atoms) / mass);
    expect_first_of(all, atoms);
  }
}

// More than can leave its space: what waits keeps its turn, and the stream its composition.
TEST(MixesWithoutRoomOnRanks, StreamsKeepTheirMassFractions)
{
  const std::string stream =
      "fix fill all insert/stream mix region narrow rate 60 velocity 0 0 -2 every 500 seed 5\n"
      "fix move all nve/sphere\n";
  const auto all = atoms_after(NEW + LAWS + pack("wide", 1500) + "run 0\n", 1);
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(NEW + LAWS + stream + "fix out all outflow 50 box\nrun 1600\n");
    const double coarse = lammps.evaluate("f_fill[2][1]"), mass = lammps.evaluate("f_fill"),
                 waiting = lammps.evaluate("f_fill[4]");
    const auto atoms = lammps.atoms();
    if (!is_first_rank()) continue;
    EXPECT_GT(waiting, 0.0);
    EXPECT_NEAR(coarse / mass, 0.3, largest_mass(atoms) / mass);
    for (const AtomSnapshot &atom : atoms)
      EXPECT_EQ(atom.radius, all[static_cast<size_t>(atom.tag) - 1].radius) << atom.tag;
  }
}

// A full bed under a little room: large ones are not shut out while small ones come in.
TEST_F(MixesWithoutRoom, ATopUpKeepsMassFractions)
{
  LammpsSession lammps;
  lammps.run(NEW + COINS + pack("narrow", 400) + "run 0\nunfix fill\n" +
             "region upper block INF INF INF INF 0.01 INF\n"
             "group above region upper\ndelete_atoms group above compress no\n"
             "fix more all insert/pack mix region narrow fraction 0.6 refill yes every 10\n"
             "run 30\n");
  const double large = lammps.evaluate("f_more[2][1]"), mass = lammps.evaluate("f_more");
  EXPECT_GT(lammps.evaluate("f_more[2]"), 15.0);
  EXPECT_NEAR(large / mass, 0.6, 7800 * 9.1e-7 / mass);
}

TEST_F(MixesWithoutRoom, TheWarningHasEachComponent)
{
  LammpsSession lammps;
  lammps.run(NEW + COINS + pack("narrow", 300) + "run 0\n");
  const auto value = [&](const std::string &entry) { return lammps.evaluate("f_fill" + entry); };
  std::string shares = "(inserted of asked: ";
  for (const int n : {1, 2}) {
    const std::string row = "[" + std::to_string(n) + "]";
    const double got[] = {value(row + "[2]"), value(row + "[1]")},
                 asked[] = {got[0] + value(row + "[4]"), got[1] + value(row + "[3]")};
    char text[200];
    std::snprintf(text, sizeof(text), "%s %g of %g, mass %.6g of %.6g; ",
                  n == 1 ? "small" : "large", got[0], asked[0], got[1], asked[1]);
    shares += text;
  }
  EXPECT_TRUE(has(lammps.output(), shares + "mass "));
}

const std::string CLUSTERS = R"(
  units si
  newton on off
  atom_style bonded/cluster
  bond_style parallel
  boundary p p f
  region box block 0 0.1 0 0.1 0 0.2
  create_box 2 box bond/types 1
  bond_coeff 1 young 1e7 tensile 5e4 shear 5e4 damping 0.05
  pair_style hertz/mindlin
  pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3
  region narrow block 0.02 0.06 0.02 0.06 0.02 0.06
  region wide block INF INF INF INF INF INF
  cluster_template stone sphere 4e-3 elements 8 density 2500
  particle_mix mix template stone fraction 0.7 size uniform 0.004 0.012 measure equivalent &
               sphere ball fraction 0.3 size 0.008 density 7800 type 2
)";

TEST(MixesWithoutRoomOnRanks, ClustersKeepTheirTurn)
{
  const auto all = atoms_after(CLUSTERS + pack("wide", 200) + "run 0\n", 1);
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(CLUSTERS + pack("narrow", 200) + "run 0\n");
    const double balls = lammps.evaluate("f_fill[2][1]"), mass = lammps.evaluate("f_fill");
    const auto atoms = lammps.atoms();
    if (!is_first_rank()) continue;
    ASSERT_GT(atoms.size(), 100u);
    EXPECT_NEAR(balls / mass, 0.3, 0.00226 / mass);
    expect_first_of(all, atoms);
  }
}

const std::string STONES = R"(
  units si
  atom_style body polyhedron 4 60
  boundary p p f
  region box block 0 0.1 0 0.1 0 0.1
  create_box 1 box
  region narrow block 0.02 0.06 0.02 0.06 0.02 0.06
  region wide block INF INF INF INF INF INF
  particle_mix mix polyhedron rock fraction 0.8 shape random cuts 8 shapes 10 size uniform 0.005 0.012 density 2500 &
               sphere ball fraction 0.2 size 0.01 density 7800
  pair_style polyhedron
  pair_coeff * * volume 3e9 restitution 0.3 friction 0.5
  timestep 1e-6
)";

TEST(MixesWithoutRoomOnRanks, PolyhedraKeepTheirTurn)
{
  const auto masses = [](const std::string &space, int ranks) {
    LammpsSession lammps(ranks);
    lammps.run(STONES + pack(space, 90) + "run 0\n");
    std::vector<double> found;
    for (const BodySnapshot &body : bodies(lammps)) found.push_back(body.mass);
    return found;
  };
  const std::vector<double> all = masses("wide", 1);
  for (const int ranks : rank_counts()) {
    const std::vector<double> some = masses("narrow", ranks);
    if (!is_first_rank()) continue;
    ASSERT_GT(some.size(), 20u);
    ASSERT_LT(some.size(), 90u);
    for (size_t n = 0; n < some.size(); n++) EXPECT_EQ(some[n], all[n]) << n;
  }
}

}    // namespace test_mixes_without_room
