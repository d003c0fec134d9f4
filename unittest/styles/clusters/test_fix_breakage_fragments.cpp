// fix breakage: fragments, their births, masses and sizes, and the files of them.
//
// Oracles: components computed here from the bonds that LAMMPS itself dumps at every step; chains of
// known sizes; the same run on other numbers of ranks and after a restart.

#include "common/constants.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/restart_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

namespace {

using namespace grist::testing;

// A CSV file as rows of numbers by column name; text becomes NaN.
using Row = std::map<std::string, double>;

std::vector<Row> rows_of(const std::string &path)
{
  std::istringstream file(read_file(path));
  std::string line, word;
  std::vector<std::string> names;
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::vector<std::string> values;
    while (std::getline(words, word, ',')) values.push_back(word);
    if (names.empty()) {
      names = values;
      continue;
    }
    EXPECT_EQ(values.size(), names.size()) << line;
    Row row;
    for (size_t k = 0; k < names.size(); k++) {
      char *end = nullptr;
      row[names[k]] = std::strtod(values[k].c_str(), &end);
      if (*end) row[names[k]] = std::nan("");
    }
    rows.push_back(row);
  }
  return rows;
}

using Bonds = std::vector<std::pair<int, int>>;

// The bonds of each frame of a dump local of two columns.
std::map<long, Bonds> bonds_of_dump(const std::string &path)
{
  std::istringstream file(read_file(path));
  std::string line;
  std::map<long, Bonds> frames;
  Bonds *frame = nullptr;
  while (std::getline(file, line)) {
    if (line == "ITEM: TIMESTEP") {
      std::getline(file, line);
      frame = &frames[std::stol(line)];
      frame->clear();
      while (line.rfind("ITEM: ENTRIES", 0) != 0) std::getline(file, line);
      continue;
    }
    std::istringstream words(line);
    double a, b;
    words >> a >> b;
    frame->emplace_back(int(a), int(b));
  }
  return frames;
}

// Connected sets of atoms, by their smallest id: simple relabelling until nothing changes.
std::map<int, std::set<int>> components(int atoms, const Bonds &bonds)
{
  std::vector<int> label(atoms + 1);
  for (int i = 0; i <= atoms; i++) label[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto &[a, b] : bonds) {
      const int least = std::min(label[a], label[b]);
      changed = changed || label[a] != least || label[b] != least;
      label[a] = label[b] = least;
    }
  }
  std::map<int, std::set<int>> sets;
  for (int i = 1; i <= atoms; i++) sets[label[i]].insert(i);
  return sets;
}

class OnTheseRanks : public testing::Test {
 protected:
  TestFolder folder;
};

class FixBreakageFragments : public OnTheseRanks {
 protected:
  // The eight cubes, of elements of different masses, shearing past each other and breaking. A constant density comes first:
  // the command also checks the value that a variable leaves unset.
  std::string breaking_cubes()
  {
    write_cubes(folder / "data");
    return read_case(folder / "data", "young 1e8 tensile 2e5 shear 2e5") +
        CONTACTS_WITHOUT_HISTORY + R"(
      variable rho atom 2500*(1+0.1*sin(id))
      set group all density 2500 density v_rho
      velocity all ramp vx -2 2 z 0.0 0.0456
      velocity all ramp vz -2 2 x 0.0 0.0456
    )";
  }
};

TEST_F(FixBreakageFragments, AreTheComponentsOfTheDumpedBondsAtAnyTime)
{
  const std::string start = breaking_cubes();
  for (const int n : rank_counts()) {
    const std::string csv = folder / ("csv" + std::to_string(n)), dump = folder / "bonds";
    LammpsSession lammps(n);
    lammps.run(start + R"(
      compute ends all property/local batom1 batom2
      dump bonds all local 1 )" +
               dump + " c_ends[1] c_ends[2]\nfix b all breakage 1000000 fragments " + csv +
               " at 0 1.4e-5 7.4e-5 1.94e-4 1.96e-4 3.0e-4 5.98e-4\nrun 300");
    lammps.run("undump bonds");
    const auto atoms = lammps.atoms();
    if (!lammps.first()) continue;
    const auto rows = rows_of(csv);
    const auto frames = bonds_of_dump(dump);
    ASSERT_EQ(frames.size(), 301u);

    std::map<int, std::set<int>> before;
    std::map<int, double> birth;
    size_t row = 0, written = 0, later_births = 0;
    for (const auto &[step, bonds] : frames) {
      const auto now = components(216, bonds);
      for (const auto &[id, members] : now) {
        const auto old = before.find(id);
        if (step == 0)
          birth[id] = 0.0;
        else if (old == before.end() || old->second != members)
          birth[id] = step * 2e-6;
      }
      before = now;
      if (row == rows.size() || rows[row].at("step") != step) continue;
      written++;
      for (const auto &[id, members] : now) {
        ASSERT_LT(row, rows.size());
        const Row &found = rows[row++];
        EXPECT_EQ(found.at("step"), step);
        EXPECT_EQ(found.at("id"), id);
        EXPECT_EQ(found.at("elements"), members.size());
        EXPECT_EQ(found.at("parent"), atoms[id - 1].molecule);
        EXPECT_NEAR(found.at("birth"), birth[id], 1e-12) << "step " << step << " id " << id;
        double mass = 0.0;
        for (const int member : members) mass += atoms[member - 1].mass;
        EXPECT_NEAR(found.at("mass") / mass, 1.0, 1e-14);
        if (found.at("birth") > 0.0 && found.at("birth") < step * 2e-6) later_births++;
      }
    }
    EXPECT_EQ(written, 7u);
    EXPECT_EQ(row, rows.size());
    EXPECT_GT(later_births, 50u);
  }
}

// Rows of touching spheres of 2 mm, 5.236e-9 m^3 times 2500 kg/m^3 each, in a periodic box of 10 mm. The first has 5 and
// goes through the periodic border, with image flags that say nothing of it; the second has 3; one sphere is alone.
constexpr double ELEMENT = 2500 * 4.18879020478639 * 1e-9;

std::string rows_and_one(const std::string &data)
{
  std::vector<SphereLine> spheres;
  std::vector<std::pair<int, int>> bonds;
  add_row_through_border(spheres, bonds);
  for (int i = 0; i < 3; i++) {
    spheres.push_back({4, 2e-3, 2500, 0, -0.002 + 2e-3 * i, 0.003});
    if (i > 0) bonds.emplace_back(5 + i, 6 + i);
  }
  spheres.push_back({7, 2e-3, 2500, 0, 0.005, -0.003});
  write_data(data, spheres, bonds, -0.004, 0.006);
  return read_case(data, "young 1e8 tensile 1e6 shear 1e9") + R"(
    pair_style zero 0.003
    pair_coeff * *
    neighbor 0.0005 bin
    timestep 1e-6
    fix move all nve/noforce
    group right id 4 5
    velocity right set 0.05 0.02 0
  )";
}

TEST_F(FixBreakageFragments, MassSizePlaceAndFilesOfChains)
{
  const std::string start = rows_and_one(folder / "data");
  std::string first_fragments, first_sizes;
  for (const int n : rank_counts()) {
    const std::string csv = folder / ("csv" + std::to_string(n));
    const std::string sizes_csv = folder / ("sizes" + std::to_string(n));
    LammpsSession lammps(n);
    lammps.run(start + "fix b all breakage 1000 fines 3 size equivalent fragments " + csv +
               " sizes " + sizes_csv + " at 1e-4 5e-4\nrun 200");
    const double d = 2e-3;
    const auto size = [&](int elements) { return d * std::cbrt(elements); };
    // 5, 3 and 1 elements: d10 of the mass is in the single one, d50 in the row of five.
    EXPECT_NEAR(lammps.evaluate("f_b[6]") / size(1), 1.0, 1e-12);
    EXPECT_NEAR(lammps.evaluate("f_b[7]") / size(5), 1.0, 1e-12);
    EXPECT_EQ(lammps.evaluate("f_b[9]"), 3);
    EXPECT_NEAR(lammps.evaluate("f_b[10]"), 1.0 / 9.0, 1e-12);
    EXPECT_EQ(lammps.evaluate("f_b[11]"), 0.0);
    const double mass = lammps.evaluate("f_b[14]");
    lammps.run("run 400");
    // Now 3, 2, 3 and 1.
    EXPECT_NEAR(lammps.evaluate("f_b[6]") / size(1), 1.0, 1e-12);
    EXPECT_NEAR(lammps.evaluate("f_b[7]") / size(3), 1.0, 1e-12);
    EXPECT_NEAR(lammps.evaluate("f_b[8]") / size(3), 1.0, 1e-12);
    EXPECT_EQ(lammps.evaluate("f_b[9]"), 4);
    EXPECT_NEAR(lammps.evaluate("f_b[10]"), 3.0 / 9.0, 1e-12);
    EXPECT_EQ(lammps.evaluate("f_b[14]"), mass);
    EXPECT_EQ(lammps.evaluate("f_b[12]"), 1);
    EXPECT_EQ(lammps.evaluate("f_b[13]"), 0);
    // E A/(2 L) times the stretch squared, at a hundredth or a step later; shear is 0.4 of it, and 2.5 times softer.
    const double energy = 0.5 * 1e8 * grist::PI * 1e-6 / d * 2e-5 * 2e-5 * (1 + 0.16 / 2.5);
    EXPECT_GE(lammps.evaluate("f_b[11]"), energy);
    EXPECT_LE(lammps.evaluate("f_b[11]"), 1.02 * energy);
    if (!lammps.first()) continue;

    const auto rows = rows_of(csv);
    ASSERT_EQ(rows.size(), 3u + 4u);
    const long ids[] = {1, 6, 9, 1, 4, 6, 9}, parents[] = {9, 4, 7, 9, 9, 4, 7};
    const int elements[] = {5, 3, 1, 3, 2, 3, 1};
    for (size_t k = 0; k < rows.size(); k++) {
      EXPECT_EQ(rows[k].at("step"), k < 3 ? 100 : 500);
      EXPECT_EQ(rows[k].at("id"), ids[k]);
      EXPECT_EQ(rows[k].at("parent"), parents[k]);
      EXPECT_EQ(rows[k].at("elements"), elements[k]);
      EXPECT_EQ(rows[k].at("fines"), elements[k] < 3 ? 1 : 0);
      EXPECT_NEAR(rows[k].at("mass") / (elements[k] * ELEMENT), 1.0, 1e-12);
      EXPECT_NEAR(rows[k].at("equivalent") / size(elements[k]), 1.0, 1e-8);
    }
    // The row of five while whole: the middle of the row, moved by the two at the end, 1e-4 s at 0.05 m/s.
    EXPECT_NEAR(rows[0].at("x"), -0.001 + 0.4 * 5e-6, 1e-11);
    EXPECT_NEAR(rows[0].at("y"), 0.4 * 2e-6, 1e-11);
    EXPECT_NEAR(rows[0].at("vx"), 0.4 * 0.05, 1e-10);
    EXPECT_NEAR(rows[3].at("x"), -0.003, 1e-11);
    EXPECT_NEAR(rows[4].at("x"), 0.002 + 500e-6 * 0.05, 1e-11);
    EXPECT_NEAR(rows[4].at("vx"), 0.05, 1e-10);
    // Straight rows pass end on; the torn one was straight, too.
    for (const int k : {1, 2, 3, 4, 5, 6}) EXPECT_NEAR(rows[k].at("sieve") / d, 1.0, 1e-6);
    EXPECT_EQ(rows[0].at("birth"), 0.0);
    EXPECT_NEAR(rows[3].at("birth"), 3.7e-4, 4e-5);
    EXPECT_EQ(rows[3].at("birth"), rows[4].at("birth"));
    EXPECT_EQ(rows[5].at("birth"), 0.0);

    const auto passing = rows_of(sizes_csv);
    ASSERT_EQ(passing.size(), 3u + 3u);
    const double sizes_expected[] = {size(1), size(3), size(5), size(1), size(2), size(3)};
    const double passing_expected[] = {1. / 9, 4. / 9, 1.0, 1. / 9, 3. / 9, 1.0};
    for (size_t k = 0; k < passing.size(); k++) {
      EXPECT_NEAR(passing[k].at("size") / sizes_expected[k], 1.0, 1e-8);
      EXPECT_NEAR(passing[k].at("passing"), passing_expected[k], 1e-11);
    }
    if (n == 1) {
      first_fragments = read_file(csv);
      first_sizes = read_file(sizes_csv);
    }
    EXPECT_EQ(read_file(csv), first_fragments);
    EXPECT_EQ(read_file(sizes_csv), first_sizes);
  }
}

TEST_F(FixBreakageFragments, MassStaysToTheLastDigitWhateverBreaks)
{
  const std::string start = breaking_cubes();
  double mass = 0.0;
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(start + "fix b all breakage 1000000\nrun 0");
    const double here = lammps.evaluate("f_b[14]");
    if (n == 1) mass = here;
    EXPECT_EQ(here, mass);
    double broken = 0;
    for (const int steps : {20, 40, 90, 150}) {
      lammps.run("run " + std::to_string(steps));
      EXPECT_EQ(lammps.evaluate("f_b[14]"), mass);
      EXPECT_GT(lammps.evaluate("f_b[2]"), broken);
      broken = lammps.evaluate("f_b[2]");
    }
  }
  EXPECT_GT(mass, 0.0);
}

TEST_F(FixBreakageFragments, RestartOnOtherRanksContinues)
{
  const std::string start = breaking_cubes();
  const int most = rank_counts().back();
  const std::string whole = folder / "whole";
  double entries[15] = {};
  {
    LammpsSession lammps(most);
    lammps.run(start + "fix b all breakage 1000000 fragments " + whole +
               " every 150\nrestart 150 " + (folder / "during.*") +
               "\nrun 150\nrestart 0\nwrite_restart " + (folder / "restart"));
    for (int k = 1; k <= 14; k++) entries[k] = lammps.evaluate("f_b[" + std::to_string(k) + "]");
  }
  std::vector<std::pair<int, std::string>> runs = {{1, "during.150"}};
  for (const int n : rank_counts()) runs.emplace_back(n, "restart");
  for (const auto &[n, file] : runs) {
    const std::string csv = folder / ("after" + std::to_string(n) + file);
    LammpsSession lammps(n);
    lammps.run("newton on off\nread_restart " + (folder / file) + CONTACTS_WITHOUT_HISTORY +
               "fix b all breakage 1000000 fragments " + csv + " every 150\nrun 0");
    for (const int k : {1, 2, 3, 4, 9, 10, 11, 12, 13, 14})
      EXPECT_EQ(lammps.evaluate("f_b[" + std::to_string(k) + "]"), entries[k]) << "entry " << k;
    EXPECT_GT(entries[11], 0.0);
    EXPECT_GT(entries[9], 100);
    lammps.run("run 50");
    EXPECT_EQ(lammps.evaluate("f_b[14]"), entries[14]);
    EXPECT_GT(lammps.evaluate("f_b[11]"), entries[11]);
    if (!lammps.first()) continue;
    const auto before = rows_of(whole), after = rows_of(csv);
    size_t first = 0;
    while (before[first].at("step") != 150) first++;
    ASSERT_EQ(after.size(), before.size() - first);
    for (size_t k = 0; k < after.size(); k++) {
      for (const char *column :
           {"step", "id", "parent", "birth", "elements", "mass", "equivalent", "sieve"})
        EXPECT_EQ(after[k].at(column), before[first + k].at(column)) << column << " of row " << k;
    }
  }
}

// Sizes are those of the shape before it was strained, also in the run that continues.
TEST_F(FixBreakageFragments, RestartKeepsTheSizesOfStrainedFragments)
{
  write_cubes(folder / "data");
  const std::string fix = "fix b all breakage 1000000\n";
  const auto sizes = [](LammpsSession &lammps) {
    std::array<double, 3> read = {};
    for (int k = 0; k < 3; k++) read[k] = lammps.evaluate("f_b[" + std::to_string(6 + k) + "]");
    return read;
  };
  std::array<double, 3> before = {};
  {
    LammpsSession lammps(rank_counts().back());
    lammps.run(read_case(folder / "data", UNBREAKABLE) + CONTACTS_WITHOUT_HISTORY +
               "velocity all ramp vx -2 2 z 0 0.0456\n" + fix +
               "thermo_style custom step f_b[7]\nrun 300");
    before = sizes(lammps);
    lammps.run("write_restart " + (folder / "restart"));
  }
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run("newton on off\nread_restart " + (folder / "restart") + CONTACTS_WITHOUT_HISTORY +
               fix + "thermo_style custom step f_b[7]\nrun 10");
    EXPECT_EQ(sizes(lammps), before) << n;
    // Anew, they are others.
    lammps.run("unfix b\n" + fix + "run 0");
    EXPECT_NE(sizes(lammps), before) << n;
  }
}

TEST_F(FixBreakageFragments, RestartDataOfAnotherLayoutAreRefused)
{
  if (world_size() > 1) GTEST_SKIP() << "one rank is enough";
  const std::string start = rows_and_one(folder / "data"), file = folder / "restart";
  const std::string fix = "fix b all breakage 1000\n";
  const auto write = [&] {
    LammpsSession lammps;
    lammps.run(start + fix + "run 10\nwrite_restart " + file);
  };
  const auto error = [&] {
    LammpsSession lammps;
    return lammps.error_of("newton on off\nread_restart " + file + "\n" + fix);
  };
  write();
  EXPECT_EQ(error(), "");
  ASSERT_TRUE(overwrite_block(file, "breakage", BlockWord::VERSION, 1));
  EXPECT_NE(error().find("Fix breakage: the restart file has layout 1 of these data (expected 2;"),
            std::string::npos)
      << error();
  write();
  ASSERT_TRUE(overwrite_block(file, "breakage", BlockWord::MARK, 48));
  EXPECT_NE(error().find("Fix breakage: the restart file was written by an older version of Grist"),
            std::string::npos)
      << error();
  // Births without a block.
  write();
  ASSERT_TRUE(hide_block(file, "breakage"));
  EXPECT_NE(error().find("Fix breakage: the restart file was written by an older version of Grist"),
            std::string::npos)
      << error();
}

TEST_F(FixBreakageFragments, AppendAfterARestartRepeatsNoTime)
{
  if (world_size() > 1) GTEST_SKIP() << "one rank is enough";
  const std::string start = rows_and_one(folder / "data");
  const std::string fix = "fix b all breakage 1000 append " + (folder / "events") + " fragments " +
      (folder / "csv") + " at 1e-4 5e-4 1e-3\n";
  LammpsSession first;
  first.run(start + fix + "run 500\nwrite_restart " + (folder / "restart"));
  LammpsSession second;
  second.run("newton on off\nread_restart " + (folder / "restart") +
             "\npair_style zero 0.003\npair_coeff * *\nneighbor 0.0005 bin\ntimestep 1e-6\n"
             "fix move all nve/noforce\n" +
             fix + "run 500");
  std::map<double, int> lines;
  for (const auto &row : rows_of(folder / "csv")) lines[row.at("step")]++;
  EXPECT_EQ(lines, (std::map<double, int>{{100, 3}, {500, 4}, {1000, 4}}));
  EXPECT_EQ(rows_of(folder / "events").size(), 1u);
}

// The rows that a run wrote after its restart file are written again by the run that continues from it, and stand once.
TEST_F(FixBreakageFragments, AppendAfterARestartFromAnEarlierStepReplacesRows)
{
  const std::string fix = "fix b all breakage 20 append " + (folder / "events") + " fragments " +
      (folder / "csv") + " sizes " + (folder / "sizes") + " every 100\n";
  const int n = rank_counts().back();
  {
    LammpsSession first(n);
    first.run(breaking_cubes() + fix + "run 150\nwrite_restart " + (folder / "restart") +
              "\nrun 150");
  }
  std::map<std::string, std::string> whole;
  for (const char *name : {"events", "csv", "sizes"}) whole[name] = read_file(folder / name);
  MPI_Barrier(MPI_COMM_WORLD);
  {
    LammpsSession second(n);
    second.run("newton on off\nread_restart " + (folder / "restart") + CONTACTS_WITHOUT_HISTORY +
               fix + "run 150");
    if (second.first()) {
      EXPECT_NE(second.output().find("rows of steps after 150 from the end of file"),
                std::string::npos);
    }
  }
  const auto steps_of = [](const std::string &text) {
    std::map<long, int> rows;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) rows[std::strtol(line.c_str(), nullptr, 10)]++;
    return rows;
  };
  for (const char *name : {"csv", "sizes"})
    EXPECT_EQ(steps_of(read_file(folder / name)).size(), 4u);
  EXPECT_EQ(steps_of(read_file(folder / "csv")), steps_of(whole["csv"]));
  const auto before = steps_of(whole["events"]), after = steps_of(read_file(folder / "events"));
  EXPECT_GT(before.rbegin()->first, 150);
  for (auto row = before.begin(); row != before.end() && row->first <= 150; ++row)
    EXPECT_EQ(after.count(row->first) ? after.at(row->first) : 0, row->second) << row->first;
  EXPECT_LE(after.rbegin()->first, 300);
}

TEST_F(FixBreakageFragments, AtomsAddedAndDeleted)
{
  const std::string start = rows_and_one(folder / "data");
  for (const int n : rank_counts()) {
    const std::string csv = folder / ("csv" + std::to_string(n));
    LammpsSession lammps(n);
    lammps.run(start + "fix b all breakage 1000 fragments " + csv +
               " every 600\nrun 450\ncreate_atoms 1 single 0.003 0.003 0.003\n"
               "group new id 10\nset group new diameter 2e-3 density 2500 mol 11\nrun 100");
    EXPECT_EQ(lammps.evaluate("f_b[9]"), 5);
    EXPECT_NEAR(lammps.evaluate("f_b[14]") / (10 * ELEMENT), 1.0, 1e-12);
    // The middle one of the row of three goes, and its bonds with it; so does the single one of the start.
    lammps.run("group gone id 7 9\ndelete_atoms group gone bond yes compress no\nrun 50");
    EXPECT_EQ(lammps.evaluate("f_b[9]"), 5);
    EXPECT_EQ(lammps.evaluate("f_b[2]"), 1);
    EXPECT_NEAR(lammps.evaluate("f_b[14]") / (8 * ELEMENT), 1.0, 1e-12);
    if (!lammps.first()) continue;
    std::map<long, Row> last;
    for (const auto &row : rows_of(csv))
      if (row.at("step") == 600) last[long(row.at("id"))] = row;
    ASSERT_EQ(last.size(), 5u);
    EXPECT_NEAR(last.at(10).at("birth"), 450e-6, 1e-12);
    EXPECT_EQ(last.at(10).at("parent"), 11);
    EXPECT_EQ(last.at(8).at("birth"), 0.0);
    EXPECT_GT(last.at(4).at("birth"), 3e-4);
  }
}

TEST_F(FixBreakageFragments, PouredClustersHaveTheTimeOfInsertion)
{
  const std::string file = folder / "fragments";
  for (const int ranks : rank_counts()) {
    SCOPED_TRACE(std::to_string(ranks) + " ranks");
    LammpsSession lammps(ranks);
    lammps.run(R"(
      units si
      newton on off
      atom_style bonded/cluster
      boundary p p f
      comm_modify vel yes
      region box block 0 0.06 0 0.06 0 0.3
      create_box 1 box bond/types 1
      cluster_template cube cube 0.012 radius 2e-3 lattice sc density 2500 type 1
      pair_style hertz/mindlin
      pair_coeff * * young 1e7 poisson 0.3 restitution 0.4 friction 0.5
      bond_style parallel
      bond_coeff 1 young 1e7 tensile none shear none
      neighbor 1e-3 bin
      neigh_modify delay 0 every 1 check yes
      timestep 2e-5
      fix move all leapfrog/sphere
      fix weight all gravity 9.81 vector 0 0 -1
      region slot block 0.01 0.05 0.01 0.05 0.25 0.29
      fix pour all pour 6 0 4711 region slot mol cube vol 0.005 50 vel 0 0 0 0 -1
      fix b all breakage 1000 fragments )" +
               file + " every 1\nrun 4000\n");
    EXPECT_EQ(lammps.evaluate("f_b[1]"), 6 * 54);
    EXPECT_EQ(lammps.evaluate("f_b[9]"), 6);
    if (!lammps.first()) continue;
    std::map<int, Row> first_seen;
    std::set<double> births;
    for (const Row &row : rows_of(file)) first_seen.emplace(row.at("id"), row);
    EXPECT_EQ(first_seen.size(), 6u);
    for (const auto &[id, row] : first_seen) {
      EXPECT_NEAR(row.at("birth"), row.at("time"), 1e-12) << id;
      EXPECT_EQ(row.at("elements"), 27);
      births.insert(row.at("birth"));
    }
    EXPECT_EQ(births.size(), 3u);
  }
}

TEST_F(FixBreakageFragments, GroupHasOnlyItsOwnElements)
{
  const std::string start = rows_and_one(folder / "data");
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(start + "group some id 1 3 6 9\nfix b some breakage 1000 size equivalent\nrun 10");
    EXPECT_EQ(lammps.evaluate("f_b[9]"), 3);    // 1 and 3 are connected by 2, which is not in it
    EXPECT_NEAR(lammps.evaluate("f_b[14]") / (4 * ELEMENT), 1.0, 1e-12);
    EXPECT_NEAR(lammps.evaluate("f_b[10]"), 0.5, 1e-12);
  }
}

TEST_F(FixBreakageFragments, BadInputIsOneSentence)
{
  if (world_size() > 1) GTEST_SKIP() << "one rank is enough";
  write_pair(folder / "data");
  const auto error_for = [&](const std::string &keywords) {
    LammpsSession lammps;
    return lammps.error_of(read_case(folder / "data", UNBREAKABLE) + CONTACTS +
                           "fix b all breakage 10 " + keywords + "\nrun 0");
  };
  const auto expect = [&](const std::string &keywords, const std::string &part) {
    const std::string text = error_for(keywords);
    EXPECT_NE(text.find(part), std::string::npos) << keywords << ": " << text;
  };
  const std::string file = "fragments " + (folder / "csv");
  expect("fragments", "Fix breakage: fragments needs a value");
  expect("fragments one fragments other",
         "Fix breakage: fragments other (the file is one already)");
  expect("fragments /no/such/folder/x", "Fix breakage: cannot open file /no/such/folder/x");
  expect(file + " every 0", "Fix breakage: every 0 (must be >= 1)");
  expect("every 10", "Fix breakage: keyword every needs a file (keyword fragments or sizes)");
  expect("at 1", "Fix breakage: keyword at needs a file (keyword fragments or sizes)");
  expect(file + " at", "Fix breakage: at needs a value");
  expect(file + " at soon", "Fix breakage: at soon (expected a number)");
  expect(file + " at 1 2 2", "Fix breakage: at 2 (times must ascend)");
  expect("fines 0", "Fix breakage: fines 0 (must be >= 1)");
  expect("size large", "Fix breakage: size large (expected sieve or equivalent)");

  // An earlier file is not emptied by a line that is refused.
  LammpsSession before;
  before.run(read_case(folder / "data", UNBREAKABLE) + CONTACTS + "fix b all breakage 10 " + file +
             "\nrun 0");
  const std::string kept = read_file(folder / "csv");
  expect(file + " sizes /no/such/folder/x", "cannot open file");
  EXPECT_EQ(read_file(folder / "csv"), kept);
  EXPECT_EQ(std::count(kept.begin(), kept.end(), '\n'), 2);
}

}    // namespace
