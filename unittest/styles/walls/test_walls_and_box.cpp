// Walls in boxes that change along one axis, and in two dimensions. Oracles: the place where a sphere
// rests; the same motion in three dimensions.

#include "styles/breakage/breaking_scenes.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace test_walls_and_box {

using namespace grist::testing;
using WallsAndBox = OneRankTest;

// A sphere at the end of a floor that is as long as the periodic box, and one that falls.
std::string on_a_long_floor(const std::string &boundary, const std::string &floor)
{
  return "units si\nnewton on off\natom_style sphere\natom_modify map array\nboundary " + boundary +
      R"(
    region box block -0.05 0.05 -0.05 0.05 -0.01 0.12
    create_box 1 box
    pair_style hertz/mindlin
    pair_coeff * * young 1e6 poisson 0.2 restitution 0.5 friction 0.5
    create_atoms 1 single 0.049 0 0.005
    create_atoms 1 single 0 0 0.10
    set group all diameter 0.01
    set group all density 2500
    write_mesh )" +
      floor + " plane size 0.1 0.1\nfix w all wall/mesh " + floor + R"( model hertz/mindlin
    fix g all gravity 9.81 vector 0 0 -1
    fix move all nve/sphere
    timestep 2e-5
    neighbor 0.002 bin
  )";
}

// Two bonded spheres that rotate fall on a line, and a third one on them.
std::string in_a_plane(int dimension)
{
  const bool flat = dimension == 2;
  return "units si\ndimension " + std::to_string(dimension) + R"(
    newton on off
    atom_style bonded/cluster
    bond_style parallel
    atom_modify map array
    boundary f f p
    region box block -0.05 0.05 -0.05 0.05 )" +
      (flat ? "-0.01 0.01" : "-0.1 0.1") + R"(
    create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 4
    bond_coeff 1 young 1e7 tensile none shear none damping 0.05
    pair_style hertz/mindlin
    pair_coeff * * young 4e6 poisson 0.2 restitution 0.5 friction 0.5
    create_atoms 1 single -0.0049 0.006 0
    create_atoms 1 single 0.0049 0.008 0
    create_atoms 1 single 0.003 0.02 0
    set group all diameter 0.01
    set group all density 2500
    create_bonds single/bond 1 1 2
    fix w all wall/hertz/mindlin yplane 0 NULL
    fix g all gravity 9.81 vector 0 -1 0
    fix move all leapfrog/sphere
    velocity all set 0.1 -0.5 0
    timestep 5e-6
    neighbor 0.002 bin
  )" + (flat ? "fix flat all enforce2d\n" : "");
}

TEST_F(WallsAndBox, LongMeshesAllowABoxThatChangesAlongAnotherAxis)
{
  for (const auto &[boundary, more] :
       {std::pair<std::string, std::string>{"p p f", ""},
        {"p p s", ""},
        {"p p m", ""},
        {"p p p", "fix box all deform 1 z delta 0 0.02 remap none\n"}}) {
    LammpsSession lammps;
    lammps.run(on_a_long_floor(boundary, folder / "floor.stl") + more + "run 4000");
    EXPECT_NEAR(lammps.evaluate("z[1]"), 0.005, 1e-4) << boundary;
    EXPECT_NEAR(lammps.evaluate("lx"), 0.1, 1e-12) << boundary;
  }
  LammpsSession lammps;
  EXPECT_TRUE(has(lammps.error_of(on_a_long_floor("p p s", folder / "floor.stl") +
                                  "fix box all deform 1 x delta 0 0.01 remap none\nrun 10"),
                  "the box changes along x"));
}

TEST_F(WallsAndBox, SpheresBondsAndWallsInTwoDimensions)
{
  LammpsSession flat, deep;
  flat.run(in_a_plane(2) + "run 4000");
  deep.run(in_a_plane(3) + "run 4000");
  const auto one = flat.atoms(), other = deep.atoms();
  ASSERT_EQ(one.size(), 3u);
  ASSERT_EQ(other.size(), 3u);
  for (size_t n = 0; n < 3; n++) EXPECT_EQ(one[n].x[2], 0.0);
  EXPECT_LE(largest_difference(one, other), 1e-12);
  EXPECT_EQ(flat.thermo("bonds"), 1.0);
}

TEST_F(WallsAndBox, BodiesNeedThreeDimensions)
{
  const std::string start = "units si\ndimension 2\nnewton off\natom_style body polyhedron 4 60\n"
                            "boundary f f p\nregion box block -1 1 -1 1 -1 1\ncreate_box 1 box\n";
  const std::vector<std::pair<std::string, std::string>> styles = {
      {"pair_style polyhedron\npair_coeff * * volume 1e9", "Pair style polyhedron"},
      {"fix x all leapfrog/body", "Fix leapfrog/body"},
      {breaking(""), "Fix break/polyhedra"},
      {"fix x all wall/polyhedron volume 1e9 yplane 0 NULL", "Fix wall/polyhedron"},
  };
  for (const auto &[line, user] : styles) {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(start + line + "\nrun 0"),
                    user + ": dimension 2 (bodies need dimension 3)"))
        << line;
  }
}

}    // namespace test_walls_and_box
