// Groups that are empty when a run starts, as LAMMPS fills groups when they are defined, or that are
// deleted between two runs.

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
  pair_coeff * * volume 1e9 hysteretic 0.4 friction 0.5
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
      "Fix break/polyhedra: group rock has no atoms (atoms that are inserted later are in it only",
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
                  "Fix insert/pack: component ball, group ore (no group of this ID)"));
}

const std::string SPHERES = R"(
  units si
  boundary f f f
  atom_style sphere
  atom_modify map yes
  region box block -0.1 0.1 -0.1 0.1 -0.1 0.1
  create_box 2 box
  create_atoms 1 single -0.05 0 0
  create_atoms 1 single 0.05 0 0
  set group all diameter 0.02 density 1000
  neighbor 0.002 bin
  pair_style hertz/mindlin
  pair_coeff * * young 1e7 poisson 0.3 heat 1 1000
  fix move all leapfrog/sphere
  timestep 1e-5
)";

// Each style with a group, as its own or by an argument.
TEST_F(EmptyGroups, OfEveryStyleAreWarnedOf)
{
  struct Style {
    std::string line, sentence;
  };
  const std::string shown = folder / "shown.pvd", rows = folder / "rows.csv";
  const Style styles[] = {
      {"fix x small leapfrog/sphere", "Fix leapfrog/sphere: group small"},
      {"fix x small wall/hertz/mindlin zplane -0.1 NULL young 1e7 poisson 0.3",
       "Fix wall/hertz/mindlin: group small"},
      {"fix x small outflow 10 plane 0 0 0.05 0 0 1", "Fix outflow: group small"},
      {"fix x small collisions 10 bins 1e-6 1 6", "Fix collisions: group small"},
      {"fix x small liquid tension 0.07 angle 20 film 1e-6", "Fix liquid: group small"},
      {"fix x small progress steps 10", "Fix progress: group small"},
      {"fix x small sensor 10 plane z 0", "Fix sensor: group small"},
      {"fix x all sensor 10 slices z 2 by groups small", "Fix sensor: by groups small"},
      {"fix x all heat/gran initial 300 source small 1", "Fix heat/gran x: source small"},
      {"compute x small mixing all slices z 2", "Compute mixing: group small"},
      {"compute x all mixing small slices z 2", "Compute mixing: group small"},
      {"compute x small packing slices z 2", "Compute packing: group small"},
      {"compute x small contact/local id1", "Compute contact/local: group small"},
      {"compute x small coordination/contact", "Compute coordination/contact: group small"},
      {"compute x small stress/cluster", "Compute stress/cluster: group small"},
      {"dump x small paraview 10 " + shown, "Dump paraview: group small"}};
  for (const auto &[line, sentence] : styles) {
    LammpsSession lammps;
    lammps.run(SPHERES + "group small type 2\n" + line + "\nrun 0\n");
    EXPECT_TRUE(has(lammps.output(), sentence + " has no atoms")) << line;
    LammpsSession filled;
    filled.run(SPHERES + "group small type 2\n" + line + "\ngroup small id 2\nrun 0\n");
    EXPECT_FALSE(has(filled.output(), "has no atoms")) << line;
  }
}

// LAMMPS gives the bit of a deleted group to the next one; also where no setup follows.
TEST_F(EmptyGroups, ThatAreDeletedAreNotTakenForOthers)
{
  struct Style {
    std::string line, sentence;
  };
  const Style styles[] = {
      {"fix x all sensor 10 slices z 2 by groups hot", "Fix sensor: by groups hot"},
      {"fix x all heat/gran initial 300 source hot 1", "Fix heat/gran x: source hot"},
      {"compute x all mixing hot slices z 2\nthermo_style custom step c_x\nthermo 5",
       "Compute mixing: group hot"}};
  for (const auto &[line, sentence] : styles)
    for (const std::string next : {"run 0\n", "run 10 pre no\n"}) {
      LammpsSession lammps;
      lammps.run(SPHERES + "group hot id 1\n" + line + "\nrun 0\ngroup hot delete\n");
      EXPECT_TRUE(
          has(lammps.error_of("group other id 2\n" + next), sentence + " (no group of this ID)"))
          << next;
    }
}

// 1 W for 1e-3 s goes to the spheres that the group has now.
TEST_F(EmptyGroups, ThatAreDefinedAgainAreFoundByTheirNames)
{
  LammpsSession lammps;
  lammps.run(SPHERES +
             "group hot id 1\nfix warm all heat/gran initial 300 source hot 1\nrun 0\n"
             "group hot delete\ngroup other id 1\ngroup hot id 2\n"
             "compute t all property/atom temperature\ncompute one other reduce max c_t\n"
             "thermo_style custom step c_one\nrun 100\n");
  EXPECT_NEAR(lammps.evaluate("f_warm[5]"), 1e-3, 1e-12);
  EXPECT_EQ(lammps.evaluate("c_one"), 300.0);
}

}    // namespace test_empty_groups
