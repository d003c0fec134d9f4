// What bond_style parallel and fix BOND/STATE keep in restart files. Oracle: each wrong block is
// rejected with its own sentence; an unchanged file is read.

#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"
#include "testing/restart_file.h"

#include "bonds/bond_numbers.h"
#include "styles/bonds/bond_coefficients.h"
#include "styles/commands/input_words.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

namespace test_bond_restart {

using namespace grist;
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
  expect_error("Bond style parallel: the restart file has layout 7 of these data (expected 4;");
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
  overwrite_coefficients(BlockWord::VERSION, 8);
  expect_error("Bond style parallel: the restart file has layout 8 of these data (expected 9;");
}

TEST_F(BondRestart, CoefficientsOfAnOlderVersionAreRefused)
{
  overwrite_coefficients(BlockWord::MARK, 0);
  expect_error("Bond style parallel: the restart file was written by an older version of Grist");
}

// Every number of a bond type, by the words of restart and data files. Oracle: the numbers that were
// given, to the last bit.
TEST_F(BondRestart, CoefficientsComeBackAsTheyWereGiven)
{
  const std::string base = "young 1.1e8 ratio 2.3 tensile 1e6 ",
                    shape = "radius 0.7 beta 0.1 damping 0.3 ";
  LammpsSession lammps;
  for (const std::string &given :
       {base + "shear 3e6 " + shape + "soften 1234.5 weibull 4.7 11",
        base + "shear none " + shape + "fatigue 5.1 normal sd 0.21 7 contact absolute",
        base + "cohesion 7e6 angle 41.3 " + shape + "weaken 300.7 900.1 contact yes",
        std::string("rigid")}) {
    const auto read = [&](const std::string &text) {
      LAMMPS_NS::InputWords words(lammps.lammps(), "Bond style parallel", text);
      return LAMMPS_NS::read_bond_coeff(words, "1");
    };
    const BondMaterial first = read(given), second = read(LAMMPS_NS::bond_coeff_text(first));
    for (const bool with_friction : {false, true})
      for (const auto &row : bond_numbers(with_friction))
        EXPECT_EQ(row.of(first), row.of(second)) << given << ": " << row.name;
    EXPECT_EQ(first.friction, second.friction);
    EXPECT_EQ(first.scatter.law, second.scatter.law);
    EXPECT_EQ(first.scatter.value, second.scatter.value);
    EXPECT_EQ(first.scatter.seed, second.scatter.seed);
    EXPECT_EQ(first.contact, second.contact);
    EXPECT_EQ(first.rigid, second.rigid);
    std::istringstream words(given);
    for (std::string word; words >> word;)
      EXPECT_TRUE(std::isdigit(word[0]) || has(LAMMPS_NS::bond_coeff_text(second), " " + word))
          << word;
  }
}

}    // namespace test_bond_restart
