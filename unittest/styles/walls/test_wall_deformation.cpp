// Wear that changes the shape of fix wall/mesh, in LAMMPS.
//
// Oracles: f K F s / H of sliders against the volume of the meshes written; the same run on other
// numbers of ranks, through a restart, by other factors and steps; the weight that a wall carries;
// the error texts.

#include "styles/polyhedra/cubes.h"
#include "styles/walls/mesh_wall_scenes.h"
#include "testing/bodies.h"

#include "meshes/mesh_file.h"
#include "meshes/triangle_mesh.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace test_wall_deformation {

using namespace grist::testing;
using grist::Matrix3d;
using grist::Mesh;
using grist::Vector3d;

constexpr double GRAVITY = 9.81, RADIUS = 2e-3, PER_FORCE = 1.0 / 3e4;    // K/H
const double WEIGHT = sphere_mass(RADIUS) * GRAVITY;
const std::string WEAR = " sides one wear archard 1 3e4";

double volume_of(const Mesh &mesh)
{
  double volume = 0.0;
  for (const auto &face : mesh.faces)
    volume +=
        dot(mesh.vertices[face[0]], cross(mesh.vertices[face[1]], mesh.vertices[face[2]])) / 6.0;
  return volume;
}

double apart(const Mesh &a, const Mesh &b)
{
  double most = a.vertices.size() == b.vertices.size() ? 0.0 : 1e300;
  for (size_t n = 0; n < std::min(a.vertices.size(), b.vertices.size()); n++)
    most = std::max(most, norm(a.vertices[n] - b.vertices[n]));
  return most;
}

Mesh slab(int n = 8)
{
  return block_mesh({-0.05, -0.05, -0.02}, {0.05, 0.05, 0.0}, n);
}

class WallDeformation : public OneRankTest {
 protected:
  MeshFiles files;
  std::string stress(int every = 10000, const std::string &name = "s") const
  {
    return " stress " + std::to_string(every) + " " + (files.folder / (name + "_*.vtk"));
  }
  Mesh worn(int step, const std::string &name = "s") const
  {
    return grist::read_mesh(files.folder / (name + "_" + std::to_string(step) + ".stl"));
  }
};

std::string slider(const std::string &wall, const std::string &law = "")
{
  return resting_spheres({"-0.02 0.003"}, RADIUS, 1e7, "fix nve all nve/sphere") +
      "fix w all wall/mesh " + wall +
      " model hertz/mindlin young 1e7 poisson 0.3 restitution 0.5 friction 0" + law +
      "\nthermo_style custom step f_w[*]\n";
}

TEST_F(WallDeformation, ASliderRemovesFKFsOverH)
{
  const std::string mesh = files.text(slab());
  LammpsSession lammps;
  lammps.run(slider(mesh + WEAR + stress() + " deform 2 every 500 least 0.01") +
             "set group all vx 0.3\nset group all vy 0.1\nrun 50000\n");
  const double expected = 2.0 * PER_FORCE * WEIGHT * std::hypot(0.3, 0.1) * 0.1;
  const double removed = volume_of(slab()) - volume_of(worn(50000));
  EXPECT_NEAR(removed / expected, 1.0, 1e-3);
  // The volume of the last step goes with the next deformation.
  EXPECT_NEAR(removed / (2.0 * lammps.evaluate("f_w[8]")), 1.0, 3e-5);
  lammps.run("run 500\nthermo_style one\nunfix w\nrun 10");
}

// A cube on a mesh that moves under it, over folds that wear makes.
TEST_F(WallDeformation, ABodyRemovesFKFsOverH)
{
  const std::string mesh = files.text(slab());
  const double height = 0.5 * EDGE - MASS * GRAVITY / (1e9 * EDGE * EDGE);
  LammpsSession lammps;
  lammps.run(
      one_cube(files.folder / "data", Matrix3d::identity(), {0.003, 0.002, height}, "volume 1e9") +
      "fix down all gravity 9.81 vector 0 0 -1\nfix w all wall/mesh " + mesh +
      " sides one wear archard 1 1e9" + stress(5000) +
      " deform 2 every 250 move linear 0.2 0 0 model polyhedron volume 1e9 restitution 0.5\n"
      "thermo_style custom step f_w[*]\ntimestep 5e-6\nrun 10000\n");
  const double expected = 2.0 * 1e-9 * MASS * GRAVITY * 0.2 * 0.05;
  const double removed = volume_of(slab()) - volume_of(worn(10000));
  EXPECT_NEAR(removed / expected, 1.0, 1e-3);
}

// A cube that slides on a mesh which moves under it.
std::string sliding_cube(const std::string &data, const std::string &wall, double stiffness,
                         double speed)
{
  const std::string law = "volume " + number(stiffness);
  const double height = 0.5 * EDGE - MASS * GRAVITY / (stiffness * EDGE * EDGE);
  return one_cube(data, Matrix3d::identity(), {0.003, 0.002, height}, law) +
      "fix down all gravity 9.81 vector 0 0 -1\nfix w all wall/mesh " + wall + " move linear " +
      number(speed) + " 0 0 model polyhedron " + law +
      " restitution 0.5 friction 0.2\nthermo_style custom step f_w[*]\ntimestep 5e-6\n";
}

// The one plate of the top becomes many; springs that took a hundred steps to reach the limit of
// friction go on.
TEST_F(WallDeformation, ABodyKeepsItsFriction)
{
  const std::string mesh = files.text(slab(3)) + " sides one wear archard 1 1e9" + stress(1000);
  LammpsSession lammps;
  lammps.run(sliding_cube(files.folder / "data", mesh + " deform 2000 every 1000", 1e8, 0.2) +
             "run 900\n");
  double weakest = -1e300;
  for (int step = 0; step < 300; step++) {
    lammps.run("run 1 pre no post no");
    weakest = std::max(weakest, lammps.evaluate("-f_w[1]/f_w[3]"));
  }
  EXPECT_NEAR(weakest, -0.2, 0.03);
}

// A cube rests under a gravity that pulls it along the floor by half of its friction. Another one
// slides beside it and wears the same triangles, in steps of less than the overlap of the first: they
// become plates of their own, or join others while they are nearly coplanar.
std::string resting_and_sliding(const std::string &data, const std::string &wall)
{
  const double height = 0.5 * EDGE - MASS * GRAVITY / (1e8 * EDGE * EDGE);
  write_bodies(data,
               {cube_at(Matrix3d::identity(), {-0.0105, 0.001, height}),
                cube_at(Matrix3d::identity(), {0.0105, -0.02, height})},
               -0.3, 0.3);
  return BODIES + ("boundary f f f\nread_data " + data) +
      "\npair_style polyhedron\npair_coeff * * volume 1e8\nfix move all nve/body\n"
      "group resting id 1\ngroup sliding id 2\nfix down all gravity 9.81 vector 0.1 0 -1\n"
      "fix w all wall/mesh " +
      wall +
      " model polyhedron volume 1e8 restitution 0.1 friction 0.2\n"
      "thermo_style custom step f_w[*]\ntimestep 1e-5\nrun 10000\n";
}

TEST_F(WallDeformation, ABodyAtRestKeepsItsWeightAndItsSprings)
{
  const double weight = MASS * GRAVITY / std::hypot(0.1, 1.0), pull = 0.1 * weight;
  for (const int cuts : {2, 3, 5})
    for (const std::string factor : {"20", "200"}) {
      SCOPED_TRACE(std::to_string(cuts) + " " + factor);
      const std::string mesh = files.text(slab(cuts)) + " sides one wear archard 1 1e9";
      LammpsSession lammps;
      lammps.run(resting_and_sliding(files.folder / "data",
                                     mesh + stress(100000) + " deform " + factor + " every 10") +
                 "velocity sliding set 0 1.2 0\nrun 0\n");
      const double x = lammps.evaluate("xcm(resting,x)"), z = lammps.evaluate("xcm(resting,z)");
      double unbalanced = 0.0, kinetic = 0.0;
      for (int step = 0; step < 3000; step++) {
        lammps.run("run 1 pre no post no");
        unbalanced = std::max(unbalanced, std::fabs(lammps.evaluate("fcm(resting,x)")));
        kinetic = std::max(kinetic, lammps.evaluate("ke(resting)"));
      }
      const double sunk = z - lammps.evaluate("xcm(resting,z)");
      EXPECT_GT(sunk, 1e-8);
      EXPECT_LT(unbalanced, 0.01 * pull);    // all of it without springs
      EXPECT_LT(std::fabs(lammps.evaluate("xcm(resting,x)") - x), 3.0 * sunk);
      EXPECT_LT(kinetic, 1e-2 * weight * sunk);
      lammps.run("velocity sliding set 0 0 0\nrun 20000\n");
      EXPECT_NEAR(-0.5 * lammps.evaluate("f_w[3]") / weight, 1.0, 1e-6);
      EXPECT_NEAR(0.5 * lammps.evaluate("f_w[1]") / pull, 1.0, 1e-6);
    }
}

TEST_F(WallDeformation, ABodyContinuesAfterARestart)
{
  const std::string mesh = files.text(slab()) + " sides one wear archard 1 1e9";
  const std::string middle = files.folder / "middle", deform = " deform 1 every 50";
  LammpsSession lammps;
  lammps.run(sliding_cube(files.folder / "data", mesh + stress(1000) + deform, 1e9, 0.5) +
             "run 1030\nwrite_restart " + middle + "\nrun 970\n");
  const Mesh at_once = worn(2000);
  LammpsSession second;
  second.run("read_restart " + middle +
             "\npair_style polyhedron\npair_coeff * * volume 1e9\nfix move all nve/body\n"
             "fix down all gravity 9.81 vector 0 0 -1\ntimestep 5e-6\nfix w all wall/mesh " +
             mesh + stress(1000, "t") + deform +
             " move linear 0.5 0 0 model polyhedron volume 1e9 restitution 0.5 friction 0.2\n"
             "run 970\n");
  EXPECT_GT(apart(at_once, slab()), 1e-10);
  EXPECT_LT(apart(worn(2000, "t"), at_once), 1e-15);
  for (const std::string value : {"vcm(all,x)", "xcm(all,z)", "f_w[8]"})
    EXPECT_NEAR(second.evaluate(value) / lammps.evaluate(value), 1.0, 1e-9) << value;
}

// A sphere that slides in place on a belt sinks with the wall that it wears; the wall carries its
// weight throughout.
TEST_F(WallDeformation, ForcesJumpLittle)
{
  const std::string mesh = files.text(slab());
  LammpsSession lammps;
  lammps.run(slider(mesh + WEAR + stress() + " deform 1 every 100 surface linear 0.3 0 0") +
             "run 0\n");
  double most = 0.0;
  for (int step = 0; step < 3000; step++) {
    lammps.run("run 1 pre no post no");
    most = std::max(most, std::fabs(-lammps.evaluate("f_w[3]") / WEIGHT - 1.0));
  }
  EXPECT_GT(most, 0.0);
  EXPECT_LT(most, 0.02);
  lammps.run("run 7000");
  EXPECT_LT(lammps.atoms()[0].x[2], RADIUS - hertz_overlap(WEIGHT, RADIUS, 1e7) - 1e-7);
}

// f in steps of N, f in steps of N/2, and f/2 over twice the way.
TEST_F(WallDeformation, TheShapeDependsOnWhatWasRemoved)
{
  const std::string mesh = files.text(slab());
  const auto shape = [&](const std::string &name, double factor, int every, int steps) {
    LammpsSession lammps;
    lammps.run(slider(mesh + WEAR + stress(10000, name) + " deform " + number(factor) + " every " +
                      std::to_string(every) + " surface linear 0.3 0 0") +
               "run " + std::to_string(steps) + "\n");
    return worn(steps, name);
  };
  const Mesh one = shape("a", 4.0, 1000, 10000), half = shape("b", 4.0, 500, 10000),
             twice = shape("c", 2.0, 1000, 20000), quarter = shape("d", 4.0, 250, 10000);
  double deepest = 0.0;
  for (const Vector3d &x : one.vertices) deepest = std::max(deepest, -x[2] * (x[2] > -0.01));
  EXPECT_GT(deepest, 1e-7);
  EXPECT_LT(apart(one, half), 1e-2 * deepest);
  EXPECT_LT(apart(one, twice), 1e-2 * deepest);
  EXPECT_LT(apart(half, quarter), 0.7 * apart(one, half));
}

// Spheres that slide over all of a periodic plate: the depths of its corners scatter less than the
// wear of its triangles.
TEST_F(WallDeformation, APlateUnderManySpheresStaysFlat)
{
  const std::string mesh = files.text(random_plate(5, 0.06, 2));
  LammpsSession lammps;
  lammps.run(
      spheres("block -0.06 0.06 -0.06 0.06 0.00199 0.002", 300, "p p f") +
      "set group all diameter 4e-3\nvelocity all set NULL NULL 0\nset group all omega 0 0 0\n"
      "fix w all wall/mesh " +
      mesh + WEAR + stress(5000) +
      " deform 1 every 100 thickness 0.01 model hertz/mindlin young 1e7 poisson 0.3 "
      "restitution 0.5 friction 0\nthermo_style custom step f_w[*]\nrun 10000\n");
  const Mesh plate = worn(10000);
  double mean = 0.0, squares = 0.0;
  for (const Vector3d &x : plate.vertices)
    mean -= x[2] / static_cast<double>(plate.vertices.size());
  for (const Vector3d &x : plate.vertices) squares += (x[2] + mean) * (x[2] + mean);
  const double scatter = std::sqrt(squares / static_cast<double>(plate.vertices.size()));
  const std::string text = read_file(files.folder / "s_10000.vtk"),
                    head = "wear_archard double 1\nLOOKUP_TABLE default\n";
  std::istringstream depths(text.substr(text.find(head) + head.size()));
  double of_triangles = 0.0, all = 0.0, depth;
  std::vector<double> values;
  for (size_t n = 0; n < plate.faces.size() && depths >> depth; n++) values.push_back(depth);
  for (const double v : values) all += v / static_cast<double>(values.size());
  for (const double v : values) of_triangles += (v - all) * (v - all);
  EXPECT_NEAR(mean / all, 1.0, 0.05);
  EXPECT_LT(scatter, std::sqrt(of_triangles / static_cast<double>(values.size())));
  EXPECT_LT(scatter, 0.25 * mean);
}

/* ---------------------------------------------------------------------- */

TEST(WallDeformationOnRanks, ShapesAreThoseOfOneRankAndContinueAfterARestart)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(4, 0.06, 1)), start = files.folder / "start";
  const std::string wear =
      " sides one wear archard 1 3e4 wear finnie 4e4 10 2 deform 1 every 150 thickness 0.01 ";
  const std::string model = " model hertz/mindlin" + LAW + "thermo_style custom step f_w[*]\n";
  for (const std::string boundary : {"f f f", "p p f"}) {
    atoms_after(spheres(LOW, 150, boundary) + "write_restart " + start, 1);
    Mesh expected;
    for (const std::string newton : {"on", "off"})
      for (const int ranks : rank_counts()) {
        const std::string middle = files.folder / "middle";
        const std::string before = "newton " + newton + "\nprocessors * * 1\n" + restarted(start) +
            "fix w all wall/mesh " + mesh + wear;
        const auto check = [&](LammpsSession &lammps, const std::string &name) {
          if (!lammps.first()) return;
          const Mesh worn = grist::read_mesh(files.folder / (name + "_2000.stl"));
          double deepest = 0.0;
          for (const Vector3d &x : worn.vertices) deepest = std::max(deepest, -x[2]);
          EXPECT_GT(deepest, 1e-8);
          if (expected.vertices.empty()) expected = worn;
          EXPECT_LT(apart(worn, expected), 1e-10) << boundary << newton << ranks << name;
        };
        LammpsSession lammps(ranks);
        lammps.run(before + "stress 500 " + (files.folder / "s_*.vtk") + model +
                   "run 1000\nwrite_restart " + middle + "\nrun 1000\n");
        check(lammps, "s");
        LammpsSession second(ranks);
        second.run("newton " + newton + "\nprocessors * * 1\n" + restarted(middle) +
                   "fix w all wall/mesh " + mesh + wear + "stress 500 " +
                   (files.folder / "t_*.vtk") + model + "run 1000\n");
        check(second, "t");
      }
  }
}

// Polyhedra on a belt that wears by a part of their size, with folds of every kind: none falls through.
TEST(WallDeformationOnRanks, PolyhedraStayOnAWornFloor)
{
  constexpr double CHAOS = 1e-5;    // to which rounding errors of tumbling bodies grow in the run
  MeshFiles files;
  double deepest = 0.0;
  const std::string mesh = files.text(random_plate(6, 0.06, 1));
  for (const std::string newton : {"on", "off"})
    for (const int ranks : rank_counts()) {
      SCOPED_TRACE(newton + std::to_string(ranks));
      const auto wall = [&](const std::string &name, const std::string &more) {
        return "fix " + name + " all wall/mesh " + mesh + " sides one " + more +
            " model polyhedron volume 1e7 restitution 0.1 friction 0.5\n";
      };
      LammpsSession lammps(ranks);
      lammps.run("newton " + newton + "\nprocessors * * 1\n" + BODIES +
                 "boundary p p f\nregion box block -0.06 0.06 -0.06 0.06 -0.03 0.06\n"
                 "create_box 1 box\nregion low block INF INF INF INF 0.008 0.03\n"
                 "create_polyhedra 40 region low shape random cuts 6 size 0.012 density 2500\n"
                 "pair_style polyhedron\npair_coeff * * volume 1e7 restitution 0.1 friction 0.5\n"
                 "fix down all gravity 9.81 vector 0 0 -1\nfix move all nve/body\n"
                 "timestep 5e-5\nthermo_modify lost error\n" +
                 wall("w",
                      "surface linear 0.5 0.2 0 wear archard 1 1e9 stress 3000 " +
                          (files.folder / "s_*.vtk") + " deform 1e6 every 50 thickness 0.1") +
                 "run 3000\n");
      const double lowest = lammps.evaluate("bound(all,zmin)"),
                   atoms = lammps.evaluate("count(all)");
      if (!lammps.first()) continue;
      double depth = 0.0;
      for (const Vector3d &x : grist::read_mesh(files.folder / "s_3000.stl").vertices)
        depth = std::max(depth, -x[2]);
      EXPECT_EQ(atoms, 40);
      EXPECT_GT(depth, 1e-3);
      EXPECT_GT(lowest, -depth);
      if (deepest == 0.0) deepest = depth;
      EXPECT_NEAR(depth / deepest, 1.0, CHAOS);
    }
}

TEST_F(WallDeformation, AWornWallIsNotReadWithoutDeform)
{
  const std::string mesh = files.text(slab()), file = files.folder / "worn";
  const std::string model = " model hertz/mindlin young 1e7 poisson 0.3 friction 0\n";
  {
    LammpsSession lammps;
    lammps.run(slider(mesh + WEAR + stress() + " deform 1 every 10 surface linear 0.3 0 0") +
               "run 100\nwrite_restart " + file);
  }
  LammpsSession lammps;
  const std::string error = lammps.error_of(restarted(file) + "fix w all wall/mesh " + mesh + WEAR +
                                            stress(100, "t") + model);
  EXPECT_TRUE(has(error, "Fix wall/mesh w: no deform (the restart file has a worn mesh"));
}

TEST_F(WallDeformation, ErrorsAreOneSentence)
{
  const std::string block = files.text(slab(), "block.stl");
  const std::string plate = files.text(random_plate(1, 0.05, 1), "plate.stl");
  const std::string wear = WEAR + stress();
  const auto expect_error = [&](const std::string &wall, const std::string &text) {
    LammpsSession lammps;
    const std::string error = lammps.error_of(slider(wall) + "run 200");
    EXPECT_TRUE(has(error, "Fix wall/mesh: " + text)) << wall << "\n" << error;
  };
  expect_error(block + " sides one deform 1 every 10", "deform has nothing that wears (add wear");
  expect_error(block + WEAR + " deform 1 every 10", "wear is written by stress");
  expect_error(block + " wear archard 1 3e4" + stress() + " deform 1 every 10",
               "deform with sides two (expected sides one");
  expect_error(block + wear + " deform 0 every 10", "deform factor 0 (");
  expect_error(block + wear + " deform 1 every 0", "deform every 0 (");
  expect_error(block + wear + " deform 1 each 10", "deform each (expected every)");
  expect_error(block + wear + " deform 1 every 10 file worn.stl",
               "deform file worn.stl (expected a * for the step)");
  expect_error(block + wear + " deform 1 every 10 file worn*.vtk",
               "deform file worn*.vtk (expected a name that ends in .stl)");
  expect_error(
      block + wear + " deform 1 every 10 thickness 0.01",
      "deform thickness 0.01 (leave it out: a closed mesh has the thickness of its solid)");
  expect_error(block + wear + " deform 1 every 10 least 0.03", "deform: triangle ");
  expect_error(plate + wear + " deform 1 every 10", "deform has no thickness (");
  expect_error(plate + wear + " deform 1 every 10 thickness 0.01 least 0.02",
               "deform least 0.02 (must be below the thickness, 0.01)");
  expect_error(plate + wear + " deform 1e12 every 10 thickness 1e6 surface linear 0.3 0 0",
               "at step 10 of deform, triangle ");
}

}    // namespace test_wall_deformation
