// Walls whose surface moves along itself: belts, rollers, turntables.
//
// Oracles: closed forms of sliding and rolling; walls that move as a whole; the same run on other
// numbers of ranks.

#include "common/constants.h"
#include "meshes/mesh_file.h"
#include "meshes/triangle_mesh.h"
#include "styles/walls/mesh_wall_scenes.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace test_wall_belts {

using namespace grist::testing;

// The same arithmetic rounded in another order, grown by a few bounces of every sphere.
constexpr double SAME = 1e-10;

constexpr double G = 9.81, RADIUS = 5e-3, YOUNG = 1e7, FRICTION = 0.3;
constexpr double SPEED = 0.2;    // of belts
const double MASS = sphere_mass(RADIUS);

// Spheres at rest on a floor at 0, at these places.
std::string resting(const std::vector<std::string> &places, const std::string &integrator)
{
  return resting_spheres(places, RADIUS, YOUNG, integrator);
}

const std::string REPORT =
    "\nthermo_style custom step f_w f_w[1] f_w[2] f_w[3] f_w[4] f_w[5] f_w[6] f_w[7]\n";
const std::string MATERIAL =
    " young " + number(YOUNG) + " poisson 0.3 restitution 0.5 friction " + number(FRICTION);
const std::string BELT = " surface linear " + number(SPEED) + " 0 0 ";

// The same belt as a plane, a region and a mesh.
std::vector<std::string> belts(const std::string &mesh)
{
  return {"fix w all wall/hertz/mindlin zplane 0 NULL" + BELT + MATERIAL,
          "region w block -1 1 -1 1 0 1 open 1 open 2 open 3 open 4\n"
          "fix w all wall/hertz/mindlin region w" +
              MATERIAL + BELT,
          "fix w all wall/mesh " + mesh + BELT + "model hertz/mindlin" + MATERIAL};
}

constexpr double CLOSED_FORM =
    1e-7;    // what still swings when the sphere has the speed of the belt: 2e-8 seen

/* ----------------------------------------------------------------------
   in closed form
------------------------------------------------------------------------- */

// A block of four spheres in one rigid body that does not rotate: friction mu m g until it has the
// speed of the belt, none after.
TEST_F(FixWallMeshOnOneRank, ABeltAcceleratesABlockByFrictionAndTakesThePowerForIt)
{
  const std::string mesh = files.text(random_plate(7, 0.19, 1));
  const double time = 0.05, weight = 4 * MASS * G;    // the speed is reached at 0.068
  for (const std::string &belt : belts(mesh)) {
    SCOPED_TRACE(belt);
    LammpsSession lammps;
    // LAMMPS sums the first forces on rigid bodies in the order of the fixes.
    lammps.run(resting({"-0.005 -0.005", "-0.005 0.005", "0.005 -0.005", "0.005 0.005"}, "") +
               belt + "\nfix block all rigid single torque 1 off off off" + REPORT + "run 25000\n");
    for (const AtomSnapshot &a : lammps.atoms())
      EXPECT_NEAR(a.v[0] / (FRICTION * G * time), 1.0, CLOSED_FORM);
    EXPECT_NEAR(lammps.evaluate("f_w[1]") / (-FRICTION * weight), 1.0, CLOSED_FORM);
    EXPECT_NEAR(lammps.evaluate("f_w[3]") / -weight, 1.0, CLOSED_FORM);
    EXPECT_NEAR(lammps.evaluate("f_w[7]") / (FRICTION * weight * SPEED), 1.0, CLOSED_FORM);
    lammps.run("run 25000\n");
    for (const AtomSnapshot &a : lammps.atoms()) EXPECT_NEAR(a.v[0] / SPEED, 1.0, CLOSED_FORM);
    EXPECT_NEAR(lammps.evaluate("f_w[1]") / weight, 0.0, CLOSED_FORM);
    EXPECT_NEAR(lammps.evaluate("f_w[7]") / (FRICTION * weight * SPEED), 0.0, CLOSED_FORM);
  }
}

// While it slides: v = mu g t, w = 5/2 mu g t / R. It rolls from v = 2/7 V on.
TEST_F(FixWallMeshOnOneRank, ASphereOnABeltSlidesAndEndsRolling)
{
  const std::string mesh = files.text(random_plate(7, 0.19, 1));
  const double time = 0.016;    // it rolls at 2 V / (7 mu g) = 0.0194
  for (const std::string &belt : belts(mesh)) {
    SCOPED_TRACE(belt);
    LammpsSession lammps;
    lammps.run(resting({"0.001 0.002"}, "fix nve all nve/sphere") + belt + REPORT + "run 8000\n");
    AtomSnapshot a = lammps.atoms()[0];
    EXPECT_NEAR(a.v[0] / (FRICTION * G * time), 1.0, CLOSED_FORM);
    EXPECT_NEAR(a.omega[1] / (-2.5 * FRICTION * G * time / RADIUS), 1.0, CLOSED_FORM);
    EXPECT_NEAR(lammps.evaluate("f_w[7]") / (FRICTION * MASS * G * SPEED), 1.0, CLOSED_FORM);
    lammps.run("run 22000\n");
    a = lammps.atoms()[0];
    EXPECT_NEAR(a.v[0] / (2.0 / 7.0 * SPEED), 1.0, CLOSED_FORM);
    EXPECT_NEAR(a.omega[1] / (-5.0 / 7.0 * SPEED / RADIUS), 1.0, CLOSED_FORM);
    EXPECT_NEAR(lammps.evaluate("f_w[7]") / (FRICTION * MASS * G * SPEED), 0.0, CLOSED_FORM);
  }
}

// Friction takes the slip against the belt: mu m g (V t - mu g t^2 / 2).
TEST_F(FixWallMeshOnOneRank, WorkOfFrictionOnTrianglesIsThatOfTheSlipAgainstTheBelt)
{
  const std::string mesh = files.text(random_plate(3, 0.19, 1));
  LammpsSession lammps;
  lammps.run(resting({"0.001 0.002"}, "fix nve all nve") + "fix w all wall/mesh " + mesh + BELT +
             "stress 25000 " + (files.folder / "belt_*.vtk") + " model hertz/mindlin" + MATERIAL +
             REPORT + "run 25000\n");
  const std::string text = read_file(files.folder / "belt_25000.vtk");
  const std::string header = "sliding_work double 1\nLOOKUP_TABLE default\n";
  std::istringstream works(text.substr(text.find(header) + header.size()));
  const grist::TriangleMesh triangles(grist::read_mesh(mesh), 0.3);
  double work = 0.0, value = 0.0;
  for (const auto &t : triangles.triangles()) {
    works >> value;
    work += value * t.area;
  }
  const double time = 0.05, way = SPEED * time - 0.5 * FRICTION * G * time * time;
  constexpr double DIGITS = 1e-7;    // nine in the file; velocities at half steps integrate exactly
  EXPECT_NEAR(work / (FRICTION * MASS * G * way), 1.0, DIGITS);
}

// Nothing slips where the surface runs back as fast as the wall moves on.
TEST_F(FixWallMeshOnOneRank, SurfaceThatRunsAgainstItsWallStandsStill)
{
  const std::string mesh = files.text(random_plate(7, 0.19, 1));
  LammpsSession lammps;
  lammps.run(resting({"0.001 0.002"}, "fix nve all nve/sphere") + "fix w all wall/mesh " + mesh +
             " move linear " + number(SPEED) + " 0 0 surface linear " + number(-SPEED) +
             " 0 0 model hertz/mindlin" + MATERIAL + REPORT + "run 10000\n");
  const AtomSnapshot a = lammps.atoms()[0];
  EXPECT_NEAR(a.v[0], 0.0, 1e-12);
  EXPECT_NEAR(a.omega[1], 0.0, 1e-10);
  EXPECT_NEAR(lammps.evaluate("f_w[7]"), 0.0, 1e-12);
}

// A sphere on top of a roller is thrown off to the side to which the surface runs.
TEST_F(FixWallMeshOnOneRank, RollerRotatesByTheRightHand)
{
  LammpsSession lammps;
  lammps.run(resting({"0 0"}, "fix nve all nve/sphere") +
             "region w cylinder y 0 -0.05 0.05 -0.19 0.19 side out open 1 open 2\n"
             "fix w all wall/hertz/mindlin region w surface rotate 0 0 -0.05 0 1 0 0.5" +
             MATERIAL + REPORT + "run 1000\n");
  EXPECT_GT(lammps.atoms()[0].v[0], 0.9 * FRICTION * G * 2e-3);
  EXPECT_NEAR(lammps.evaluate("f_w[7]") / (-4 * grist::PI * lammps.evaluate("f_w[5]")), 1.0, SAME);
}

/* ----------------------------------------------------------------------
   against walls that move as a whole
------------------------------------------------------------------------- */

// On all ranks. Several ranks run fewer steps: they differ only in how atoms move between ranks.
void expect_same(const std::string &before, const std::string &one, const std::string &other,
                 double tolerance)
{
  const std::string run = world_size() == 1 ? "\nrun 8000\n" : "\nrun 1500\n";
  const auto first = atoms_after(before + one + run, world_size());
  const auto second = atoms_after(before + other + run, world_size());
  ASSERT_EQ(first.size(), second.size());
  EXPECT_LT(largest_difference(first, second), tolerance);
  if (is_first_rank()) { EXPECT_GT(touched(first), 20); }
}

// Springs pass from triangle to triangle on the one and stay on the other.
TEST(WallBelts, BeltOfMovingTrianglesIsTheBeltOfMovingSurface)
{
  MeshFiles files;
  const std::string wall = "fix w all wall/mesh " + files.text(random_plate(60, 0.09, 1));
  for (const std::string &model :
       {" model hertz/mindlin" + LAW,
        std::string(" model granular hertz/material 1e7 0.5 0.3 tangential mindlin NULL 0.7 0.4 "
                    "rolling sds 1000 0.01 0.1 twisting marshall damping coeff_restitution")}) {
    SCOPED_TRACE(model);
    expect_same(spheres(LOW), wall + " move linear 0.5 0.3 0" + model,
                wall + " surface linear 0.5 0.3 0" + model, SAME);
    expect_same(spheres(LOW), wall + " move linear 0.5 0.3 0" + model,
                wall + " surface linear 0.2 0.2 0 move linear 0.3 0.1 0" + model, SAME);
  }
}

TEST(WallBelts, TurntableOfMovingTrianglesIsTheOneOfMovingSurface)
{
  MeshFiles files;
  const std::string wall = "fix w all wall/mesh " + files.text(random_plate(60, 0.12, 1));
  const std::string model = " model hertz/mindlin" + LAW;
  expect_same(spheres(LOW), wall + " move rotate 0.01 0 0 0 0 1 0.2" + model,
              wall + " surface rotate 0.01 0 0 0 0 1 0.2" + model, SAME);
}

TEST(WallBelts, DrumWhoseSurfaceRotatesIsTheDrumThatRotates)
{
  const std::string before = spheres(INNER, 150, "f f f", world_size() == 1 ? 0.5 : 3.0) +
      "variable a equal 2*PI*elaplong*dt/0.2\nregion w cylinder x 0 0 0.03 -0.03 0.03 ";
  const std::string law =
      " young 1e7 poisson 0.3 restitution 0.5 friction 0.4 rolling sds 1000 0.01 0.1";
  const std::string wall = "\nfix w all wall/hertz/mindlin region w" + law;
  for (const std::string &form : {std::string(), std::string(" stock yes")}) {
    expect_same(before, "rotate v_a 0 0 0 1 0 0" + wall + form,
                wall + " surface rotate 0 0 0 1 0 0 0.2" + form, SAME);
    expect_same(before,
                "\nfix w all wall/hertz/mindlin xcylinder 0.03 xplane -0.03 0.03 surface rotate 0 "
                "0 0 1 0 0 0.2" +
                    law + form,
                wall + " surface rotate 0 0 0 1 0 0 0.2" + form, SAME);
  }
}

// A region that rotates, and its surface on it.
TEST(WallBelts, SurfaceOfARegionIsAddedToItsMotion)
{
  const std::string before = spheres(INNER, 150, "f f f", world_size() == 1 ? 0.5 : 3.0) +
      "variable a equal PI*elaplong*dt/0.2\nregion w cylinder x 0 0 0.03 -0.03 0.03 ";
  const std::string wall = "\nfix w all wall/hertz/mindlin region w surface rotate 0 0 0 1 0 0 ";
  expect_same(before, "rotate v_a 0 0 0 1 0 0" + wall + "0.4" + LAW, wall + "0.2" + LAW, SAME);
}

TEST(WallBelts, VelocitiesByVariablesAreVelocitiesByNumbers)
{
  MeshFiles files;
  const std::string wall = "variable v equal 0.5\nvariable w equal 2*PI/0.2\nfix w all wall/mesh " +
      files.text(random_plate(20, 0.06, 1));
  const std::string model = " model hertz/mindlin" + LAW;
  expect_same(spheres(LOW), wall + " surface linear 0 0.5 0" + model,
              wall + " surface variable NULL v_v NULL 0 0 0 0 0 1 NULL" + model, SAME);
  expect_same(spheres(LOW), wall + " surface rotate 0.01 0 0 0 0 2 0.2" + model,
              wall + " surface variable NULL NULL NULL 0.01 0 0 0 0 2 v_w" + model, SAME);
}

/* ----------------------------------------------------------------------
   ranks, restart, errors
------------------------------------------------------------------------- */

const std::string STARTING = "variable v equal 0.5*(1+sin(300*step*dt))\nvariable r equal "
                             "20+3*sin(200*step*dt)\n";

std::string starting_block(const std::string &mesh)
{
  return STARTING + "fix w all wall/mesh " + mesh +
      " surface variable v_v NULL NULL 0.003 0 0.002 0 1 0 v_r move wiggle 0 0.001 0 0.01"
      " model hertz/mindlin"
      " young 1e5 poisson 0.3 restitution 0.5 friction 0.4 rolling sds 100 0.01 0.1\n";
}

TEST(WallBelts, RanksNeighborStylesAndBalanceAgree)
{
  MeshFiles files;
  const std::string mesh = files.text(block_mesh({-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03}, 5));
  const std::string file = files.folder / "restart";
  atoms_after(spheres(INNER, 150, "f f f", 1.0) + "write_restart " + file, 1);
  std::vector<AtomSnapshot> first;
  double report[8] = {};
  std::vector<std::string> styles = {"default", "multilevel"};
  if (world_size() == 1) styles.insert(styles.end(), {"twolevel", "mr", "mmr", "cubes", "grid"});
  for (const int ranks : rank_counts())
    for (const std::string &style : styles) {
      SCOPED_TRACE(std::to_string(ranks) + " ranks, " + style);
      LammpsSession lammps(ranks);
      lammps.run(restarted(file) + "neighbor_style " + style +
                 "\nfix lb all balance 200 1.0 shift xyz 10 1.01\n" + starting_block(mesh) +
                 REPORT + "run 4000\n");
      const auto atoms = lammps.atoms();
      for (int k = 0; k < 8; k++) {
        const double value = lammps.evaluate(k == 0 ? "f_w" : "f_w[" + std::to_string(k) + "]");
        if (first.empty() && ranks == 1) report[k] = value;
        EXPECT_NEAR(value / report[k], 1.0, 1e-7) << "column " << k;
      }
      if (first.empty()) first = atoms;
      EXPECT_LT(largest_difference(first, atoms), SAME);
    }
}

TEST(WallBelts, RestartContinuesTheRun)
{
  MeshFiles files;
  const std::string mesh = files.text(block_mesh({-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03}, 5));
  const std::string file = files.folder / "half";
  const std::string region = STARTING +
      "region w block -0.03 0.03 -0.03 0.03 -0.03 0.03\nfix w all wall/hertz/mindlin region w "
      "surface variable v_v NULL NULL 0.003 0 0.002 0 1 0 v_r" +
      LAW;
  for (const std::string &wall : {starting_block(mesh), region}) {
    const auto halves = atoms_after(spheres(INNER, 150, "f f f", 1.0) + wall +
                                        "run 3000\nwrite_restart " + file + "\nrun 2000\n",
                                    world_size());
    const auto again = atoms_after(restarted(file) + wall + "run 2000\n", world_size());
    EXPECT_LT(largest_difference(halves, again), SAME);
    if (is_first_rank()) { EXPECT_GT(touched(again), 20); }
  }
}

TEST_F(FixWallMeshOnOneRank, SurfaceErrorsNameTheValue)
{
  const std::string mesh = "wall/mesh " + files.text(random_plate(3, 0.05, 1));
  const std::string plane = "wall/hertz/mindlin zplane 0 NULL";
  const auto expect = [&](const std::string &words, const std::string &part) {
    for (const bool is_mesh : {true, false}) {
      LammpsSession lammps;
      const std::string user = is_mesh ? "Fix wall/mesh: " : "Fix wall/hertz/mindlin: ";
      const std::string law = "young 1e7 poisson 0.3";
      const std::string error = lammps.error_of(
          spheres(INNER, 10) + "variable inf equal exp(1000*step)\nvariable a atom x\nfix w all " +
          (is_mesh ? mesh + " " + words + " model hertz/mindlin " + law
                   : plane + " " + law + " " + words) +
          "\nrun 2");
      EXPECT_TRUE(has(error, user + part)) << words;
    }
  };
  expect("surface slide 1", "surface slide (expected linear, rotate or variable)");
  expect("surface linear 0.1 fast 0", "surface linear fast (expected a number)");
  expect("surface linear inf 0 0", "surface linear inf (expected a number)");
  expect("surface linear 0 1e300 0", "surface linear 1e+300 (too large for a velocity)");
  expect("surface rotate 0 0 0 0 0 1 3e-308", "surface rotate period 3e-308 (too short for");
  expect("surface rotate 0 0 0 0 0 0 1",
         "surface rotate axis 0 0 0 (must be longer than 0 and of finite length)");
  expect("surface rotate 0 0 x 0 0 1 1", "surface rotate point x (expected a number)");
  expect("surface rotate 0 0 0 0 0 1 0", "surface rotate period 0 (must be positive)");
  expect("surface rotate 0 0 0 0 0 1 -2", "surface rotate period -2 (must be positive)");
  expect("surface linear 1 0 0 surface rotate 0 0 0 0 0 1 2",
         "surface rotate (a second one: expected one surface motion for a wall, which has "
         "surface linear)");
  expect("surface variable vx NULL NULL 0 0 0 0 0 1 NULL",
         "surface variable vx (expected v_name or NULL)");
  expect("surface variable v_no NULL NULL 0 0 0 0 0 1 NULL", "no equal-style variable no");
  expect("surface variable v_a NULL NULL 0 0 0 0 0 1 NULL", "no equal-style variable a");
  expect("surface variable NULL NULL NULL 0 0 0 0 0 1 v_inf",
         "variable inf is inf at step 1 (a motion must be finite)");
  const auto expect_missing = [&](const std::string &words, const std::string &part) {
    LammpsSession lammps;
    const std::string error = lammps.error_of(spheres(INNER, 10) + "fix w all " + plane + words);
    EXPECT_TRUE(has(error, "Fix wall/hertz/mindlin: " + part));
  };
  expect_missing(" surface", "surface needs linear, rotate or variable");
  expect_missing(" surface linear 1 2", "surface linear needs vx vy vz");
  expect_missing(" surface rotate 0 0 0 0 0 1",
                 "surface rotate needs a point, an axis and a period");
  expect_missing(" surface variable v_v",
                 "surface variable needs three velocities, a point, an axis and an angular "
                 "velocity");
}

}    // namespace test_wall_belts
