// Counters of steps beyond 2^31. Oracle: the same run from step 0, to the last bit, and its files
// with the steps shifted.

#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

using namespace grist::testing;

namespace test_late_steps {

const std::string LATE = "3000000000";

const std::string START = R"(
    units si
    newton on off
    atom_style bonded/cluster
    bond_style parallel
    boundary p p f
    region box block 0 0.05 0 0.05 0 0.1
    create_box 1 box bond/types 1
)";

// Clusters that break on a floor, with all that counts steps. They come at once: the places of a
// feed depend on the step.
std::string plant(const std::string &folder, const std::string &first)
{
  std::string clusters;
  for (const char *place : {"0.01 0.01 0.006", "0.03 0.01 0.01", "0.01 0.03 0.014"})
    clusters += std::string("create_atoms 0 single ") + place + " mol stone 1 rotate 50 1 2 3\n";
  return START + R"(
    bond_coeff 1 young 1e7 tensile 2e3 shear 2e3 damping 0.05
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3
    timestep 5e-6
    cluster_template stone sphere 4e-3 elements 8 density 2500
    )" +
      first +
      R"(
    region high block INF INF INF INF 0.02 0.05
    region low block INF INF INF INF 0 0.002
    particle_mix feed template stone size 0.008 measure equivalent
    fix floor all wall/hertz/mindlin zplane 0 NULL young 1e7 poisson 0.3 restitution 0.5 friction 0.3
    fix down all gravity 9.81 vector 0 0 -1
    fix move all leapfrog/sphere
    fix out all outflow 100 region low file )" +
      folder + R"(/out.csv
    fix broken all breakage 500 file )" +
      folder + R"(/broken.csv
    fix hits all collisions 500 bins 1e-9 1 20 file )" +
      folder + R"(/hits.csv
    compute energy all energy/balance
    thermo 100
    thermo_modify norm no
)" + (first.empty() ? "" : clusters + "velocity all set 0 0 -4\n");
}

// The rows with their first column, a step, less `shift`.
std::string shifted(const std::string &file, double shift)
{
  std::istringstream in(read_file(file));
  std::string line, result;
  while (std::getline(in, line)) {
    const size_t comma = line.find(',');
    if (line.find_first_of("0123456789") == 0)
      line = std::to_string(std::stoll(line) - std::llround(shift)) + line.substr(comma);
    result += line + "\n";
  }
  return result;
}

TEST(LateSteps, BeyondAnIntAllIsAsAtTheStart)
{
  const TestFolder first, second;
  LammpsSession early, late;
  early.run(plant(first / "", "reset_timestep 0 time 0") + "run 1500\n");
  late.run(plant(second / "", "reset_timestep " + LATE + " time 0") + "run 1500\n");
  EXPECT_EQ(late.thermo("step"), std::stod(LATE) + 1500.0);
  EXPECT_EQ(late.evaluate("c_energy"), early.evaluate("c_energy"));
  const auto one = early.atoms(), two = late.atoms();
  if (!late.first()) return;
  ASSERT_EQ(one.size(), two.size());
  EXPECT_EQ(largest_difference(one, two), 0.0);
  for (const std::string name : {"out.csv", "broken.csv", "hits.csv"}) {
    const std::string at_start = read_file(first / name);
    EXPECT_GT(at_start.size(), 300u) << name;
    EXPECT_EQ(shifted(second / name, std::stod(LATE)), at_start) << name;
  }
}

TEST(LateSteps, AStreamFeedsAsAtTheStart)
{
  const TestFolder first, second;
  for (const bool is_late : {false, true}) {
    LammpsSession lammps;
    lammps.run(plant(is_late ? second / "" : first / "", "") + "reset_timestep " +
               (is_late ? LATE : "0") +
               " time 0\nfix stream all insert/stream feed region high rate 4 "
               "velocity 0 0 -4 every 400 file " +
               (is_late ? second : first) / "fed.csv" + "\nrun 1000\n");
  }
  if (!is_first_rank()) return;
  const std::string at_start = read_file(first / "fed.csv");
  EXPECT_GT(at_start.size(), 100u);
  EXPECT_EQ(shifted(second / "fed.csv", std::stod(LATE)), at_start);
}

TEST(LateSteps, ARestartContinuesThem)
{
  const TestFolder folder, again;
  const std::string deck = plant(folder / "", "reset_timestep " + LATE + " time 0");
  LammpsSession through;
  through.run(deck + "run 700\nrun 300\n");
  const auto expected = through.atoms();
  LammpsSession half;
  half.run(plant(again / "", "reset_timestep " + LATE + " time 0") + "run 700\nwrite_restart " +
           (folder / "half") + "\n");
  const std::string same = plant(again / "", ""), box = "    atom_style";
  LammpsSession second;
  second.run(same.substr(0, same.find(box)) + "read_restart " + (folder / "half") + "\n" +
             same.substr(START.size()) + "run 300\n");
  EXPECT_EQ(second.thermo("step"), std::stod(LATE) + 1000.0);
  const auto atoms = second.atoms();
  if (!second.first()) return;
  ASSERT_EQ(atoms.size(), expected.size());
  EXPECT_LT(largest_difference(expected, atoms), 1e-9);
}

}    // namespace test_late_steps
