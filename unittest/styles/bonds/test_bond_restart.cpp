// What bond_style parallel and fix BOND/STATE keep in restart files. Oracle: each wrong block is
// rejected with its own sentence; an unchanged file is read.

#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"
#include "testing/restart_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <string>

namespace test_bond_restart {

using namespace grist::testing;

class BondRestart : public OneRankTest {
 protected:
  void SetUp() override
  {
    ONE_RANK_IS_ENOUGH();
    write_pair(folder / "data");
    file = folder / "restart";
    LammpsSession lammps;
    lammps.run(read_case(folder / "data", UNBREAKABLE) + CONTACTS_WITHOUT_HISTORY +
               "run 10\nwrite_restart " + file);
  }
  void expect_error(const std::string &part)
  {
    LammpsSession lammps;
    const std::string error =
        lammps.error_of("newton on off\nread_restart " + file + CONTACTS_WITHOUT_HISTORY + "run 1");
    if (part.empty())
      EXPECT_EQ(error, "");
    else
      EXPECT_TRUE(has(error, part));
  }
  // The block of a bond style follows the name of the style.
  void overwrite_coefficients(BlockWord word, int value)
  {
    std::string bytes = read_file(file);
    const size_t at = bytes.find(std::string("parallel") + '\0' + "RGS2");
    ASSERT_NE(at, std::string::npos);
    std::memcpy(&bytes[at + 9 + 4 * static_cast<size_t>(word)], &value, sizeof(int));
    std::ofstream(file, std::ios::binary) << bytes;
  }
  std::string file;
};

TEST_F(BondRestart, UnchangedFileIsRead)
{
  expect_error("");
}

TEST_F(BondRestart, StatesOfAnotherLayoutAreRefused)
{
  ASSERT_TRUE(overwrite_block(file, "BOND/STATE", BlockWord::VERSION, 7));
  expect_error("Bond style parallel: the restart file has layout 7 of these data (expected 3;");
}

TEST_F(BondRestart, StatesOfAnOlderVersionAreRefused)
{
  ASSERT_TRUE(overwrite_block(file, "BOND/STATE", BlockWord::MARK, 10));
  expect_error("Bond style parallel: the restart file was written by an older version of Grist");
}

TEST_F(BondRestart, StatesWithoutABlockAreRefused)
{
  ASSERT_TRUE(hide_block(file, "BOND/STATE"));
  expect_error("Bond style parallel: the restart file was written by an older version of Grist");
}

TEST_F(BondRestart, CoefficientsOfAnotherLayoutAreRefused)
{
  overwrite_coefficients(BlockWord::VERSION, 9);
  expect_error("Bond style parallel: the restart file has layout 9 of these data (expected 8;");
}

TEST_F(BondRestart, CoefficientsOfAnOlderVersionAreRefused)
{
  overwrite_coefficients(BlockWord::MARK, 0);
  expect_error("Bond style parallel: the restart file was written by an older version of Grist");
}

}    // namespace test_bond_restart
