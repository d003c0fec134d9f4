// fix breakage: fragments and their files after a restart. Oracle: the run without one.

#include "styles/fragments/fragment_scenes.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"
#include "testing/restart_file.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace test_fix_breakage_restart {

using namespace grist::testing;

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
           {"step", "id", "parent", "birth", "elements", "mass", "size", "sieve_size"})
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
  ONE_RANK_IS_ENOUGH();
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
  EXPECT_TRUE(
      has(error(), "Fix breakage: the restart file has layout 1 of these data (expected 4;"));
  write();
  ASSERT_TRUE(overwrite_block(file, "breakage", BlockWord::MARK, 48));
  EXPECT_TRUE(
      has(error(), "Fix breakage: the restart file was written by an older version of Grist"));
  // Births without a block.
  write();
  ASSERT_TRUE(hide_block(file, "breakage"));
  EXPECT_TRUE(
      has(error(), "Fix breakage: the restart file was written by an older version of Grist"));
}

TEST_F(FixBreakageFragments, AppendAfterARestartRepeatsNoTime)
{
  ONE_RANK_IS_ENOUGH();
  const std::string start = rows_and_one(folder / "data");
  const std::string fix = "fix b all breakage 1000 append " + (folder / "events") + " fragments " +
      (folder / "csv") + " at 1e-4 5e-4 1e-3\n";
  LammpsSession first;
  first.run(start + fix + "run 500\nwrite_restart " + (folder / "restart"));
  LammpsSession second;
  second.run("newton on off\nread_restart " + (folder / "restart") + BONDS_ALONE + fix + "run 500");
  std::map<double, int> lines;
  for (const auto &row : rows_of(folder / "csv")) lines[row.at("step")]++;
  EXPECT_EQ(lines, (std::map<double, int>{{100, 3}, {500, 4}, {1000, 4}}));
  EXPECT_EQ(rows_of(folder / "events").size(), 1u);
}

// The rows that a run wrote after its restart file are written again by the run that continues from
// it, and stand once.
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
      EXPECT_TRUE(has(second.output(), "rows of steps after 150 from the end of file"));
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

}    // namespace test_fix_breakage_restart
