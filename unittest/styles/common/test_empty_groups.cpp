// Fixes on a group that is empty when a run starts: LAMMPS fills groups when they are defined.

#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

namespace {

using namespace grist::testing;
using EmptyGroups = OneRankTest;

const std::string BODIES = R"(
  units si
  newton off
  boundary f f f
  atom_style body polyhedron 4 60
  region box block -0.1 0.1 -0.1 0.1 0 0.3
  create_box 2 box
  pair_style polyhedron
  pair_coeff * * volume 1e9 hysteretic 0.4 coulomb 0.5
  group rock type 1
  particle_mix feed polyhedron rock shape random cuts 6 size 0.03 density 2900
  region in block -0.09 0.09 -0.09 0.09 0.05 0.28
  fix crush rock break/polyhedra tavares energy 0.1 size 0.02 deviation 0.4 t10 0.4 0.05 smallest 0.012
  fix count rock breakage 100
  fix move rock leapfrog/body
  fix floor rock wall/polyhedron volume 1e9 hysteretic 0.4 zplane 0 NULL
  fix hits rock collisions 100 bins 1e-6 1 6
  timestep 1e-6
)";

}    // namespace

TEST_F(EmptyGroups, OfFixesOnBodiesAreWarnedOf)
{
  LammpsSession lammps;
  lammps.run(BODIES + "fix fill all insert/pack feed region in number 3 velocity 0 0 -3\nrun 1\n");
  const std::string said = lammps.output();
  const char *const expected[] = {
      "Fix break/polyhedra: group rock has no atoms (atoms that are inserted later break only if",
      "Fix breakage: group rock has no atoms", "Fix collisions: group rock has no atoms",
      "Fix leapfrog/body: group rock has no atoms", "Fix wall/polyhedron: group rock has no atoms"};
  for (const char *part : expected) EXPECT_TRUE(has(said, part));
}

TEST_F(EmptyGroups, ThatAFeedFillsAreNot)
{
  LammpsSession lammps;
  lammps.run(BODIES + "fix fill rock insert/pack feed region in number 3 velocity 0 0 -3\nrun 1\n");
  EXPECT_FALSE(has(lammps.output(), "has no atoms"));
  EXPECT_EQ(lammps.evaluate("count(rock)"), 3.0);
}
