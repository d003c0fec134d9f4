// Wear of fix wall/mesh in LAMMPS.
//
// Oracles: K F s / H of sliders; the equations of Finnie for a sphere, and a cube, that is thrown
// at a wall; the same run on other numbers of ranks and through a restart; the error texts.

#include "common/space.h"
#include "styles/polyhedra/cubes.h"
#include "styles/walls/mesh_wall_scenes.h"
#include "testing/bodies.h"

#include "meshes/mesh_file.h"
#include "meshes/plate_scenes.h"
#include "meshes/triangle_mesh.h"
#include "walls/wear.h"

#include <cmath>
#include <sstream>
#include <string>
#include <tuple>

namespace test_wall_wear {

using namespace grist::testing;
using grist::Matrix3d;
using grist::Vector3d;

constexpr double GRAVITY = 9.81, COEFFICIENT = 2e-3, HARDNESS = 3e8;
const std::string ARCHARD = " wear archard 2e-3 3e8";

// Sum of depth times area; the triangles of `random_plate` differ.
double volume_in(const std::string &file, const std::string &name, const std::string &mesh)
{
  const std::string text = read_file(file), head = name + " double 1\nLOOKUP_TABLE default\n";
  const size_t at = text.find(head);
  if (at == std::string::npos) return -1.0;
  std::istringstream depths(text.substr(at + head.size()));
  double sum = 0.0, depth;
  const grist::TriangleMesh triangles(grist::read_mesh(mesh), 0.3);
  for (const auto &t : triangles.triangles()) {
    depths >> depth;
    sum += depth * t.area;
  }
  return sum;
}

class WallWear : public OneRankTest {
 protected:
  MeshFiles files;
  std::string stress() const { return " stress 10000 " + (files.folder / "s_*.vtk"); }
};

constexpr double RADIUS = 2e-3;
const double MASS_OF_SPHERE = sphere_mass(RADIUS);

// One sphere that rests on a plate at z = 0 by its weight, with a velocity along it.
std::string slider(const std::string &friction, const std::string &wall)
{
  return resting_spheres({"-0.02 0.003"}, RADIUS, 1e7, "fix nve all nve/sphere") +
      "set group all vx 0.3\nset group all vy 0.1\nfix w all wall/mesh " + wall +
      " model hertz/mindlin young 1e7 poisson 0.3 restitution 0.5 friction " + friction +
      "\nthermo_style custom step f_w[*]\n";
}

TEST_F(WallWear, ASliderWearsKFsOverH)
{
  const std::string mesh = files.text(random_plate(8, 0.05, 3));
  LammpsSession lammps;
  lammps.run(slider("0", mesh + ARCHARD + stress()) + "run 50000\n");
  const double way = std::hypot(0.3, 0.1) * 0.1;
  const double worn = COEFFICIENT * MASS_OF_SPHERE * GRAVITY * way / HARDNESS;
  EXPECT_NEAR(lammps.evaluate("f_w[8]") / worn, 1.0, 1e-6);
  EXPECT_EQ(lammps.evaluate("f_w[9]"), 0.0);
  EXPECT_NEAR(volume_in(files.folder / "s_50000.vtk", "wear_archard", mesh) / worn, 1.0, 1e-6);
  EXPECT_EQ(volume_in(files.folder / "s_50000.vtk", "wear_finnie", mesh), -1.0);    // not shown
}

// By friction a sphere slides by v^2/(7 mu g) until it rolls, and wears nothing more.
TEST_F(WallWear, ASphereWearsUntilItRolls)
{
  const std::string mesh = files.text(random_plate(8, 0.05, 3));
  LammpsSession lammps;
  lammps.run(slider("0.4", mesh + ARCHARD + stress()) + "run 50000\n");
  const double slip = (0.3 * 0.3 + 0.1 * 0.1) / (7.0 * 0.4 * GRAVITY);
  const double worn = COEFFICIENT * MASS_OF_SPHERE * GRAVITY * slip / HARDNESS;
  EXPECT_NEAR(lammps.evaluate("f_w[8]") / worn, 1.0, 5e-3);
}

// A cube on a mesh that moves under it.
TEST_F(WallWear, ABodyOnAMovingMesh)
{
  const std::string mesh = files.text(random_plate(1, 0.2, 1));
  const double height = 0.5 * EDGE - MASS * GRAVITY / (1e9 * EDGE * EDGE);
  LammpsSession lammps;
  lammps.run(one_cube(files.folder / "data", Matrix3d::identity(), {0, 0, height}, "volume 1e9") +
             "fix down all gravity 9.81 vector 0 0 -1\nfix w all wall/mesh " + mesh + ARCHARD +
             stress() +
             " sides one move linear 0.2 0 0 model polyhedron volume 1e9 restitution 0.5\n"
             "thermo_style custom step f_w[*]\ntimestep 5e-6\nrun 10000\n");
  const double worn = COEFFICIENT * MASS * GRAVITY * 0.2 * 0.05 / HARDNESS;
  EXPECT_NEAR(lammps.evaluate("f_w[8]") / worn, 1.0, 1e-5);
}

// Thrown at a plate that moves along itself and towards the sphere; the sphere leaves and wears
// only once.
TEST_F(WallWear, AHitWearsByFinnie)
{
  const std::string mesh = files.text(random_plate(1, 0.05, 1));
  const grist::FinnieWear law = {4e8, 10.0, 2.0};
  for (const double towards : {0.1, 0.25, 2.0}) {
    LammpsSession lammps;
    lammps.run(slider("0.3", mesh + " wear finnie 4e8 10 2 move linear -0.4 0 0.05" + stress()) +
               "set atom 1 z 2.1e-3\nset atom 1 vz " + number(-towards) +
               "\nunfix gravity\nrun 2000\n");
    const double worn = law.volume(MASS_OF_SPHERE, towards + 0.05, std::hypot(0.7, 0.1));
    EXPECT_GT(worn, 0.0);
    EXPECT_NEAR(lammps.evaluate("f_w[9]") / worn, 1.0, 1e-9) << towards;
    lammps.run("run 5000");
    EXPECT_NEAR(lammps.evaluate("f_w[9]") / worn, 1.0, 1e-9) << towards;
    EXPECT_EQ(lammps.evaluate("f_w[8]"), 0.0);
  }
}

// A cube at (x, y) just above a one-sided mesh at z = 0, turned about y, that flies towards it with
// this velocity and angular velocity about y.
std::string thrown_cube(const std::string &data, const Matrix3d &turn, double x, double y,
                        const Vector3d &velocity, double omega_y, const std::string &wall)
{
  const double lowest = 0.5 * EDGE * (std::fabs(turn(2, 0)) + std::fabs(turn(2, 2)));
  return one_cube(data, turn, {x, y, lowest + 1e-5}, "volume 1e9") + "velocity all set " +
      number(velocity.x) + " " + number(velocity.y) + " " + number(velocity.z) +
      "\nset group all angmom 0 " + number(MASS * EDGE * EDGE / 6.0 * omega_y) +
      " 0\nfix w all wall/mesh " + wall +
      " sides one model polyhedron volume 1e9 restitution 0.5 friction 0.3\n"
      "thermo_style custom step f_w[*]\ntimestep 1e-6\n";
}

// Three quadrants of a square of half edge 0.05: two convex plates, which meet in the inner corner
// and on a line from there through the third quadrant or along an axis.
grist::Mesh three_quadrants()
{
  grist::Mesh mesh = floor_of_cells(
      2, 2, [](int i, int j) { return i + j < 2; }, 3);
  for (Vector3d &vertex : mesh.vertices) vertex = 0.05 * (vertex - Vector3d{1, 1, 0});
  return mesh;
}

// Below and above the angle at which the equations change; on one plate, and where it lands on two
// plates by parts of its mass.
TEST_F(WallWear, AFaceOfABodyHitsByFinnie)
{
  const grist::FinnieWear law = {4e8, 10.0, 2.0};
  const std::string plate = files.text(random_plate(9, 0.1, 3), "plate.stl"),
                    quadrants = files.text(three_quadrants(), "quadrants.stl");
  const std::tuple<std::string, double, double> places[] = {{plate, 0.001, 0.002},
                                                            {quadrants, 0.003, -0.02},
                                                            {quadrants, -0.02, 0.003},
                                                            {quadrants, -0.02, -0.018}};
  for (const auto &[mesh, x, y] : places)
    for (const double towards : {0.1, 2.0}) {
      SCOPED_TRACE(mesh + " " + number(x) + " " + number(towards));
      LammpsSession lammps;
      lammps.run(thrown_cube(files.folder / "data", Matrix3d::identity(), x, y,
                             {0.3, 0.1, -towards}, 0.0,
                             mesh + " wear finnie 4e8 10 2 move linear -0.4 0 0.05" + stress()) +
                 "run 1000\n");
      const double worn = law.volume(MASS, towards + 0.05, std::hypot(0.7, 0.1));
      EXPECT_GT(worn, 0.0);
      EXPECT_NEAR(lammps.evaluate("f_w[9]") / worn, 1.0, 1e-9);
      lammps.run("run 9000");    // away, or sliding on
      EXPECT_NEAR(lammps.evaluate("f_w[9]") / worn, 1.0, 1e-9);
      EXPECT_NEAR(volume_in(files.folder / "s_10000.vtk", "wear_finnie", mesh) / worn, 1.0, 1e-8);
      EXPECT_EQ(lammps.evaluate("f_w[8]"), 0.0);
    }
}

// The speed is that of the edge that hits: v + omega x r, with r = EDGE/sqrt 2 below the center.
TEST_F(WallWear, TheEdgeOfATurningBodyHitsByFinnie)
{
  const grist::FinnieWear law = {4e8, 10.0, 2.0};
  const std::string mesh = files.text(random_plate(1, 0.1, 1));
  const Matrix3d turn(rotation_matrix(0.25 * grist::PI, Vector3d::unit_y()));
  for (const double omega : {-20.0, 20.0}) {
    LammpsSession lammps;
    lammps.run(thrown_cube(files.folder / "data", turn, 0.001, 0.002, {0.5, 0.2, -0.6}, omega,
                           mesh + " wear finnie 4e8 10 2" + stress()) +
               "run 200\n");
    const double along = std::hypot(0.5 - omega * EDGE / std::sqrt(2.0), 0.2);
    const double worn = law.volume(MASS, 0.6, along);
    EXPECT_NEAR(lammps.evaluate("f_w[9]") / worn, 1.0, 2e-3) << omega;
  }
}

// Sliding over the edges of triangles is no hit.
TEST_F(WallWear, ASliderHitsNothing)
{
  const std::string mesh = files.text(random_plate(8, 0.05, 3));
  LammpsSession lammps;
  lammps.run(slider("0.3", mesh + " wear finnie 4e8 10 2" + stress()) + "run 20000\n");
  EXPECT_EQ(lammps.evaluate("f_w[9]"), 0.0);
}

/* ---------------------------------------------------------------------- */

TEST(WallWearOnRanks, VolumesAreThoseOfOneRankAndContinueAfterARestart)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(3, 0.05, 1)), start = files.folder / "start";
  atoms_after(spheres(LOW) + "write_restart " + start, 1);
  const std::string wall =
      "fix w all wall/mesh " + mesh + ARCHARD + " wear finnie 4e8 10 2 stress 500 ";
  const std::string model = " model hertz/mindlin" + LAW + "thermo_style custom step f_w[*]\n";
  double expected[2] = {0.0, 0.0};
  for (const int ranks : rank_counts()) {
    const auto check = [&](LammpsSession &lammps, const std::string &what) {
      const double worn[2] = {lammps.evaluate("f_w[8]"), lammps.evaluate("f_w[9]")};
      if (!lammps.first()) return;
      for (int k = 0; k < 2; k++) {
        if (expected[k] == 0.0) expected[k] = worn[k];
        EXPECT_GT(worn[k], 0.0);
        EXPECT_NEAR(worn[k] / expected[k], 1.0, 1e-6) << k << what << ranks;
      }
    };
    const std::string file = files.folder / "s_*.vtk", middle = files.folder / "middle";
    LammpsSession lammps(ranks);
    lammps.run("processors * * 1\n" + restarted(start) + wall + file + model +
               "run 1200\nwrite_restart " + middle + "\nrun 800\n");
    check(lammps, " at once ");
    LammpsSession second(ranks);
    second.run("processors * * 1\n" + restarted(middle) + wall + (files.folder / "t_*.vtk") +
               model + "run 800\n");
    check(second, " restarted ");
    if (lammps.first()) {
      EXPECT_NEAR(volume_in(files.folder / "t_2000.vtk", "wear_archard", mesh) / expected[0], 1.0,
                  1e-6);
      EXPECT_NEAR(volume_in(files.folder / "t_2000.vtk", "wear_finnie", mesh) / expected[1], 1.0,
                  1e-6);
    }
  }
}

TEST_F(WallWear, ErrorsAreOneSentence)
{
  const std::string mesh = files.text(random_plate(1, 0.05, 1));
  const auto expect_error = [&](const std::string &keywords, const std::string &text,
                                const std::string &after = "") {
    LammpsSession lammps;
    const std::string error = lammps.error_of(slider("0.3" + after, mesh + keywords) + "run 0");
    EXPECT_TRUE(has(error, "Fix wall/mesh: " + text));
  };
  expect_error(ARCHARD, "wear is written by stress (add stress, a number of steps and a file)");
  expect_error(stress() + " wear rust 1", "wear rust (expected archard or finnie)");
  expect_error(stress() + " wear archard -1 1e9", "wear archard coefficient -1 (");
  expect_error(stress() + " wear archard 1e-3 0", "wear archard hardness 0 (");
  expect_error(stress() + " wear finnie 0 10 2", "wear finnie flow stress 0 (");
  expect_error(stress() + " wear finnie 1e9 10 2",
               "wear finnie needs contacts that begin at touch (take cohesion out)",
               " cohesion jkr 0.1");
}

}    // namespace test_wall_wear
