// fix wall/mesh with model polyhedron: bodies of atom style body polyhedron on meshes.
//
// Oracles: the plane of fix wall/polyhedron; conservation of momentum; circular motion; mirrored
// motion; the same run on other numbers of ranks and from a restart file. The geometry has tests of
// its own (unittest/walls/test_body_on_mesh.cpp).

#include "common/space.h"
#include "styles/walls/wall_scenes.h"
#include "testing/bodies.h"

#include "common/constants.h"
#include "geometry/solids.h"

#include <cmath>
#include <sstream>

namespace test_bodies_on_meshes {

using namespace grist::testing;
using grist::Vector3d;

const grist::ConvexPolyhedron CUBE = grist::solids::cube(0.02);
constexpr double SAME = 1e-10;    // rounding, grown by a few contacts of each body

const std::string LAW = "volume 1e9 restitution 0.5 friction 0.5";

// Thirty stones and ten balls in a box of 12 cm, in flight.
std::string stones(const std::string &law = LAW, const std::string &boundary = "f f f")
{
  return "units si\nnewton off\ncomm_modify vel yes\nboundary " + boundary + R"(
    atom_style body polyhedron 4 40
    region box block -0.06 0.06 -0.06 0.06 -0.06 0.06
    create_box 1 box
    pair_style polyhedron
    pair_coeff * * )" +
      law + R"(
    region fill block -0.033 0.033 -0.033 0.033 -0.033 0.033
    create_polyhedra 30 region fill shape random size 0.012 density 2500 seed 7
    create_polyhedra 10 region fill shape sphere size 0.012 density 2500 seed 8
    variable vx atom sin(37*id)
    variable vy atom sin(59*id)
    variable vz atom sin(83*id)-1
    velocity all set v_vx v_vy v_vz
    fix weight all gravity 9.81 vector 0.1 0 -1
    fix move all nve/body
    fix sides all wall/polyhedron )" +
      law + R"( xplane -0.055 0.055 yplane -0.055 0.055
    timestep 1e-5
    thermo 1000
    thermo_style custom step
  )";
}

std::vector<BodySnapshot> bodies_after(const std::string &lines, int ranks)
{
  LammpsSession lammps(ranks);
  lammps.run(lines);
  return bodies(lammps);
}

void expect_same_bodies(const std::vector<BodySnapshot> &one, const std::vector<BodySnapshot> &two,
                        double tolerance, const std::string &what)
{
  if (!is_first_rank()) return;
  ASSERT_EQ(one.size(), two.size()) << what;
  ASSERT_GT(one.size(), 0u) << what;
  EXPECT_LT(largest_difference(one, two), tolerance) << what;
}

std::string turning_drum(const std::string &mesh, const std::string &law = LAW)
{
  return "fix w all wall/mesh " + mesh +
      " sides one flip yes move rotate 0 0 0.005 0 1 0 0.7 model polyhedron " + law + "\n";
}

TEST(BodiesOnMeshes, FlatMeshIsThePlaneWall)
{
  MeshFiles files;
  const std::vector<std::string> laws = {
      "volume 1e9 restitution 0.5 friction 0.5", "energy 1e14 restitution 0.5 friction 0.5",
      "volume 1e9 hysteretic 0.5 friction 0.5", "volume 1e9 damping 2 regularised 0.5 0.1"};
  for (const std::string &law : laws) {
    const std::string run = "\nrun 6000\n";
    const auto plane =
        bodies_after(stones(law) + "fix w all wall/polyhedron " + law + " zplane -0.045 NULL" + run,
                     world_size());
    for (const int n : {1, 40}) {
      const std::string mesh = files.text(random_plate(n, 0.2, 1));
      expect_same_bodies(plane,
                         bodies_after(stones(law) + "fix w all wall/mesh " + mesh +
                                          " sides one shift 0 0 -0.045 model polyhedron " + law +
                                          run,
                                      world_size()),
                         SAME, law + " " + std::to_string(n));
    }
  }
}

TEST(BodiesOnMeshes, TurningMeshIsTheTurningPlane)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(8, 0.2, 1)),
                    turn = " move rotate 0.01 0 -0.045 0 1 0 2.0", run = "\nrun 6000\n";
  expect_same_bodies(
      bodies_after(stones() + "fix w all wall/polyhedron " + LAW + " zplane -0.045 NULL" + turn +
                       run,
                   world_size()),
      bodies_after(stones() + "fix w all wall/mesh " + mesh +
                       " restitution 0.5 sides one shift 0 0 -0.045 model polyhedron volume 1e9 "
                       "friction 0.5" +
                       turn + run,
                   world_size()),
      SAME, "turned");
}

// Bodies hit the faces, edges and corners of a block: a mesh, or a body that is frozen. Without
// friction, which turns with both bodies.
TEST(BodiesOnMeshes, ConvexMeshIsTheBodyOfItsShape)
{
  MeshFiles files;
  const Vector3d half{0.05, 0.05, 0.01};
  const std::string mesh = files.text(block_mesh(-half, half, 3)), data = files.folder / "data";
  std::vector<BodyLine> lines;
  const grist::Matrix3d lean = rotation_matrix(0.3, normalized(Vector3d{1, 2, 3}));
  BodyLine block = {1.0, {0.0, 0.0, 0.0}, {}, 0.0};
  const auto shape = grist::solids::box(2.0 * half.x, 2.0 * half.y, 2.0 * half.z);
  for (const Vector3d &v : shape.vertices()) block.vertices.push_back({v.x, v.y, v.z});
  const Vector3d places[] = {{0.01, 0.0, 0.03}, {0.045, -0.01, 0.032}, {-0.048, 0.049, 0.031}};
  for (const Vector3d &at : places) {
    BodyLine body = {0.02, {at.x, at.y, at.z}, {}, 0.0};
    for (const Vector3d &vertex : CUBE.vertices()) {
      const Vector3d v = lean * vertex;
      body.vertices.push_back({v.x, v.y, v.z});
    }
    lines.push_back(body);
  }
  lines.push_back(block);
  if (is_first_rank()) write_bodies(data, lines, -0.1, 0.1);
  MPI_Barrier(MPI_COMM_WORLD);
  const std::vector<std::string> laws = {"volume 1e9 restitution 0.5", "energy 1e14",
                                         "energy 1e14 hysteretic 0.5"};
  for (const std::string &law : laws) {
    const auto run = [&](const std::string &wall) {
      return bodies_after("units si\nnewton off\ncomm_modify vel yes\natom_style body polyhedron 4 "
                          "40\nboundary f f f\nread_data " +
                              data + "\npair_style polyhedron\npair_coeff * * " + law +
                              "\ngroup free id 1 2 3\ngroup block id 4\nvelocity free set 0 0 -1\n"
                              "fix m free nve/body\ntimestep 1e-5\n" +
                              wall + "\nrun 2500\n",
                          world_size());
    };
    const auto on_body = run("fix hold block freeze"),
               on_mesh = run("neigh_modify exclude group free block\nfix w free wall/mesh " + mesh +
                             " sides one model polyhedron " + law);
    if (is_first_rank()) {
      for (int n = 0; n < 3; n++) EXPECT_GT(on_mesh[n].v[2], -0.98) << n;
    }
    expect_same_bodies(on_body, on_mesh, 1e-8, law);
  }
}

// A closed box that lies across the border of a periodic box, and one that does not.
TEST(BodiesOnMeshes, MeshesAcrossTheBorderActAsElsewhere)
{
  MeshFiles files;
  const std::string mesh = files.text(block_mesh({-0.02, -0.02, -0.02}, {0.02, 0.02, 0.02}, 2));
  const auto run = [&](const std::string &shift) {
    return bodies_after(
        "units si\nnewton off\ncomm_modify vel yes\nboundary p p p\n"
        "atom_style body polyhedron 4 40\n"
        "region box block -0.06 0.06 -0.06 0.06 -0.06 0.06\ncreate_box 1 box\n"
        "pair_style polyhedron\npair_coeff * * " +
            LAW +
            "\nregion fill block -0.018 0.018 -0.018 0.018 -0.018 0.018\n"
            "create_polyhedra 6 region fill shape random size 0.01 density 2500\n"
            "create_polyhedra 3 region fill shape sphere size 0.008 density 2500\n"
            "variable vx atom sin(37*id)\nvariable vy atom sin(59*id)\n"
            "velocity all set v_vx v_vy 0.3\nfix m all nve/body\ntimestep 1e-5\n"
            "displace_atoms all move " +
            shift + "\nfix w all wall/mesh " + mesh + " sides one flip yes shift " + shift +
            " model polyhedron " + LAW + "\nrun 1500\ndisplace_atoms all move " +
            (shift == "0 0 0" ? shift : std::string("-0.055 0.05 -0.05")) + "\nrun 0\n",
        world_size());
  };
  expect_same_bodies(run("0 0 0"), run("0.055 -0.05 0.05"), 1e-8, "moved");
}

// A sheet is touched from both sides: what comes from below moves as the mirror image of what comes
// from above.
TEST(BodiesOnMeshes, SheetActsOnBothSidesAlike)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(9, 0.2, 1)), data = files.folder / "data";
  std::vector<BodyLine> lines;
  const grist::Matrix3d turn = rotation_matrix(0.6, normalized(Vector3d{1, 2, 0.5}));
  for (const double side : {1.0, -1.0}) {
    BodyLine body = {0.02, {0.003 * side, 0.05 * side, 0.02 * side}, {}, 0.0};
    for (const Vector3d &vertex : CUBE.vertices()) {
      const Vector3d v = turn * vertex;
      // The mirror image in the plane z = 0 of the body above, moved along y by the place.
      body.vertices.push_back({v.x, v.y, side * v.z});
    }
    lines.push_back(body);
  }
  lines[1].x[0] = lines[0].x[0];
  if (is_first_rank()) write_bodies(data, lines, -0.1, 0.1);
  MPI_Barrier(MPI_COMM_WORLD);
  LammpsSession lammps(world_size());
  lammps.run(
      "units si\nnewton off\ncomm_modify vel yes\natom_style body polyhedron 4 40\n"
      "boundary f f f\nread_data " +
      data + "\npair_style polyhedron\npair_coeff * * " + LAW +
      "\nvariable vz atom -0.5*(1-2*(id==2))\nvelocity all set 0.2 0 v_vz\nfix m all nve/body\n"
      "timestep 1e-5\nfix w all wall/mesh " +
      mesh + " model polyhedron " + LAW + "\nrun 6000\n");
  const auto both = bodies(lammps);
  if (!is_first_rank()) return;
  ASSERT_EQ(both.size(), 2u);
  EXPECT_GT(both[0].v[2], 0.05);    // it has bounced
  EXPECT_NEAR(both[0].x[0], both[1].x[0], 1e-13);
  EXPECT_NEAR(both[0].x[1], both[1].x[1] + 0.1, 1e-13);
  EXPECT_NEAR(both[0].x[2], -both[1].x[2], 1e-13);
  EXPECT_NEAR(both[0].v[2], -both[1].v[2], 1e-11);
  EXPECT_NEAR(both[0].angmom[2], both[1].angmom[2], 1e-15);
}

Vector3d force_on(LammpsSession &lammps)
{
  return {lammps.evaluate("f_w[1]"), lammps.evaluate("f_w[2]"), lammps.evaluate("f_w[3]")};
}

Vector3d momentum_of(LammpsSession &lammps)
{
  return {lammps.evaluate("v_px"), lammps.evaluate("v_py"), lammps.evaluate("v_pz")};
}

// What the mesh takes is what the bodies lose in each step; its power is its torque times its
// angular velocity.
TEST(BodiesOnMeshes, MomentumAndPowerOfATurningBlock)
{
  MeshFiles files;
  const std::string mesh = files.text(block_mesh({-0.04, -0.04, -0.04}, {0.04, 0.04, 0.04}, 6));
  const std::vector<std::string> laws = {"volume 1e9 restitution 0.5 friction 0.5",
                                         "energy 1e14 friction 0.3"};
  for (const std::string &law : laws) {
    LammpsSession lammps(world_size());
    lammps.run(stones(law) + "unfix sides\n" + turning_drum(mesh, law) + R"(
      variable m equal mass(all)
      variable px equal vcm(all,x)*mass(all)
      variable py equal vcm(all,y)*mass(all)
      variable pz equal vcm(all,z)*mass(all)
      run 3000 post no
    )");
    const double dt = 1e-5, mass = lammps.evaluate("v_m");
    const Vector3d gravity = 9.81 * normalized(Vector3d{0.1, 0.0, -1.0});
    double largest = 0.0;
    for (int n = 0; n < 20; n++) {
      lammps.run("run 100 pre no post no");
      const Vector3d before = momentum_of(lammps), first = force_on(lammps);
      const double omega = 2.0 * grist::PI / 0.7, torque = lammps.evaluate("f_w[5]");
      EXPECT_NEAR(lammps.evaluate("f_w[7]"), -torque * omega, 1e-12 * (1.0 + std::fabs(torque)));
      lammps.run("run 1 pre no post no");
      const Vector3d change = momentum_of(lammps) - before,
                     force = 0.5 * (first + force_on(lammps));
      EXPECT_LT(norm(change - dt * (mass * gravity - force)), 1e-10 * mass);
      largest = std::max(largest, norm(force));
    }
    EXPECT_GT(largest, 5.0 * mass) << law;
  }
}

// A cube on a turntable moves in a circle: friction is m omega^2 r to the axis, and does no work.
TEST(BodiesOnMeshes, TurntableCarriesACubeInACircle)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(7, 0.2, 1)), data = files.folder / "data";
  const double m = 0.02, radius = 0.05, omega = 8.0, depth = m * 9.81 / (1e9 * 4e-4);
  BodyLine body = {m, {radius, 0.0, 0.01 - depth}, {}, 0.0};
  for (const Vector3d &v : CUBE.vertices()) body.vertices.push_back({v.x, v.y, v.z});
  if (is_first_rank()) write_bodies(data, {body}, -0.1, 0.1);
  MPI_Barrier(MPI_COMM_WORLD);
  LammpsSession lammps(world_size());
  const double spin = omega * m * 4e-4 / 6.0;
  lammps.run(
      "units si\nnewton off\ncomm_modify vel yes\natom_style body polyhedron 4 40\n"
      "boundary f f f\nread_data " +
      data + "\npair_style polyhedron\npair_coeff * * " + LAW + "\nvelocity all set 0 " +
      std::to_string(omega * radius) + " 0\nset atom 1 angmom 0 0 " + std::to_string(1e6 * spin) +
      "e-6\nfix m all nve/body\n" +
      "fix g all gravity 9.81 vector 0 0 -1\ntimestep 2e-5\nthermo_style custom step\n"
      "fix w all wall/mesh " +
      mesh + " sides one move rotate 0 0 0 0 0 1 $(2*PI/8.0) model polyhedron " + LAW +
      "\nfix mean all ave/time 1 10000 40000 f_w[1] f_w[2] f_w[3] f_w[6] f_w[7]\nrun 40000\n");
  const Vector3d force = force_on(lammps);
  const double power = lammps.evaluate("f_mean[5]");
  const auto after = bodies(lammps);
  if (!is_first_rank()) return;
  const Vector3d place{after[0].x[0], after[0].x[1], 0.0}, speed{after[0].v[0], after[0].v[1], 0.0};
  EXPECT_NEAR(norm(place), radius, 2e-3 * radius);    // held by a spring
  EXPECT_NEAR(norm(speed), omega * radius, 2e-3 * omega * radius);
  EXPECT_NEAR(std::atan2(place.y, place.x), std::remainder(omega * 0.8, 2.0 * grist::PI), 2e-3);
  const Vector3d wanted{m * omega * omega * place.x, m * omega * omega * place.y, -m * 9.81};
  EXPECT_LT(norm(force - wanted), 0.02 * m * 9.81);
  EXPECT_LT(std::fabs(power), 1e-3 * m * omega * omega * radius * omega * radius);
  EXPECT_NEAR(after[0].angmom[2], spin, 1e-2 * spin);
}

TEST(BodiesOnMeshes, SameOnAnyNumberOfRanks)
{
  MeshFiles files;
  const std::string mesh = files.text(block_mesh({-0.04, -0.04, -0.04}, {0.04, 0.04, 0.04}, 6));
  const std::string lines = stones() + "unfix sides\n" + turning_drum(mesh) + "run 2000\n";
  const auto one = bodies_after(lines, 1);
  for (const int ranks : rank_counts())
    expect_same_bodies(one, bodies_after(lines, ranks), 1e-9, std::to_string(ranks));
}

TEST(BodiesOnMeshes, SameAcrossAPeriodicBorderAndUnderBalance)
{
  MeshFiles files;
  // A trough of two sloping plates, as long as the box.
  grist::Mesh trough;
  trough.vertices = {{-0.06, -0.06, -0.045}, {0.06, -0.06, -0.045}, {0.06, 0.0, -0.058},
                     {-0.06, 0.0, -0.058},   {0.06, 0.06, -0.045},  {-0.06, 0.06, -0.045}};
  trough.faces = {{0, 1, 2}, {0, 2, 3}, {3, 2, 4}, {3, 4, 5}};
  const std::string mesh = files.text(trough);
  const std::string lines = stones(LAW, "p f f") + "fix w all wall/mesh " + mesh +
      " model polyhedron " + LAW + "\nunfix sides\nfix sides all wall/polyhedron " + LAW +
      " yplane -0.055 0.055\nvelocity all set 0.8 NULL NULL\n";
  const auto one = bodies_after(lines + "run 2000\n", 1);
  for (const int ranks : rank_counts()) {
    expect_same_bodies(one, bodies_after(lines + "run 2000\n", ranks), 1e-9, std::to_string(ranks));
    expect_same_bodies(
        one, bodies_after(lines + "fix even all balance 5 1.0 shift xyz 5 1.01\nrun 2000\n", ranks),
        1e-9, "balance " + std::to_string(ranks));
  }
}

TEST(BodiesOnMeshes, RestartContinues)
{
  MeshFiles files;
  const std::string mesh = files.text(block_mesh({-0.04, -0.04, -0.04}, {0.04, 0.04, 0.04}, 6));
  const std::string file = files.folder / "half.restart",
                    law = "volume 1e9 hysteretic 0.5 friction 0.5";
  for (const int ranks : rank_counts()) {
    LammpsSession first(ranks), second(ranks);
    first.run(stones(law) + "unfix sides\n" + turning_drum(mesh, law) + "run 2500\nwrite_restart " +
              file + "\nrun 1000\n");
    second.run("newton off\nread_restart " + file +
               "\nfix weight all gravity 9.81 vector 0.1 0 -1\n" +
               "fix move all nve/body\ntimestep 1e-5\n" + turning_drum(mesh, law) + "run 1000\n");
    expect_same_bodies(bodies(first), bodies(second), SAME, std::to_string(ranks));
  }
}

// The stress file spreads the whole force: pressure times area, summed, is the force on the floor.
TEST(BodiesOnMeshes, StressOnTrianglesSumsToTheForce)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(12, 0.06, 1)), vtk = files.folder / "stress.";
  LammpsSession lammps(world_size());
  lammps.run(stones() + "fix w all wall/mesh " + mesh + " sides one shift 0 0 -0.045 stress 4000 " +
             vtk + "*.vtk model polyhedron " + LAW +
             "\nfix mean all ave/time 1 4000 4000 f_w[3]\nrun 4000\n");
  const double mean = lammps.evaluate("f_mean");
  if (!is_first_rank()) return;
  std::istringstream text(read_file(vtk + "4000.vtk"));
  std::vector<double> pressures;
  std::vector<Vector3d> points;
  std::vector<std::array<int, 3>> triangles;
  for (std::string word; text >> word;) {
    if (word == "POINTS") {
      int count = 0;
      text >> count >> word;
      points.resize(count);
      for (Vector3d &p : points) text >> p[0] >> p[1] >> p[2];
    } else if (word == "POLYGONS") {
      int count = 0, numbers = 0, corners = 0;
      text >> count >> numbers;
      triangles.resize(count);
      for (auto &t : triangles) text >> corners >> t[0] >> t[1] >> t[2];
    } else if (word == "pressure") {
      text >> word >> word >> word >> word;    // type, numbers, and what colors it
      pressures.resize(triangles.size());
      for (double &p : pressures) text >> p;
    }
  }
  ASSERT_EQ(pressures.size(), 288u);
  double sum = 0.0;
  int loaded = 0;
  for (size_t k = 0; k < triangles.size(); k++) {
    const auto &[a, b, c] = triangles[k];
    sum += 0.5 * pressures[k] * norm(cross(points[b] - points[a], points[c] - points[a]));
    loaded += pressures[k] > 0.0 ? 1 : 0;
  }
  EXPECT_GT(loaded, 10);
  EXPECT_NEAR(sum / -mean, 1.0, 1e-5);    // seven digits in the file
}

TEST(BodiesOnMeshes, GuardKnowsTheContacts)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(2, 0.06, 1));
  LammpsSession lammps(world_size());
  const std::string error =
      lammps.error_of(stones() + "fix w all wall/mesh " + mesh +
                      " sides one shift 0 0 -0.045 model polyhedron volume 2e12\nfix guard all "
                      "guard every 2\nthermo_modify lost ignore\nrun 6000\n");
  const std::string said = lammps.output() + error;
  if (is_first_rank()) { EXPECT_TRUE(has(said, "Fix wall/mesh w")); }
}

TEST(BodiesOnMeshes, WrongInputs)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(2, 0.06, 1));
  const auto error = [&](const std::string &start, const std::string &words) {
    LammpsSession lammps(world_size());
    return lammps.error_of(start + "fix w all wall/mesh " + mesh + " model polyhedron " + words +
                           "\n");
  };
  const std::string sphere =
      "units si\natom_style sphere\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\n";
  struct Wrong {
    std::string start, words, message;
  };
  const std::vector<Wrong> cases = {
      Wrong{sphere, LAW, "needs atom_style body polyhedron"},
      Wrong{stones(), "", "normal law"},
      Wrong{stones(), "hertz 1e9", "normal law hertz (expected volume or energy)"},
      Wrong{stones(), "volume -1", "stiffness -1"},
      Wrong{stones(), "volume 1e9 restitution 0", "restitution 0"},
      Wrong{stones(), "volume 1e9 slippery 0.5", "unknown keyword slippery"}};
  for (const Wrong &wrong : cases) {
    const std::string said = error(wrong.start, wrong.words);
    if (is_first_rank()) {
      EXPECT_TRUE(has(said, "Fix wall/mesh"));
      EXPECT_TRUE(has(said, wrong.message));
    }
  }
}

}    // namespace test_bodies_on_meshes
