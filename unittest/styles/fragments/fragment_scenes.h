// Scenes for tests of the fragments of fix breakage, and its CSV files.

#ifndef GRIST_UNITTEST_STYLES_FRAGMENTS_FRAGMENT_SCENES_H
#define GRIST_UNITTEST_STYLES_FRAGMENTS_FRAGMENT_SCENES_H

#include "testing/cases.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace grist::testing {

// A CSV file as rows of numbers by column name, without units; text becomes NaN.
using Row = std::map<std::string, double>;

inline std::vector<Row> rows_of(const std::string &path)
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
      for (const std::string &head : values) names.push_back(head.substr(0, head.find(" [")));
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

class FixBreakageFragments : public ::testing::Test {
 protected:
  TestFolder folder;

  // The eight cubes, of elements of different masses, shearing past each other and breaking. A
  // constant density comes first: the command also checks the value that a variable leaves unset.
  std::string breaking_cubes()
  {
    write_cubes(folder / "data");
    return read_case(folder / "data", "young 1e8 tensile 2e5 shear 2e5") +
        CONTACTS_WITHOUT_HISTORY + R"(
      variable rho atom 2500*(1+0.1*sin(id))
      set group all density 2500 density v_rho
    )" + SHEARED;
  }
};

// Rows of touching spheres of 2 mm, 5.236e-9 m^3 times 2500 kg/m^3 each, in a periodic box of 10
// mm. The first has 5 and goes through the periodic border, with image flags that say nothing of
// it; the second has 3; one sphere is alone.
constexpr double ELEMENT = 2500 * 4.18879020478639 * 1e-9;

inline std::string rows_and_one(const std::string &data)
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
  return read_case(data, "young 1e8 tensile 1e6 shear 1e9") + BONDS_ALONE + R"(
    group right id 4 5
    velocity right set 0.05 0.02 0
  )";
}

}    // namespace grist::testing

#endif
