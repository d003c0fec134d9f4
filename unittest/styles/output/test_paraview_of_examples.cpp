// The series of dump paraview that the examples write, each run for a moment with few particles.
//
// Oracles: dump custom and dump local of the same run, with all digits; the triangles of the STL
// file, turned in closed form.

#include "testing/dump_reader.h"
#include "testing/lammps_session.h"
#include "testing/vtk_reader.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace test_paraview_of_examples {

using namespace grist::testing;
namespace fs = std::filesystem;

// The folder in which the examples write their files, for the life of a test.
class WorkingFolder {
 public:
  explicit WorkingFolder(const std::string &path) : before(fs::current_path())
  {
    fs::current_path(path);
  }
  ~WorkingFolder() { fs::current_path(before); }

 private:
  fs::path before;
};

// Real numbers of a series of single precision are rounded, those of double precision are not.
double stored(double value, const std::string &type)
{
  return type == "float" ? static_cast<float>(value) : value;
}

struct Bond {
  int type;
  double length;
};
using Ids = std::pair<long, long>;

class ParaviewOfExamples : public ::testing::Test {
 protected:
  void SetUp() override
  {
    if (!has_vtk_reader()) GTEST_SKIP() << "built without VTK";
    if (world_size() > 2) GTEST_SKIP() << "two ranks are enough";
  }

  // Runs the input of an example with these variables, and with these lines before its last run.
  void run(const std::string &name, const std::string &variables, const std::string &lines)
  {
    const std::string path = std::string(GRIST_SOURCE_DIR "/examples/") + name + "/in." + name;
    std::string input = read_file(path);
    const size_t last = input.rfind("\nrun ");
    if (last == std::string::npos) throw std::runtime_error(path + " has no run");
    input.insert(last + 1, lines);
    if (is_first_rank()) std::ofstream(folder / "in") << input;
    MPI_Barrier(MPI_COMM_WORLD);
    const WorkingFolder here(folder / "");
    LammpsSession lammps(world_size());
    lammps.run(variables + "include in\n");
  }

  // The lines of dumps of the same steps, with all digits.
  static std::string custom(const std::string &period, const std::string &columns)
  {
    return "dump check all custom " + period + " check.dump id type x y z vx vy vz " + columns +
        "\ndump_modify check time yes format float %.17g\n";
  }
  static std::string local(const std::string &period, const std::string &columns)
  {
    return "dump rows all local " + period + " rows.dump " + columns +
        "\ndump_modify rows format float %.17g\n";
  }

  // Both files of a run, with as many frames and the same times.
  void read(const std::string &pvd, size_t at_least)
  {
    frames = read_series(folder / pvd);
    checks = read_dump(folder / "check.dump");
    rows = read_dump(folder / "rows.dump");
    ASSERT_GE(frames.size(), at_least);
    ASSERT_EQ(frames.size(), checks.size());
    ASSERT_EQ(frames.size(), rows.size());
    for (size_t n = 0; n < frames.size(); n++) {
      EXPECT_EQ(checks[n].step, rows[n].step);
      EXPECT_NEAR(frames[n].time, checks[n].time, 1e-15 * checks[n].time);
      for (const VtkThing &thing : frames[n].things)
        EXPECT_TRUE(thing.pieces == 0 || thing.time == frames[n].time) << thing.name;
    }
  }

  // Each row of the dump whose type is among these is one point or cell, with these values; a
  // vector has three columns.
  static void expect_values(const VtkThing &thing, const DumpFrame &check,
                            const std::set<int> &types,
                            const std::map<std::string, std::vector<std::string>> &names)
  {
    std::map<long, size_t> row_of;
    const auto &ids = thing.values.at("id");
    for (size_t row = 0; row < ids.size(); row++) row_of[std::lround(ids[row])] = row;
    EXPECT_EQ(row_of.size(), ids.size()) << "an id twice";
    size_t count = 0;
    for (const auto &values : check.rows) {
      if (!types.count(static_cast<int>(values[check.column("type")]))) continue;
      count++;
      const size_t row = row_of.at(std::lround(values[check.column("id")]));
      for (const auto &[name, columns] : names)
        for (size_t k = 0; k < columns.size(); k++) {
          const double expected = stored(values[check.column(columns[k])], thing.types.at(name));
          EXPECT_EQ(thing.values.at(name).at(columns.size() * row + k), expected)
              << name << " of " << values[check.column("id")] << " at step " << check.step;
        }
    }
    EXPECT_EQ(count, ids.size());
  }

  // The points of spheres.
  static void expect_places(const VtkThing &spheres, const DumpFrame &check,
                            const std::string &type)
  {
    std::map<long, std::array<double, 3>> places;
    for (const auto &values : check.rows)
      for (int k = 0; k < 3; k++)
        places[std::lround(values[check.column("id")])][k] =
            stored(values[check.column("x") + k], type);
    ASSERT_EQ(spheres.points.size(), places.size());
    for (size_t row = 0; row < spheres.points.size(); row++)
      EXPECT_EQ(spheres.points[row], places.at(std::lround(spheres.values.at("id")[row])));
  }

  void expect_spheres(const std::string &type)
  {
    for (size_t n = 0; n < frames.size(); n++) {
      const VtkThing &spheres = frames[n]["spheres"];
      expect_places(spheres, checks[n], type);
      EXPECT_EQ(spheres.types.at("velocity"), type);
      expect_values(spheres, checks[n], {1, 2},
                    {{"type", {"type"}},
                     {"velocity", {"vx", "vy", "vz"}},
                     {"angular_velocity", {"omegax", "omegay", "omegaz"}},
                     {"radius", {"radius"}},
                     {"cluster", {"mol"}},
                     {"fragment", {"c_piece"}}});
    }
  }

  // The bonds of the dump local, with their lengths; those that are gone since the first frame are
  // shown once as broken.
  void expect_bonds(double rounding)
  {
    size_t broken = 0;
    for (size_t n = 0; n < frames.size(); n++) {
      std::map<Ids, Bond> expected;
      for (const auto &row : rows[n].rows) {
        const long a = std::lround(row[1]), b = std::lround(row[2]);
        expected[{std::min(a, b), std::max(a, b)}] = {static_cast<int>(row[0]), row[3]};
      }
      const VtkThing &bonds = frames[n]["bonds"];
      ASSERT_EQ(bonds.cells.size(), expected.size());
      for (size_t k = 0; k < bonds.cells.size(); k++) {
        const Ids ids(std::lround(bonds.values.at("id_a")[k]),
                      std::lround(bonds.values.at("id_b")[k]));
        ASSERT_EQ(expected.count(ids), 1) << ids.first << ' ' << ids.second;
        const Bond bond = expected.at(ids);
        expected.erase(ids);    // shown once
        EXPECT_EQ(bonds.values.at("type")[k], bond.type);
        double square = 0.0;
        for (int axis = 0; axis < 3; axis++)
          square += std::pow(
              bonds.points[bonds.cells[k][1]][axis] - bonds.points[bonds.cells[k][0]][axis], 2);
        EXPECT_NEAR(std::sqrt(square), bond.length, rounding);
      }
      if (n > 0 && frames[n].has("broken")) broken += frames[n]["broken"].points.size();
      EXPECT_EQ(broken, rows[0].rows.size() - rows[n].rows.size());
    }
    broken_in_all = broken;
  }

  TestFolder folder;
  std::vector<VtkFrame> frames;
  std::vector<DumpFrame> checks, rows;
  size_t broken_in_all = 0;
};

const std::string BOND_ROWS = "compute ends all property/local btype batom1 batom2\n"
                              "compute lengths all bond/local dist\n"
                              "compute piece all property/atom cluster\n";
const std::string OF_BONDS = "c_ends[1] c_ends[2] c_ends[3] c_lengths";
const std::string OF_SPHERES = "radius mol omegax omegay omegaz c_piece";

TEST_F(ParaviewOfExamples, First)
{
  run("first", "",
      "dump p all paraview 10000 first.pvd precision double\n" + BOND_ROWS +
          custom("10000", OF_SPHERES) + local("10000", OF_BONDS));
  if (!is_first_rank()) return;
  read("first.pvd", 13);
  expect_spheres("double");
  expect_bonds(1e-12 * 0.1);
  EXPECT_GT(broken_in_all, 5) << "the stone does not break";
}

TEST_F(ParaviewOfExamples, Hopper)
{
  const std::string period = "$(ceil(v_t_end/v_frames/dt))";
  run("hopper",
      "variable n index 8\nvariable r_outlet index 0.015\nvariable t_end index 0.1\n"
      "variable frames index 4\n",
      BOND_ROWS + custom(period, OF_SPHERES) + local(period, OF_BONDS));
  if (!is_first_rank()) return;
  read("hopper.pvd", 4);
  EXPECT_EQ(frames[0]["spheres"].points.size(), 8 + 8 * 10);
  expect_spheres("float");
  expect_bonds(1e-7 * 0.1);
}

// Corners of the triangles of a text STL, three after each other.
std::vector<std::array<double, 3>> corners_of(const std::string &stl)
{
  std::ifstream file(stl);
  std::vector<std::array<double, 3>> corners;
  for (std::string word; file >> word;)
    if (word == "vertex") {
      corners.emplace_back();
      for (double &x : corners.back()) file >> x;
    }
  return corners;
}

TEST_F(ParaviewOfExamples, BallMill)
{
  const std::string period = "$(ceil(v_t_end/v_frames/dt))";
  run("ball_mill",
      "variable balls index 30\nvariable clusters index 6\nvariable t_settle index 0.25\n"
      "variable t_end index 0.1\nvariable frames index 4\n"
      "variable tensile index 2e4\n",
      BOND_ROWS + custom(period, OF_SPHERES) + local(period, OF_BONDS));
  if (!is_first_rank()) return;
  read("ball_mill.pvd", 4);
  EXPECT_EQ(frames[0]["spheres"].points.size(), 30 + 6 * 27);
  expect_spheres("float");
  expect_bonds(1e-7 * 0.3);
  EXPECT_GT(broken_in_all, 5) << "no rock breaks";

  // Both fixes wall/mesh have the drum, which turns at 40 rpm about x.
  const auto corners = corners_of(folder / "drum.stl");
  ASSERT_GT(corners.size(), 100);
  for (const VtkFrame &frame : frames)
    for (const std::string name : {"wall_drum_steel", "wall_drum_rock"}) {
      const VtkThing &wall = frame[name];
      ASSERT_EQ(3 * wall.cells.size(), corners.size());
      const double angle = 2 * grist::PI * frame.time * 40 / 60, c = std::cos(angle),
                   s = std::sin(angle);
      for (size_t n = 0; n < corners.size(); n++) {
        const auto &[x, y, z] = corners[n];
        const auto &point = wall.points[wall.cells[n / 3][n % 3]];
        EXPECT_NEAR(point[0], x, 1e-7);
        EXPECT_NEAR(point[1], c * y - s * z, 1e-7);
        EXPECT_NEAR(point[2], s * y + c * z, 1e-7);
      }
    }
}

// Corners of each body by its id.
std::map<long, std::vector<std::array<double, 3>>> corners_of(const DumpFrame &frame)
{
  std::map<long, std::vector<std::array<double, 3>>> corners;
  for (const auto &row : frame.rows)
    corners[std::lround(row[0])].push_back({row[2], row[3], row[4]});
  return corners;
}

TEST_F(ParaviewOfExamples, PolyhedraHopper)
{
  const std::string period = "$(ceil(v_t_frame/dt))";
  run("polyhedra_hopper",
      "variable particles index 40\nvariable t_frame index 0.01\nvariable t_end index 0.031\n",
      "dump_modify frames thresh none\ncompute vertices all body/local id type 1 2 3\n" +
          custom(period, "mass") + local(period, "c_vertices[*]"));
  if (!is_first_rank()) return;
  read("polyhedra_hopper.pvd", 4);
  constexpr double DENSITY = 2500, TOLERANCE = 1e-7;    // 1e-7 m: single precision of 0.5 m
  for (size_t n = 0; n < frames.size(); n++) {
    EXPECT_EQ(frames[n]["spheres"].points.size(), 0);
    const VtkThing &solids = frames[n]["polyhedra"];
    EXPECT_EQ(solids.cells.size(), 40 + 4 * (2 + 2 + 2 + 3 + 4));
    expect_values(solids, checks[n], {1, 2},
                  {{"type", {"type"}}, {"velocity", {"vx", "vy", "vz"}}});
    const auto corners = corners_of(rows[n]);
    std::map<long, double> masses;
    for (const auto &row : checks[n].rows)
      masses[std::lround(row[checks[n].column("id")])] = row[checks[n].column("mass")];
    for (size_t row = 0; row < solids.cells.size(); row++) {
      const long id = std::lround(solids.values.at("id")[row]);
      if (solids.values.at("type")[row] == 1) {
        EXPECT_NEAR(solids.values.at("volume")[row] * DENSITY / masses.at(id), 1.0, 1e-6);
      }
      EXPECT_NEAR(solids.volumes[row] / solids.values.at("volume")[row], 1.0, 1e-4);
      const auto &expected = corners.at(id);
      ASSERT_EQ(solids.cells[row].size(), expected.size());
      for (const int point : solids.cells[row]) {
        double nearest = HUGE_VAL;
        for (const auto &corner : expected) {
          double distance = 0.0;
          for (int k = 0; k < 3; k++)
            distance = std::max(distance, std::fabs(solids.points[point][k] - corner[k]));
          nearest = std::min(nearest, distance);
        }
        EXPECT_LT(nearest, TOLERANCE) << id;
      }
    }
  }
}

}    // namespace test_paraview_of_examples
