// fix breakage in runs of bodies that are continued, and of fixes that come and go.
//
// Oracles: the run in one piece, with the rows that it writes; the error text of restart data of
// another layout.

#include "styles/fragments/body_fragment_scenes.h"
#include "testing/one_rank.h"
#include "testing/restart_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

using namespace grist::testing;

namespace test_fix_breakage_bodies_restart {

// The run that continues appends the rows that one run would have written.
TEST_F(FixBreakageBodies, ARestartContinues)
{
  for (const int ranks : rank_counts()) {
    const std::string number = std::to_string(ranks), halt = folder / ("halt" + number);
    const auto fix = [&](const std::string &name) {
      return "fix b all breakage 500 append " + (folder / (name + "events" + number)) +
          " fragments " + (folder / (name + "csv" + number)) + " every 1000\n";
    };
    std::vector<double> whole, continued;
    {
      LammpsSession lammps(ranks);
      lammps.run(START + MOTION + fix("one") + cracking("") + "run 6300\n");
      whole = entries(lammps);
    }
    {
      LammpsSession lammps(rank_counts().back());
      lammps.run(START + MOTION + fix("two") + cracking("") + "run 4700\nwrite_restart " + halt +
                 "\nrun 700\n");
    }
    {
      LammpsSession lammps(ranks);
      lammps.run("newton off\nread_restart " + halt + "\n" + BODY_CONTACTS + MOTION + fix("two") +
                 cracking("") + "run 1600\n");
      continued = entries(lammps);
    }
    if (!is_first_rank()) continue;
    EXPECT_GT(whole[2], 5.0);
    for (int k = 1; k <= 15; k++)
      EXPECT_NEAR(continued[k], whole[k], 1e-6 * std::abs(whole[k])) << k;
    for (const std::string file : {"events", "csv"}) {
      const auto one = rows_of(folder / ("one" + file + number)),
                 two = rows_of(folder / ("two" + file + number));
      ASSERT_EQ(one.size(), two.size()) << file;
      EXPECT_GT(one.size(), 5u);
      for (size_t k = 0; k < one.size(); k++)
        for (const auto &[column, value] : one[k]) {
          if (column[0] == 'v') continue;    // small where bodies lie at rest
          EXPECT_NEAR(two[k].at(column), value, 1e-4 * std::abs(value) + 1e-5)
              << file << ", " << column << " of row " << k;
        }
    }
  }
}

// Without their block, births and sizes of another layout would be read.
TEST_F(FixBreakageBodies, RestartDataOfAnotherLayoutAreRefused)
{
  ONE_RANK_IS_ENOUGH();
  const std::string file = folder / "halt", fix = "fix b all breakage 1000\n";
  for (const auto &[style, layout] :
       std::map<std::string, std::string>{{"breakage", "4"}, {"break/polyhedra", "5"}}) {
    {
      LammpsSession lammps;
      lammps.run(START + MOTION + fix + cracking("") + "run 2\nwrite_restart " + file + "\n");
    }
    ASSERT_TRUE(overwrite_block(file, style, BlockWord::VERSION, 1));
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of("newton off\nread_restart " + file + "\n" + BODY_CONTACTS +
                                    MOTION + fix + cracking("")),
                    "Fix " + style + ": the restart file has layout 1 of these data (expected " +
                        layout + ";"));
  }
}

// Births without fix break/polyhedra, on bodies that change ranks, and after a restart.
TEST_F(FixBreakageBodies, BirthsWithoutBreaking)
{
  const std::string halt = folder / "halt", csv = folder / "csv", again = folder / "again";
  const std::string motion = "fix move all nve/body\ntimestep 1e-5\n";
  {
    LammpsSession lammps(rank_counts().back());
    lammps.run(BODY_SCENE + "boundary p p p\n" + BODY_BOX + BODY_CONTACTS + motion + R"(
      region low block -0.1 0.1 -0.1 0.1 -0.1 -0.02
      region high block -0.1 0.1 -0.1 0.1 0.02 0.1
      create_polyhedra 6 region low shape cube size 0.01 density 2500 seed 2
      velocity all set 9 7 0
      fix b all breakage 10 fragments )" +
               csv +
               " every 4000\nrun 1000\ncreate_polyhedra 5 region high shape cube size 0.02 density "
               "2500 seed 3\n"
               "group high id 7:11\nvelocity high set -9 5 0\nrun 3000\nwrite_restart " +
               halt + "\n");
  }
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run("newton off\nread_restart " + halt + "\n" + BODY_CONTACTS + motion +
               "fix b all breakage 10 fragments " + again + " every 4000\nrun 0\n");
    if (!is_first_rank()) continue;
    for (const std::string &file : {csv, again}) {
      const std::vector<Row> rows = rows_at(file, 4000);
      ASSERT_EQ(rows.size(), 11u);
      for (const Row &row : rows) {
        EXPECT_NEAR(row.at("birth"), row.at("id") <= 6 ? 0.0 : 0.01, 1e-12) << row.at("id");
        EXPECT_EQ(row.at("origin"), row.at("id"));
        EXPECT_EQ(row.at("generation"), 0.0);
      }
    }
  }
}

// Either fix may go while the other stays.
TEST_F(FixBreakageBodies, FixesComeAndGo)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(START + MOTION + "fix b all breakage 100\nfix gone all breakage 100\n" +
               cracking("") + "run 100\nunfix gone\nrun 5000\n");
    const double before = lammps.evaluate("f_b[2]"), bodies_before = lammps.evaluate("f_b[9]");
    EXPECT_GT(before, 0.0);
    EXPECT_GT(lammps.evaluate("f_b[15]") + lammps.evaluate("f_b[4]"), 0.0);
    lammps.run("unfix crack\n");
    const std::string asked = lammps.error_of("print $(f_b[9])");
    if (is_first_rank()) { EXPECT_TRUE(has(asked, "(run 0 first)")) << asked; }
    lammps.run("run 100\n");
    EXPECT_EQ(lammps.evaluate("f_b[2]"), before);
    EXPECT_EQ(lammps.evaluate("f_b[4]"), 0.0);
    EXPECT_EQ(lammps.evaluate("f_b[9]"), bodies_before);
  }
}

}    // namespace test_fix_breakage_bodies_restart
