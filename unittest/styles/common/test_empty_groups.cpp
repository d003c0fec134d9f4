// Fixes on a group that is empty when a run starts: LAMMPS fills groups when they are defined.

#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

namespace test_empty_groups {

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

// Bodies of one component of a mix are those that a fix acts on, and others are not: both hit the
// floor fast enough to break.
TEST_F(EmptyGroups, AreFilledByTheComponentsOfAMix)
{
  LammpsSession lammps;
  std::string scene = BODIES;
  const std::string plain = "particle_mix feed polyhedron rock shape";
  scene.replace(
      scene.find(plain), plain.size(),
      "group stones empty\n"
      "particle_mix feed polyhedron steel fraction 0.5 type 2 density 2900 size 0.03 shape "
      "cube polyhedron rock fraction 0.5 group rock group stones shape");
  lammps.run(scene + R"(
    unfix move
    unfix floor
    unfix hits
    fix move all leapfrog/body
    fix floor all wall/polyhedron volume 1e9 hysteretic 0.4 zplane 0 NULL
    region low block -0.09 0.09 -0.09 0.09 0.002 0.06
    fix fill all insert/pack feed region low number 12 velocity 0 0 -8
    run 0
    group steel type 2
)");
  EXPECT_EQ(lammps.evaluate("count(all)"), 12.0);
  const double rocks = lammps.evaluate("count(rock)"), steel = lammps.evaluate("count(steel)");
  EXPECT_EQ(rocks + steel, 12.0);
  EXPECT_NEAR(lammps.evaluate("mass(rock)/mass(all)"), 0.5, 0.15);
  EXPECT_EQ(lammps.evaluate("count(stones)"), rocks);
  lammps.run("run 3000\n");
  EXPECT_GT(lammps.evaluate("f_crush[1]"), 0.0);
  EXPECT_EQ(lammps.evaluate("count(steel)"), steel);
  EXPECT_EQ(lammps.evaluate("count(rock)"),
            rocks + lammps.evaluate("f_crush[2]") - lammps.evaluate("f_crush[1]"));
  EXPECT_FALSE(has(lammps.output(), "has no atoms"));
}

TEST_F(EmptyGroups, GroupsOfAComponentMustBeThere)
{
  const std::string box = "atom_style sphere\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\n"
                          "pair_style zero 0.1\npair_coeff * *\nregion in block 0 1 0 1 0 1\n";
  const std::string mix = "particle_mix m sphere ball size 0.1 density 1 group ore\n";
  LammpsSession none, dynamic, deleted;
  EXPECT_TRUE(has(none.error_of(box + mix),
                  "group ore (no group of this ID; 'group ore empty' makes one)"));
  EXPECT_TRUE(
      has(dynamic.error_of(box + "group ore dynamic all every 1\n" + mix), "a dynamic group"));
  EXPECT_TRUE(has(deleted.error_of(box + "group ore empty\n" + mix +
                                   "fix f all insert/pack m region in number 2\n"
                                   "group ore delete\nrun 0\n"),
                  "group ore of component ball was deleted"));
}

}    // namespace test_empty_groups
