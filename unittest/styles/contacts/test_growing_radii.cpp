// Spheres whose radii fix adapt changes during a run.
//
// Oracle: the force at the same places and radii in a run of 0 steps, whose lists are new.

#include "testing/cases.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <string>

namespace test_growing_radii {

using namespace grist::testing;

// Two heavy spheres 0.1 apart, across the border between two ranks, that grow until they overlap.
std::string growing(double skin, double radius, double rate)
{
  return R"(
    units si
    newton on off
    boundary f f f
    atom_style sphere 1
    processors * 1 1
    region box block 0 0.2 0 0.2 0 0.2
    create_box 1 box
    pair_style hertz/mindlin
    pair_coeff 1 1 young 5e6 poisson 0.45 restitution 0.3 friction 0.5
    create_atoms 1 single 0.05 0.1 0.1
    create_atoms 1 single 0.15 0.1 0.1
    compute force all reduce max fx
    compute radius all property/atom radius
    compute largest all reduce max c_radius
    fix move all nve/sphere
    timestep 1e-6
    thermo_style custom step c_force c_largest
)" + ("neighbor " + std::to_string(skin) + " bin\nset type 1 diameter ") +
      std::to_string(2.0 * radius) + " density 1e9\nvariable d equal 2*" + std::to_string(radius) +
      "*(1+step*" + std::to_string(rate) + ")\nfix grow all adapt 1 atom diameter v_d\n";
}

TEST(GrowingRadii, ContactsAreFoundWhenSpheresHaveGrown)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    // By 2 mm; each run of 25 steps begins with new cutoffs.
    lammps.run(growing(0.006, 0.0495, 0.0004) + "run 100 every 25 NULL\n");
    EXPECT_NEAR(lammps.evaluate("c_largest"), 0.0495 * 1.04, 1e-6) << ranks;
    const double force = lammps.evaluate("c_force");
    lammps.run("run 0\n");
    EXPECT_GT(force, 0.0) << ranks;
    EXPECT_NEAR(lammps.evaluate("c_force") / force, 1.0, 1e-3) << ranks;    // dashpots
  }
}

// Within one wall list, which is not built again while they grow by a fifth of the skin.
TEST(GrowingRadii, WallsActOnTheRadiusOfTheStep)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(
        growing(0.006, 0.045, 0.0005) +
        "region floor plane 0 0 0.0555 0 0 1\nfix floor all wall/hertz/mindlin region floor\n"
        "thermo_style custom step f_floor[3]\n");
    lammps.run("run 40\n");
    const double force = lammps.evaluate("f_floor[3]");
    lammps.run("run 0\n");
    EXPECT_LT(force, 0.0) << ranks;
    EXPECT_NEAR(lammps.evaluate("f_floor[3]") / force, 1.0, 1e-3) << ranks;    // dashpots
  }
}

TEST(GrowingRadii, GrowthBeyondTheCutoffsOfTheRunIsAnError)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    const std::string error = lammps.error_of(growing(0.001, 0.01, 0.0045) + "run 850\n");
    if (!is_first_rank()) continue;
    EXPECT_TRUE(has(error, "Pair style hertz/mindlin: a sphere has grown by 0.00027 beyond"));
    EXPECT_TRUE(has(error, "run N every M NULL"));
  }
}

}    // namespace test_growing_radii
