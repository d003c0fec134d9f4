// particle_mix, fix insert/pack and fix insert/stream. Oracles: what was asked for (fraction, mass,
// rate, shares), distances of all spheres, the masses of atoms summed without rounding, and
// equality on 1, 2 and 4 ranks and after a restart.

#include "styles/feeds/outflow_scenes.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>

using namespace grist::testing;
using grist::PI;

namespace test_fix_insert {

const std::string BOX = R"(
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
  timestep 5e-6
  region low block INF INF INF INF 0 0.08
  region high block INF INF INF INF 0.15 0.2
  cluster_template stone sphere 4e-3 elements 8 density 2500
  thermo_modify norm no
)";
const std::string MIX = R"(
  particle_mix feed template stone fraction 0.7 size uniform 0.006 0.009 measure equivalent &
               sphere ball fraction 0.3 size 0.008 density 7800 type 2
)";
const std::string MOTION = R"(
  fix floor all wall/hertz/mindlin zplane 0 NULL young 1e7 poisson 0.3 restitution 0.5 friction 0.3
  fix down all gravity 9.81 vector 0 0 -1
  fix move all leapfrog/sphere
)";
const std::string PACK = "fix pack all insert/pack feed region low fraction 0.12\n";
const std::string STREAM =
    "fix stream all insert/stream feed region high rate 3 velocity 0 0 -2 omega 0 5 0 every 400\n";

const std::string STONES = R"(
  units si
  atom_style body polyhedron 4 60
  boundary p p f
  region box block 0 0.1 0 0.1 0 0.1
  create_box 1 box
  particle_mix feed polyhedron rock fraction 0.8 shape random cuts 8 shapes 10 size uniform 0.008 0.012 density 2500 &
               sphere ball fraction 0.2 size 0.01 density 7800
  fix pack all insert/pack feed region box fraction 0.2 velocity 0 0 -1 omega 0 0 7
  pair_style polyhedron
  pair_coeff * * volume 3e9 restitution 0.3 friction 0.5
  fix move all nve/body
  timestep 1e-6
)";

// Depth of the deepest overlap of spheres that are not bonded to each other's cluster, periodic in
// x and y.
double deepest_overlap(const std::vector<AtomSnapshot> &atoms, double edge)
{
  double deepest = 0.0;
  for (size_t i = 0; i < atoms.size(); i++)
    for (size_t j = i + 1; j < atoms.size(); j++) {
      if (atoms[i].molecule == atoms[j].molecule) continue;
      double square = 0.0;
      for (int d = 0; d < 3; d++) {
        double apart = atoms[i].x[d] - atoms[j].x[d];
        if (d < 2) apart -= edge * std::round(apart / edge);
        square += apart * apart;
      }
      deepest = std::max(deepest, atoms[i].radius + atoms[j].radius - std::sqrt(square));
    }
  return deepest;
}

double solid(const AtomSnapshot &atom)
{
  return 4.0 / 3.0 * PI * std::pow(atom.radius, 3);
}

TEST(FixInsert, PackFillsARegionToAFractionWithoutOverlap)
{
  LammpsSession lammps;
  lammps.run(BOX + MIX + PACK + MOTION + "run 0\n");
  EXPECT_EQ(lammps.evaluate("f_pack[3]"), 0.0);
  const auto atoms = lammps.atoms();
  if (!lammps.first()) return;
  const std::string text = lammps.output(), fills = "elements fill ";
  const double filled = std::stod(text.substr(text.find(fills) + fills.size()));
  double volume = 0.0, balls = 0.0, mass = 0.0;
  for (const AtomSnapshot &atom : atoms) {
    volume += solid(atom) / (atom.bonds > 0 ? filled : 1.0);    // pores included
    mass += atom.mass;
    if (atom.bonds == 0) balls += atom.mass;
    EXPECT_GE(atom.x[2], atom.radius);
    EXPECT_LE(atom.x[2], 0.08 - atom.radius);
  }
  const double largest = PI / 6.0 * std::pow(0.009, 3);
  EXPECT_NEAR(volume, 0.12 * 0.1 * 0.1 * 0.08, largest / filled);
  EXPECT_NEAR(balls / mass, 0.3, 7800 * largest / mass);
  EXPECT_LE(deepest_overlap(atoms, 0.1), 0.0);
}

TEST(FixInsert, ClustersAreScaledWithRadiiMassesAndBonds)
{
  LammpsSession lammps;
  lammps.run(BOX + "particle_mix feed template stone size 0.012 measure equivalent\n" +
             "fix pack all insert/pack feed region low number 5 orientation fixed omega 0 0 3 "
             "velocity 1 2 3\n" +
             MOTION + "run 0\n");
  const auto atoms = lammps.atoms();
  const double bonds = lammps.thermo("bonds");
  LammpsSession other;
  other.run(BOX + "create_atoms 0 single 0.05 0.05 0.1 mol stone 1 rotate 0 0 0 1\n" + MOTION +
            "run 0\n");
  const auto plain = other.atoms();
  const double plain_bonds = other.thermo("bonds");
  if (!lammps.first()) return;
  ASSERT_EQ(atoms.size(), 5 * plain.size());
  EXPECT_EQ(bonds, 5 * plain_bonds);
  double volume = 0.0;
  for (const AtomSnapshot &atom : plain) volume += solid(atom);
  const double scale = 0.012 / std::cbrt(6.0 / PI * volume);
  for (size_t n = 0; n < atoms.size(); n++) {
    const size_t m = n % plain.size(), first = n - m;
    EXPECT_NEAR(atoms[n].radius, scale * plain[m].radius, 1e-15);
    EXPECT_NEAR(atoms[n].mass, scale * scale * scale * plain[m].mass, 1e-15);
    EXPECT_EQ(atoms[n].bonds, plain[m].bonds);
    EXPECT_EQ(atoms[n].molecule, static_cast<long>(n / plain.size()) + 1);
    EXPECT_EQ(atoms[n].cluster, atoms[first].tag);
    double apart[3];
    for (int d = 0; d < 3; d++) {
      apart[d] = atoms[n].x[d] - atoms[first].x[d];
      EXPECT_NEAR(apart[d], scale * (plain[m].x[d] - plain[0].x[d]), 1e-14);
    }
    EXPECT_NEAR(atoms[n].v[0] - atoms[first].v[0], -3.0 * apart[1], 1e-12);
    EXPECT_NEAR(atoms[n].v[1] - atoms[first].v[1], 3.0 * apart[0], 1e-12);
    EXPECT_EQ(atoms[n].omega[2], 3.0);
    EXPECT_EQ(atoms[n].v[2], 3.0);
  }
}

TEST(FixInsert, StreamKeepsItsRateAndItsShares)
{
  LammpsSession lammps;
  lammps.run(BOX + MIX + STREAM + MOTION + "run 4000\n");
  const double heaviest = 7800 * PI / 6.0 * std::pow(0.008, 3);
  const double fed = lammps.evaluate("f_stream"), due = 3.0 * 4000 * 5e-6;
  EXPECT_NEAR(fed, due, 0.51 * heaviest);
  EXPECT_NEAR(lammps.evaluate("f_stream[2][1]"), 0.3 * fed, heaviest);
  EXPECT_EQ(lammps.evaluate("f_stream[3]"), 0.0);
  const auto atoms = lammps.atoms();
  if (!lammps.first()) return;
  EXPECT_EQ(total_mass(atoms), fed);
}

TEST(FixInsert, StartStopAndMassEndAStream)
{
  LammpsSession lammps;
  lammps.run(BOX + MIX + MOTION +
             "fix stream all insert/stream feed region high rate 3 velocity 0 0 -2 every 100 start "
             "0.005 stop 0.01\n"
             "run 900\n");
  EXPECT_EQ(lammps.evaluate("f_stream"), 0.0);
  lammps.run("run 3000\n");
  const double heaviest = 7800 * PI / 6.0 * std::pow(0.008, 3);
  EXPECT_NEAR(lammps.evaluate("f_stream"), 0.015, 0.51 * heaviest);
  LammpsSession most;
  most.run(BOX + MIX + MOTION +
           "fix stream all insert/stream feed region high rate 3 velocity 0 0 -2 every 100 mass "
           "0.012\nrun 3000\n");
  EXPECT_NEAR(most.evaluate("f_stream"), 0.012, 0.51 * heaviest);
}

// Places are found on one rank: exactly the same. Before contacts make rounding grow, all else is.
TEST(FixInsertRanks, TheSameParticlesOnAnyNumberOfRanks)
{
  const std::string start = "processors * * *\n" + BOX + MIX;
  for (const auto &[lines, most] :
       {std::pair<std::string, double>{start + PACK + MOTION + "run 0\n", 0.0},
        {start + PACK + STREAM + MOTION + "run 900\n", 1e-12}}) {
    std::vector<AtomSnapshot> one;
    for (const int ranks : rank_counts()) {
      const auto atoms = atoms_after(lines, ranks);
      if (!is_first_rank()) continue;
      if (one.empty()) one = atoms;
      ASSERT_GT(atoms.size(), 1000u);
      ASSERT_EQ(atoms.size(), one.size());
      EXPECT_LE(largest_difference(one, atoms), most) << ranks;
    }
  }
}

TEST(FixInsertRanks, TheSamePolyhedraOnAnyNumberOfRanks)
{
  std::vector<BodySnapshot> one;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(STONES + "run 0\n");
    const auto all = bodies(lammps);
    if (!lammps.here() || !lammps.first()) continue;
    if (one.empty()) one = all;
    ASSERT_GT(all.size(), 300u);
    EXPECT_EQ(largest_difference(one, all), 0.0) << ranks;
  }
}

TEST(FixInsertRanks, WhatIsFedIsInsideWhileRanksAreBalanced)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(BOX + "comm_style tiled\n" + MIX + PACK + STREAM + MOTION +
               "newton off off\nfix balance all balance 100 1.0 rcb\nrun 1000\n");
    const double fed = lammps.evaluate("f_pack"), more = lammps.evaluate("f_stream");
    const auto atoms = lammps.atoms();
    if (!lammps.here() || !lammps.first()) continue;
    EXPECT_GT(more, 0.0);
    EXPECT_NEAR(total_mass(atoms), fed + more, 2e-16 * (fed + more)) << ranks;
    EXPECT_LE(deepest_overlap(atoms, 0.1), 1e-4) << ranks;
  }
}

TEST(FixInsertRanks, ARestartContinuesTheStream)
{
  const TestFolder folder;
  const std::string again = "run 1000\n";
  for (const int ranks : rank_counts()) {
    // A stream that has ended before the break has ended after it; of another, particles wait for
    // room. The newest is gone, and its id is not given again.
    const std::string others =
        "fix early all insert/stream feed region low rate 3 velocity 0 0 -1 every 100 stop 0.002\n"
        "region slot block 0.04 0.055 0.04 0.055 0.1 0.115\n"
        "fix slot all insert/stream feed region slot rate 3 velocity 0 0 -2 every 100\n";
    LammpsSession first(ranks);
    first.run(BOX + MIX + STREAM + others + MOTION + R"(
      variable id atom id
      compute newest all reduce max v_id
      thermo_style custom step c_newest
      run 700
      group gone id $(c_newest)
      delete_atoms group gone mol yes compress no
      write_restart )" +
              (folder / "half"));
    EXPECT_GT(first.evaluate("f_slot[4]"), 0.0);
    first.run(again);
    const auto through = first.atoms();
    const size_t box = BOX.find("  atom_style"), coefficients = BOX.find("  timestep");
    LammpsSession second(ranks);
    second.run(BOX.substr(0, box) + "read_restart " + (folder / "half") + "\n" +
               BOX.substr(coefficients) + MIX + STREAM + others + MOTION + again);
    const auto atoms = second.atoms();
    if (!second.here() || !second.first()) continue;
    ASSERT_EQ(atoms.size(), through.size()) << ranks;
    EXPECT_LT(largest_difference(atoms, through), 1e-9) << ranks;
  }
}

TEST(FixInsert, TheFileHasNumberAndMassByTimeAndComponent)
{
  const TestFolder folder;
  const std::string file = folder / "fed.csv";
  LammpsSession lammps;
  lammps.run(BOX + MIX + STREAM.substr(0, STREAM.size() - 1) + " file " + file + "\n" + MOTION +
             "run 1000\nrun 300\n");
  const double mass = lammps.evaluate("f_stream"), number = lammps.evaluate("f_stream[2]");
  const double balls = lammps.evaluate("f_stream[2][1]");
  if (!lammps.first()) return;
  const auto time = column_of(file, "time"), masses = column_of(file, "mass_in");
  const auto stones = column_of(file, "mass_in", "stone"),
             rounds = column_of(file, "mass_in", "ball");
  const auto numbers = column_of(file, "number_in");
  EXPECT_EQ(column_of(file, "step"), (std::vector<double>{0, 400, 800, 1200}));
  ASSERT_EQ(rounds.size(), 4u);
  EXPECT_EQ(masses[0], 0.0);
  EXPECT_EQ(masses[3], mass);
  EXPECT_EQ(rounds[3], balls);
  EXPECT_EQ(numbers[3], number);
  const double heaviest = 7800 * PI / 6.0 * std::pow(0.008, 3);
  for (size_t n = 0; n < 4; n++) {
    EXPECT_NEAR(time[n], n * 400 * 5e-6, 1e-12);
    EXPECT_NEAR(masses[n], 3.0 * time[n], 0.51 * heaviest);
    EXPECT_NEAR(masses[n], stones[n] + rounds[n], 1e-15);
    EXPECT_EQ(numbers[n],
              column_of(file, "number_in", "stone")[n] + column_of(file, "number_in", "ball")[n]);
    EXPECT_EQ(column_of(file, "number_waiting")[n], 0.0);
    EXPECT_EQ(column_of(file, "mass_waiting")[n], 0.0);
  }
}

TEST(FixInsert, TheFileGoesOnAfterARestart)
{
  const TestFolder folder;
  const std::string at_once = folder / "at_once.csv", in_two = folder / "in_two.csv";
  const std::string halt = folder / "halt";
  const auto stream = [&](const std::string &file) {
    return "fix stream all insert/stream feed region high rate 3 velocity 0 0 -2 every 400 "
           "append " +
        file + "\n" + MOTION;
  };
  LammpsSession first;
  first.run(BOX + MIX + stream(at_once) + "run 900\nrun 500\n");
  LammpsSession until;    // its last rows are written again
  until.run(BOX + MIX + stream(in_two) + "run 900\nwrite_restart " + halt + "\nrun 400\n");
  LammpsSession second;
  second.run(BOX.substr(0, BOX.find("  atom_style")) + "read_restart " + halt + "\n" +
             BOX.substr(BOX.find("  timestep")) + MIX + stream(in_two) + "run 500\n");
  if (!second.first()) return;
  EXPECT_EQ(read_file(in_two), read_file(at_once));
  EXPECT_TRUE(has(second.output(), "rows of steps after 900"));
}

TEST(FixInsert, ARestartWithAnotherMixIsRefused)
{
  const TestFolder folder;
  LammpsSession first;
  first.run(BOX + MIX + STREAM + MOTION + "run 500\nwrite_restart " + (folder / "half") + "\n");
  LammpsSession second;
  const std::string text =
      second.error_of(BOX.substr(0, BOX.find("  atom_style")) + "read_restart " +
                      (folder / "half") + "\n" + BOX.substr(BOX.find("  timestep")) +
                      "particle_mix feed template stone fraction 0.7 size uniform 0.006 0.008 &\n" +
                      "sphere ball fraction 0.3 size 0.008 density 7800 type 2\n" + STREAM);
  if (!second.first()) return;
  EXPECT_TRUE(has(text, "another mix than that of the restart file"));
}

// In free flight what came in is kinetic energy and height; nothing else changes.
TEST(FixInsert, TheEnergyBalanceTakesInWhatComes)
{
  LammpsSession lammps;
  lammps.run(BOX + MIX + STREAM + MOTION + "compute energy all energy/balance\nrun 900\n");
  const double entered = lammps.evaluate("c_energy[12]"), drift = lammps.evaluate("c_energy");
  const double kinetic = 0.5 * lammps.evaluate("f_stream") * 2.0 * 2.0;
  EXPECT_GT(lammps.evaluate("c_energy[1]"), kinetic);
  EXPECT_GT(std::fabs(entered), 0.1 * kinetic);
  EXPECT_LT(std::fabs(drift), 1e-8 * kinetic);
}

// What is packed at the start of a later run comes with its kinetic energy and height, once,
// however many runs begin at that step.
TEST(FixInsertRanks, TheEnergyBalanceTakesInWhatIsPackedLater)
{
  constexpr double RADIUS = 4e-3;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(BOX + MOTION + R"(
      create_atoms 2 single 0.05 0.05 0.19
      set type 2 diameter 8e-3 density 7800
      particle_mix balls sphere ball size 0.008 density 7800 type 2
      compute energy all energy/balance
      run 10
      fix pack all insert/pack balls region low number 20 velocity 0.1 0 -1 omega 200 0 300
      run 0
    )");
    const double mass = lammps.evaluate("f_pack"),
                 moments = lammps.evaluate("mass(all)*xcm(all,z)-mass[1]*z[1]");
    const double brought = 9.81 * moments +
        0.5 * mass * (1.01 + 0.4 * RADIUS * RADIUS * (200.0 * 200.0 + 300.0 * 300.0));
    EXPECT_GT(mass, 0.0);
    for (const std::string next : {"", "run 0\n", "run 5\n", "run 0\n"}) {
      lammps.run(next);
      const double entered = lammps.evaluate("c_energy[12]"), drift = lammps.evaluate("c_energy");
      EXPECT_NEAR(entered / brought, 1.0, 1e-9) << next;
      EXPECT_NEAR(drift / brought, 0.0, 1e-6) << next;
    }
  }
}

// What came in the last step of a run has been taken in with that step.
TEST(FixInsertRanks, TheEnergyBalanceTakesInAStreamOnce)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(BOX + MIX + STREAM + MOTION + "compute energy all energy/balance\nrun 400\n");
    const double entered = lammps.evaluate("c_energy[12]");
    EXPECT_NE(entered, 0.0);
    lammps.run("run 0\n");
    EXPECT_EQ(lammps.evaluate("c_energy[12]"), entered);
  }
}

TEST(FixInsert, WhatFindsNoRoomWaits)
{
  LammpsSession lammps;
  lammps.run(BOX + MIX + "region slot block 0.02 0.04 0.02 0.04 0.02 0.04\n" +
             "fix pack all insert/pack feed region slot number 60\n" + MOTION + "run 0\n");
  const double in = lammps.evaluate("f_pack[2]"), waits = lammps.evaluate("f_pack[4]");
  EXPECT_EQ(in + waits, 60.0);
  EXPECT_GT(in, 2.0);
  EXPECT_GT(waits, 20.0);
  EXPECT_GT(lammps.evaluate("f_pack[3]"), 0.0);
  if (lammps.first()) { EXPECT_TRUE(has(lammps.output(), "found no room in region slot")); }
  // They fall out of the slot, and others come.
  lammps.run("run 20000\n");
  EXPECT_GT(lammps.evaluate("f_pack[2]"), in);
  EXPECT_EQ(lammps.evaluate("f_pack[2]+f_pack[4]"), 60.0);
}

TEST(FixInsert, PolyhedraArePlacedWithTheirMomenta)
{
  LammpsSession lammps;
  lammps.run(STONES + "run 0\n");
  EXPECT_GT(lammps.thermo("atoms"), 300.0);
  EXPECT_NEAR(lammps.thermo("pe"), 0.0, 0.0);
  EXPECT_NEAR(lammps.evaluate("mass(all)"), lammps.evaluate("f_pack"), 1e-12);
  EXPECT_NEAR(lammps.evaluate("vcm(all,z)"), -1.0, 1e-12);
}

TEST(FixInsert, WrongInputIsRefusedInASentence)
{
  const TestFolder folder;
  const std::string fed = folder / "fed.csv";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"particle_mix a template stone fraction 0.7 sphere ball fraction 0.2 size 0.01 density 7800",
       "sum of the mass fractions 0.9 (must be 1)"},
      {"particle_mix a template rock",
       "template rock (no molecule template of this ID; see cluster_template)"},
      {"particle_mix a sphere ball size 0.01",
       "no density of component ball (keyword density is required)"},
      {"particle_mix a sphere ball density 2500",
       "no size of component ball (keyword size is required of a sphere)"},
      {"particle_mix a size 0.01",
       "keyword size (template, sphere, polyhedron or rock must come first)"},
      {"particle_mix a", "no component (expected template, sphere, polyhedron or rock)"},
      {"particle_mix a polyhedron p shape cube size 0.01 density 1",
       "use atom_style body polyhedron"},
      {"particle_mix a template stone size uniform 0.02 0.01",
       "the second must not be below the first"},
      {"particle_mix a template stone size limits 1 2", "size limits (expected fixed"},
      {"particle_mix a template stone size uniform 0.01 0.02 limits 0.02 0.01",
       "size limits 0.02 0.01"},
      {"particle_mix a template stone size sieves 0.01 0.02 0.5", "sum of shares 0.5 (must be 1)"},
      {"particle_mix feed sphere b size 1 density 1", "ID feed (a mix of this ID exists)"},
      {"particle_mix a template stone sphere stone size 1 density 1", "component stone"},
      {"fix p all insert/pack none region low number 1",
       "mix none (no mix of this ID; see command particle_mix)"},
      {"fix p all insert/pack feed region nowhere number 1", "region nowhere (does not exist)"},
      {"fix p all insert/pack feed number 1", "no region (keyword region or mesh is required)"},
      {"fix p all insert/pack feed region low", "keyword fraction, mass or number is required"},
      {"fix p all insert/pack feed region low fraction 0.8", "fraction 0.8"},
      {"fix p all insert/pack feed region low fraction 0", "fraction 0 (must be positive)"},
      {"fix p all insert/pack feed region low number 2 mass 3", "one of fraction, mass and number"},
      {"fix p all insert/pack feed region thin number 1\nrun 0", "component stone needs room of"},
      {"fix p all insert/stream feed region low rate 1",
       "keyword every is required where the velocity is zero"},
      {"fix p all insert/stream feed region low velocity 0 0 1", "no rate"},
      {"fix p all insert/stream feed region low rate 1 velocity 0 0 1 start 2 stop 1\nrun 0",
       "stop 1"},
      {"fix p all insert/pack feed mesh nofile.stl number 1", "mesh nofile.stl"},
      {"fix p all insert/pack feed region low number 1 file nowhere/a.csv",
       "Fix insert/pack: cannot open file nowhere/a.csv"},
      {"fix p all insert/pack feed region low number 1 file a.csv append b.csv",
       "append b.csv (the file is a.csv already)"},
      {"fix p all insert/pack feed region low number 1 file " + fed +
           "\nfix q all insert/pack feed region low number 1 file " + fed,
       "(fix p writes it already; give another name)"},
  };
  for (const auto &[lines, expected] : cases) {
    LammpsSession lammps;
    const std::string text = lammps.error_of(BOX + "region thin block 0 0.1 0 0.1 0 0.005\n" + MIX +
                                             MOTION + lines + "\n");
    if (!lammps.first()) continue;
    EXPECT_TRUE(has(text, expected)) << lines << "\n" << text;
  }
  LammpsSession lammps;
  const std::string text = lammps.error_of("particle_mix a sphere b size 1 density 1\n");
  if (!lammps.first()) return;
  EXPECT_TRUE(has(text, "simulation box"));
}

TEST(FixInsert, OpenMeshesAndFacesAlongTheVelocityAreRefused)
{
  const TestFolder folder;
  if (is_first_rank()) {
    std::ofstream file(folder / "square.stl");
    file << "solid s\n";
    for (const char *last : {"vertex 0.06 0.06 0.15", "vertex 0.06 0.02 0.15"})
      file << "facet normal 0 0 1\nouter loop\nvertex 0.02 0.02 0.15\n"
           << last << "\nvertex "
           << (last[10] == '6' && last[16] == '6' ? "0.02 0.06 0.15" : "0.06 0.06 0.15")
           << "\nendloop\nendfacet\n";
    file << "endsolid s\n";
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const std::string square = folder / "square.stl";
  LammpsSession open;
  const std::string text =
      open.error_of(BOX + MIX + "fix p all insert/pack feed mesh " + square + " number 1\n");
  if (open.first()) { EXPECT_TRUE(has(text, "open edges")); }
  LammpsSession along;
  const std::string slanted =
      along.error_of(BOX + MIX + MOTION + "fix p all insert/stream feed face " + square +
                     " rate 1 velocity 1 0 0\nrun 0\n");
  if (along.first()) { EXPECT_TRUE(has(slanted, "must lead away from the plane")); }

  LammpsSession lammps;
  lammps.run(BOX + MIX + MOTION + "fix p all insert/stream feed face " + square +
             " rate 0.4 velocity 0 0 -2\nrun 8000\n");
  const double fed = lammps.evaluate("f_p"), waits = lammps.evaluate("f_p[3]");
  EXPECT_NEAR(fed + waits, 0.4 * 7200 * 5e-6, 0.0012);
  EXPECT_GT(fed, 0.01);
}

}    // namespace test_fix_insert
