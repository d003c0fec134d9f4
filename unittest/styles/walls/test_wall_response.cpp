// fix wall/mesh that answers to forces: servos, free meshes, and meshes that move with others.
//
// Oracles: the target of a servo; the leapfrog oscillator; the collision of two bodies in closed
// form; momentum and energy that are kept; the free body of rigid/guided_body.h; the run on one
// rank; the run without a restart.

#include "common/space.h"
#include "styles/polyhedra/cubes.h"
#include "styles/walls/fix_wall_mesh.h"
#include "styles/walls/mesh_wall_scenes.h"

#include "common/constants.h"
#include "geometry/solids.h"
#include "rigid/guided_body.h"

#include "lammps.h"
#include "modify.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_wall_response {

using namespace grist::testing;
using grist::Mesh;
using grist::Vector3d;
using grist::vector_at;

Mesh plate(double half, double z = 0.0)
{
  return {{{-half, -half, z}, {half, -half, z}, {half, half, z}, {-half, half, z}},
          {{0, 1, 2}, {0, 2, 3}}};
}

Mesh solid(const grist::ConvexPolyhedron &shape, const Vector3d &at)
{
  Mesh mesh;
  for (const Vector3d &vertex : shape.vertices()) mesh.vertices.push_back(at + vertex);
  for (const auto &face : shape.faces())
    for (size_t k = 2; k < face.corners.size(); k++)
      mesh.faces.push_back({face.corners[0], face.corners[k - 1], face.corners[k]});
  return mesh;
}

constexpr double RADIUS = 5e-3;

struct Model {
  std::string pair, coefficients, wall;
};
const std::vector<Model> MODELS = {
    {"hertz/mindlin", "young 1e7 poisson 0.3 restitution ", "hertz/mindlin"},
    {"hertz/mindlin", "young 1e7 poisson 0.3 cohesion jkr 0.5 restitution ", "hertz/mindlin"},
    {"hooke/history", "stiffness 2e4 restitution ", "hooke/history"}};

// One sphere of 5 mm between a floor and a lid, whose target doubles in step 20000.
std::string pressed_sphere(const std::string &lid, const Model &model, const std::string &e,
                           double step)
{
  const std::string law = model.coefficients + e;
  return R"(
    units si
    atom_style sphere
    atom_modify map array
    comm_modify vel yes
    boundary f f f
    region box block -0.04 0.04 -0.04 0.04 -0.01 0.06
    create_box 1 box
    create_atoms 1 single 0.001 0.002 0.0049999
    set group all diameter 0.01 density 2500
    fix GRIST_GUARD all guard overlap warn timestep warn
    pair_style )" +
      model.pair + "\npair_coeff * * " + law + R"(
    neighbor 1e-3 bin
    fix floor all wall/)" +
      model.wall + " zplane 0 NULL " + law + R"(
    fix weight all gravity 9.81 vector 0 0 -1
    fix move all nve/sphere
    thermo_modify lost error
    timestep )" +
      number(step) + "\nfix lid all wall/mesh " + lid + " model " + model.wall + " " + law + "\n";
}

class WallResponse : public OneRankTest {
 protected:
  MeshFiles files;

  // The largest value over its target after this has doubled, and the error in the end.
  struct Answer {
    double largest, error;
  };
  Answer answer(const std::string &input, const std::string &value, int hundreds = 400)
  {
    LammpsSession lammps;
    lammps.run(input + "\nvariable over equal " + value + "/v_target\nrun 20000 post no\n");
    double largest = 0.0;
    for (int n = 0; n < hundreds; n++) {
      lammps.run("run 100 pre no post no");
      largest = std::max(largest, lammps.evaluate("v_over"));
    }
    return {largest, std::fabs(lammps.evaluate("v_over") - 1.0)};
  }
};

// The contacts last from 20 to 400 steps.
TEST_F(WallResponse, AServoHoldsItsForce)
{
  const std::string lid =
      files.text(plate(0.03)) + " shift 0 0 0.0101 move servo force v_target 0 0 1 0.1 gain ";
  const std::string target = "variable target equal 5+5*(step>20000)\n";
  for (const Model &model : MODELS)
    for (const std::string e : {"0.1", "1.0"})
      for (const std::string gain : {"0.02", "0.1", "0.5"}) {
        const Answer got = answer(target + pressed_sphere(lid + gain, model, e, 1e-5), "f_lid[3]",
                                  gain == "0.02" ? 1700 : 400);
        const bool is_slow = gain == "0.02" && e == "0.1";    // in dashpots
        EXPECT_LT(got.error, is_slow ? 2e-5 : 1e-6) << model.coefficients << e << " gain " << gain;
        EXPECT_LT(got.largest, 1.1) << model.coefficients << e << " gain " << gain;
      }
}

// About an axis through one edge of the lid.
TEST_F(WallResponse, AServoHoldsItsTorque)
{
  const std::string lid = files.text(plate(0.03)) +
      " shift 0 0 0.0101 about -0.03 0 0.0101 move servo torque v_target -0.03 0 0.0101 0 1 0 3 "
      "gain ";
  const std::string target = "variable target equal -(5+5*(step>20000))*0.031\n";
  for (const std::string gain : {"0.02", "0.5"}) {
    const Answer got = answer(
        target + pressed_sphere(lid + gain, MODELS[0], "0.5 friction 0.5", 1e-5), "f_lid[5]", 1000);
    EXPECT_LT(got.error, 1e-6) << gain;
    EXPECT_LT(got.largest, 1.1) << gain;
  }
}

// The pressure is that over the area, and shows how long it has been held.
TEST_F(WallResponse, APressureIsAForceOverAnArea)
{
  const std::string lid =
      files.text(plate(0.03)) + " shift 0 0 0.0101 move servo pressure 5000 0.001 0 0 1 0.1";
  LammpsSession lammps;
  lammps.run(pressed_sphere(lid, MODELS[0], "0.3", 1e-5) +
             "variable held equal f_lid[16]\nfix end all halt 100 v_held > 0.01\nrun 100000\n");
  EXPECT_NEAR(lammps.evaluate("f_lid[3]"), 5.0, 0.05);
  EXPECT_GT(lammps.evaluate("f_lid[16]"), 0.01);
  EXPECT_LT(lammps.evaluate("f_lid[16]"), 0.0111);
  EXPECT_LT(lammps.evaluate("step"), 20000);
  EXPECT_NEAR(lammps.evaluate("f_lid[13]"), 0.0, 1e-3);
}

// Presses a cube against a floor of planes.
TEST_F(WallResponse, AServoPressesPolyhedra)
{
  const std::string mesh = files.text(plate(0.03)), file = files.folder / "cube";
  write_bodies(file, {cube_at(grist::Matrix3d::identity(), {0.001, 0.002, EDGE / 2})}, -0.1, 0.1);
  for (const std::string law :
       {"volume 3e9 restitution 0.3", "energy 3e13 restitution 0.9", "volume 3e9 hysteretic 0.5"}) {
    const Answer got = answer(BODIES + ("boundary f f f\nread_data " + file) +
                                  "\nvariable target equal 50+50*(step>20000)\n"
                                  "pair_style polyhedron\npair_coeff * * " +
                                  law + "\nfix floor all wall/polyhedron " + law +
                                  " zplane 0 NULL\nfix move all nve/body\n"
                                  "fix weight all gravity 9.81 vector 0 0 -1\ntimestep 1e-5\n"
                                  "fix lid all wall/mesh " +
                                  mesh +
                                  " shift 0 0 0.0201 move servo force v_target 0 0 1 0.1 model "
                                  "polyhedron " +
                                  law,
                              "f_lid[3]");
    EXPECT_LT(got.error, 1e-6) << law;
    EXPECT_LT(got.largest, 1.1) << law;
  }
}

// Two spheres of 5 mm between a floor and a lid of 10 N; the floor, a mesh, begins to move. A sphere on
// the spring of one contact turns within 0.8 ms (hooke; 0.9 by Hertz).
TEST_F(WallResponse, AServoFollowsAFloorThatMoves)
{
  const double contact_time = 8e-4, step = 1e-5;
  const std::string sheet = files.text(plate(0.03));
  for (const Model &model : MODELS)
    for (const std::string e : {"0.1", "0.3", "0.5", "1.0"})
      for (const std::string speed : {"0.05", "-0.05"}) {
        LammpsSession lammps;
        lammps.run(pressed_sphere(sheet + " shift 0 0 0.0101 move servo force 10 0 0 1 0.2", model,
                                  e, step) +
                   "unfix floor\ncreate_atoms 1 single -0.012 0 0.0049999\n"
                   "set atom 2 diameter 0.01 density 2500\nfix base all wall/mesh " +
                   sheet + " model " + model.wall + " " + model.coefficients + e +
                   "\nvariable off equal abs(f_lid[3]/10-1)\nrun 12000 post no\n"
                   "fix_modify base move linear 0 0 " +
                   speed + "\nrun " + std::to_string(std::lround(20 * contact_time / step)) +
                   " post no\n");
        const std::string what = model.coefficients + e + " at " + speed;
        for (int n = 0; n < 40; n++) {
          EXPECT_LT(lammps.evaluate("v_off"), 0.01) << what;
          lammps.run("run 20 pre no post no");
        }
        lammps.run("run 6000 pre no post no");
        EXPECT_LT(lammps.evaluate("v_off"), 1e-3) << what;    // undamped spheres go on vibrating
        EXPECT_NEAR(lammps.evaluate("f_lid[13]"), std::stod(speed), 5e-3) << what;
      }
}

// On ten spheres that stand on each other. The force goes by at most 5 % at first touch, and where the
// target doubles and halves, and follows where the floor rises.
TEST_F(WallResponse, AServoHoldsItsForceOnABed)
{
  const std::string sheet = files.text(plate(0.03));
  for (const std::string e : {"0.3", "0.8"}) {
    const std::string law = " young 1e7 poisson 0.3 restitution " + e + "\n",
                      wall = "all wall/mesh " + sheet, model = " model hertz/mindlin" + law;
    std::string column;
    for (int n = 0; n < 10; n++)
      column += "create_atoms 1 single 0.001 0.002 " + number(0.0049999 + 0.01 * n) + "\n";
    LammpsSession lammps;
    lammps.run("units si\natom_style sphere\ncomm_modify vel yes\nboundary f f f\n"
               "region box block -.04 .04 -.04 .04 -.01 .2\ncreate_box 1 box\n" +
               column +
               "set group all diameter 0.01\nset group all density 2500\n"
               "fix watch all guard overlap warn timestep warn\npair_style hertz/mindlin\n"
               "pair_coeff * *" +
               law + "neighbor 1e-3 bin\nfix base " + wall + model +
               "fix weight all gravity 9.81 vector 0 0 -1\nfix move all nve/sphere\n"
               "fix calm all viscous 0.1\ntimestep 1e-5\nrun 30000 post no\nunfix calm\nfix lid " +
               wall + " shift 0 0 0.1 move servo force v_target 0 0 1 0.1" + model +
               "variable over equal f_lid[3]/v_target\n");
    double largest = 0.0, least = 0.0;
    const auto follow = [&](const std::string &target, int hundreds) {
      lammps.run("variable target equal " + target + "\nrun 0 post no");
      largest = 0.0;
      least = 10.0;
      for (int n = 0; n < hundreds; n++) {
        lammps.run("run 100 pre no post no");
        largest = std::max(largest, lammps.evaluate("v_over"));
        least = std::min(least, lammps.evaluate("v_over"));
      }
      EXPECT_NEAR(lammps.evaluate("v_over"), 1.0, 3e-3) << e << " " << target;
    };
    follow("2", 300);
    EXPECT_LT(largest, 1.05) << e;
    follow("4", 200);
    EXPECT_LT(largest, 1.05) << e;
    follow("2", 200);
    EXPECT_GT(least, 0.95) << e;
    lammps.run("fix_modify base move linear 0 0 0.05");
    follow("2", 100);
  }
}

// Where the floor is faster than the lid may be, or held, a warning says what is held.
TEST_F(WallResponse, AServoThatMissesItsTargetForLongSaysSo)
{
  const std::string sheet = files.text(plate(0.03));
  const auto output = [&](const std::string &speed, const std::string &floor) {
    LammpsSession lammps;
    lammps.run(pressed_sphere(sheet + " shift 0 0 0.00999 move servo force 5 0 0 1 " + speed,
                              MODELS[0], "0.5", 1e-5) +
               "unfix floor\nfix base all wall/mesh " + sheet + " move linear 0 0 " + floor +
               " model hertz/mindlin young 1e7 poisson 0.3 restitution 0.5\nrun 50000\n");
    return lammps.output();
  };
  const std::string warning = "WARNING: Fix wall/mesh lid: over the last ";
  const std::string missed = output("0.005", "0.0075");
  EXPECT_TRUE(has(missed, warning)) << missed;
  EXPECT_TRUE(has(missed, "off its target 5 (it had its largest speed 0.005")) << missed;
  EXPECT_FALSE(has(output("0.1", "0.0075"), warning));
  EXPECT_FALSE(has(output("0.1", "0"), warning));
}

// In the middle of what the servo learns of its bed, and while the floor moves.
TEST_F(WallResponse, AServoGoesOnAfterARestart)
{
  const std::string sheet = files.text(plate(0.03)), middle = files.folder / "middle";
  const std::string law = " model hertz/mindlin young 1e7 poisson 0.3 restitution 0.5\n";
  const std::string base = "fix base all wall/mesh " + sheet + " move linear 0 0 0.05" + law,
                    lid = sheet + " shift 0 0 0.00995 move servo force 5 0 0 1 0.2";
  for (const int steps : {60, 400, 4000}) {
    LammpsSession whole, again;
    whole.run(pressed_sphere(lid, MODELS[0], "0.5", 1e-5) + "unfix floor\n" + base + "run " +
              std::to_string(steps) + "\nwrite_restart " + middle);
    again.run(
        "read_restart " + middle +
        "\nneighbor 1e-3 bin\npair_style hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3 "
        "restitution 0.5\nfix weight all gravity 9.81 vector 0 0 -1\nfix move all nve/sphere\n"
        "timestep 1e-5\nfix watch all guard overlap warn timestep warn\nfix lid all wall/mesh " +
        lid + law + base);
    for (int n = 0; n < 3; n++) {
      whole.run("run 100");
      again.run("run 100");
      EXPECT_NEAR(again.evaluate("f_lid[3]") / whole.evaluate("f_lid[3]"), 1.0, 1e-9) << steps;
      EXPECT_NEAR(again.evaluate("f_lid[13]") / whole.evaluate("f_lid[13]"), 1.0, 1e-9) << steps;
      EXPECT_NEAR(again.evaluate("f_lid[16]"), whole.evaluate("f_lid[16]"), 1e-12) << steps;
    }
  }
}

TEST_F(WallResponse, AServoThatFindsNothingStopsAndWarns)
{
  LammpsSession lammps;
  lammps.run(pressed_sphere(files.text(plate(0.03)) +
                                " shift 0 0 0.03 move servo force -5 0 0 1 0.1 limit 0.002",
                            MODELS[0], "0.5", 1e-5) +
             "run 4000\n");
  EXPECT_NEAR(lammps.evaluate("f_lid[10]"), 0.002, 2e-6);
  EXPECT_EQ(lammps.evaluate("f_lid[13]"), 0.0);
  EXPECT_TRUE(has(lammps.output(), "WARNING: Fix wall/mesh lid: the servo has moved the wall by "));
}

// It touches at a twentieth of what it moves in a step, where Hertz' stiffness is small yet.
TEST_F(WallResponse, AServoDoesNotJumpAtFirstTouch)
{
  const double step = 1e-5, touch = 0.05 * step;    // at 1 m/s
  const double target = hertz_stiffness(1e7) * std::sqrt(RADIUS) * std::pow(step, 1.5) * 0.8;
  LammpsSession lammps;
  lammps.run(pressed_sphere(files.text(plate(0.03)) + " shift 0 0 " +
                                number(0.0049999 + RADIUS + 20 * step - touch) +
                                " move servo force " + number(target) + " 0 0 1 1 gain 1",
                            MODELS[0], "1.0", 1e-5) +
             "unfix move\nunfix weight\nvariable over equal f_lid[3]/" + number(target) +
             "\nrun 19 post no\n");
  EXPECT_EQ(lammps.evaluate("f_lid[3]"), 0.0);
  double largest = 0.0;
  for (int n = 0; n < 100; n++) {
    lammps.run("run 1 pre no post no");
    largest = std::max(largest, lammps.evaluate("v_over"));
  }
  EXPECT_GT(largest, 0.99);
  EXPECT_LT(largest, 1.1);
}

/* ---------------------------------------------------------------------- */

// On a sphere that is held, by a linear spring: the leapfrog oscillator, exactly.
TEST_F(WallResponse, AFreePistonOscillatesOnASphere)
{
  const double mass = 0.02, k = 2e4, dt = 1e-5, depth = 1e-4;
  LammpsSession lammps;
  lammps.run(
      pressed_sphere(files.text(plate(0.03)) + " shift 0 0 " + number(0.0049999 + RADIUS - depth) +
                         " move free mass 0.02 along z around none",
                     {"hooke/history", "stiffness 2e4 restitution ", "hooke/history"}, "1.0", dt) +
      "unfix move\nunfix floor\nunfix weight\n");
  const double rate = std::acos(1.0 - 0.5 * k * dt * dt / mass) / dt;
  const double half = grist::PI / rate;    // leaves after this time
  lammps.run("run " + std::to_string(static_cast<int>(0.5 * half / dt)) + " post no");
  const double middle = static_cast<int>(0.5 * half / dt) * dt;
  EXPECT_NEAR(lammps.evaluate("f_lid[10]") / (depth * (1.0 - std::cos(rate * middle))), 1.0, 1e-9);
  lammps.run("run 4000 post no");
  EXPECT_NEAR(lammps.evaluate("f_lid[13]") / (std::sqrt(k / mass) * depth), 1.0, 1e-4);
}

// A plate as wide as the periodic box has no open edge and no volume: its energy is 0.5 M v^2, where no centre is given.
TEST_F(WallResponse, APlateAsWideAsThePeriodicBoxHasAnEnergy)
{
  LammpsSession lammps;
  lammps.run(
      "units si\nboundary p p f\natom_style sphere\nregion box block 0 0.02 0 0.02 0 0.02\n"
      "create_box 1 box\ncreate_atoms 1 single 0.01 0.01 0.003\nset atom 1 diameter 0.002 density "
      "2500\n"
      "pair_style hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3 restitution 1 friction 0\n"
      "timestep 1e-5\nfix move all nve/sphere\n"
      "write_mesh plate.stl plane size 0.02 0.02 center 0.01 0.01 0.01\n"
      "fix lid all wall/mesh plate.stl move free mass 0.5 along z around none force 0 0 2 model "
      "hertz/mindlin\n"
      "compute e all energy/balance\nthermo_style custom step c_e[18]\nrun 100\n");
  const double speed = lammps.evaluate("f_lid[13]");
  EXPECT_NEAR(speed, 2.0 / 0.5 * 100 * 1e-5, 1e-9);
  EXPECT_NEAR(lammps.evaluate("c_e[18]") / (0.25 * speed * speed), 1.0, 1e-6);
  remove("plate.stl");
}

// The guard knows its period on its contacts: here half of one is 2.2e-5.
TEST_F(WallResponse, TheGuardHoldsTheStepAgainstAFreeMesh)
{
  LammpsSession lammps;
  lammps.run(pressed_sphere(files.text(plate(0.03)) + " shift 0 0 " +
                                number(0.0049999 + RADIUS - 1e-5) +
                                " move free mass 1e-6 along z around none force 0 0 -1",
                            MODELS[2], "1.0", 1e-5) +
             "unfix GRIST_GUARD\nfix watch all guard every 1 timestep warn overlap warn\nunfix "
             "move\nrun 5\n");
  EXPECT_TRUE(has(lammps.output(), "Fix wall/mesh lid: timestep 1e-05 is 45"));
}

// Its collision with a free sphere of another mass has the restitution that was given, head-on; also
// if another mesh that moves with it is hit.
TEST_F(WallResponse, AFreeMeshCollidesWithItsOwnMass)
{
  const double sphere = sphere_mass(RADIUS);
  const std::string other = "fix hit all wall/mesh " + files.text(plate(0.03), "hit.stl") +
      " shift 0 0 0.0101 move with lid model " + MODELS[0].wall + " " + MODELS[0].coefficients +
      "0.6\n";
  for (const int k : {0, 1, 2, 3}) {
    const bool hits_other = k == 3;
    const double mass = (k == 1 ? 1.0 : k == 2 ? 50.0 : 0.3) * sphere;
    LammpsSession lammps;
    lammps.run(pressed_sphere(files.text(plate(0.03)) +
                                  (hits_other ? " shift 0 0 0.03" : " shift 0 0 0.0101") +
                                  " move free mass " + number(mass) + " along xyz around none",
                              MODELS[0], "0.6", 1e-5) +
               (hits_other ? other : "") +
               "unfix floor\nunfix weight\nset atom 1 vz 0.4\nvariable v equal vz[1]\n"
               "compute e all energy/balance\nthermo_style custom step c_e\nrun 1000\n");
    const double v = lammps.evaluate("v_v"), w = lammps.evaluate("f_lid[13]");
    EXPECT_NEAR((w - v) / 0.4, 0.6, 1e-3) << mass;
    EXPECT_NEAR((sphere * v + mass * w) / (sphere * 0.4), 1.0, 1e-10) << mass;
    EXPECT_NEAR(lammps.evaluate("c_e[6]") /
                    (0.5 * 0.16 * (1 - 0.36) * sphere * mass / (sphere + mass)),
                1.0, 2e-3);
    EXPECT_NEAR(lammps.evaluate("c_e/c_e[6]"), 0.0, 1e-3) << mass;
  }
}

// A block among spheres that fly, without gravity: momentum and angular momentum are kept, and the
// balance closes.
TEST(WallResponseOnRanks, AFreeBlockAmongSpheresKeepsAllMomentum)
{
  MeshFiles files;
  const std::string mesh =
      files.text(solid(grist::solids::box(0.02, 0.016, 0.012), {0.001, -0.002, 0.0015}));
  const std::string file = files.folder / "start";
  atoms_after(spheres("block -0.03 0.03 -0.03 0.03 0.012 0.03", 150, "f f f", 1.0) +
                  "write_restart " + file,
              1);
  std::vector<double> reference;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(
        restarted(file) +
        "unfix gravity\nvelocity all set 0.1 0.2 -2.0 sum yes\ntimestep 1e-6\n"
        "fix w all wall/mesh " +
        mesh +
        " about 0.05 0 -0.1 move free density 1500 model hertz/mindlin young 1e7 poisson 0.3 "
        "restitution 0.7 friction 0.4\n"
        "compute e all energy/balance\nthermo_style custom step c_e\n");
    lammps.run("run 0");
    const auto sums = [&] {
      const auto atoms = lammps.atoms();
      std::vector<double> sum(6, 0.0);
      if (!lammps.here()) return sum;
      const auto *wall =
          dynamic_cast<LAMMPS_NS::FixWallMesh *>(lammps.lammps()->modify->get_fix_by_id("w"));
      const grist::GuidedBody &body = wall->answer()->body();
      const Vector3d p = body.mass * body.rates().velocity;
      const Vector3d l = body.top().angular_momentum + cross(body.center_now(), p);
      for (int k = 0; k < 3; k++) {
        sum[k] = p[k];
        sum[3 + k] = l[k];
      }
      for (const auto &atom : atoms) {
        const Vector3d x = vector_at(atom.x.data()), v = vector_at(atom.v.data()),
                       omega = vector_at(atom.omega.data());
        const Vector3d spin =
            0.4 * atom.mass * atom.radius * atom.radius * omega + atom.mass * cross(x, v);
        for (int k = 0; k < 3; k++) {
          sum[k] += atom.mass * v[k];
          sum[3 + k] += spin[k];
        }
      }
      return sum;
    };
    const auto before = sums();
    lammps.run("run 1500");
    std::vector<double> state;
    for (const int k : {8, 9, 10, 11, 12, 13, 15})
      state.push_back(lammps.evaluate("f_w[" + std::to_string(k) + "]"));
    lammps.run("run 6500");
    const auto after = sums();
    const double drift = lammps.evaluate("c_e/c_e[1]"), kinetic = lammps.evaluate("c_e[18]/c_e[1]");
    if (!lammps.first()) continue;
    for (int k = 0; k < 6; k++)
      EXPECT_NEAR(after[k], before[k], 1e-10 * std::fabs(before[2 + 3 * (k / 3)])) << k;
    EXPECT_GT(kinetic, 0.01);
    EXPECT_NEAR(drift, 0.0, 1e-3);
    if (reference.empty()) reference = state;
    for (size_t k = 0; k < state.size(); k++) EXPECT_NEAR(state[k] / reference[k], 1.0, 1e-6) << k;
  }
}

// With springs, dashpot, a stop and applied force on a sphere: what it stores, loses and gets.
TEST_F(WallResponse, TheBooksOfAFreeMeshClose)
{
  LammpsSession lammps;
  lammps.run("variable push equal -2-cos(300*step*dt)\n" +
             pressed_sphere(files.text(plate(0.03)) +
                                " shift 0 0 0.0115 move free mass 0.05 along z around none force 0 "
                                "0 v_push gravity 9.81 vector 0 0 -1 spring 0 0 200 dashpot 0 0 "
                                "0.5 stop z NULL 0.002",
                            MODELS[0], "0.5", 2e-6) +
             "compute e all energy/balance\nthermo_style custom step c_e c_e[*]\nrun 30000\n");
  const double lost = lammps.evaluate("c_e[19]"), work = lammps.evaluate("c_e[10]");
  EXPECT_GT(lost, 0.0);
  EXPECT_GT(std::fabs(work), 0.0);
  EXPECT_NEAR(lammps.evaluate("c_e") / lost, 0.0, 1e-3);
}

/* ---------------------------------------------------------------------- */

// Two plates over a sphere each, one of which moves with the other: the servo holds their sum.
TEST_F(WallResponse, AServoHoldsTheSumOfMeshesThatMoveTogether)
{
  Mesh beside = plate(0.008);
  for (Vector3d &vertex : beside.vertices) vertex.x += 0.02;
  const std::string one = files.text(plate(0.008)), other = files.text(beside, "other.stl");
  const std::string law = " model hertz/mindlin young 1e7 poisson 0.3 restitution 0.3\n";
  LammpsSession lammps;
  lammps.run(pressed_sphere(one + " shift 0 0 0.0101 move servo force 8 0 0 1 0.1", MODELS[0],
                            "0.3", 1e-5) +
             "create_atoms 1 single 0.02 0 0.00499\nset atom 2 diameter 0.01 density 2500\n"
             "fix end all wall/mesh " +
             other + " shift 0 0 0.0101 move with lid" + law + "fix third all wall/mesh " + other +
             " shift 0 0.03 0.02 move with end" + law + "run 30000\n");
  const double first = lammps.evaluate("f_lid[3]"), second = lammps.evaluate("f_end[3]");
  EXPECT_GT(first, 2.0);
  EXPECT_GT(second, 2.0);
  EXPECT_NEAR((first + second) / 8.0, 1.0, 1e-6);
  const auto place = [&](const char *id) {
    return dynamic_cast<LAMMPS_NS::FixWallMesh *>(lammps.lammps()->modify->get_fix_by_id(id))
        ->surface()
        .frame()
        .position.z;
  };
  EXPECT_LT(place("lid"), -1e-5);
  EXPECT_EQ(place("end"), place("lid"));
  EXPECT_EQ(place("third"), place("lid"));
  EXPECT_TRUE(has(lammps.error_of("fix_modify lid move with third\nrun 0"),
                  "Fix wall/mesh lid: move with third is a circle"));
  EXPECT_TRUE(has(lammps.error_of("fix_modify lid move none\nunfix lid\nrun 0"),
                  "Fix wall/mesh end: move with lid (there is no such fix)"));
}

// A roll that turns and floats, and its end plate: both turn about the axis where it is.
TEST_F(WallResponse, AFollowerTurnsWithItsLeader)
{
  const std::string mesh = files.text(plate(0.01)),
                    law = " model hertz/mindlin young 1e7 poisson 0.3\n";
  LammpsSession lammps;
  lammps.run(
      spheres(INNER, 5) + "fix a all wall/mesh " + mesh +
      " move rotate 0.01 0 0 0 1 0 0.2 move free mass 0.1 along x around none force 0.02 0 0" +
      law + "fix b all wall/mesh " + mesh + " shift 0 0.04 0 move with a" + law +
      "run 100\nfix_modify b move with a\nrun 100 post no\n");
  const auto frame = [&](const char *id) {
    return dynamic_cast<LAMMPS_NS::FixWallMesh *>(lammps.lammps()->modify->get_fix_by_id(id))
        ->surface()
        .frame();
  };
  EXPECT_GT(norm(frame("a").position) + norm(frame("a").rotation - grist::Matrix3d::identity()),
            1e-3);
  EXPECT_LT(norm(frame("b").position - frame("a").position), 1e-12);
  EXPECT_LT(norm(frame("b").rotation - frame("a").rotation), 1e-12);
}

// Servos and free meshes go on from a restart file as without it.
TEST(WallResponseOnRanks, GoesOnAfterARestart)
{
  MeshFiles files;
  const std::string mesh = files.text(plate(0.03)), start = files.folder / "start";
  const std::string block =
      files.text(solid(grist::solids::box(0.02, 0.016, 0.012), {0, 0, 0.029}), "block.stl");
  const std::string fixes = "unfix gravity\ntimestep 2e-6\nfix w all wall/mesh " + block +
      " move free density 1500 model hertz/mindlin young 1e6 poisson 0.3 restitution 0.7 friction "
      "0.4\nfix v all wall/mesh " +
      mesh +
      " shift 0 0 -0.024 move servo force -0.01 0 0 1 0.2 model hertz/mindlin young 1e6 poisson "
      "0.3 "
      "restitution 0.7 friction 0.4\n";
  atoms_after(spheres(INNER, 200, "f f f", 1.0) + "write_restart " + start, 1);
  for (const int ranks : rank_counts()) {
    LammpsSession whole(ranks), again(ranks);
    const std::string middle = files.folder / "middle";
    whole.run(restarted(start) + fixes + "run 3000\nwrite_restart " + middle + "\nrun 400\n");
    again.run(restarted(middle) + fixes + "run 400\n");
    LammpsSession plain(ranks), balanced(ranks);
    plain.run(restarted(start) + fixes + "run 3400\n");
    balanced.run(restarted(start) + fixes +
                 "fix even all balance 200 1.0 shift xyz 10 1.01\nrun 3400\n");
    for (const std::string value :
         {"f_w[8]", "f_w[10]", "f_w[11]", "f_w[13]", "f_w[15]", "f_v[10]", "f_v[13]"}) {
      const double one = whole.evaluate(value), other = again.evaluate(value);
      if (!whole.first()) continue;
      EXPECT_NE(one, 0.0) << value;
      EXPECT_NEAR(other / one, 1.0, 1e-7) << value;
    }
    expect_same(whole.atoms(), again.atoms(), 1e-7, "after a restart");
    expect_same(plain.atoms(), balanced.atoms(), 1e-7, "balanced");
  }
}

// An icosahedron whose triangles are divided, with all corners on the sphere.
Mesh ball(double radius, int divisions)
{
  Mesh mesh = solid(grist::solids::icosahedron(1.0), Vector3d::zero());
  for (int n = 0; n < divisions; n++) {
    Mesh finer;
    for (const auto &face : mesh.faces) {
      Vector3d corner[3], middle[3];
      for (int k = 0; k < 3; k++) corner[k] = normalized(mesh.vertices[face[k]]);
      for (int k = 0; k < 3; k++) middle[k] = normalized(corner[k] + corner[(k + 1) % 3]);
      for (int k = 0; k < 4; k++) {
        const int first = static_cast<int>(finer.vertices.size());
        const Vector3d three[3] = {k < 3 ? corner[k] : middle[0], middle[k < 3 ? k : 1],
                                   middle[k < 3 ? (k + 2) % 3 : 2]};
        finer.vertices.insert(finer.vertices.end(), three, three + 3);
        finer.faces.push_back({first, first + 1, first + 2});
      }
    }
    mesh = finer;
  }
  for (Vector3d &vertex : mesh.vertices) vertex = radius * normalized(vertex);
  return mesh;
}

// A sphere and a mesh of its shape, mass and place above spheres that are held, a little beside
// their middle, so that they leave to one side.
TEST_F(WallResponse, AMeshOfASphereBouncesAsTheSphereDoes)
{
  const std::string mesh = files.text(ball(RADIUS, 4));
  const double mass = sphere_mass(RADIUS), inertia = 0.4 * mass * RADIUS * RADIUS;
  LammpsSession lammps;
  lammps.run(
      R"(
    units si
    atom_style sphere
    atom_modify map array
    comm_modify vel yes
    boundary f f f
    region box block -0.1 0.1 -0.1 0.1 -0.02 0.06
    create_box 1 box
    create_atoms 1 single 0 0 0
    create_atoms 1 single 0 0.05 0
    create_atoms 1 single 0.002 0.05 0.012
    set group all diameter 0.01 density 2500
    fix GRIST_GUARD all guard overlap warn timestep warn
    pair_style hooke/history
    pair_coeff * * stiffness 2e4 restitution 0.8
    neighbor 1e-3 bin
    group free id 3
    fix weight free gravity 9.81 vector 0 0 -1
    fix move free nve/sphere
    timestep 1e-6
    group held id 1
    fix ball held wall/mesh )" +
      mesh + " shift 0.002 0 0.012 move free mass " + number(mass) + " inertia " + number(inertia) +
      " " + number(inertia) + " " + number(inertia) +
      " 0 0 0 center 0.002 0 0.012 gravity 9.81 vector 0 0 -1 model hooke/history stiffness "
      "2e4 restitution 0.8\nvariable x equal x[3]-0.002\nvariable z equal z[3]-0.012\n"
      "set atom 2 density 2500\nrun 100\n");
  double farthest = 0.0;
  for (int n = 0; n < 60; n++) {
    lammps.run("run 1000 pre no post no");
    for (const auto &[mine, theirs] : {std::pair("f_ball[8]", "v_x"), {"f_ball[10]", "v_z"}})
      farthest = std::max(farthest, std::fabs(lammps.evaluate(mine) - lammps.evaluate(theirs)));
  }
  EXPECT_GT(lammps.evaluate("v_x"), 0.5 * RADIUS);
  EXPECT_LT(farthest, 0.02 * RADIUS);
}

// Spheres on all ranks, of different heights: force and place of the lid are those of one rank.
TEST(WallResponseOnRanks, AServoOnSpheresOfAllRanks)
{
  MeshFiles files;
  const std::string mesh = files.text(plate(0.03));
  std::string more;
  for (int n = 0; n < 9; n++)
    more += "create_atoms 1 single " + number(0.018 * (n % 3 - 1) + 0.003) + " " +
        number(0.018 * (n / 3 - 1) - 0.004) + " " + number(0.00499 - 2e-5 * n) + "\n";
  more += "set group all diameter 0.01 density 2500\n";
  std::vector<double> reference;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    std::string input =
        pressed_sphere(mesh + " shift 0 0 0.0101 about 0 0 0.0101 move servo force 40 0 0 1 0.1",
                       MODELS[0], "0.5", 1e-5);
    input.insert(input.find("set group all"), more);
    lammps.run(input + "delete_atoms overlap 0.008 all all\nrun 1500\n");
    const std::vector<double> state = {lammps.evaluate("f_lid[3]"), lammps.evaluate("f_lid[4]"),
                                       lammps.evaluate("f_lid[10]"), lammps.evaluate("f_lid[13]")};
    if (!lammps.first()) continue;
    if (ranks == 1) reference = state;
    EXPECT_GT(state[0], 5.0);
    for (size_t k = 0; k < state.size(); k++)
      EXPECT_NEAR(state[k] / reference[k], 1.0, 1e-9) << ranks << " " << k;
  }
}

// Filled under a lid at rest, then pressed, then held where it stands.
TEST_F(WallResponse, MotionsFollowEachOther)
{
  LammpsSession lammps;
  lammps.run(pressed_sphere(files.text(plate(0.03)) + " shift 0 0 0.012", MODELS[0], "0.3", 1e-5) +
             "run 1000\nfix_modify lid move servo force 5 0 0 1 0.2\nrun 30000\n");
  EXPECT_NEAR(lammps.evaluate("f_lid[3]"), 5.0, 1e-5);
  const double shift = lammps.evaluate("f_lid[10]");
  EXPECT_NEAR(shift, -0.0029, 1e-4);
  lammps.run("fix_modify lid move none\nrun 1000\n");
  EXPECT_NEAR(lammps.evaluate("f_lid[3]"), 5.0, 1e-4);
  for (int n = 8; n <= 16; n++)    // values of an answer that the wall no longer has
    EXPECT_EQ(lammps.evaluate("f_lid[" + std::to_string(n) + "]"), 0.0) << n;
  lammps.run("unfix lid\nrun 100\n");
}

TEST_F(WallResponse, ErrorsAreOneSentence)
{
  const std::string sheet = files.text(plate(0.03)),
                    box = files.text(solid(grist::solids::cube(0.02), {0, 0, 0.03}), "cube.stl");
  const auto expect_error = [&](const std::string &mesh, const std::string &move,
                                const std::string &text,
                                const std::string &model = "hertz/mindlin young 1e7 poisson 0.3") {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(spheres(INNER, 5) + "fix w all wall/mesh " + mesh + " " + move +
                                    " model " + model + "\nrun 0"),
                    text));
  };
  const std::string begin = "Fix wall/mesh: move ", w = "Fix wall/mesh w: move ";
  expect_error(sheet, "move servo weight 3 0 0 1 1",
               begin + "servo weight (expected force, pressure or torque)");
  expect_error(sheet, "move servo force 3 0 0 1",
               begin + "servo force largest speed model (expected a number)");
  expect_error(sheet, "move servo force x 0 0 1 1", "x (expected a number or v_name)");
  expect_error(sheet, "move servo force v_none 0 0 1 1", "no equal-style variable none");
  expect_error(sheet, "move servo force 3 0 0 1 0", "largest speed 0 (must be positive)");
  expect_error(sheet, "move servo force 3 0 0 1 1 gain 2", begin + "servo gain 2");
  expect_error(sheet, "move free mass 0", begin + "free mass 0 (must be positive)");
  expect_error(sheet, "move free along x", begin + "free needs a mass or a density, and not both");
  expect_error(sheet, "move free density 2500 around none",
               w + "free density 2500 of a mesh that is not closed (expected mass)");
  expect_error(sheet, "move free mass 1",
               w + "free turns a mesh that is not closed (expected inertia, or around none)");
  expect_error(sheet, "move free mass 1 inertia 1 1 1 0 0 0",
               w + "free turns a mesh that is not closed (expected center)");
  expect_error(box, "move free mass 1 inertia 1 1 0 0 0 0",
               begin + "free inertia 0 (the least principal moment must be positive)");
  expect_error(box, "move free mass 1 around axis 0 0 0 0 1 0",
               "from the center of mass (expected along none, or an axis through the center)");
  expect_error(box, "move free mass 1 stop x 0.1 1",
               begin + "free stop 0.1 (the start is 0: at most 0)");
  expect_error(box, "move free mass 1 along up",
               begin + "free along up (expected none, or axes such as x, yz or xyz)");
  expect_error(box, "move rotate 0 0 0 0 0 1 2 move free mass 1",
               w + "free turns the wall (expected around none beside other motions)");
  expect_error(box, "move free mass 1 move servo force 1 0 0 1 1",
               begin + "servo (one of servo, free and with in a wall)");
  expect_error(sheet, "move with v", w + "with v (there is no such fix)");
  expect_error(sheet, "move with nve", w + "with nve, a fix nve/sphere (expected wall/mesh)");
  expect_error(sheet, "move servo force 3 0 0 1 1",
               "Fix wall/mesh w: a wall of a model of fix wall/gran cannot answer",
               "hooke 1e5 NULL 50 NULL 0.4 1");
}

}    // namespace test_wall_response
