// Places by true shape, and the units of shape files, in create_polyhedra and fix insert/pack.
//
// Oracles: forces, which are zero where no two bodies overlap; what bounding spheres could fill at
// most; corners against regions.

#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace test_true_shapes {

using namespace grist::testing;

const std::string BOX = "units si\natom_style body polyhedron 4 20\nboundary p p f\n"
                        "region box block 0 1 0 1 0 1\ncreate_box 1 box\n";
const std::string CONTACTS =
    "\npair_style polyhedron\npair_coeff * * energy 1e9\n"
    "compute most all reduce max fx fy fz\nthermo_style custom step c_most[1] c_most[2] "
    "c_most[3] pe\nfix move all nve/body\ntimestep 1e-7\nrun 0\n";
const std::string PLATE = "shape box 0.15 0.15 0.03", NEEDLE = "shape box 0.2 0.04 0.04";

double largest_force(LammpsSession &lammps)
{
  return std::fabs(lammps.evaluate("c_most[1]")) + std::fabs(lammps.evaluate("c_most[2]")) +
      std::fabs(lammps.evaluate("c_most[3]"));
}

// Bounding spheres of these plates at 0.38, the most that comes of random places, hold 0.046 of
// solid; of needles 0.026.
TEST(TrueShapes, PlatesAndNeedlesFillManyTimesWhatTheirSpheresDo)
{
  for (const std::string &shape : {PLATE, NEEDLE}) {
    std::vector<BodySnapshot> one;
    for (const int ranks : rank_counts()) {
      LammpsSession lammps(ranks);
      lammps.run(BOX + "create_polyhedra 600 region box " + shape + " density 1 attempts 300" +
                 CONTACTS);
      const double solid = lammps.evaluate("mass(all)");
      EXPECT_EQ(largest_force(lammps), 0.0);
      const auto all = bodies(lammps);
      if (!is_first_rank()) continue;
      EXPECT_GT(solid, 0.13) << shape;
      for (const BodySnapshot &body : all)
        for (const auto &vertex : body.vertices) {
          EXPECT_GE(body.x[2] + vertex[2], 0.0);
          EXPECT_LE(body.x[2] + vertex[2], 1.0);
        }
      if (one.empty()) one = all;
      EXPECT_EQ(largest_difference(one, all), 0.0) << ranks;
    }
  }
}

TEST(TrueShapes, AFeedFillsMoreStill)
{
  for (const std::string &shape : {PLATE, NEEDLE}) {
    LammpsSession lammps(world_size());
    lammps.run(BOX + "particle_mix m polyhedron a " + shape + " density 1\n" +
               "fix fill all insert/pack m region box fraction 0.18" + CONTACTS);
    EXPECT_EQ(lammps.evaluate("f_fill[4]"), 0.0) << shape;    // none waits
    EXPECT_NEAR(lammps.evaluate("f_fill"), 0.18, 0.001);
    EXPECT_EQ(largest_force(lammps), 0.0);
  }
}

// Between the plates of a stack, which all bounding spheres would fill, and in a slot that is
// narrower than a needle is long.
TEST(TrueShapes, BodiesThatAreThereAndNarrowSpacesCountByTheirShape)
{
  const std::string stack = [] {
    std::string lines;
    for (const double z : {0.2, 0.4, 0.6, 0.8}) {
      const std::string at = std::to_string(z);
      lines += "region r" + at.substr(2, 1) + " block 0.04 0.96 0.04 0.96 " +
          std::to_string(z - 0.011) + " " + std::to_string(z + 0.011) +
          "\ncreate_polyhedra 1 region r" + at.substr(2, 1) +
          " shape box 0.9 0.9 0.02 density 1 orient fixed attempts 100000\n";
    }
    return lines;
  }();
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(std::string(BOX).replace(BOX.find("p p f"), 5, "f f f") + stack +
               "region in block 0.1 0.9 0.1 0.9 0.1 0.9\n"
               "create_polyhedra 20 region in " +
               NEEDLE +
               " density 1 seed 3\n"
               "particle_mix m polyhedron a " +
               PLATE +
               " density 1\n"
               "region slot block 0.1 0.9 0.1 0.9 0.45 0.55\n"
               "fix fill all insert/pack m region slot number 2" +
               CONTACTS);
    EXPECT_GT(lammps.thermo("atoms"), 14.0);    // steep ones do not fit
    EXPECT_GT(lammps.evaluate("f_fill[2]"), 0.0);
    EXPECT_EQ(largest_force(lammps), 0.0);
  }
}

class ShapeFiles : public OneRankTest {
 protected:
  void SetUp() override
  {
    ONE_RANK_IS_ENOUGH();
    std::ofstream(folder / "stone.off") << "OFF\n4 4 0\n0 0 0\n40 0 0\n0 30 0\n0 0 20\n"
                                           "3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n";
  }
};

TEST_F(ShapeFiles, AreScaled)
{
  LammpsSession lammps;
  lammps.run(BOX + "create_polyhedra 7 region box shape file " + (folder / "stone.off") +
             " scale 0.002 density 3\n");
  EXPECT_NEAR(lammps.evaluate("mass(all)"), 7 * 3 * 4000 * 8e-9, 1e-15);
  LammpsSession sized;    // a size has priority: proportions alone are left
  sized.run(BOX + "create_polyhedra 7 region box shape file " + (folder / "stone.off") +
            " scale 0.002 size 0.1 density 3\n");
  EXPECT_NEAR(sized.evaluate("mass(all)"), 7 * 3 * 3.14159265358979 / 6 * 1e-3, 1e-12);
  LammpsSession fed;
  fed.run(BOX + "particle_mix m polyhedron a shape file " + (folder / "stone.off") +
          " scale 0.002 density 3\nfix fill all insert/pack m region box number 7" + CONTACTS);
  EXPECT_NEAR(fed.evaluate("f_fill"), 7 * 3 * 4000 * 8e-9, 1e-15);
}

TEST_F(ShapeFiles, InOtherUnitsAreNamedWithTheirSize)
{
  const std::string shape = " shape file " + (folder / "stone.off");
  const auto expect = [](const std::string &lines, const std::string &text) {
    LammpsSession lammps;
    const std::string error = lammps.error_of(BOX + lines);
    EXPECT_TRUE(has(error, text));
  };
  expect("create_polyhedra 7 region box density 3" + shape,
         "and more across in a space of 1 by 1 by 1 (none fits; of a file in other units: scale "
         "0.001?)");
  expect("particle_mix m polyhedron a density 3" + shape +
             "\nfix f all insert/pack m region box number 1" + CONTACTS,
         "(region box is 1 across; a larger one or smaller particles are needed)");
  expect("particle_mix m polyhedron a density 3" + shape +
             " scale 10\nfix f all insert/pack m region box number 1" + CONTACTS,
         "are needed; of a shape in other units: scale 0.001?)");
  expect("create_polyhedra 7 region box density 3" + shape + " scale 0",
         "scale 0 (must be positive)");
}

// ---- bodies that are not convex

const std::string LARGE_BOX = "units si\natom_style body polyhedron 4 200\nboundary p p f\n"
                              "region box block 0 1 0 1 0 1\ncreate_box 1 box\n";

TEST_F(ShapeFiles, ThatAreNotConvexAreCutIntoParts)
{
  // An L of the volume 5: 3 x 1 x 1 and 2 x 1 x 1 on it.
  std::ofstream(folder / "angle.off")
      << "OFF\n12 8 0\n0 0 0\n3 0 0\n3 0 1\n1 0 1\n1 0 3\n0 0 3\n"
         "0 1 0\n3 1 0\n3 1 1\n1 1 1\n1 1 3\n0 1 3\n"
         "6 0 1 2 3 4 5\n6 11 10 9 8 7 6\n4 0 6 7 1\n4 1 7 8 2\n4 2 8 9 3\n4 3 9 10 4\n"
         "4 4 10 11 5\n4 5 11 6 0\n";
  LammpsSession lammps;
  lammps.run(LARGE_BOX + "create_polyhedra 7 region box shape file " + (folder / "angle.off") +
             " scale 0.05 density 3\n");
  EXPECT_NEAR(lammps.evaluate("mass(all)"), 7 * 3 * 5 * 1.25e-4, 1e-12);
  EXPECT_TRUE(has(lammps.output(), "2 convex parts of 20 triangles, exact"));
  LammpsSession few;
  const std::string error =
      few.error_of(LARGE_BOX + "create_polyhedra 7 region box shape file " +
                   (folder / "angle.off") + " parts 1 scale 0.05 density 3\n");
  EXPECT_TRUE(has(error, "2 parts would do"));
}

// Two tetrahedra, and one of two that touch at an edge: a body is one piece.
TEST_F(ShapeFiles, OfSeveralShellsAreRefused)
{
  const auto error_of = [&](const std::string &name, const std::string &corners) {
    std::ofstream(folder / name) << "OFF\n8 8 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
                                 << corners
                                 << "3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n"
                                    "3 4 6 5\n3 4 5 7\n3 4 7 6\n3 5 6 7\n";
    LammpsSession lammps;
    return lammps.error_of(LARGE_BOX + "create_polyhedra 7 region box shape file " +
                           (folder / name) + " scale 0.05 density 3\n");
  };
  EXPECT_TRUE(has(error_of("apart.off", "3 0 0\n4 0 0\n3 1 0\n3 0 1\n"),
                  "mesh: 2 shells, or groups of shells, that are apart from each other: a body is "
                  "one piece"));
  EXPECT_TRUE(has(error_of("edge.off", "0 0 0\n0 0 1\n-1 0 0\n0 -1 0\n"),
                  "are not connected by common faces (a body is one piece)"));
}

TEST_F(ShapeFiles, OfNamesAndGravelAreCreatedAndFed)
{
  for (const std::string shape : {"L", "U 0.8", "ring 6 0.5", "gravel scoops 1 cuts 6"}) {
    LammpsSession lammps;
    lammps.run(LARGE_BOX + "create_polyhedra 5 region box shape " + shape +
               " size 0.1 density 3\n");
    EXPECT_NEAR(lammps.evaluate("mass(all)"), 5 * 3 * 3.14159265358979 / 6 * 1e-3, 1e-12);
    LammpsSession fed;
    fed.run(LARGE_BOX + "particle_mix m polyhedron a shape " + shape +
            " size 0.1 density 3\nfix fill all insert/pack m region box number 5" + CONTACTS);
    EXPECT_NEAR(fed.evaluate("f_fill"), 5 * 3 * 3.14159265358979 / 6 * 1e-3, 1e-12);
  }
  LammpsSession refused;
  EXPECT_TRUE(has(refused.error_of(LARGE_BOX +
                                   "create_polyhedra 5 region box shape ring 6 1.5 size 0.1 "
                                   "density 3\n"),
                  "shape ring inner 1.5 (must be 0.01 to 0.99)"));
}

}    // namespace test_true_shapes
