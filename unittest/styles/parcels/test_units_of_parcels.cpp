// Each number of command coarse, in all unit styles of LAMMPS. Its checks are printed: the lines are
// those of si.

#include "testing/one_rank.h"
#include "testing/unit_scenes.h"
#include "testing/unit_styles.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

namespace test_units_of_parcels {

using namespace grist::testing;
using UnitsOfParcels = OneRankTest;

// The lines of the checks in the output: without the table, whose sizes have the units of the run.
std::set<std::string> checks(const UnitStyle &units, const std::string &words)
{
  std::string lines = SPHERES_THAT_MEET + "pair_style hertz/mindlin\npair_coeff * * " + HERTZ +
      "\nfix move all nve/sphere\nrun 0\n";
  lines.replace(lines.find("{coarse}"), 8, "coarse 2 check warn " + words);
  LammpsSession session;
  session.run("units " + units.name() + "\n" + units.written(lines));
  std::istringstream output(session.output());
  std::set<std::string> found;
  for (std::string line; std::getline(output, line);)
    for (const char *check : {"parcel diameters", "inertial number"})
      if (const size_t at = line.find(check); at != std::string::npos)
        found.insert(
            line.substr(line.rfind(": ", at) == std::string::npos ? 0 : line.rfind(": ", at)));
  return found;
}

TEST_F(UnitsOfParcels, ChecksAreThoseOfSi)
{
  const char *cases[] = {"outlet <0.02 length>", "gap <0.1 length>",
                         "inertia <10 1/time> <500 pressure>",
                         "outlet <0.02 length> diameter <0.7e-3 length>"};
  for (const std::string words : cases) {
    const std::set<std::string> right = checks(unit_styles().front(), words);
    EXPECT_FALSE(right.empty()) << words;
    for (const std::string &changed : with_one_changed(words, 0.7))
      EXPECT_NE(checks(unit_styles().front(), changed), right) << changed;
    for (const UnitStyle &units : unit_styles())
      EXPECT_EQ(checks(units, words), right) << units.name() << ", " << words;
  }
}

}    // namespace test_units_of_parcels
