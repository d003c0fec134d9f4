// fix progress: values and lines.
//
// Oracles: chains whose breaks are known by hand; fix breakage; the percentages that follow from
// the steps; fix nve/sphere.

#include "testing/cases.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace test_fix_progress {

using namespace grist::testing;

class FixProgress : public testing::Test {
 protected:
  TestFolder folder;

  // A row of five spheres through the periodic border, whose bond between 3 and 4 breaks in step
  // 400, and a single sphere.
  std::string row_that_is_pulled_apart()
  {
    std::vector<SphereLine> spheres;
    std::vector<std::pair<int, int>> bonds;
    add_row_through_border(spheres, bonds);
    spheres.push_back({7, 2e-3, 2500, 0, 0.005, -0.003});
    write_data(folder / "data", spheres, bonds, -0.004, 0.006);
    return read_case(folder / "data", "young 1e8 tensile 1e6 shear 1e9") + BONDS_ALONE + R"(
      group right id 4 5
      velocity right set 0.05 0 0
    )";
  }
};

// The values of the fix p but the second and third, which depend on the machine.
std::vector<double> values_of(LammpsSession &lammps)
{
  std::vector<double> values;
  for (const int k : {1, 4, 5, 6, 7, 8})
    values.push_back(lammps.evaluate("f_p[" + std::to_string(k) + "]"));
  return values;
}

// What begins lines of progress: "20.0 %   time 11", with all between it and the number of
//                                          particles left out.
std::vector<std::string> lines_of(const std::string &output)
{
  std::istringstream screen(output);
  std::vector<std::string> lines;
  std::string line;
  while (std::getline(screen, line)) {
    if (line.rfind("progress:", 0) != 0) continue;
    const size_t percent = line.find_first_not_of(' ', 9);
    std::string text = line.substr(percent, line.find(' ', percent) - percent);
    for (const char *end : {"done", "ended early"})
      if (line.find(end) != std::string::npos) text += std::string(" ") + end;
    lines.push_back(text);
  }
  return lines;
}

using Lines = std::vector<std::string>;

constexpr const char *ATOMS = R"(
  units lj
  atom_style atomic
  region all block 0 4 0 4 0 4
  create_box 1 all
  create_atoms 1 random 40 4711 NULL overlap 0.8 maxtry 1000
  mass 1 1.0
  pair_style soft 1.0
  pair_coeff * * 10.0
  fix move all nve
  timestep 0.001
)";

TEST_F(FixProgress, ValuesOfARowThatBreaksOnAnyNumberOfRanks)
{
  const std::string start = row_that_is_pulled_apart();
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(start +
               "fix p all progress percent 10\nfix q right progress\n"
               "thermo_style custom step f_p[*] f_q[*]\nthermo 1\nrun 300 start 0 stop 1200");
    EXPECT_EQ(values_of(lammps), (std::vector<double>{25, 6, 4, 0, 2, 1}));
    lammps.run("run 300 start 0 stop 1200");
    EXPECT_EQ(values_of(lammps), (std::vector<double>{50, 6, 3, 1, 3, 2}));
    EXPECT_EQ(lammps.evaluate("f_q[4]"), 2);
    EXPECT_EQ(lammps.evaluate("f_q[5]"), 1);    // 4-5
    EXPECT_EQ(lammps.evaluate("f_q[6]"), 0);    // 3-4 is half outside
    EXPECT_EQ(lammps.evaluate("f_q[7]"), 1);
    EXPECT_GT(lammps.evaluate("f_p[2]"), 0.0);
    EXPECT_NEAR(lammps.evaluate("f_p[3]*f_p[2]"), 600, 1e-6);
    if (lammps.first()) { EXPECT_TRUE(has(lammps.output(), "3 bonds, 1 broken")); }
  }
}

TEST_F(FixProgress, CountsAreThoseOfFixBreakageInManyBreaks)
{
  write_cubes(folder / "data");
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(read_case(folder / "data", "young 1e8 tensile 2e5 shear 2e5") + CONTACTS + SHEARED +
               R"(
      fix b all breakage 1000
      fix p all progress steps 7
      run 150
    )");
    EXPECT_GT(lammps.evaluate("f_b[2]"), 50);
    EXPECT_EQ(lammps.evaluate("f_p[5]"), lammps.evaluate("f_b[1]-f_b[2]"));
    EXPECT_EQ(lammps.evaluate("f_p[6]"), lammps.evaluate("f_b[2]"));
    EXPECT_EQ(lammps.evaluate("f_p[7]"), lammps.evaluate("f_b[9]"));
    EXPECT_EQ(lammps.evaluate("f_p[8]"), lammps.evaluate("f_b[4]"));
  }
}

TEST_F(FixProgress, LinesOfRunsOfAllKinds)
{
  const struct {
    const char *input;
    Lines expected;
  } cases[] = {
      {"percent 50\nrun 0", {}},
      {"percent 50\nrun 0 post no\nrun 40 pre no", {"50.0", "100.0 done"}},
      {"percent 40\nrun 40", {"40.0", "80.0", "100.0 done"}},
      {"steps 16\nrun 40\nrun 20", {"40.0", "80.0", "100.0 done", "40.0", "100.0 done"}},
      {"percent 25\nrun 20 start 0 stop 40\nrun 20 pre no start 0 stop 40",
       {"25.0", "50.0", "75.0", "100.0 done"}},
      {"percent 25\nrun 40 every 15 NULL", {"25.0", "50.0", "75.0", "100.0 done"}},
      {"percent 25\nrun 40 every 15 'print x' 'print y'", {"25.0", "50.0", "75.0", "100.0 done"}},
      {"percent 50\nrun 40 every 10 NULL\nrun 20", {"50.0", "100.0 done", "50.0", "100.0 done"}},
      {"percent 50\nrun 10\nrun 50 upto every 20 NULL",
       {"50.0", "100.0 done", "50.0", "100.0 done"}},
      {"percent 50\nvariable s equal step>25\nfix h all halt 1 v_s > 0 error continue\nrun 40\n"
       "unfix h\nrun 40",
       {"50.0", "65.0 ended early", "50.0", "100.0 done"}},
      {"seconds 1000\nrun 40", {}},
      {"seconds 1e-9\nrun 2", {"50.0", "100.0 done"}},
  };
  for (const int n : rank_counts())
    for (const auto &run : cases) {
      LammpsSession lammps(n);
      lammps.run(std::string(ATOMS) + "fix p all progress " + run.input);
      if (lammps.first()) { EXPECT_EQ(lines_of(lammps.output()), run.expected) << run.input; }
    }
}

TEST_F(FixProgress, MinimizationEndsWithALine)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(std::string(ATOMS) + "fix p all progress percent 1\nminimize 0 1e-12 1000 100000");
    const double steps = lammps.evaluate("step");
    if (!lammps.first()) continue;
    const Lines lines = lines_of(lammps.output());
    ASSERT_GE(lines.size(), 1u);
    EXPECT_LT(steps, 1000);
    EXPECT_TRUE(has(lines.back(), "done"));
    EXPECT_NEAR(std::stod(lines.back()), steps / 10.0, 0.051);
  }
}

TEST_F(FixProgress, BondsOfOtherStylesThatAreGoneCountAsBroken)
{
  for (const char *newton : {"on", "off"})
    for (const int n : rank_counts()) {
      LammpsSession lammps(n);
      lammps.run(std::string("units lj\natom_style bond\nnewton on ") + newton + R"(
        region all block 0 9 0 3 0 3
        create_box 2 all bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 6
        create_atoms 1 single 1 1 1
        create_atoms 1 single 2 1 1
        create_atoms 1 single 3 1 1
        create_atoms 2 single 4 1 1
        mass * 1.0
        bond_style harmonic
        bond_coeff 1 10.0 1.0
        special_bonds lj 0 1 1
        pair_style zero 2.5
        pair_coeff * *
        create_bonds single/bond 1 1 2
        create_bonds single/bond 1 2 3
        create_bonds single/bond 1 3 4
        fix move all nve
        fix p all progress
        group ones type 1
        fix q ones progress
        thermo_style custom step f_p[*] f_q[*]
        thermo 1
        run 1
      )");
      EXPECT_EQ(values_of(lammps), (std::vector<double>{100, 4, 3, 0, 0, 0}));
      EXPECT_EQ(lammps.evaluate("f_q[5]"), 2);
      lammps.run("group end id 1 2\ndelete_bonds end bond 1 remove special\nrun 1");
      EXPECT_EQ(values_of(lammps), (std::vector<double>{100, 4, 2, 1, 0, 0}));
      const std::string file = folder / "restart";
      lammps.run("write_restart " + file);
      LammpsSession again(n);
      again.run("read_restart " + file +
                "\npair_style zero 2.5\npair_coeff * *\nfix move all nve\nfix p all progress\n"
                "thermo_style custom step f_p[*]\nrun 1");
      EXPECT_EQ(values_of(again), (std::vector<double>{100, 4, 2, 1, 0, 0}));
    }
}

TEST_F(FixProgress, RestartCountsOn)
{
  const std::string start = row_that_is_pulled_apart();
  {
    LammpsSession lammps(rank_counts().back());
    lammps.run(start + "fix p all progress\nrun 450\nwrite_restart " + (folder / "restart"));
  }
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run("newton on off\nread_restart " + (folder / "restart") + R"(
      pair_style zero 0.003
      pair_coeff * *
      neighbor 0.0005 bin
      fix move all nve/noforce
      fix p all progress steps 25
      thermo_style custom step f_p[*]
      run 500 upto
      run 50
    )");
    EXPECT_EQ(values_of(lammps), (std::vector<double>{100, 6, 3, 1, 3, 2}));
  }
}

// Text reads velocities at steps that no other style announces. Energy of a compute must be up to
// date at them, too.
TEST_F(FixProgress, TextReadsWhatItWouldWithoutDelayedVelocities)
{
  const auto energies = [](const std::string &integrator, int n) {
    LammpsSession lammps(n);
    lammps.run(
        R"(
      units si
      boundary f f f
      comm_modify vel yes
      atom_style sphere
      region all block 0 0.1 0 0.1 0 0.1
      create_box 1 all
      create_atoms 1 random 50 4711 NULL overlap 0.01 maxtry 1000
      set type 1 diameter 0.01
      set type 1 density 2500
      pair_style gran/hooke 1e4 NULL 50.0 NULL 0.5 0
      pair_coeff * *
      fix floor all wall/gran hooke 1e4 NULL 50 NULL 0.5 0 zplane 0 NULL
      fix weight all gravity 9.81 vector 0 0 -1
      timestep 1e-5
    )" + ("fix move all " + integrator) +
        "\nfix p all progress steps 7 text \"speed $(ke:%.15g) $(pe:%.15g) $(f_p[1])\"\nrun 30");
    std::istringstream screen(lammps.first() ? lammps.output() : "");
    std::string line, speeds;
    while (std::getline(screen, line))
      if (line.rfind("progress:", 0) == 0) speeds += line.substr(line.find("speed ")) + "\n";
    return speeds;
  };
  for (const int n : rank_counts()) {
    const std::string text = energies("nve/sphere", n);
    EXPECT_EQ(text, energies("leapfrog/sphere", n));
    if (is_first_rank()) { EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5) << text; }
  }
}

// Two spheres on a third on the floor and one beside them; the pair lies across ranks.
TEST_F(FixProgress, LinesCountContactsAndNameTheDriftOfTheBalance)
{
  for (const std::string newton : {"newton on\n", "newton off\n"})
    for (const int n : rank_counts()) {
      LammpsSession lammps(n);
      lammps.run(newton + R"(
        units si
        atom_style sphere
        boundary p f f
        comm_modify vel yes
        processors * 1 1
        region all block 0 0.1 -0.05 0.05 0 0.1
        create_box 1 all
        create_atoms 1 single 0.0501 0 0.00495
        create_atoms 1 single 0.0402 0 0.00495
        create_atoms 1 single 0.06 0 0.00491
        create_atoms 1 single 0.09 0 0.05
        set type 1 diameter 0.01 density 2500
        pair_style hooke/history
        pair_coeff * * stiffness 1e4 restitution 0.5
        fix floor all wall/hooke/history zplane 0 NULL stiffness 1e4 restitution 0.5
        fix move all nve/sphere
        compute energy all energy/balance
        fix p all progress steps 1
        timestep 1e-7
        run 2
      )");
      double largest = 0.0;
      for (int k = 1; k <= 17; k++)
        largest = std::max(largest, lammps.evaluate("abs(c_energy[" + std::to_string(k) + "])"));
      const double drift = lammps.evaluate("abs(c_energy)");
      if (!lammps.first()) continue;
      const std::string screen = lammps.output();
      const size_t line = screen.rfind("progress:");
      EXPECT_TRUE(has(screen.substr(line), "   5 contacts, overlap up to 2 %   energy drift"));
      const size_t at = screen.rfind("energy drift ") + 13;
      EXPECT_NEAR(std::stod(screen.substr(at)), 100 * drift / largest,
                  0.05 * 100 * drift / largest);
    }
}

TEST_F(FixProgress, WrongInputs)
{
  const auto error = [](const std::string &words) {
    LammpsSession lammps;
    return lammps.error_of(std::string(ATOMS) + "fix p all progress " + words + "\nrun 5");
  };
  const struct {
    const char *words, *text;
  } cases[] = {
      {"10", "Fix progress: unknown keyword 10 (expected seconds, steps, percent or text)"},
      {"seconds 0", "Fix progress: seconds 0 (must be positive)"},
      {"seconds", "Fix progress: seconds needs a value"},
      {"steps 0", "Fix progress: steps 0 ("},
      {"percent 101", "Fix progress: percent 101 (must be at most 100)"},
      {"percent 10 steps 5", "Fix progress: steps 5 (lines come by percent already)"},
  };
  for (const auto &wrong : cases) {
    const std::string text = error(wrong.words);
    if (is_first_rank()) { EXPECT_TRUE(has(text, wrong.text)); }
  }
}

}    // namespace test_fix_progress
