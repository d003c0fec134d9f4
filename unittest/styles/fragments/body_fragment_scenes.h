// Scenes for tests of fix breakage in runs of bodies, and where bodies come from.

#ifndef GRIST_UNITTEST_STYLES_FRAGMENTS_BODY_FRAGMENT_SCENES_H
#define GRIST_UNITTEST_STYLES_FRAGMENTS_BODY_FRAGMENT_SCENES_H

#include "styles/breakage/breaking_scenes.h"
#include "styles/fragments/fragment_scenes.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace grist::testing {

// Twelve rocks (ids 1 to 12) and a ball, thrown at a floor hard enough that pieces break, too.
const std::string BOX = "region box block -0.1 0.1 -0.1 0.1 -0.02 0.3\n";
const std::string START = BODY_SCENE + BOX + "create_box 1 box\n" + BODY_CONTACTS + R"(
  region fill block -0.08 0.08 -0.08 0.08 0.02 0.2
  create_polyhedra 12 region fill shape random cuts 6 shapes 6 size uniform 0.02 0.03 density 2600 seed 5
  create_polyhedra 1 region fill shape sphere size 0.02 density 2600 seed 6
  velocity all set 1 0 -9
)";
const std::string MOTION = "fix g all gravity 9.81 vector 0 0 -1\nfix move all nve/body\n"
                           "fix walls all wall/polyhedron " +
    BODY_LAW + " zplane 0 NULL xplane -0.1 0.1 yplane -0.1 0.1\ntimestep 2e-6\n";
constexpr double DENSITY = 2600.0, SMALLEST = 0.004;

inline std::string cracking(const std::string &more)
{
  return "fix crack all break/polyhedra tavares energy 12 size 0.005 exponent 1 deviation 0.4 "
         "damage 5 t10 0.5 0.05 "
         "smallest 0.004 most 30 " +
      more + "\n";
}

// The values of fix b.
inline std::vector<double> entries(LammpsSession &lammps)
{
  std::vector<double> read = {0.0};    // so that numbers are those of the documentation
  for (int k = 1; k <= 15; k++) read.push_back(lammps.evaluate("f_b[" + std::to_string(k) + "]"));
  return read;
}

// Where a body comes from, by the file of events of fix break/polyhedra.
struct Ancestry {
  long parent, origin;
  int generation;
  double birth, origin_size;    // 0: no piece
};

class BodyEvents {
 public:
  explicit BodyEvents(const std::vector<Row> &rows) : rows(rows) {}

  Ancestry of(long id) const
  {
    for (const Row &row : rows) {
      if (id < row.at("first") || id >= row.at("first") + row.at("pieces")) continue;
      const auto parent = static_cast<long>(row.at("parent"));
      const Ancestry before = of(parent);
      return {parent, before.origin, before.generation + 1, row.at("time"),
              before.generation == 0 ? row.at("size") : before.origin_size};
    }
    return {0, id, 0, 0.0, 0.0};
  }

 private:
  const std::vector<Row> &rows;
};

inline std::vector<Row> rows_at(const std::string &path, double step)
{
  std::vector<Row> rows;
  for (const Row &row : rows_of(path))
    if (row.at("step") == step) rows.push_back(row);
  return rows;
}

class FixBreakageBodies : public ::testing::Test {
 protected:
  TestFolder folder;
};

}    // namespace grist::testing

#endif
