// dump paraview: the series that VTK's own readers find.
//
// Oracles: atoms, energies and forces of the run itself; numbers of bonds by fix breakage; volumes
// by the faces that the reader gives; closed forms.

#include "common/space.h"
#include "styles/output/paraview_scenes.h"
#include "styles/walls/wall_scenes.h"
#include "testing/bodies.h"
#include "testing/dump_reader.h"
#include "testing/one_rank.h"

#include "bonds/strength_scatter.h"

#include <algorithm>
#include <set>

namespace test_dump_paraview {

using namespace grist::testing;
using grist::Vector3d;
using grist::vector_at;

constexpr double ROUNDING = 1e-12;
constexpr int VERTEX = 1, LINE = 3, TRIANGLE = 5, POLYHEDRON = 42;    // VTK's cell types

const std::string STRONG = "young 1e8 tensile 1e12 shear 1e12 damping 0.1";
const std::string WEAK = "young 1e8 tensile 2e5 shear 2e5 damping 0.1";

// Row of each particle by its id.
std::map<long, size_t> rows_of(const VtkThing &thing)
{
  std::map<long, size_t> rows;
  const auto &ids = thing.values.at("id");
  for (size_t row = 0; row < ids.size(); row++) rows[std::lround(ids[row])] = row;
  EXPECT_EQ(rows.size(), ids.size()) << "an id twice";
  return rows;
}

Vector3d vector_of(const VtkThing &thing, const std::string &name, size_t row)
{
  return vector_at(thing.values.at(name).data() + 3 * row);
}

TEST_F(DumpParaview, SpheresAreThoseOfTheRun)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(shearing_cubes(folder / "cubes", WEAK) + "dump p all paraview 100 " + series +
               " precision double fields fx c_k\nrun 300\n");
    const auto atoms = lammps.atoms();
    const double dt = lammps.thermo("dt");
    if (!lammps.first()) continue;
    const auto frames = read_series(series);
    ASSERT_EQ(frames.size(), 4);
    for (int n = 0; n < 4; n++) {
      EXPECT_EQ(frames[n].time, 100 * n * dt);
      EXPECT_EQ(frames[n]["spheres"].time, frames[n].time);
      EXPECT_EQ(frames[n]["spheres"].pieces, ranks);
    }
    const VtkThing &spheres = frames[3]["spheres"];
    const auto rows = rows_of(spheres);
    ASSERT_EQ(rows.size(), atoms.size());
    EXPECT_EQ(spheres.cell_types, std::vector<int>(atoms.size(), VERTEX));
    EXPECT_EQ(spheres.types.at("velocity"), "double");
    EXPECT_EQ(spheres.types.at("id"), "int");
    for (const AtomSnapshot &a : atoms) {
      const size_t row = rows.at(a.tag);
      for (int k = 0; k < 3; k++)
        EXPECT_LT(apart(spheres.points[row][k], a.x[k], CUBES_BOX), ROUNDING * CUBES_BOX);
      EXPECT_EQ(vector_of(spheres, "velocity", row), vector_at(a.v.data()));
      EXPECT_EQ(vector_of(spheres, "angular_velocity", row), vector_at(a.omega.data()));
      EXPECT_EQ(spheres.values.at("radius")[row], a.radius);
      EXPECT_EQ(spheres.values.at("cluster")[row], a.molecule);
      EXPECT_EQ(spheres.values.at("fragment")[row], a.cluster);
      EXPECT_EQ(spheres.values.at("type")[row], 1);
      EXPECT_EQ(spheres.values.at("fx")[row], a.f[0]);
      EXPECT_NEAR(spheres.values.at("c_k")[row] /
                      (0.5 * a.mass * squared_norm(vector_at(a.v.data()))),
                  1.0, ROUNDING);
    }
  }
}

// Seven digits, which is what single precision has.
TEST_F(DumpParaviewOnOneRank, SinglePrecisionIsTheDefault)
{
  LammpsSession lammps;
  lammps.run(shearing_cubes(folder / "cubes", STRONG) + "dump p all paraview 100 " + series +
             "\nrun 100\n");
  const auto frames = read_series(series);
  const VtkThing &spheres = frames.back()["spheres"];
  EXPECT_EQ(spheres.types.at("velocity"), "float");
  const auto rows = rows_of(spheres);
  for (const AtomSnapshot &a : lammps.atoms())
    for (int k = 0; k < 3; k++)
      EXPECT_EQ(spheres.values.at("velocity")[3 * rows.at(a.tag) + k], static_cast<float>(a.v[k]));
}

// Each bond is one line between the right two spheres, and none crosses the picture, though cubes
// lie across the borders.
TEST_F(DumpParaview, BondsAreLinesToTheNearestImage)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(shearing_cubes(folder / "cubes", STRONG) + "dump p all paraview 200 " + series +
               " precision double\nrun 200\n");
    const auto atoms = lammps.atoms();
    if (!lammps.first()) continue;
    const auto frames = read_series(series);
    for (const VtkFrame &frame : frames) {
      const VtkThing &bonds = frame["bonds"];
      ASSERT_EQ(bonds.cells.size(), 432);
      EXPECT_EQ(bonds.cell_types, std::vector<int>(432, LINE));
    }
    const VtkThing &bonds = frames[1]["bonds"];
    std::set<std::pair<long, long>> pairs;
    int across = 0;
    for (size_t n = 0; n < bonds.cells.size(); n++) {
      const long ids[2] = {std::lround(bonds.values.at("id_a")[n]),
                           std::lround(bonds.values.at("id_b")[n])};
      EXPECT_LT(ids[0], ids[1]);
      pairs.emplace(ids[0], ids[1]);
      Vector3d ends[2];
      bool out = false;
      for (int end = 0; end < 2; end++) {
        ends[end] = vector_at(bonds.points[bonds.cells[n][end]].data());
        const AtomSnapshot &a = atoms[ids[end] - 1];
        for (int k = 0; k < 3; k++) {
          EXPECT_LT(apart(ends[end][k], a.x[k], CUBES_BOX), ROUNDING * CUBES_BOX);
          out = out || ends[end][k] < 0.0 || ends[end][k] > CUBES_BOX;
        }
      }
      EXPECT_LT(norm(ends[1] - ends[0]), 2.5 * CUBES_RADIUS);
      across += out ? 1 : 0;
    }
    EXPECT_EQ(pairs.size(), 432);
    EXPECT_GT(across, 10);
  }
}

// The elastic energy by the four loads of all bonds is that of LAMMPS' own sum: huang2020 Eqs. 5-7.
TEST_F(DumpParaview, LoadsOfBondsAddUpToTheirEnergy)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(shearing_cubes(folder / "cubes", STRONG) + "dump p all paraview 300 " + series +
               " precision double\nrun 300\n");
    const double energy = lammps.thermo("ebond");
    if (!lammps.first()) continue;
    const auto frames = read_series(series);
    const VtkThing &bonds = frames.back()["bonds"];
    const double r = CUBES_RADIUS, length = 2 * r, area = M_PI * r * r, inertia = area * r * r / 4;
    const double normal = 1e8 / length, shear = normal / 2.5;
    const double stiffness[4] = {normal * area, shear * area, normal * inertia,
                                 shear * 2 * inertia};
    const char *names[4] = {"tension", "shear", "bending", "twisting"};
    double sum = 0.0;
    for (int k = 0; k < 4; k++) {
      double part = 0.0;
      for (const double load : bonds.values.at(names[k])) part += 0.5 * load * load / stiffness[k];
      EXPECT_GT(part, 0.01 * energy) << names[k] << " is not tested";
      sum += part;
    }
    EXPECT_NEAR(sum / energy, 1.0, 1e-9);
    for (const double radius : bonds.values.at("radius")) EXPECT_EQ(radius, CUBES_RADIUS);
    for (const double state : bonds.values.at("state")) EXPECT_EQ(state, 0);
  }
}

// A bond pulled by 1 % of its length. Where strengths scatter, it is its own strength that counts.
TEST_F(DumpParaviewOnOneRank, PulledBondHasTheTensionOfABar)
{
  write_pair(folder / "pair");
  for (const double modulus : {0.0, 3.0}) {
    LammpsSession lammps;
    lammps.run(read_case(folder / "pair",
                         modulus > 0.0 ? "young 1e8 tensile 1e7 shear 1e9 weibull 3 99"
                                       : "young 1e8 tensile 1e7 shear 1e9") +
               CONTACTS_WITHOUT_HISTORY +
               "run 0\ndisplace_atoms all ramp x -1e-5 1e-5 x -1e-3 1e-3\n" +
               "dump p all paraview 1 " + series + " precision double\nrun 0\n");
    const auto frames = read_series(series);
    ASSERT_EQ(frames.size(), 1);
    const VtkThing &bonds = frames[0]["bonds"];
    const double tension = 1e8 * M_PI * 1e-6 * 0.01;
    EXPECT_NEAR(bonds.values.at("tension").at(0) / tension, 1.0, 1e-9);
    using Law = grist::StrengthScatter::Law;
    const Law law = modulus > 0.0 ? Law::WEIBULL : Law::NONE;
    const double factor = grist::strength_factor({law, modulus, 99}, 1, 2);
    EXPECT_EQ(factor == 1.0, modulus == 0.0);
    EXPECT_NEAR(bonds.values.at("strength_used").at(0) * factor, 0.1, 1e-9);
    EXPECT_NEAR(bonds.values.at("shear").at(0), 0.0, 1e-9 * tension);
  }
}

// Each bond that fix breakage counts is shown in one frame, that of its time; what is left has not
// used all its strength.
TEST_F(DumpParaview, BrokenBondsAreShownOnce)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(shearing_cubes(folder / "cubes", WEAK + " weibull 5 99") +
               "dump p all paraview 100 " + series + " precision double\nrun 500\n");
    const double all = lammps.evaluate("f_b[1]"), gone = lammps.evaluate("f_b[2]");
    const double dt = lammps.thermo("dt");
    if (!lammps.first()) continue;
    const auto frames = read_series(series);
    ASSERT_EQ(frames.size(), 6);
    ASSERT_GT(gone, 20);
    std::set<std::pair<double, double>> seen;
    for (size_t n = 0; n < frames.size(); n++) {
      const VtkThing &broken = frames[n]["broken"];
      for (size_t k = 0; k < broken.points.size(); k++) {
        const double time = broken.values.at("time")[k];
        EXPECT_GT(time, (frames[n].time - 100 * dt) * (1 - ROUNDING));
        EXPECT_LE(time, frames[n].time * (1 + ROUNDING));
        EXPECT_TRUE(seen.emplace(broken.values.at("id_a")[k], broken.values.at("id_b")[k]).second);
        const double failure = broken.values.at("failure")[k];
        EXPECT_TRUE(failure >= 1 && failure <= 3) << failure;
      }
    }
    EXPECT_EQ(seen.size(), gone);
    const VtkThing &bonds = frames.back()["bonds"];
    EXPECT_EQ(bonds.cells.size(), all - gone);
    double most = 0.0;
    for (const double share : bonds.values.at("strength_used")) most = std::max(most, share);
    EXPECT_LT(most, 1.0);
    EXPECT_GT(most, 0.01);    // how much depends on rounding: 0.06 to 0.9 by the compiler
  }
}

// That of the strength at the temperature of the spheres, as compute bond/local has it.
TEST_F(DumpParaview, ShareOfStrengthFollowsTemperature)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(shearing_cubes(folder / "cubes", STRONG + " weaken 200 400") +
             "pair_style hertz/mindlin\n"
             "pair_coeff * * young 1e7 poisson 0.3 heat 2 800\n"
             "fix warm all heat/gran initial 350\n"
             "compute shares all bond/local b7\ncompute most all reduce max c_shares inputs local\n"
             "thermo_style custom step c_most\n"
             "dump p all paraview 100 " +
             series + " precision double\nrun 100\n");
  VtkThing bonds = read_series(series).back()["bonds"];
  double most = 0.0;
  for (const double share : bonds.values.at("strength_used")) most = std::max(most, share);
  EXPECT_GT(most, 0.0);
  EXPECT_NEAR(most / lammps.evaluate("c_most"), 1.0, 1e-9);
}

TEST_F(DumpParaview, PolyhedraAreSolidCells)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(body_box("p p p") + R"(
      create_polyhedra 40 region box shape random cuts 6 size uniform 0.12 0.25 density 2000 seed 5
      create_polyhedra 10 region box shape sphere size 0.2 density 1000 seed 6 type 2
      velocity all create 1.0e20 77 loop geom
      set type 1 angmom 0.1 0.2 -0.3
      pair_style polyhedron
      pair_coeff * * volume 1e6
      timestep 1e-3
      fix move all nve/body
      fix GRIST_GUARD all guard overlap warn
      dump p all paraview 10 )" +
               series + " precision double\nrun 20\n");
    const auto all = bodies(lammps);
    if (!lammps.first()) continue;
    const auto frames = read_series(series);
    ASSERT_EQ(frames.size(), 3);
    const VtkThing &solids = frames[2]["polyhedra"], &spheres = frames[2]["spheres"];
    ASSERT_EQ(solids.cells.size(), 40);
    ASSERT_EQ(solids.volumes.size(), 40);
    EXPECT_EQ(spheres.points.size(), 10);
    EXPECT_FALSE(frames[2].has("bonds"));
    const auto solid_rows = rows_of(solids), sphere_rows = rows_of(spheres);
    for (const BodySnapshot &body : all) {
      if (body.shape_vertices == 0) {
        const size_t row = sphere_rows.at(body.tag);
        EXPECT_EQ(spheres.values.at("radius")[row], body.radius);
        for (int k = 0; k < 3; k++)
          EXPECT_LT(apart(spheres.points[row][k], body.x[k], 2.0), ROUNDING);
        continue;
      }
      const size_t row = solid_rows.at(body.tag);
      EXPECT_EQ(solids.cell_types[row], POLYHEDRON);
      EXPECT_NEAR(solids.volumes[row] * 2000 / body.mass, 1.0, 1e-9);
      EXPECT_NEAR(solids.values.at("volume")[row] * 2000 / body.mass, 1.0, 1e-9);
      EXPECT_EQ(vector_of(solids, "velocity", row), vector_at(body.v.data()));
      // The angular momentum's energy, 1/2 omega L.
      EXPECT_NEAR(
          0.5 * dot(vector_of(solids, "angular_velocity", row), vector_at(body.angmom.data())) /
              body.rotational_energy(),
          1.0, 1e-9);
      ASSERT_EQ(solids.cells[row].size(), body.vertices.size());
      for (const int corner : solids.cells[row]) {
        std::array<double, 3> arm;
        for (int k = 0; k < 3; k++)
          arm[k] = std::remainder(solids.points[corner][k] - body.x[k], 2.0);
        EXPECT_LT(body.distance_to_corner(arm), ROUNDING);
      }
    }
  }
}

// Sum of a value of triangles times their area, which the points give.
double sum_over(const VtkThing &wall, const std::string &name, int component, int components)
{
  double sum = 0.0;
  for (size_t n = 0; n < wall.cells.size(); n++) {
    const Vector3d a = vector_at(wall.points[wall.cells[n][0]].data()),
                   b = vector_at(wall.points[wall.cells[n][1]].data()),
                   c = vector_at(wall.points[wall.cells[n][2]].data());
    sum += wall.values.at(name)[n * components + component] * 0.5 * norm(cross(b - a, c - a));
  }
  return sum;
}

// The stress of a frame of one step is the force of that step; the sliding work is that of the
// wall's own files.
TEST_F(DumpParaview, StressOnAMeshWallIsItsForce)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(15, 0.06, 1));
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(input_of({"block -0.04 0.04 -0.04 0.04 0.0019 0.003", 200, "f f f", 0.3, 0.0}) +
               "fix w all wall/mesh " + mesh +
               " model hertz/mindlin young 1e7 poisson 0.3 restitution 0.1 friction 0.5\n"
               "thermo_style custom step f_w f_w[1] f_w[2] f_w[3]\ndump all all paraview 1000 " +
               series + " precision double\nrun 3000\nundump all\n" + "dump p all paraview 1 " +
               (folder / "one.pvd") + " precision double\nrun 1\n");
    const Vector3d force{lammps.evaluate("f_w[1]"), lammps.evaluate("f_w[2]"),
                         lammps.evaluate("f_w[3]")};
    if (!lammps.first()) continue;
    const auto frames = read_series(folder / "one.pvd");
    ASSERT_EQ(frames.size(), 2);
    const VtkThing &wall = frames[1]["wall_w"];
    ASSERT_EQ(wall.cells.size(), 450);
    EXPECT_EQ(wall.pieces, 1);
    EXPECT_EQ(wall.cell_types, std::vector<int>(450, TRIANGLE));
    EXPECT_LT(force[2], 0.0);
    EXPECT_NEAR(-sum_over(wall, "pressure", 0, 1) / force[2], 1.0, 1e-9);
    for (int k = 0; k < 2; k++)
      EXPECT_NEAR(sum_over(wall, "shear_vector", k, 3), force[k], 1e-9 * std::fabs(force[2]));

    const auto whole = read_series(series);
    ASSERT_EQ(whole.size(), 4);
    EXPECT_EQ(sum_over(whole[0]["wall_w"], "sliding_work", 0, 1), 0.0);
    double before = 0.0;
    for (int n = 1; n < 4; n++) {
      const double work = sum_over(whole[n]["wall_w"], "sliding_work", 0, 1);
      EXPECT_GT(work, before);
      before = work;
    }
  }
}

const std::string WEAR = " wear archard 1e-3 4e9 wear finnie 2e9 10 2";

// Worn volumes are those that the fix has, frame for frame.
TEST_F(DumpParaview, WearOfAMeshWallAddsUpToItsVolume)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(15, 0.06, 1));
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(input_of({"block -0.04 0.04 -0.04 0.04 0.0019 0.003", 200, "f f f", 0.3, 0.0}) +
               "fix w all wall/mesh " + mesh + " stress 10000 " + (files.folder / "v_*.vtk") +
               WEAR +
               " model hertz/mindlin young 1e7 poisson 0.3 restitution 0.1 friction 0.5\n"
               "thermo_style custom step f_w[8] f_w[9]\ndump all all paraview 500 " +
               series + " precision double\n");
    std::vector<double> archard, finnie;
    for (int frame = 0; frame < 3; frame++) {
      lammps.run(frame == 0 ? "run 0\n" : "run 500\n");
      archard.push_back(lammps.evaluate("f_w[8]"));
      finnie.push_back(lammps.evaluate("f_w[9]"));
    }
    if (!lammps.first()) continue;
    const auto frames = read_series(series);
    ASSERT_EQ(frames.size(), 3);
    EXPECT_GT(archard[2], archard[1]);
    EXPECT_GT(finnie[2], 0.0);
    for (int n = 0; n < 3; n++) {
      const VtkThing &wall = frames[n]["wall_w"];
      EXPECT_NEAR(sum_over(wall, "wear_archard", 0, 1), archard[n], 1e-9 * archard[2]);
      EXPECT_NEAR(sum_over(wall, "wear_finnie", 0, 1), finnie[n], 1e-9 * finnie[2]);
    }
  }
}

// Two readers of one wall do not take from each other.
TEST_F(DumpParaviewOnOneRank, DumpsAndStressFilesOfOneWallAreEqual)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(5, 0.06, 1));
  LammpsSession lammps;
  lammps.run(input_of({"block -0.04 0.04 -0.04 0.04 0.0019 0.003", 200, "f f f", 0.3, 0.0}) +
             "fix w all wall/mesh " + mesh + " stress 500 " + (files.folder / "w_*.vtk") + WEAR +
             " model hertz/mindlin young 1e7 poisson 0.3 restitution 0.1 friction 0.5\ndump p all "
             "paraview 500 " +
             series + " precision double\ndump q all paraview 500 " + (folder / "two.pvd") +
             " precision double\nrun 1000\n");
  const auto one = read_series(series), two = read_series(folder / "two.pvd");
  const std::string text = read_file(files.folder / "w_1000.vtk");
  for (const std::string name :
       {"pressure", "shear", "sliding_work", "wear_archard", "wear_finnie"}) {
    const auto &values = one.back()["wall_w"].values.at(name);
    EXPECT_EQ(values, two.back()["wall_w"].values.at(name));
    std::istringstream rows(text.substr(text.find("SCALARS " + name + " ")));
    std::string line;
    std::getline(rows, line);
    std::getline(rows, line);
    double sum = 0.0;
    for (const double value : values) {
      double in_file = -1.0;
      rows >> in_file;
      EXPECT_NEAR(in_file, value, 1e-8 * std::fabs(value));
      sum += std::fabs(value);
    }
    EXPECT_GT(sum, 0.0);
  }
}

// A frame after a restart shows means over the steps before it as well, and the work since the
// dump was made.
TEST_F(DumpParaview, RestartKeepsTheStressOnAMeshWall)
{
  MeshFiles files;
  const std::string wall = "fix w all wall/mesh " + files.text(random_plate(5, 0.06, 1)) +
      " model hertz/mindlin young 1e7 poisson 0.3 restitution 0.1 friction 0.5\n",
                    whole = folder / "whole.pvd", file = folder / "restart",
                    dump = " all paraview 500 " + series + " precision double\n";
  for (const int ranks : rank_counts()) {
    {
      LammpsSession lammps(ranks);
      lammps.run(input_of({"block -0.04 0.04 -0.04 0.04 0.0019 0.003", 200, "f f f", 0.3, 0.0}) +
                 wall + "dump p" + dump + "dump w all paraview 500 " + whole +
                 " precision double\nrun 750\nwrite_restart " + file + "\nrun 250\n");
    }
    LammpsSession lammps(ranks);
    lammps.run(restarted(file) + wall + "dump p" + dump + "dump_modify p append yes\nrun 250\n");
    if (!lammps.first()) continue;
    const auto expected = read_series(whole), frames = read_series(series);
    ASSERT_EQ(frames.size(), 3);
    for (const std::string name : {"pressure", "shear", "sliding_work"}) {
      const auto &one = expected.back()["wall_w"].values.at(name),
                 &two = frames.back()["wall_w"].values.at(name);
      const double largest = *std::max_element(one.begin(), one.end());
      EXPECT_GT(largest, 0.0);
      ASSERT_EQ(one.size(), two.size());
      for (size_t n = 0; n < one.size(); n++) EXPECT_NEAR(two[n], one[n], 1e-7 * largest) << name;
    }
  }
}

TEST_F(DumpParaview, SelectsAtomsAsDumpCustom)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(shearing_cubes(folder / "cubes", STRONG) +
               "group some id 1:120\nregion low block INF INF INF INF INF 0.03\n"
               "dump p some paraview 50 " +
               series +
               "\ndump_modify p region low thresh vx > 0 delay 100\ndump c some custom 50 " +
               (folder / "custom") + " id\ndump_modify c region low thresh vx > 0\nrun 100\n");
    if (!lammps.first()) continue;
    const auto frames = read_series(series);
    ASSERT_EQ(frames.size(), 1);
    const auto custom = read_dump(folder / "custom");
    std::set<long> expected, shown;
    for (const auto &row : custom.back().rows) expected.insert(std::lround(row[0]));
    for (const double id : frames[0]["spheres"].values.at("id")) shown.insert(std::lround(id));
    EXPECT_GT(shown.size(), 5);
    EXPECT_EQ(shown, expected);
    for (const double id : frames[0]["bonds"].values.at("id_a"))
      EXPECT_TRUE(shown.count(std::lround(id)));
    for (const double id : frames[0]["bonds"].values.at("id_b")) EXPECT_LE(id, 120);
  }
}

TEST_F(DumpParaviewOnOneRank, FilesOfAllCompressionsAreEqual)
{
  std::vector<VtkThing> read;
  std::vector<size_t> sizes;
  for (const std::string compress : {"lz4", "zlib", "none"}) {
    LammpsSession lammps;
    lammps.run(shearing_cubes(folder / "cubes", STRONG) + "dump p all paraview 100 " + series +
               " compress " + compress + "\nrun 100\n");
    read.push_back(read_series(series).back()["spheres"]);
    sizes.push_back(read_file(path("spheres_100_0.vtp")).size());
  }
  EXPECT_EQ(read[0].values, read[1].values);
  EXPECT_EQ(read[0].values, read[2].values);
  EXPECT_EQ(read[0].points, read[2].points);
  EXPECT_LT(sizes[0], sizes[2]);
  EXPECT_LT(sizes[1], sizes[2]);
}

}    // namespace test_dump_paraview
