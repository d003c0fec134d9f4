// Walls that answer in company: free meshes with motors, chains of meshes that move together, axes
// that move, stops, starts of runs.
//
// Oracles: the conservation of energy, and the integral of what a motor gives; the place of another
// mesh; the torque by statics; the restitution that was given; the same wall by a motion that is
// prescribed; the difference of angles; the absence of slip.

#include "common/constants.h"
#include "styles/polyhedra/cubes.h"
#include "styles/walls/fix_wall_mesh.h"
#include "styles/walls/mesh_wall_scenes.h"

#include "lammps.h"
#include "modify.h"

#include <cmath>

namespace test_driven_free_walls {

using namespace grist::testing;
using grist::Mesh;
using grist::Vector3d;

constexpr double RADIUS = 0.01;

Mesh plate(double half)
{
  return {{{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}},
          {{0, 1, 2}, {0, 2, 3}}};
}

const std::string HERTZ = "young 1e7 poisson 0.3 restitution ";
const std::string MODEL = " model hertz/mindlin " + HERTZ;

// Spheres at these places "x y z" with their velocities "vx vy vz".
std::string spheres_at(const std::vector<std::array<std::string, 2>> &spheres,
                       const std::string &pair = "hertz/mindlin",
                       const std::string &law = HERTZ + "0.9 friction 0.5")
{
  std::string lines = "units si\natom_style sphere\natom_modify map array\nboundary f f f\n"
                      "newton on off\ncomm_modify vel yes\n"
                      "region b block -0.3 0.3 -0.3 0.3 -0.3 0.3\ncreate_box 1 b\n";
  for (const auto &one : spheres) lines += "create_atoms 1 single " + one[0] + "\n";
  for (size_t n = 0; n < spheres.size(); n++)
    lines += "group g id " + std::to_string(n + 1) + "\nvelocity g set " + spheres[n][1] +
        "\ngroup g delete\n";
  return lines + "set group all diameter 0.02 density 2500\nneighbor 2e-3 bin\n" +
      "fix GRIST_GUARD all guard overlap warn timestep warn\npair_style " + pair +
      "\npair_coeff * * " + law + "\nthermo_style custom step\n";
}

class DrivenFreeWalls : public OneRankTest {
 protected:
  MeshFiles files;

  const LAMMPS_NS::FixWallMesh &wall(LammpsSession &lammps, const char *id)
  {
    return *dynamic_cast<LAMMPS_NS::FixWallMesh *>(lammps.lammps()->modify->get_fix_by_id(id));
  }
};

/* ----------------------------------------------------------------------
   the work of motors
------------------------------------------------------------------------- */

struct Driven {
  // Power of the motor by values of the wall; empty: it depends on the normals of facets.
  std::string motion, power;
};

// Two spheres hit a roll on both sides, off its middle plane. The roll floats. Spheres, and a roll in
// two parts of which one follows.
TEST_F(DrivenFreeWalls, WorkOfAMotorIsBooked)
{
  const std::string mesh = files.folder / "roll.stl";
  const std::string free = " move free mass 0.5 along xz around none dashpot 0.4 0 0.4 gravity 3 "
                           "vector 0 0 -1 force 0.1 0 0.2";
  const std::vector<Driven> all = {
      {" move rotate 0 0 0 0 1 0 0.2", "-f_w[5]*2*PI/0.2"},
      {" move linear 0 0.3 0.2", "-(0.3*f_w[2]+0.2*f_w[3])"},
      {" move wiggle 0.001 0 0 0.005", "-f_w[1]*0.001*400*PI*cos(400*PI*step*dt)"},
      {" move variable v_vx NULL NULL 0 0 0 0 1 0 v_w", "-(v_vx*f_w[1]+v_w*f_w[5])"},
      {" surface rotate 0 0 0 0 1 0 0.2", ""},
      {" move rotate 0 0 0 0 1 0 0.2 surface rotate 0 0 0 0 1 0 0.1", ""}};
  for (const Driven &one : all)
    for (const bool follows : {false, true}) {
      SCOPED_TRACE(one.motion);
      LammpsSession lammps;
      lammps.run(spheres_at({{"0.0605 0.01 0", "-1 0 0.1"}, {"-0.0605 -0.01 0.005", "1 0.1 0"}}) +
                 "variable vx equal 0.2*sin(300*step*dt)\nvariable w equal 30*cos(200*step*dt)\n"
                 "write_mesh " +
                 mesh + " cylinder diameter 0.1 length 0.08 axis y facets 60 caps yes\n" +
                 (follows ? "fix lead all wall/mesh " + mesh + " shift 0.2 0 0.2" + free + MODEL +
                          "0.9 friction 0.5\nfix w all wall/mesh " + mesh + one.motion +
                          " move with lead"
                          : "fix w all wall/mesh " + mesh + one.motion + free) +
                 " sides two" + MODEL +
                 "0.9 friction 0.5\nfix i all leapfrog/sphere\ncompute e all energy/balance\n"
                 "variable p equal " +
                 (one.power.empty() ? "0" : one.power) +
                 "\nfix push all ave/time 1 6000 6000 v_p\ntimestep 2e-6\n" +
                 "thermo_style custom step c_e[*] c_e\nvariable moved equal f_" +
                 (follows ? "lead" : "w") + "[8]\nrun 6000 post no\n");
      const double work = lammps.evaluate("f_push*6000*2e-6"), whole = lammps.evaluate("c_e[1]");
      const double applied = 0.1 * lammps.evaluate("v_moved") +
          0.2 * lammps.evaluate(follows ? "f_lead[10]" : "f_w[10]");
      EXPECT_GT(std::fabs(lammps.evaluate("c_e[10]") - applied), 1e-3 * whole);
      if (!one.power.empty()) {
        EXPECT_NEAR(lammps.evaluate("c_e[10]"), work + applied, 1e-3 * std::fabs(work));
      }
      EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 2e-5 * whole);
    }
}

// A belt on a plate that turns freely, and turns away from what it throws off.
TEST_F(DrivenFreeWalls, WorkOfABeltOnAFreeMeshIsBooked)
{
  const std::string sheet = files.text(plate(0.1));
  const std::string free =
      " move free mass 0.2 inertia 1e-3 2e-3 3e-3 0 0 0 center 0 0 0 around all";
  for (const std::string law : {"0.9 friction 0.5", "0.5 friction 0.5 rolling sds 1000 0.01 0.1"})
    for (const std::string belt :
         {"", " surface linear 3 1 0", " surface rotate 0.01 0 0 0 0 1 0.02"}) {
      SCOPED_TRACE(law + belt);
      LammpsSession lammps;
      lammps.run(spheres_at({{"0.05 0.01 0.0105", "0 0 -1"}, {"-0.02 0.03 -0.0104", "0.3 0 0.7"}},
                            "hertz/mindlin", HERTZ + law) +
                 "fix w all wall/mesh " + sheet + belt + free + MODEL + law +
                 "\nfix i all leapfrog/sphere\ncompute e all energy/balance\ntimestep 1e-6\n"
                 "thermo_style custom step c_e[*] c_e\nrun 6000 post no\n");
      const double whole = lammps.evaluate("c_e[1]"), work = lammps.evaluate("c_e[10]");
      if (belt.empty()) {
        EXPECT_NEAR(work, 0.0, 1e-12 * whole);
      } else {
        EXPECT_GT(std::fabs(work), 1e-3 * whole);
      }
      EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 2e-5 * whole);
    }
}

TEST_F(DrivenFreeWalls, WorkOfAMotorOnPolyhedraIsBooked)
{
  const std::string mesh = files.folder / "roll.stl", file = files.folder / "cube",
                    law = "volume 3e9 restitution 0.8 friction 0.5";
  const grist::Matrix3d lean = rotation_matrix(0.3, normalized(Vector3d{1, 2, 3}));
  write_bodies(file, {cube_at(lean, {0.067, 0.01, 0.0})}, -0.3, 0.3);
  LammpsSession lammps;
  lammps.run(BODIES + ("boundary f f f\nnewton off\ncomm_modify vel yes\nread_data " + file) +
             "\npair_style polyhedron\npair_coeff * * " + law + "\nwrite_mesh " + mesh +
             " cylinder diameter 0.1 length 0.08 axis y facets 30 caps yes\nfix w all wall/mesh " +
             mesh +
             " move rotate 0 0 0 0 1 0 0.2 move free mass 0.5 along xz around none model "
             "polyhedron " +
             law +
             "\nfix i all leapfrog/body\nvelocity all set -1 0 0\ncompute e all energy/balance\n"
             "thermo_style custom step c_e[*] c_e\nvariable p equal -f_w[5]*2*PI/0.2\n"
             "fix push all ave/time 1 6000 6000 v_p\ntimestep 2e-6\nrun 6000 post no\n");
  const double work = lammps.evaluate("f_push*6000*2e-6"), whole = lammps.evaluate("c_e[1]");
  EXPECT_GT(std::fabs(work), 1e-3 * whole);
  EXPECT_NEAR(lammps.evaluate("c_e[10]"), work, 1e-3 * std::fabs(work));
  EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-4 * whole);
}

/* ----------------------------------------------------------------------
   chains
------------------------------------------------------------------------- */

// c moves with b, which turns by itself and moves with a: c is where b is.
TEST_F(DrivenFreeWalls, AChainTakesTheMotionsOfAllItsMembers)
{
  const std::string mesh = files.text(plate(0.02)), law = MODEL + "0.5\n";
  for (const std::string own :
       {" move rotate 0 0 0 0 0 1 0.4", " move linear 0.2 0 0", " move wiggle 0 0.01 0 0.3",
        " move variable NULL v_vy NULL 0.1 0 0 0 1 0 v_w"})
    for (const std::string first : {" move linear 0 0 0.1", " move rotate 0.1 0 0 1 0 0 0.7",
                                    " move free mass 1 along z around none force 0 0 2"}) {
      LammpsSession lammps;
      lammps.run(spheres_at({{"0.25 0.25 0.25", "0 0 0"}}) +
                 "variable vy equal 0.1*sin(20*step*dt)\nvariable w equal 5*cos(30*step*dt)\n"
                 "fix c all wall/mesh " +
                 mesh + " move with b" + law + "fix b all wall/mesh " + mesh + own +
                 " move with a" + law + "fix a all wall/mesh " + mesh + first + law +
                 "fix i all leapfrog/sphere\ntimestep 1e-4\nrun 500 post no\nrun 500 post no\n");
      const auto frame = [&](const char *id) { return wall(lammps, id).surface().frame(); };
      const auto &velocity = wall(lammps, "c").surface().motion.velocity();
      EXPECT_GT(norm(frame("b").position - frame("a").position) +
                    norm(frame("b").rotation - frame("a").rotation),
                1e-3);
      EXPECT_LT(norm(frame("c").position - frame("b").position), 1e-12);
      EXPECT_LT(norm(frame("c").rotation - frame("b").rotation), 1e-12);
      EXPECT_LT(norm(velocity.at({1, 2, 3}) -
                     wall(lammps, "b").surface().motion.velocity().at({1, 2, 3})),
                1e-12);
    }
}

TEST_F(DrivenFreeWalls, AChainThatLeadsIntoACircleIsAnError)
{
  const std::string mesh = files.text(plate(0.02)), law = MODEL + "0.5\n";
  LammpsSession lammps;
  EXPECT_TRUE(has(lammps.error_of(spheres_at({{"0.25 0.25 0.25", "0 0 0"}}) +
                                  "fix c all wall/mesh " + mesh + " move with b" + law +
                                  "fix b all wall/mesh " + mesh + " move with a" + law +
                                  "fix a all wall/mesh " + mesh + " move with b" + law + "run 0"),
                  "Fix wall/mesh c: move with b is a circle"));
}

/* ----------------------------------------------------------------------
   servos
------------------------------------------------------------------------- */

// The plate lies on a sphere that is held at x = 0.1. Its axis moves towards the sphere by 0.04 in
// 20 ms and stays there.
TEST_F(DrivenFreeWalls, ATorqueIsHeldAboutAnAxisThatMoves)
{
  const std::string mesh = files.text(plate(0.2));
  for (const std::string move : {"move variable v_vx NULL NULL 0 0 0 0 1 0 NULL",
                                 "move wiggle 0.04 0 0 0.08", "move linear 2 0 0"}) {
    LammpsSession lammps;
    lammps.run(spheres_at({{"0.1 0 0.0102", "0 0 0"}}, "hertz/mindlin", HERTZ + "1.0") +
               "variable vx equal 4*(step<10001)\n"
               "fix w all wall/mesh " +
               mesh + " " + move + " move servo torque 0.2 0 0 0 0 1 0 5" + MODEL +
               "1.0\ntimestep 1e-6\nrun 20000 post no\n");
    const double axis =
        wall(lammps, "w").surface().motion.center().x;    // of the first rotation: the servo
    EXPECT_NEAR(axis, 0.04, 1e-4) << move;
    EXPECT_NEAR(lammps.evaluate("f_w[3]") * -(0.1 - axis), lammps.evaluate("f_w[5]"), 1e-3) << move;
    EXPECT_NEAR(lammps.evaluate("f_w[5]") / 0.2, 1.0, 1e-2) << move;
    EXPECT_GT(lammps.evaluate("f_w[16]"), 0.01) << move;
    if (move[5] != 'v') continue;
    lammps.run("run 20000 post no\n");
    EXPECT_NEAR(lammps.evaluate("f_w[5]") / 0.2, 1.0, 1e-9);
  }
}

// The velocity of the last step at the first evaluation of a run, as that of a motion that is
// prescribed.
TEST_F(DrivenFreeWalls, AServoKeepsItsSpeedAtTheStartOfARun)
{
  const std::string mesh = files.text(plate(0.05)), file = files.folder / "middle";
  struct Kind {
    std::string move, speed;
    double same;    // where the wall turns, the law reads its velocity half a step before
  };
  for (const Kind &kind : {Kind{" move servo force 1000 0 0 1 0.05", "f_w[13]", 1e-12},
                           {" move servo torque 50 0.04 0 0 0 1 0 1", "f_w[15]", 1e-6},
                           {" move linear 0 0 -0.05", "f_w[3]", 1e-12}}) {
    const std::string fix = "fix w all wall/mesh " + mesh + " shift 0 0 0.01001" + kind.move +
        MODEL + "0.2\ntimestep 1e-6\n";
    LammpsSession lammps, again;
    lammps.run(spheres_at({{"0 0 0", "0 0 0"}}) + fix + "run 2000 post no\n");
    const double force = lammps.evaluate("f_w[3]"), speed = lammps.evaluate(kind.speed);
    EXPECT_GT(force, 0.0);
    EXPECT_GT(std::fabs(speed), 0.01);
    lammps.run("write_restart " + file + "\nrun 0 post no\n");
    EXPECT_NEAR(lammps.evaluate("f_w[3]") / force, 1.0, kind.same) << kind.move;
    EXPECT_NEAR(lammps.evaluate(kind.speed) / speed, 1.0, kind.same) << kind.move;
    again.run("read_restart " + file +
              "\nneighbor 2e-3 bin\npair_style hertz/mindlin\n"
              "pair_coeff * * " +
              HERTZ + "0.9 friction 0.5\n" + fix + "thermo_style custom step\nrun 0 post no\n");
    EXPECT_NEAR(again.evaluate("f_w[3]") / force, 1.0, kind.same) << kind.move;
    EXPECT_NEAR(again.evaluate(kind.speed) / speed, 1.0, kind.same) << kind.move;
  }
}

// It touches at a twentieth of what it moves in a step, where Hertz' stiffness is small yet: about an
// axis, and by a mesh that follows.
TEST_F(DrivenFreeWalls, AServoOfATorqueDoesNotJumpAtFirstTouch)
{
  const double step = 1e-5, lever = 0.05, touch = 0.05 * step;    // at 1 m/s
  const std::string mesh = files.text(plate(0.06));
  const double target =
      lever * hertz_stiffness(1e7) * std::sqrt(RADIUS) * std::pow(step, 1.5) * 0.8;
  const double angle = (20 * step - touch) / lever;
  for (const bool follows : {false, true}) {
    const std::string servo = " move servo torque " + number(-target) + " 0 0 " + number(RADIUS) +
        " 0 1 0 " + number(1.0 / lever) + " gain 1" + MODEL + "1.0\n";
    // The plate turns about y by the angle until it touches.
    const std::string at =
        " turn 0 1 0 " + number(-angle * 180 / grist::PI) + " shift 0 0 " + number(RADIUS);
    LammpsSession lammps;
    lammps.run(
        spheres_at({{number(lever) + " 0 0", "0 0 0"}}, "hertz/mindlin", HERTZ + "1.0") +
        "fix lid all wall/mesh " + mesh + (follows ? " shift 0 0 0.2" : at) + servo +
        (follows ? "fix hit all wall/mesh " + mesh + at + " move with lid" + MODEL + "1.0\n" : "") +
        "timestep 1e-5\nvariable over equal f_" + (follows ? "hit" : "lid") + "[5]/" +
        number(-target) + "\nrun 19 post no\n");
    EXPECT_EQ(lammps.evaluate("f_lid"), 0.0);
    double largest = 0.0;
    for (int n = 0; n < 100; n++) {
      lammps.run("run 1 pre no post no");
      largest = std::max(largest, lammps.evaluate("v_over"));
    }
    EXPECT_GT(largest, 0.99) << follows;
    EXPECT_LT(largest, 1.1) << follows;
  }
}

/* ----------------------------------------------------------------------
   stops and hinges
------------------------------------------------------------------------- */

// A lid that is pressed on its stop, or hit towards it, does not move, whatever its mass: a wall at
// rest.
TEST_F(DrivenFreeWalls, AMeshOnItsStopIsAWallAtRest)
{
  const std::string mesh = files.text(plate(0.05));
  const double mass = sphere_mass(RADIUS);
  struct Model {
    std::string name, law;
  };
  for (const Model &model :
       {Model{"hertz/mindlin", "young 1e7 poisson 0.3"}, {"hooke/history", "stiffness 2e4"}})
    for (const double share : {0.1, 1.0, 10.0})
      for (const std::string held :
           {"along z around none force 0 0 1e6 stop z NULL 0", "along z around none stop z 0 NULL",
            "along none around axis 0.2 0 0 0 1 0 torque 0 1e6 0 stop turn NULL 0",
            "along xyz around axis 0 0 0 0 0 1 force 0 0 1e6 stop z 0 0"}) {
        const std::string law = model.law + " restitution 0.5";
        LammpsSession lammps;
        lammps.run(spheres_at({{"0.001 0.003 0.010001", "0 0 -1"}}, model.name, law) +
                   "fix w all wall/mesh " + mesh + " move free mass " + number(share * mass) +
                   " inertia 1e-4 1e-4 1e-4 0 0 0 center 0 0 0 " + held + " model " + model.name +
                   " " + law + "\nfix i all leapfrog/sphere\ntimestep 1e-6\nrun 4000 post no\n");
        EXPECT_NEAR(lammps.evaluate("vz[1]"), 0.5, 2e-3) << model.name << " " << share << held;
        EXPECT_EQ(lammps.evaluate("f_w[10]"), 0.0) << held;
        EXPECT_EQ(lammps.evaluate("f_w[14]"), 0.0) << held;
      }
}

// A pendulum: its rate is the derivative of its angle, also where it falls.
TEST_F(DrivenFreeWalls, TheRateOfAHingeHasASign)
{
  LammpsSession lammps;
  lammps.run(spheres_at({{"0.25 0.25 0.25", "0 0 0"}}) + "fix w all wall/mesh " +
             files.text(plate(0.02)) +
             " move free mass 1 inertia 1e-3 1e-3 1e-3 0 0 0 center 0.1 0 0 along none around axis "
             "0 0 0 0 1 0 gravity 9.81 vector 0 0 -1" +
             MODEL + "0.5\ntimestep 1e-4\nrun 0 post no\n");
  double least = 0.0, most = 0.0;
  for (int n = 0; n < 50; n++) {
    const double before = lammps.evaluate("f_w[14]");
    lammps.run("run 100 pre no post no");
    const double rate = lammps.evaluate("f_w[15]");
    lammps.run("run 100 pre no post no");
    EXPECT_NEAR(rate, (lammps.evaluate("f_w[14]") - before) / 0.02, 0.05);
    least = std::min(least, rate);
    most = std::max(most, rate);
  }
  EXPECT_LT(least, -1.0);
  EXPECT_GT(most, 1.0);
}

/* ----------------------------------------------------------------------
   walls that turn and fly
------------------------------------------------------------------------- */

// A sphere or a cube in the middle of a wall that turns fast, and flies with it: it does not slip.
TEST_F(DrivenFreeWalls, WhatTurnsAndFliesWithAWallDoesNotSlip)
{
  const std::string mesh = files.text(plate(0.1)), file = files.folder / "cube";
  const std::string move = " move linear 10 3 0 move rotate 0 0 0 0 0 1 0.02";
  const std::string material = HERTZ + "1.0 friction 0.5";
  const std::string sphere = spheres_at({{"0 0 0.0099", "10 3 0"}}, "hertz/mindlin", material) +
      "set atom 1 omega 0 0 " + number(100 * grist::PI) + "\nfix i all leapfrog/sphere\n";
  write_bodies(file, {cube_at(grist::Matrix3d::identity(), {0, 0, 0.00999})}, -0.3, 0.3);
  const std::string law = "volume 3e9 restitution 0.8 friction 0.5";
  const std::string cube = BODIES +
      ("boundary f f f\nnewton off\ncomm_modify vel yes\nread_data " + file) +
      "\npair_style polyhedron\npair_coeff * * " + law +
      "\nfix GRIST_GUARD all guard overlap warn timestep warn\nvelocity all set 10 3 0\n"
      "fix i all leapfrog/body\n";
  const std::vector<std::string> scenes = {
      sphere + "fix w all wall/mesh " + mesh + move + " model hertz/mindlin " + material,
      sphere +
          "variable x equal 10*step*dt\nvariable y equal 3*step*dt\n"
          "variable a equal 100*PI*step*dt\n"
          "region w block -1 1 -1 1 0 1 open 1 open 2 open 3 open 4 move v_x v_y NULL rotate "
          "v_a 0 0 0 0 0 1\nfix w all wall/hertz/mindlin region w " +
          material,
      cube + "fix w all wall/mesh " + mesh + move + " model polyhedron " + law,
      cube + "fix w all wall/polyhedron " + law + " zplane 0 NULL" + move};
  for (const std::string &scene : scenes) {
    SCOPED_TRACE(scene);
    LammpsSession lammps;
    lammps.run(scene + "\ntimestep 1e-6\nrun 40 post no\n");
    const double pressing = -lammps.evaluate("f_w[3]");
    EXPECT_GT(pressing, 0.0);
    EXPECT_LT(std::hypot(lammps.evaluate("f_w[1]"), lammps.evaluate("f_w[2]")), 1e-9 * pressing);
  }
}

}    // namespace test_driven_free_walls
