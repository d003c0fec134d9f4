// rerun of the frames of a run. Oracles: the forces of the run, and the files that it has written.

#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace test_rerun {

using namespace grist::testing;
using Rerun = OneRankTest;

// Two spheres without damping on a floor that rises; the force follows from places alone.
const std::string SPHERES = R"(
  units si
  newton on off
  atom_style sphere
  atom_modify map array
  boundary f f f
  region box block -0.1 0.1 -0.1 0.1 -0.1 0.2
  create_box 1 box
  pair_style hertz/mindlin
  pair_coeff * * young 1e6 poisson 0.2 restitution 1.0 friction 0.5
  create_atoms 1 single 0 0 0.0102
  create_atoms 1 single 0.03 0 0.0102
  set group all diameter 0.02
  set group all density 2500
  fix g all gravity 9.81 vector 0 0 -1
  fix move all nve/sphere
  timestep 1e-5
)";

std::string dump(const std::string &path)
{
  return "dump d all custom 250 " + path + " id type x y z vx vy vz\n" +
      "dump_modify d format float %.17g\n";
}

std::string rerun(const std::string &path, int frame)
{
  const std::string step = std::to_string(frame);
  return "rerun " + path + " first " + step + " last " + step + " dump x y z vx vy vz\n";
}

double force(LammpsSession &lammps)
{
  return lammps.evaluate("f_w[3]");
}

// On the last two atoms and on the wall.
std::vector<double> forces_of_two(LammpsSession &lammps)
{
  std::vector<double> found;
  const int last = static_cast<int>(lammps.evaluate("atoms"));
  for (const int atom : {last - 1, last})
    for (const char *axis : {"fx", "fy", "fz"})
      found.push_back(lammps.evaluate(std::string(axis) + "[" + std::to_string(atom) + "]"));
  for (const int n : {1, 2, 3}) found.push_back(lammps.evaluate("f_w[" + std::to_string(n) + "]"));
  return found;
}

TEST_F(Rerun, MovingMeshesStandWhereTheFrameHasThem)
{
  const std::string frames = folder / "frames", floor = folder / "floor.stl";
  const std::string wall = "write_mesh " + floor + " plane size 0.18 0.18\nfix w all wall/mesh " +
      floor + " move linear 0 0 0.2 move wiggle 0 0 1e-5 0.004 model hertz/mindlin\n";
  double forces[2];
  LammpsSession lammps;
  lammps.run(SPHERES + wall + dump(frames) + "run 500\n");
  forces[0] = force(lammps);
  lammps.run("run 250\nundump d\n");
  forces[1] = force(lammps);
  LammpsSession alone;    // a script of its own
  alone.run(SPHERES + wall);
  for (LammpsSession *session : {&lammps, &alone})
    for (const int k : {1, 0}) {
      session->run(rerun(frames, k == 0 ? 500 : 750));
      EXPECT_LT(forces[k], -0.1);
      EXPECT_NEAR(force(*session) / forces[k], 1.0, 1e-9);
    }
}

// Without dashpots the force is that of the run; the velocity of a region is that of two steps.
TEST_F(Rerun, MovingRegionsStandWhereTheFrameHasThemAndAreWarnedOf)
{
  const std::string frames = folder / "frames";
  const std::string wall =
      "variable lift equal 0.2*time+1e-5*sin(1500*time)\nregion can block -1 1 -1 1 0 1 move NULL "
      "NULL v_lift\nfix w all wall/hertz/mindlin region can\n";
  LammpsSession lammps, alone;
  lammps.run(SPHERES + wall + dump(frames) + "run 500\n");
  const double of_run = force(lammps);
  EXPECT_LT(of_run, -0.1);
  alone.run(SPHERES + wall + rerun(frames, 500));
  EXPECT_NEAR(force(alone) / of_run, 1.0, 1e-9);
  const std::string warning = "Fix wall/hertz/mindlin: rerun (a region that moves stands";
  EXPECT_TRUE(has(alone.output(), warning));
  EXPECT_FALSE(has(lammps.output(), warning));
}

// Cubes that do not turn, as frames hold no orientations.
TEST_F(Rerun, PlanesOfPolyhedraStandWhereTheFrameHasThem)
{
  const std::string frames = folder / "frames", series = folder / "series.pvd";
  const std::string wall = "fix w all wall/polyhedron volume 1e6 zplane 0 NULL move linear 0 0 0.2 "
                           "move wiggle 0 0 1e-5 0.004\n";
  LammpsSession lammps;
  lammps.run(R"(
    units si
    newton on off
    atom_style body polyhedron 4 60
    boundary f f f
    region box block -0.1 0.1 -0.1 0.1 -0.1 0.2
    create_box 1 box
    pair_style polyhedron
    pair_coeff * * volume 1e6
    region one block -0.01733 0.01733 -0.01733 0.01733 -0.00713 0.02753
    create_polyhedra 1 region one shape box 0.02 0.02 0.02 orient fixed density 2500
    fix g all gravity 9.81 vector 0 0 -1
    fix move all nve/body
    timestep 1e-5
  )" + wall + dump(frames) +
             "dump v all paraview 250 " + series + "\nrun 500\n");
  const double at_500 = force(lammps);
  lammps.run("run 250\nundump d\nundump v\n");
  EXPECT_LT(at_500, -0.1);
  EXPECT_NE(force(lammps), at_500);
  lammps.run(rerun(frames, 500));
  EXPECT_NEAR(force(lammps) / at_500, 1.0, 1e-9);
  EXPECT_TRUE(has(lammps.output(),
                  "Pair style polyhedron: rerun (frames hold no orientations: each body keeps"));
  EXPECT_TRUE(has(lammps.output(), "Fix wall/polyhedron: rerun (frames hold no orientations"));
  EXPECT_TRUE(has(lammps.error_of("dump v all paraview 250 " + series + "\n" + rerun(frames, 500)),
                  "Dump paraview: rerun would write to series " + series + " of a run"));
}

TEST_F(Rerun, WallsWhosePlaceIsASumAreRejected)
{
  const std::string frames = folder / "frames", floor = folder / "floor.stl";
  LammpsSession lammps;
  lammps.run(SPHERES + dump(frames) + "run 250\nundump d\nvariable v equal 0.2\nwrite_mesh " +
             floor + " plane size 0.18 0.18\nfix w all wall/mesh " + floor +
             " move variable NULL NULL v_v 0 0 0 0 0 1 NULL model hertz/mindlin\n");
  EXPECT_TRUE(
      has(lammps.error_of(rerun(frames, 250)),
          "Fix wall/mesh: rerun (the place by move variable, servo or free is a sum over all "
          "steps"));
}

TEST_F(Rerun, BondsAreRejectedAndTheirFileStays)
{
  write_pair(folder / "data");
  const std::string frames = folder / "frames", csv = folder / "csv";
  const std::string system = read_case(folder / "data", UNBREAKABLE) + CONTACTS +
      "fix b all breakage 10 fragments " + csv + "\n";
  {
    LammpsSession lammps;
    lammps.run(system + dump(frames) + "run 250\n");
  }
  const std::string kept = read_file(csv);
  EXPECT_TRUE(has(kept, "\n250,"));
  LammpsSession again;
  EXPECT_TRUE(has(again.error_of(system + rerun(frames, 250)),
                  "Bond style parallel: rerun (frames hold no loads of bonds"));
  EXPECT_EQ(read_file(csv), kept);
}

TEST_F(Rerun, FilesOfARunStay)
{
  const std::string frames = folder / "frames", csv = folder / "csv", other = folder / "other";
  const std::string out = "fix out all outflow 10 plane 0 0 -0.05 0 0 -1 every 250 file ";
  {
    LammpsSession lammps;
    lammps.run(SPHERES + out + csv + "\n" + dump(frames) + "run 500\n");
  }
  const std::string kept = read_file(csv);
  EXPECT_TRUE(has(kept, "\n500,"));
  LammpsSession again;
  EXPECT_TRUE(has(again.error_of(SPHERES + out + csv + "\n" + rerun(frames, 500)),
                  "Fix outflow: rerun would write to file " + csv + " of a run"));
  EXPECT_EQ(read_file(csv), kept);
  LammpsSession elsewhere;
  elsewhere.run(SPHERES + out + other + "\n" + rerun(frames, 500));
  EXPECT_TRUE(has(read_file(other), "\n500,"));
}

TEST_F(Rerun, HeatAndLiquidAreRejected)
{
  const std::string frames = folder / "frames";
  for (const auto &[fix, why] :
       {std::pair("heat/gran initial 293", "Fix heat/gran x: rerun (temperatures follow from all"),
        std::pair("liquid tension 0.07 angle 20 film 1e-5",
                  "Fix liquid: rerun (films and bridges follow from all")}) {
    LammpsSession lammps;
    lammps.run(SPHERES + "neighbor 4e-3 bin\npair_coeff * * heat 2 800\n" + dump(frames) +
               "fix x all " + fix + "\nrun 250\nundump d\n");
    EXPECT_TRUE(has(lammps.error_of(rerun(frames, 250)), why));
  }
}

TEST_F(Rerun, FixesThatNeedTheStepsBetweenFramesAreRejected)
{
  const std::string frames = folder / "frames";
  LammpsSession lammps;
  lammps.run(SPHERES + dump(frames) + "run 250\nundump d\n" +
             "particle_mix m sphere s size 0.006 density 2500\nregion slot block -0.03 0.03 -0.03 "
             "0.03 0.12 0.13\nfix feed all insert/stream m region slot rate 1 velocity 0 0 -1\n");
  EXPECT_TRUE(has(lammps.error_of(rerun(frames, 250)),
                  "Fix insert/stream: rerun (frames hold all particles: leave out fix feed)"));
}

// Contacts of particles and walls that are sheared, without dashpots.
const std::string SHEARED_SPHERES = R"(
  create_atoms 1 single 0 0.02 0.0099
  create_atoms 1 single 0.0198 0.02 0.0099
  set group all diameter 0.02
  set group all density 2500
  velocity all set 0.02 0.05 0
  set atom 4 vy -0.05
)";
const std::string SHEARED_CUBES = R"(
  units si
  newton on off
  atom_style body polyhedron 4 60
  atom_modify map yes
  boundary f f f
  region box block -0.1 0.1 -0.1 0.1 -0.1 0.2
  create_box 1 box
  pair_style polyhedron
  pair_coeff * * volume 1e6 friction 0.5
  region one block -0.01733 0.01733 -0.01733 0.01733 -0.00743 0.02723
  region two block 0.00253 0.03719 -0.01733 0.01733 -0.00743 0.02723
  create_polyhedra 1 region one shape box 0.02 0.02 0.02 orient fixed density 2500
  create_polyhedra 1 region two shape box 0.02 0.02 0.02 orient fixed density 2500
  velocity all set 0.02 0.05 0
  set atom 2 vy -0.05
  fix move all nve
  timestep 1e-5
)";

TEST_F(Rerun, ContactsHaveNoSpringsOfAnotherStep)
{
  const std::string frames = folder / "frames", floor = folder / "floor.stl";
  const std::string mesh =
      "write_mesh " + floor + " plane size 0.18 0.18\nfix w all wall/mesh " + floor + " model ";
  const std::string spheres = SPHERES + SHEARED_SPHERES;
  for (const std::string &system :
       {spheres + "fix w all wall/hertz/mindlin zplane 0 NULL\n",
        spheres + mesh + "hertz/mindlin\n",
        SHEARED_CUBES + "fix w all wall/polyhedron volume 1e6 friction 0.5 zplane 0 NULL\n",
        SHEARED_CUBES + mesh + "polyhedron volume 1e6 friction 0.5\n"}) {
    LammpsSession lammps, alone;
    lammps.run(system + dump(frames) + "run 250\n");
    const std::vector<double> of_run = forces_of_two(lammps);
    lammps.run("run 250\nundump d\n" + rerun(frames, 250));
    alone.run(system + rerun(frames, 250));
    const std::vector<double> here = forces_of_two(lammps), there = forces_of_two(alone);
    for (size_t n = 0; n < here.size(); n++) EXPECT_DOUBLE_EQ(here[n], there[n]) << system;
    EXPECT_GT(std::abs(of_run[1] - here[1]), 1e-4) << system;
  }
}

}    // namespace test_rerun
