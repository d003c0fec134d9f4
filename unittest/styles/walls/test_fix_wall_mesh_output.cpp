// fix wall/mesh in LAMMPS: report, stress files, log, errors.
//
// Oracles: Newton's third law, conservation of energy, the weight of the spheres, the files of one
// rank.

#include "styles/files/output_file.h"
#include "styles/walls/mesh_wall_scenes.h"

#include "meshes/mesh_file.h"
#include "meshes/triangle_mesh.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace test_fix_wall_mesh_output {

using namespace grist::testing;
using grist::Mesh;
using grist::Vector3d;
using grist::vector_at;

TEST_F(FixWallMeshOnOneRank, ForceAndTorqueAreOppositeToThoseOnTheSpheres)
{
  const std::string mesh = files.text(block_mesh({-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03}, 4));
  const Vector3d about{0.01, -0.02, 0.03};
  for (const std::string model :
       {"hertz/mindlin young 1e5 poisson 0.3 restitution 0.5 friction 0.4 rolling torque 0.2",
        "hooke/history 100 NULL 20 NULL 0.4 1"}) {
    LammpsSession lammps;
    lammps.run(spheres("block -0.027 0.027 -0.027 0.027 -0.027 0.027", 300, "f f f", 1.5) + R"(
      unfix gravity
      fix w all wall/mesh )" +
               mesh + " about 0.01 -0.02 0.03 move rotate 0 0 0 1 1 0 0.2 model " + model + R"(
      thermo_style custom step f_w f_w[1]
      run 1000
    )");
    Vector3d force = Vector3d::zero(), torque = Vector3d::zero();
    double count = 0;
    for (const auto &a : lammps.atoms()) {
      const Vector3d f = vector_at(a.f.data()), t = vector_at(a.torque.data()),
                     x = vector_at(a.x.data());
      force += f;
      torque += t + cross(x - about, f);
      count += norm(f) > 0.0 ? 1 : 0;
    }
    EXPECT_GE(lammps.evaluate("f_w"), count);    // a sphere that leaves may touch without a force
    EXPECT_GT(count, 3);
    for (int k = 0; k < 3; k++) {
      EXPECT_NEAR(lammps.evaluate("f_w[" + std::to_string(k + 1) + "]") / -force[k], 1.0, 1e-10);
      EXPECT_NEAR(lammps.evaluate("f_w[" + std::to_string(k + 4) + "]") / -torque[k], 1.0, 1e-10);
    }
  }
}

// Without friction and damping, only the work of the wall changes the energy of the spheres.
TEST_F(FixWallMeshOnOneRank, PowerIsTheRateOfWork)
{
  const std::string mesh = files.text(block_mesh({-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03}, 4));
  LammpsSession lammps;
  lammps.run(spheres("block -0.02 0.02 -0.02 0.02 -0.02 0.02", 100, "f f f", 1.0) + R"(
    unfix gravity
    set group all omega 0 0 0
    timestep 1e-6
    fix w all wall/mesh )" +
             mesh + R"( move rotate 0 0 0 1 1 0 0.2 move wiggle 0 0.003 0 0.013 &
      model hertz/mindlin young 1e6 poisson 0.3
    variable ke equal ke
    fix power all ave/time 1 20000 20000 f_w[7]
    thermo_style custom step ke f_w f_w[7] f_power
    run 0
  )");
  const double before = lammps.thermo("ke");
  lammps.run("run 20000\n");
  // The elastic energy at the end follows from the force on each sphere.
  const double work = lammps.evaluate("f_power") * 20000 * 1e-6;
  double stored = 0.0;
  const double stiffness = hertz_stiffness(1e6);
  for (const auto &a : lammps.atoms()) {
    const double f = norm(vector_at(a.f.data()));    // in one contact: f = k sqrt(r) d^1.5
    stored += 0.4 * f * std::pow(f / (stiffness * std::sqrt(a.radius)), 2.0 / 3.0);
  }
  const double gain = lammps.thermo("ke") + stored - before;
  EXPECT_GT(std::fabs(gain), 0.05 * before);
  EXPECT_NEAR(work / gain, 1.0, 1e-3);
}

TEST(FixWallMesh, StressFilesHoldTheWeight)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(15, 0.06, 1));
  for (const int ranks : {world_size()}) {
    LammpsSession lammps(ranks);
    const std::string form = files.folder / "stress_*.vtk";
    lammps.run(spheres("block -0.04 0.04 -0.04 0.04 0.0019 0.003", 200, "f f f", 0.0) +
               "fix w all wall/mesh " + mesh + " stress 5000 " + form +
               " model hertz/mindlin young 1e7 poisson 0.3 restitution 0.1 friction 0.5\nrun "
               "20000\n");
    const auto atoms = lammps.atoms();
    if (!lammps.first()) continue;
    const std::string text = read_file(files.folder / "stress_20000.vtk");
    const grist::TriangleMesh triangles(grist::read_mesh(mesh), 0.3);
    std::istringstream pressures(
        text.substr(text.find("pressure double 1\nLOOKUP_TABLE default\n") + 39));
    double force = 0.0, mass = 0.0, value;
    for (const auto &t : triangles.triangles()) {
      pressures >> value;
      force += value * t.area;
    }
    for (const auto &a : atoms) mass += a.mass;
    EXPECT_NEAR(force / (mass * 9.81 / std::sqrt(1.01)), 1.0, 0.02);
    const std::string series = read_file(files.folder / "stress_.vtk.series");
    EXPECT_TRUE(has(series, "{\"name\": \"stress_5000.vtk\", \"time\": 0.02}"));
    EXPECT_TRUE(has(series, "{\"name\": \"stress_20000.vtk\", \"time\": 0.08}"));
    EXPECT_TRUE(has(text, "POLYGONS 450 1800\n"));
  }
}

// The values of a stress file by the name of their array.
std::map<std::string, std::vector<double>> arrays_of(const std::string &file)
{
  std::istringstream text(file);
  std::map<std::string, std::vector<double>> arrays;
  std::string line, name;
  while (std::getline(text, line)) {
    std::istringstream words(line);
    std::string word, next;
    words >> word >> next;
    if (word == "SCALARS" || word == "VECTORS") name = next;
    if (name.empty() || word == "SCALARS" || word == "VECTORS" || word == "LOOKUP_TABLE") continue;
    std::istringstream numbers(line);
    for (double value; numbers >> value;) arrays[name].push_back(value);
  }
  return arrays;
}

// Two triangles, on which spheres of all ranks slide.
TEST(FixWallMesh, StressFilesSumOverTheSpheresOfAllRanks)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(1, 0.05, 1)), start = files.folder / "start";
  atoms_after(spheres(LOW) + "write_restart " + start, 1);
  std::map<std::string, std::vector<double>> expected;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run("processors * * 1\n" + restarted(start) + "fix w all wall/mesh " + mesh +
               " stress 1000 " + (files.folder / "s_*.vtk") + " model hertz/mindlin" + LAW +
               "run 2000\n");
    if (!lammps.first()) continue;
    const auto arrays = arrays_of(read_file(files.folder / "s_2000.vtk"));
    if (ranks == 1) expected = arrays;
    ASSERT_EQ(arrays.size(), 4u);
    for (const auto &[name, values] : expected) {
      double largest = 0.0;
      for (const double value : values) largest = std::max(largest, std::fabs(value));
      ASSERT_EQ(arrays.at(name).size(), values.size());
      EXPECT_EQ(values.size(), name == "shear_vector" ? 6u : 2u);
      EXPECT_GT(largest, 0.0) << name;
      for (size_t n = 0; n < values.size(); n++)    // of nine digits
        EXPECT_NEAR(arrays.at(name)[n], values[n], 1e-7 * largest) << name << n << " of " << ranks;
    }
  }
}

TEST(FixWallMesh, StressFilesLeaveNoIncompleteOnesAndBelongToOneFix)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(3, 0.05, 1)), form = files.folder / "s_*.vtk";
  files.bytes("cut", "s_77.vtk.part");
  const std::string wall =
      "wall/mesh " + mesh + " stress 10 " + form + " model hertz/mindlin" + LAW;
  for (const int ranks : {world_size()}) {
    LammpsSession lammps(ranks);
    lammps.run(spheres(INNER, 10) + "fix w all " + wall);
    if (lammps.first()) { EXPECT_FALSE(std::filesystem::exists(files.folder / "s_77.vtk.part")); }
    const std::string error = lammps.error_of("fix v all " + wall);
    if (lammps.here()) {
      EXPECT_TRUE(has(error, "Fix wall/mesh: stress file " + form + " (fix w writes it already"));
    }
    lammps.run("run 10\nunfix w\nfix v all " + wall + "run 10");
  }
}

TEST_F(FixWallMeshOnOneRank, StressFilesAreNotWrittenASecondTime)
{
  const std::string mesh = files.text(random_plate(3, 0.05, 1));
  LammpsSession lammps;
  lammps.run(spheres(INNER, 10) + "fix w all wall/mesh " + mesh + " stress 10 " +
             (files.folder / "s.*.vtk") + " model hertz/mindlin" + LAW +
             "run 20\nreset_timestep 30\nrun 10\n");
  const std::string error = lammps.error_of("reset_timestep 0\nrun 10\n");
  EXPECT_TRUE(has(error, "s.40.vtk is written, and steps go on from 0 (after reset_timestep:"))
      << error;
}

TEST_F(FixWallMeshOnOneRank, StressFileOnAFullDiskIsAnError)
{
  const std::string mesh = files.text(random_plate(3, 0.05, 1));
  LammpsSession lammps;
  lammps.run(spheres(INNER, 10) + "fix w all wall/mesh " + mesh + " stress 10 " +
             (files.folder / "s_*.vtk") + " model hertz/mindlin" + LAW);
  const std::string incomplete = LAMMPS_NS::incomplete_name(files.folder / "s_10.vtk");
  std::filesystem::create_symlink("/dev/full", incomplete);
  EXPECT_TRUE(has(lammps.error_of("run 10"), "s_10.vtk (No space left on device)"));
  EXPECT_FALSE(std::filesystem::is_symlink(incomplete));
}

TEST_F(FixWallMeshOnOneRank, StressFilesInNoFolderAreAnErrorAtOnce)
{
  const std::string mesh = files.text(random_plate(3, 0.05, 1)), none = files.folder / "none";
  LammpsSession lammps;
  const std::string error =
      lammps.error_of(spheres(INNER, 10) + "fix w all wall/mesh " + mesh + " stress 10 " + none +
                      "/s_*.vtk model hertz/mindlin" + LAW);
  EXPECT_TRUE(has(error,
                  "Fix wall/mesh: stress file " + none + "/s_*.vtk (the folder " + none +
                      " does not exist, make it first)"));
}

TEST_F(FixWallMeshOnOneRank, BoxThatBecomesTriclinicIsRefused)
{
  const std::string mesh = files.text(random_plate(3, 0.05, 1));
  LammpsSession lammps;
  lammps.run(spheres(INNER, 10, "p p p") + "fix w all wall/mesh " + mesh + " model hertz/mindlin" +
             LAW + "run 1\nchange_box all triclinic");
  EXPECT_TRUE(has(lammps.error_of("run 1"), "Fix wall/mesh: box is triclinic"));
}

TEST(FixWallMesh, MotionThatIsNotFiniteIsRefused)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(3, 0.05, 1));
  const auto expect = [&](const std::string &motion, const std::string &text) {
    LammpsSession lammps(world_size());
    const std::string error = lammps.error_of(
        spheres(INNER, 10) + "variable v equal exp(1000*step)\nfix w all wall/mesh " + mesh +
        motion + " model hertz/mindlin" + LAW + "run 10");
    if (lammps.here()) { EXPECT_TRUE(has(error, text)); }
  };
  expect(" move variable NULL NULL v_v 0 0 0 0 0 1 NULL",
         "Fix wall/mesh: variable v is inf at step 1 (a motion must be finite)");
  expect(" move variable NULL NULL NULL 0 0 0 0 0 1 v_v",
         "Fix wall/mesh: variable v is inf at step 1");
  expect(" move wiggle 0 0 1e308 1e-300",
         "Fix wall/mesh: place or velocity of the mesh is not finite at time");
}

TEST_F(FixWallMeshOnOneRank, CountsTrianglesInTheLog)
{
  Mesh soup = random_plate(3, 0.05, 1);
  add_facet(soup, {0, 0, 0}, {0.01, 0, 0}, {0.02, 0, 0});
  const std::string mesh = files.binary(soup);
  LammpsSession lammps;
  lammps.run(spheres(INNER, 10) + "fix w all wall/mesh " + mesh + " model hertz/mindlin" + LAW);
  EXPECT_TRUE(has(lammps.output(),
                  "wall/mesh w: 18 triangles, 1 degenerate and 0 copies dropped, 12 "
                  "open edges, extent -0.05 -0.05 0 to 0.05 0.05 0"));
}

TEST_F(FixWallMeshOnOneRank, ErrorsNameTheValue)
{
  const std::string plate = files.text(random_plate(3, 0.05, 1));
  const std::string model = " model hertz/mindlin young 1e7 poisson 0.3";
  const auto expect = [&](const std::string &words, const std::string &part) {
    LammpsSession lammps;
    const std::string error =
        lammps.error_of(spheres(INNER, 10) + "fix w all wall/mesh " + words + "\nrun 1");
    EXPECT_TRUE(has(error, "Fix wall/mesh: ")) << words;
    EXPECT_TRUE(has(error, part)) << words;
  };
  expect("", "no mesh");
  expect(files.folder / "nothing.stl" + model, "cannot open");
  expect(files.bytes("", "empty.stl") + model, "the file is empty");
  expect(files.bytes("solid a\nendsolid a\n", "none.stl") + model, "no triangles");
  expect(files.bytes("This is a letter to the miller, not a mesh.", "letter.stl") + model,
         "neither STL nor OFF, PLY or OBJ: text that begins with \"This\"");
  std::string bytes = read_file(files.binary(random_plate(3, 0.05, 1)));
  expect(files.bytes(bytes.substr(0, 500), "cut.stl") + model, "cut short: 500 bytes for 18");
  expect(files.bytes("solid a\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 nan\nvertex 0 1 0\n"
                     "endloop\nendfacet\nendsolid\n",
                     "nan.stl") +
             model,
         "a corner of face 1 is not finite");
  expect(files.bytes("solid a\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 x\n", "word.stl") +
             model,
         "\"x\" in a vertex");
  Mesh flat;
  add_facet(flat, {0, 0, 0}, {1, 0, 0}, {2, 0, 0});
  expect(files.text(flat, "flat.stl") + model, "no triangle with an area (1 degenerate)");
  expect(plate + " closed yes" + model, "is not closed: 12 edges");
  expect(plate, "no contact model");
  expect(plate + " model", "no contact model");
  expect(plate + " model glue", "model glue (expected");
  expect(plate + " model hertz/mindlin poisson 0.3", "no young of the wall");
  expect(plate + " model hertz/mindlin slippery 1", "unknown keyword slippery");
  expect(plate + " slippery 1" + model, "unknown keyword slippery");
  expect(plate + " model hooke 1000 NULL 20 NULL 0.4 1 zplane 0 NULL", "unknown word zplane");
  expect(plate + " model granular hertz 1e6 0.2 tangential linear_nohistory 0.5 0.4 heat area 5",
         "heat model without temperature");
  expect(plate + " scale -1" + model, "scale -1 (must be positive)");
  expect(plate + " scale", "scale needs a factor");
  expect(plate + " shift 1 2", "shift needs x y z");
  expect(plate + " turn 0 0 0 30" + model, "axis 0 0 0");
  expect(plate + " sides three" + model, "sides three (expected one or two)");
  expect(plate + " feature 100" + model, "feature 100");
  expect(plate + " stress 0 a*" + model, "stress every 0 (must be >= 1)");
  expect(plate + " stress 10 a.vtk" + model, "a.vtk (expected a *");
  expect(plate + " stress 10 a.*.vtp" + model, "a.*.vtp (expected a name that ends in .vtk");
  expect(plate + " stress 10 \xc3\x9f.*.vtk" + model, "(expected UTF-8 without control");
  expect(plate + " move spin" + model, "move spin (expected");
  expect(plate + " move rotate 0 0 0 0 0 0 1" + model, "axis 0 0 0");
  expect(plate + " move rotate 0 0 0 0 0 1 0" + model, "period 0 (must be positive)");
  expect(plate + " move wiggle 0 0 1", "move wiggle needs");
  expect(plate + " move wiggle 0 0 1 -2" + model, "period -2");
  expect(plate + " move variable vx NULL NULL 0 0 0 0 0 1 NULL" + model, "move variable vx");
  expect(plate + " move variable v_ NULL NULL 0 0 0 0 0 1 NULL" + model,
         "move variable v_ (expected v_name or NULL)");
  for (const char *temperature : {"v_", "warm"})
    expect(plate +
               " model granular hertz 1e6 0.2 tangential linear_nohistory 0.5 0.4 heat area 5 "
               "temperature " +
               temperature,
           std::string("temperature ") + temperature + " (expected a number or v_name)");
  expect("." + model, ". is a folder");
  expect("/dev/zero" + model, "/dev/zero is a device");
  expect(plate + " shift 1e308 0 0" + model, "mesh: coordinates of 1e+308");
  expect(plate + " scale 1e200" + model, "mesh: coordinates of 5e+198");
  expect(plate + " move variable v_no NULL NULL 0 0 0 0 0 1 NULL" + model,
         "no equal-style variable no");
}

}    // namespace test_fix_wall_mesh_output
