// Input words of LAMMPS. Oracle: the sentence of the plain reader.

#include "styles/commands/input_words.h"

#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "exceptions.h"

#include <gtest/gtest.h>

namespace test_input_words {

using namespace grist::testing;
using namespace LAMMPS_NS;

TEST(InputWords, AWrongWordIsAnErrorOfLammps)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  char name[] = "fix", word[] = "{soon}";
  char *arg[] = {name, word};
  InputWords words(lammps.lammps(), "Fix test", 2, arg, 1);
  try {
    words.real("key", Quantity::NUMBER);
    FAIL() << "no error";
  } catch (LAMMPSException &error) {
    EXPECT_NE(std::string(error.what()).find("Fix test: key {soon} (expected a number)"),
              std::string::npos);
  }
}

}    // namespace test_input_words
