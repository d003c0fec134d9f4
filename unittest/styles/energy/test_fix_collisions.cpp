// fix collisions in LAMMPS.
//
// Oracles: the energy (1 - e^2) m* v^2 / 2 of a head-on impact, in the bin that holds it; the
// losses of compute energy/balance; the same run on other numbers of ranks, with newton on and off,
// and through a restart.

#include "styles/contacts/crowd.h"
#include "styles/energy/energy_scenes.h"
#include "styles/polyhedra/cubes.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace test_fix_collisions {

using namespace grist::testing;
using grist::Matrix3d;

constexpr int BETWEEN = 24;
const std::string BINS = " bins 1e-10 1e-2 24";

struct Spectrum {
  double contacts, energy, friction, open, open_energy;
  std::vector<double> counts, energies;    // by bin
};

Spectrum spectrum_of(LammpsSession &lammps)
{
  const auto value = [&](const std::string &place) { return lammps.evaluate("f_c" + place); };
  Spectrum now = {value("[1]"), value("[2]"), value("[3]"), value("[4]"), value("[5]"), {}, {}};
  for (int bin = 1; bin <= BETWEEN + 2; bin++) {
    now.counts.push_back(value("[" + std::to_string(bin) + "][3]"));
    now.energies.push_back(value("[" + std::to_string(bin) + "][4]"));
  }
  return now;
}

void expect_one_in_bin_of(const Spectrum &now, double energy)
{
  const int bin = 1 + static_cast<int>(std::floor(std::log10(energy / 1e-10) * BETWEEN / 8));
  EXPECT_EQ(now.contacts, 1.0);
  EXPECT_EQ(now.counts[bin], 1.0);
  EXPECT_NEAR(now.energies[bin] / energy, 1.0, 1e-3);
  EXPECT_NEAR(now.energy / energy, 1.0, 1e-3);
}

using FixCollisions = OneRankTest;

// Spheres of 4 and 6 mm; dt is a few hundredths of a contact time.
std::string head_on(const std::string &style, const std::string &coeff)
{
  return R"(
    units si
    atom_style sphere
    atom_modify map array
    comm_modify vel yes
    boundary f f f
    region box block -0.02 0.02 -0.02 0.02 -0.02 0.02
    create_box 2 box
    create_atoms 1 single -0.00201 0 0
    create_atoms 2 single 0.00301 0 0
    set type 1 diameter 4e-3
    set type 2 diameter 6e-3
    set type 1 density 2500
    set type 2 density 4000
    neighbor 1e-3 bin
    set atom 1 vx 1.2
    set atom 2 vx -0.3
    fix move all nve/sphere
    thermo 100000
    pair_style )" +
      style + "\npair_coeff * * " + coeff + "\n";
}

double effective_mass()
{
  const double a = sphere_mass(2e-3), b = sphere_mass(3e-3, 4000);
  return a * b / (a + b);
}

TEST_F(FixCollisions, HeadOnImpactIsInTheBinOfItsClosedForm)
{
  for (const double e : {0.3, 0.8})
    for (const std::string law : {"hooke/history", "hertz/mindlin"}) {
      SCOPED_TRACE(law + " " + number(e));
      const std::string coeff = law == "hooke/history" ? "stiffness 1e5" : "young 5e7 poisson 0.3";
      LammpsSession lammps;
      lammps.run(
          head_on(law, coeff + " friction 0.3 restitution " + number(e)) +
          "timestep 1e-7\nfix c all collisions 1000" + BINS +
          "\ncompute e all energy/balance\nthermo_style custom step f_c[*] c_e[6]\nrun 4000");
      const Spectrum now = spectrum_of(lammps);
      expect_one_in_bin_of(now, 0.5 * (1 - e * e) * effective_mass() * 1.5 * 1.5);
      EXPECT_NEAR(now.energy / lammps.evaluate("c_e[6]"), 1.0, 1e-12);
      EXPECT_EQ(now.open, 0.0);
      EXPECT_EQ(now.friction, 0.0);
    }
}

// The law takes a sphere of fix freeze for infinitely heavy: one that rests loses all of
// (1 - e^2) m v^2 / 2 of its partner.
TEST_F(FixCollisions, AFrozenSphereIsHit)
{
  LammpsSession lammps;
  lammps.run(head_on("hertz/mindlin", "young 1e7 poisson 0.3 restitution 0.6 friction 0.3") +
             "set atom 2 vx 0\ngroup held id 2\nfix hold held freeze\n"
             "fix c all collisions 100000" +
             BINS + "\ntimestep 2e-7\nrun 8000\n");
  expect_one_in_bin_of(spectrum_of(lammps), 0.5 * (1.0 - 0.36) * sphere_mass(2e-3) * 1.44);
}

// While they touch nothing is counted yet.
TEST_F(FixCollisions, AContactIsCountedAtItsEnd)
{
  LammpsSession lammps;
  lammps.run(head_on("hooke/history", "stiffness 1e5 restitution 0.5") +
             "timestep 1e-7\nfix c all collisions 1000" + BINS +
             "\ncompute e all energy/balance\nthermo_style custom step f_c[*] c_e[6]\nrun 250");
  const Spectrum now = spectrum_of(lammps);
  EXPECT_EQ(now.contacts, 0.0);
  EXPECT_EQ(now.open, 1.0);
  const double lost = lammps.evaluate("c_e[6]");
  EXPECT_GT(lost, 0.1 * effective_mass());
  EXPECT_NEAR(now.open_energy / lost, 1.0, 1e-12);
}

TEST_F(FixCollisions, OnlyContactsOfTheGroupCount)
{
  for (const auto &[group, contacts] :
       std::vector<std::pair<std::string, double>>{{"id 1", 1}, {"id 2", 1}, {"empty", 0}}) {
    LammpsSession lammps;
    lammps.run(head_on("hooke/history", "stiffness 1e5 restitution 0.5") + "group some " + group +
               "\ntimestep 1e-7\nfix c some collisions 1000" + BINS +
               "\nthermo_style custom step f_c[*]\nrun 4000");
    EXPECT_EQ(spectrum_of(lammps).contacts, contacts) << group;
  }
}

// Contacts per time in the rows of a step.
double rate_at(const std::string &file, int step)
{
  std::istringstream rows(read_file(file));
  double rate = 0.0;
  for (std::string row; std::getline(rows, row);) {
    if (row.rfind(std::to_string(step) + ",", 0) != 0) continue;
    std::vector<std::string> words;
    std::istringstream line(row);
    for (std::string word; std::getline(line, word, ',');) words.push_back(word);
    rate += std::stod(words.at(9));
  }
  return rate;
}

// One contact in an interval of 4e-4 s in which the counter of steps is set.
TEST_F(FixCollisions, RatesAreThoseOfTheIntervalWhenTheCounterIsSet)
{
  for (const auto &[start, reset] : {std::pair<int, int>{0, 103000}, {8000, 3000}}) {
    const std::string file = folder / "rates.csv";
    LammpsSession lammps;
    lammps.run(head_on("hooke/history", "stiffness 1e5 restitution 0.5") +
               "\ntimestep 1e-7\nreset_timestep " + std::to_string(start) +
               "\nfix c all collisions 4000" + BINS + " file " + file +
               "\nrun 3000\nreset_timestep " + std::to_string(reset) + "\nrun 1000");
    EXPECT_NEAR(rate_at(file, reset + 1000), 2500.0, 1e-4) << reset;
  }
}

// One contact from step 500 to 4000; the file is written at 3000.
TEST_F(FixCollisions, RatesGoOnAfterARestart)
{
  const std::string file = folder / "rates.csv", halt = folder / "halt";
  const std::string fix = "\nfix c all collisions 4000" + BINS + " file " + file + "\n";
  {
    LammpsSession lammps;
    lammps.run(head_on("hooke/history", "stiffness 1e5 restitution 0.5") +
               "\ntimestep 1e-7\nrun 500" + fix + "run 2500\nwrite_restart " + halt);
  }
  LammpsSession lammps;
  lammps.run("comm_modify vel yes\nread_restart " + halt + "\nfix move all nve/sphere" + fix +
             "run 1000");
  EXPECT_NEAR(rate_at(file, 4000), 1.0 / 3500e-7, 1e-4);
}

TEST_F(FixCollisions, WallsOfSpheresAreNamedByTheirFixes)
{
  const double e = 0.6, energy = 0.5 * (1 - e * e) * sphere_mass(2e-3) * 0.5 * 0.5;
  const std::string file = folder / "spectrum.csv";
  LammpsSession lammps;
  lammps.run(loose_spheres("restitution 0.6 friction 0.3") +
             "create_atoms 1 single 0 0 2.01e-3\nset group all diameter 4e-3 density 2500\n"
             "set atom 1 vz -0.5\nfix floor all wall/hertz/mindlin zplane 0 NULL\nfix c all "
             "collisions 4000" +
             BINS + " file " + file + "\ntimestep 5e-7\nthermo_style custom step f_c[*]\nrun 4000");
  expect_one_in_bin_of(spectrum_of(lammps), energy);
  std::istringstream rows(read_file(file));
  std::string row;
  std::getline(rows, row);
  EXPECT_EQ(row,
            "step,time [s],type,other,from [J],to [J],contacts,energy [J],friction [J],"
            "contacts_per_time [1/s],power [W]");
  int count = 0, hits = 0;
  while (std::getline(rows, row)) {
    count++;
    EXPECT_EQ(row.rfind("4000,0.002,1,floor,", 0), 0u) << row;
    std::vector<std::string> words;
    std::istringstream line(row);
    for (std::string word; std::getline(line, word, ',');) words.push_back(word);
    ASSERT_EQ(words.size(), 11u);
    if (words[6] == "0") continue;
    hits++;
    EXPECT_LT(std::stod(words[4]), energy);
    EXPECT_GT(std::stod(words[5]), energy);
    EXPECT_NEAR(std::stod(words[7]) / energy, 1.0, 1e-3);
    EXPECT_NEAR(std::stod(words[9]), 500.0, 1e-6);
    EXPECT_NEAR(std::stod(words[10]) / (500.0 * energy), 1.0, 1e-3);
  }
  EXPECT_EQ(count, BETWEEN + 2);
  EXPECT_EQ(hits, 1);
}

// A cube that falls flat on a floor, by all laws of bodies.
TEST_F(FixCollisions, BodiesOnAFloor)
{
  const double speed = 0.1, energy = 0.84 * 0.5 * MASS * speed * speed;
  for (const std::string law : {"volume 1e9 restitution 0.4", "energy 2.5e12 restitution 0.4",
                                "volume 1e9 hysteretic 0.4", "energy 2.5e12 hysteretic 0.4"}) {
    SCOPED_TRACE(law);
    LammpsSession lammps;
    lammps.run(one_cube(folder / "data", Matrix3d::identity(), {0, 0, 0.5 * EDGE + 1e-7}, law) +
               REPORT + "velocity all set 0 0 -0.1\ntimestep 5e-7\nfix floor all wall/polyhedron " +
               law + " zplane 0 NULL\nfix c all collisions 100" + BINS +
               "\nthermo_style custom step f_c[*] c_e[6]\nrun 4860\n");
    const Spectrum now = spectrum_of(lammps);
    EXPECT_EQ(now.contacts, 1.0);
    EXPECT_NEAR(now.energy / energy, 1.0, 3e-3);
    EXPECT_NEAR(now.energy / lammps.evaluate("c_e[6]"), 1.0, 1e-9);
  }
}

/* ---------------------------------------------------------------------- */

const std::string COLLIDING =
    "pair_style hertz/mindlin\npair_coeff * * young 5e7 poisson 0.3 restitution 0.5 friction ";

// Without friction and with: what springs hold along the contact at the end is all that differs.
TEST_F(FixCollisions, SumOfTheSpectrumIsTheLossOfTheBalance)
{
  for (const auto &[friction, tolerance] :
       std::vector<std::pair<std::string, double>>{{"0", 1e-10}, {"0.4", 1e-2}}) {
    LammpsSession lammps;
    lammps.run("newton on on\n" + CROWD + COLLIDING + friction +
               "\ncompute e all energy/balance\nfix c all collisions 100" + BINS +
               "\nthermo_style custom step f_c[*] c_e[*]\nrun 700\n");
    const Spectrum now = spectrum_of(lammps);
    const double lost =
        lammps.evaluate("c_e[6]") + lammps.evaluate("c_e[7]") + lammps.evaluate("c_e[8]");
    EXPECT_GT(now.contacts, 300.0);
    EXPECT_GT(now.open, 100.0);
    EXPECT_NEAR((now.energy + now.open_energy) / lost, 1.0, tolerance) << friction;
    double contacts = 0.0, energy = 0.0;
    for (int bin = 0; bin < BETWEEN + 2; bin++) {
      contacts += now.counts[bin];
      energy += now.energies[bin];
    }
    EXPECT_EQ(contacts, now.contacts);
    EXPECT_NEAR(energy / now.energy, 1.0, 1e-12);
  }
}

// What the springs of spheres hold as they leave is not lost by their contacts. At the end all have
// left: with 60 in the second run, with 50 in its first step.
TEST(FixCollisionsOnRanks, SpheresThatLeaveTakeTheirSpringsAlong)
{
  for (const std::string &newton : NEWTON)
    for (const int n : rank_counts()) {
      const std::string every = newton == NEWTON[0] ? "50" : "60";
      SCOPED_TRACE(newton + every + " steps, " + std::to_string(n) + " ranks");
      LammpsSession lammps(n);
      lammps.run(newton + CROWD + COLLIDING +
                 "0.4 rolling sds 1e3 0.1 0.1\ncompute e all energy/balance\n"
                 "region some block INF 3.5e-3 INF INF INF INF\n"
                 "region every block INF INF INF INF INF INF\n"
                 "fix out all outflow " +
                 every + " region some\nfix c all collisions 100" + BINS +
                 "\nthermo_style custom step f_c[*] c_e[*]\nrun 200\nunfix out\n"
                 "fix out all outflow " +
                 every + " region every\nrun 100\n");
      const Spectrum now = spectrum_of(lammps);
      double lost = 0.0;
      for (const int entry : {6, 7, 8})
        lost += lammps.evaluate("c_e[" + std::to_string(entry) + "]");
      if (!lammps.first()) continue;
      EXPECT_EQ(now.open, 0.0);
      EXPECT_GT(now.contacts, 300.0);
      EXPECT_NEAR(now.energy / lost, 1.0, 1e-8);
    }
}

const std::string COLLECT =
    "fix c all collisions 100" + BINS + "\nthermo_style custom step f_c[*]\n";

// Contacts cross borders of ranks and of the box: all spheres drift by half of the box, and lists
// are built often.
std::string drifting(const std::string &newton)
{
  return newton + CROWD + COLLIDING + R"(0.4
    velocity all set 4 3 2 sum yes
    neighbor 0.02e-3 bin
    neigh_modify delay 0 every 1 check yes
  )";
}

void expect_equal(const Spectrum &now, const Spectrum &reference)
{
  EXPECT_EQ(now.contacts, reference.contacts);
  EXPECT_EQ(now.open, reference.open);
  EXPECT_NEAR(now.energy / reference.energy, 1.0, 1e-6);
  EXPECT_NEAR(now.friction / reference.friction, 1.0, 1e-6);
  EXPECT_NEAR(now.open_energy / reference.open_energy, 1.0, 1e-6);
}

TEST(FixCollisionsOnRanks, AreTheSameWithAnyNumberOfThemAndWithNewtonOff)
{
  Spectrum reference{};
  for (const std::string &newton : NEWTON)
    for (const int n : rank_counts()) {
      LammpsSession lammps(n);
      lammps.run(drifting(newton) + COLLECT + "run 500\n");
      const Spectrum now = spectrum_of(lammps);
      if (!lammps.first()) continue;
      SCOPED_TRACE(newton + std::to_string(n) + " ranks");
      EXPECT_GT(now.contacts, 200.0);
      if (reference.contacts == 0.0) reference = now;
      expect_equal(now, reference);
    }
}

TEST(FixCollisionsOnRanks, GoOnAfterARestart)
{
  TestFolder folder;
  for (const std::string &newton : NEWTON) {
    Spectrum reference{};
    for (const int n : rank_counts()) {
      LammpsSession whole(n);
      whole.run(drifting(newton) + COLLECT + "run 250\nwrite_restart " + (folder / "restart") +
                "\nrun 250\n");
      reference = spectrum_of(whole);
      for (const int m : rank_counts()) {
        LammpsSession second(m);
        second.run(newton + "comm_modify vel yes\nread_restart " + (folder / "restart") +
                   "\nneighbor 0.02e-3 bin\nneigh_modify delay 0 every 1 check yes\nfix move all "
                   "nve/sphere\nfix c all collisions 100" +
                   BINS + "\nthermo_style custom step f_c[*]\ntimestep 1e-6\nrun 250\n");
        const Spectrum now = spectrum_of(second);
        if (!is_first_rank()) continue;
        SCOPED_TRACE(newton + std::to_string(n) + " to " + std::to_string(m) + " ranks");
        expect_equal(now, reference);
      }
    }
  }
}

/* ---------------------------------------------------------------------- */

TEST_F(FixCollisions, ErrorsAreOneSentence)
{
  const auto expect_error = [](const std::string &lines, const std::string &text) {
    LammpsSession lammps;
    const std::string error = lammps.error_of(lines);
    EXPECT_TRUE(has(error, "Fix collisions: " + text));
  };
  const std::string base = head_on("hooke/history", "stiffness 1e5 restitution 0.5");
  const std::string fix = base + "fix c all collisions ";
  expect_error(fix + "0" + BINS, "N 0 (");
  expect_error(fix + "100", "no bins (expected bins, two energies and a number)");
  expect_error(fix + "100 bins 1e-6 1", "bins needs two energies and a number");
  expect_error(fix + "100 bins 0 1 5", "bins 0 (");
  expect_error(fix + "100 bins 1 0.5 5", "bins 0.5 (expected more than 1)");
  expect_error(fix + "100 bins 0.5 1 0", "bins 0 (");
  expect_error(fix + "100 bins 0.5 1 2000000000", "bins 2000000000 (expected at most 10000)");
  expect_error(fix + "100 bin 0.5 1 3", "unknown keyword bin (expected bins, file or append)");
  expect_error(fix + "100" + BINS + "\nminimize 0 0 1 1",
               "a minimization has no collisions (unfix c first)");
  expect_error(base +
                   "fix w all wall/gran hooke 1e5 NULL 50 NULL 0.5 1 zplane -0.02 NULL\nfix c all "
                   "collisions 100" +
                   BINS + "\nrun 0",
               "fix w of style wall/gran cannot report");
}

TEST_F(FixCollisions, RestartWithOtherBinsIsRefused)
{
  const std::string start = head_on("hooke/history", "stiffness 1e5 restitution 0.5");
  const std::string file = folder / "restart";
  {
    LammpsSession lammps;
    lammps.run(start + "fix c all collisions 10" + BINS +
               "\ntimestep 1e-7\nrun 10\nwrite_restart " + file);
  }
  LammpsSession lammps;
  const std::string error = lammps.error_of("comm_modify vel yes\nread_restart " + file +
                                            "\nfix c all collisions 10 bins 1e-10 1e-2 12");
  EXPECT_TRUE(has(error,
                  "Fix collisions: bins 1e-10 0.01 12 of 2 types (the restart file has bins "
                  "1e-10 0.01 24 of 2 types)"));
}

}    // namespace test_fix_collisions
