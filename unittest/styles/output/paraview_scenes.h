// Scenes for tests of dump paraview and write_shapes, and what is common to them.

#ifndef GRIST_UNITTEST_STYLES_OUTPUT_PARAVIEW_SCENES_H
#define GRIST_UNITTEST_STYLES_OUTPUT_PARAVIEW_SCENES_H

#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"
#include "testing/vtk_reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace grist::testing {

// Eight cubes in a periodic box of this edge (write_cubes), shearing past each other.
constexpr double CUBES_BOX = 0.0456, CUBES_RADIUS = 3.3e-3;

inline std::string shearing_cubes(const std::string &data, const std::string &coeff)
{
  return read_case(data, coeff) + CONTACTS_WITHOUT_HISTORY + SHEARED + R"(
    set group all omega 30 -20 10
    fix b all breakage 10
    compute k all ke/atom
    thermo_style custom step atoms ke ebond f_b[1] f_b[2]
  )";
}

// A box for bodies of at most 64 corners, 2 m long.
inline std::string body_box(const std::string &boundary)
{
  return "units si\natom_style body polyhedron 4 64\nboundary " + boundary +
      "\nregion box block -1 1 -1 1 0 2\ncreate_box 2 box\n";
}

// Distance to the nearest image.
inline double apart(double a, double b, double period)
{
  return std::fabs(std::remainder(a - b, period));
}

class DumpParaview : public ::testing::Test {
 protected:
  void SetUp() override
  {
    if (!has_vtk_reader()) GTEST_SKIP() << "built without VTK";
    write_cubes(folder / "cubes");
  }
  TestFolder folder;
  const std::string series = folder / "out.pvd";

  std::string path(const std::string &file) const { return folder / ("out/" + file); }
};

class DumpParaviewOnOneRank : public DumpParaview {
 protected:
  void SetUp() override
  {
    ONE_RANK_IS_ENOUGH();
    DumpParaview::SetUp();
  }
};

}    // namespace grist::testing

#endif
