// Files of rows that a later run continues, files that are written whole, and who may write a file.
//
// Oracles: the rows that are left by hand; the device /dev/full, which takes no byte.

#include "styles/files/file_lock.h"
#include "styles/files/output_file.h"
#include "styles/files/table_file.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace test_table_file {

using namespace LAMMPS_NS;
using grist::testing::OneRankTest;
using grist::testing::read_file;

class OutputFiles : public OneRankTest {
 protected:
  std::string written(const std::string &contents)
  {
    std::ofstream(folder / "table", std::ios::binary) << contents;
    return folder / "table";
  }
  std::string cut_off(const TableEnd &end)
  {
    TableFile table;
    EXPECT_TRUE(table.open(folder / "table"));
    EXPECT_TRUE(table.cut_off(end.bytes));
    EXPECT_TRUE(table.write("new\n"));
    return read_file(folder / "table");
  }
};

TEST_F(OutputFiles, RowWithoutAnEndIsCutOff)
{
  TableEnd end = end_of_whole_rows(written("step,a\n10,1\n20,"));
  EXPECT_EQ(end.rows, 1);
  EXPECT_EQ(cut_off(end), "step,a\n10,1\nnew\n");
  end = end_of_whole_rows(written("step,a\n10,1\n"));
  EXPECT_EQ(end.rows, 0);
  EXPECT_EQ(cut_off(end), "step,a\n10,1\nnew\n");
  EXPECT_EQ(cut_off(end_of_whole_rows(written("ste"))), "new\n");
}

TEST_F(OutputFiles, LaterRowsAreCutOffAtTheEndOnly)
{
  const TableEnd end =
      end_of_rows_until(written("step,a\n10,1\n90,1\n20,1\n30,1\n30,2\n40,1\n100,5\n"), 30);
  EXPECT_EQ(end.rows, 2);
  EXPECT_EQ(cut_off(end), "step,a\n10,1\n90,1\n20,1\n30,1\n30,2\nnew\n");
  EXPECT_EQ(end_of_rows_until("/dev/full", 30).rows, 0);
  EXPECT_EQ(end_of_rows_until(folder / "none", 30).rows, 0);
}

TEST_F(OutputFiles, FullDiskShowsInTheCallThatWrites)
{
  TableFile table;
  ASSERT_TRUE(table.open("/dev/full"));
  EXPECT_FALSE(table.write("1,2\n"));
  EXPECT_EQ(table.failure(), "No space left on device");

  // The incomplete file is a link to the device.
  const std::string incomplete = incomplete_name(folder / "whole");
  std::filesystem::create_symlink("/dev/full", incomplete);
  {
    OutputFile whole;
    ASSERT_TRUE(whole.open_for(folder / "whole"));
    EXPECT_FALSE(whole.write("some text"));
    EXPECT_EQ(whole.failure(), "No space left on device");
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "whole"));
  EXPECT_FALSE(std::filesystem::is_symlink(incomplete));
}

TEST_F(OutputFiles, LeftoversOfAPatternAreRemoved)
{
  for (const char *name : {"s_10.vtk.part", "s_.vtk.part", "s_10.vtk", "s_1a.vtk.part",
                           "t_10.vtk.part", "s_10.vtk.part.old", "s_20.vtk.a.host-1_77.part",
                           "t.pvd.host_1.part", "t.pvdx.part", "t.pvd"})
    std::ofstream(folder / name) << "text";
  remove_leftovers(folder / "s_*.vtk");
  remove_leftovers(folder / "t.pvd");
  for (const char *name : {"s_10.vtk.part", "s_20.vtk.a.host-1_77.part", "t.pvd.host_1.part"})
    EXPECT_FALSE(std::filesystem::exists(folder / name)) << name;
  for (const char *name : {"s_.vtk.part", "s_10.vtk", "s_1a.vtk.part", "t_10.vtk.part",
                           "s_10.vtk.part.old", "t.pvdx.part", "t.pvd"})
    EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
  remove_leftovers("/no/such/folder/s_*.vtk");
}

TEST_F(OutputFiles, BelongToOneOwnerByAnyPath)
{
  const std::string name = folder / "table";
  OutputClaim second, device, same_device;
  {
    OutputClaim first;
    EXPECT_EQ(first.claim(nullptr, name, "fix a"), "");
    EXPECT_EQ(second.claim(nullptr,
                           folder / "../" +
                               std::filesystem::path(name).parent_path().filename().string() +
                               "/table",
                           "fix b"),
              "fix a writes it already; give another name");
  }
  EXPECT_EQ(device.claim(nullptr, "/dev/null", "fix a"), "");
  EXPECT_EQ(same_device.claim(nullptr, "/dev/null", "fix b"), "");
}

}    // namespace test_table_file
