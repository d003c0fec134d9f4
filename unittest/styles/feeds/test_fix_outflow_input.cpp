// fix outflow: what it rejects, and what it warns of. Oracle: the text of each error.

#include "styles/feeds/outflow_scenes.h"
#include "testing/one_rank.h"
#include "testing/restart_file.h"

#include <gtest/gtest.h>

namespace test_fix_outflow_input {

using namespace grist::testing;

using FixOutflowInput = OneRankTest;

TEST_F(FixOutflowInput, Errors)
{
  write_flight(folder / "flight");
  const auto expect = [&](const std::string &line, const std::string &text,
                          const std::string &boundary = "p p f") {
    LammpsSession lammps;
    const std::string error =
        lammps.error_of(flight(folder / "flight", boundary) + line + "\nrun 0");
    EXPECT_TRUE(has(error, text)) << line << "\n" << error;
  };
  const std::string plane = "fix out all outflow 10 plane 0 0 0 0 0 -1 ";
  expect("fix out all outflow 0 box", "Fix outflow: N 0");
  expect("fix out all outflow 10 plane 0 0 0 0 0 0", "Fix outflow: normal of plane");
  expect("fix out all outflow 10 plane 0 0 0 1", "Fix outflow: plane needs a point and a normal");
  expect("fix out all outflow 10 plane 0 0 -0.03 0 0 -1",
         "Fix outflow: plane through 0 0 -0.03 with normal 0 0 -1 does not cut the box");
  expect("fix out all outflow 10 plane 0 0 0.02 0 0 -1", "does not cut the box");
  expect("fix out all outflow 10 hole", "Fix outflow: place hole (expected plane, region or box)");
  expect("fix out all outflow 10 region none", "Fix outflow: region none (does not exist)");
  expect("fix out all outflow 10 box", "nothing can leave a box of boundary pp pp pp", "p p p");
  expect(plane + "sizes 2e-3 1e-3", "Fix outflow: sizes 0.001 (sizes must ascend)");
  expect(plane + "sizes -1", "Fix outflow: sizes -1");
  expect(plane + "component mass", "Fix outflow: component mass (expected type or none)");
  expect(plane + "every 0", "Fix outflow: every 0");
  expect(plane + "fille x", "Fix outflow: unknown keyword fille");
  expect(plane + "file " + (folder / "none/x.csv"), "Fix outflow: cannot open file");
  expect(plane + "file " + (folder / "x.csv") + "\nfix two all outflow 10 box file " +
             (folder / "x.csv"),
         "x.csv (fix out writes it already; give another name)");
  expect(plane + "\nfix r all rigid molecule", "bodies of fix r of style rigid would be torn");
  expect(plane + "\nrun_style respa 2 2", "respa");
  expect(plane + "\nbond_style none", "would be torn (expected bond_style parallel");
}

TEST_F(FixOutflowInput, AnEmptyGroupIsNamed)
{
  write_flight(folder / "flight");
  LammpsSession lammps;
  lammps.run(flight(folder / "flight") +
             "group none empty\nfix out none outflow 10 plane 0 0 0 0 0 -1\nrun 0");
  EXPECT_TRUE(has(lammps.output(), "Fix outflow: group none has no atoms"));
}

TEST_F(FixOutflowInput, RestartDataOfOtherClassesAreRefused)
{
  write_flight(folder / "flight");
  const std::string halt = folder / "halt", plane = "fix out all outflow 10 plane 0 0 0 0 0 -1 ";
  {
    LammpsSession lammps;
    lammps.run(flight(folder / "flight") + plane + "sizes 1e-3\nrun 10\nwrite_restart " + halt);
  }
  {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of("read_restart " + halt + "\n" + plane), "or another fix ID"));
  }
  ASSERT_TRUE(overwrite_block(halt, "outflow", BlockWord::VERSION, 99));
  LammpsSession lammps;
  EXPECT_TRUE(
      has(lammps.error_of("read_restart " + halt + "\n" + plane + "sizes 1e-3"), "Fix outflow"));
}

}    // namespace test_fix_outflow_input
