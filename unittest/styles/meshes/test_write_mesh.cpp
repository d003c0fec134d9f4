// write_mesh in LAMMPS: the file it leaves, on any number of ranks, and what it rejects.
//
// Oracles: dimensions and counts in closed form, read back from the file; text and binary agree.

#include "common/constants.h"
#include "common/space_text.h"
#include "styles/files/output_file.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "meshes/mesh_file.h"
#include "meshes/refine_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

namespace test_write_mesh {

using namespace grist::testing;
using grist::Mesh;
using grist::Vector3d;

constexpr double SINGLE = 1e-6;    // of coordinates in single precision

const std::string DRUM =
    " drum diameter 0.6 length 0.1 bars 12 height 0.014 width 0.018 base 0.03 ";

Vector3d low(const Mesh &mesh)
{
  Vector3d result = mesh.vertices.front();
  for (const Vector3d &p : mesh.vertices) result = least(result, p);
  return result;
}

Vector3d high(const Mesh &mesh)
{
  Vector3d result = mesh.vertices.front();
  for (const Vector3d &p : mesh.vertices) result = greatest(result, p);
  return result;
}

class WriteMeshStyle : public OneRankTest {
 protected:
  Mesh written(const std::string &words)
  {
    LammpsSession lammps;
    lammps.run("write_mesh " + (folder / "m.stl") + " " + words);
    return grist::read_mesh(folder / "m.stl");
  }
  void expect_extent(const std::string &words, const Vector3d &least, const Vector3d &greatest)
  {
    const Mesh mesh = written(words);
    EXPECT_LT(norm(low(mesh) - least), SINGLE) << words << ": " << low(mesh);
    EXPECT_LT(norm(high(mesh) - greatest), SINGLE) << words << ": " << high(mesh);
  }
  std::string error_of(const std::string &words)
  {
    LammpsSession lammps;
    const std::string text = lammps.error_of("write_mesh " + (folder / "no.stl") + " " + words);
    EXPECT_FALSE(std::filesystem::exists(folder / "no.stl")) << words;
    EXPECT_FALSE(std::filesystem::exists(LAMMPS_NS::incomplete_name(folder / "no.stl"))) << words;
    return text;
  }
};

TEST_F(WriteMeshStyle, WritesEachKindWhereItIsAsked)
{
  expect_extent("drum diameter 0.6 length 0.1 facets 8", {-0.05, -0.3, -0.3}, {0.05, 0.3, 0.3});
  expect_extent("cylinder diameter 2 length 3 facets 4 axis z center 1 2 3", {0, 1, 1.5},
                {2, 3, 4.5});
  expect_extent("cylinder diameter 2 length 3 facets 4 axis y phase 45",
                {-0.5 * std::sqrt(2.0), -1.5, -0.5 * std::sqrt(2.0)},
                {0.5 * std::sqrt(2.0), 1.5, 0.5 * std::sqrt(2.0)});
  expect_extent("hopper top 0.4 outlet 0.1 height 0.5 upper 0.2 facets 4", {-0.2, -0.2, 0},
                {0.2, 0.2, 0.7});
  expect_extent("hopper top 0.5 outlet 0.1 angle 45 facets 4", {-0.25, -0.25, 0},
                {0.25, 0.25, 0.2});
  expect_extent("hopper top 0.4 0.2 outlet 0.1 0.2 height 0.5 center 0 0 1", {-0.2, -0.1, 1},
                {0.2, 0.1, 1.5});
  expect_extent("silo diameter 0.4 height 1 cone 0.5 outlet 0.1 facets 4", {-0.2, -0.2, 0},
                {0.2, 0.2, 1.5});
  expect_extent("silo diameter 0.4 height 1 facets 4", {-0.2, -0.2, 0}, {0.2, 0.2, 1});
  expect_extent("box size 1 2 3", {-0.5, -1, 0}, {0.5, 1, 3});
  expect_extent("plane size 1 2 axis x", {0, -0.5, -1}, {0, 0.5, 1});
  EXPECT_NEAR(surface_area(written("plane size 1 2 resolution 0.1")), 2.0, SINGLE);
}

TEST_F(WriteMeshStyle, WritesTheSameAsTextAndBinary)
{
  const Mesh binary = written(DRUM + "format binary"), text = written(DRUM + "format text"),
             usual = written(DRUM);
  EXPECT_EQ(read_file(folder / "m.stl").substr(0, 5), "write");
  ASSERT_EQ(binary.faces, text.faces);
  EXPECT_EQ(binary.faces, usual.faces);
  for (size_t n = 0; n < text.vertices.size(); n++)
    EXPECT_EQ(grist::vector_cast<float>(binary.vertices[n]),
              grist::vector_cast<float>(text.vertices[n]));
  // 12 bars of 3 sides; between two of them 24 of 360 degrees, so 12 of 180 facets.
  EXPECT_EQ(text.faces.size(), 2u * 12u * (3u + 12u));
}

TEST_F(WriteMeshStyle, WorksInAnyUnitsBeforeAndAfterTheBox)
{
  LammpsSession lammps;
  const std::string line = "write_mesh " + (folder / "box.stl") + " box size 1 2 3 cover yes\n";
  lammps.run(line + "units lj\nregion r block 0 1 0 1 0 1\ncreate_box 1 r\n" + line);
  EXPECT_TRUE(
      has(lammps.output(), "box.stl: box, 12 triangles, area 22, extent -0.5 -1 0 to 0.5 1 3"));
}

TEST_F(WriteMeshStyle, RefusesInvalidInput)
{
  const std::string bare = "drum diameter 0.6 length 0.1 ", bars = bare + "bars 12 ";
  EXPECT_TRUE(
      has(error_of("tube"), "kind tube (expected drum, cylinder, hopper, silo, box or plane)"));
  EXPECT_TRUE(has(error_of(""), "kind needs a value"));
  EXPECT_TRUE(has(error_of("drum diameter"), "diameter needs a value"));
  EXPECT_TRUE(has(error_of("drum diameter wide"), "wide"));
  EXPECT_TRUE(has(error_of("drum length 1"),
                  "Command write_mesh: no diameter (keyword diameter is "
                  "required for kind drum)"));
  EXPECT_TRUE(has(error_of("drum diameter -0.6 length 1"),
                  "Command write_mesh: diameter -0.6 (must be positive)"));
  EXPECT_TRUE(
      has(error_of(bare + "colour red"),
          "unknown keyword colour (expected diameter, length, phase, facets, caps, bars, "));
  EXPECT_TRUE(has(error_of("cylinder diameter 1 length 1 bars 3"), "unknown keyword bars"));
  EXPECT_TRUE(has(error_of(bare + "facets 2"), "facets 2 (must be >= 3)"));
  EXPECT_TRUE(has(error_of(bare + "facets 200000"), "facets 200000 (must be 3 to 100000)"));
  EXPECT_TRUE(has(error_of(bare + "caps maybe"), "caps maybe (expected yes or no)"));
  EXPECT_TRUE(has(error_of(bare + "axis w"), "axis w (expected x, y or z)"));
  EXPECT_TRUE(has(error_of(bare + "format off"), "format off (expected text or binary)"));
  EXPECT_TRUE(has(error_of(bare + "center 0 0"), "center needs three numbers"));
  EXPECT_TRUE(has(error_of(bare + "center 1e8 0 0"), "too small for single precision"));
  for (const char *words : {"", "resolution 0.1 ", "resolution 0.1 format text "})
    for (const char *far : {"center 0 0 1e308", "center 0 0 1e15"})
      EXPECT_TRUE(has(error_of(bare + words + far), "Command write_mesh: mesh: ")) << words << far;
  EXPECT_TRUE(has(error_of("cylinder diameter 1e-200 length 1e-200"), "mesh: a length of 1e-200"));
  EXPECT_TRUE(has(error_of("plane size 1e6 1e-3 resolution 1e-2"), "resolution 0.01 (some 2"));
  EXPECT_TRUE(has(error_of(bare + "height 0.01 width 1e-9 bars 2000000000"),
                  "bars 2000000000 (must be 0 to 100000)"));
  EXPECT_TRUE(has(error_of(bare + "resolution 0"), "resolution 0 (must be positive)"));
  EXPECT_TRUE(has(error_of(bare + "resolution 1e-6"), "resolution 1e-06 (some "));
  EXPECT_TRUE(has(error_of(bare + "height 0.01"), "keyword height (only with bars)"));
  EXPECT_TRUE(has(error_of(bars), "no height (keyword height is required with bars)"));
  EXPECT_TRUE(
      has(error_of(bars + "height 0.01"), "no width (keyword width is required with bars)"));
  EXPECT_TRUE(has(error_of(bars + "height 0.3 width 0.01"), "height 0.3 (bars reach the axis"));
  EXPECT_TRUE(has(error_of(bars + "height 0.05 width 0.02 base 0.2"), "bars 12 (they overlap"));
  EXPECT_TRUE(has(error_of("hopper top 1 outlet 0.1 0.1 height 1"),
                  "top of 1 numbers with an outlet of 2"));
  EXPECT_TRUE(has(error_of("hopper top 1 outlet 2 height 1"), "outlet 2 (wider than the top, 1)"));
  EXPECT_TRUE(has(error_of("hopper top 1 outlet 0.5"), "no height"));
  EXPECT_TRUE(has(error_of("hopper top 1 outlet 0.5 height 1 angle 20"), "keyword angle (height"));
  EXPECT_TRUE(has(error_of("hopper top 1 outlet 0.5 angle 95"), "angle 95 (must be above 0"));
  EXPECT_TRUE(has(error_of("hopper top 1 1 outlet 0.5 0.5 angle 20"), "only for a round hopper"));
  EXPECT_TRUE(has(error_of("silo diameter 1 height 1 cone 1"),
                  "no outlet (keyword outlet is "
                  "required with cone)"));
  EXPECT_TRUE(has(error_of("box size 1 2"), "size needs a value"));
  EXPECT_TRUE(has(error_of("plane size 1 0"), "size 0 (must be positive)"));
}

TEST(WriteMeshRanks, LeaveOneFileOrOneError)
{
  TestFolder folder;
  std::string reference;
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    const std::string file = folder / ("drum" + std::to_string(n) + ".stl");
    lammps.run("write_mesh " + file + DRUM + "resolution 0.02");
    if (lammps.first()) {
      const std::string contents = read_file(file);
      if (n == 1) reference = contents;
      EXPECT_GT(contents.size(), 10000u);
      EXPECT_EQ(contents, reference);
    }
    // Known to rank 0 alone at first; all ranks throw, or the next line would hang.
    for (const std::string &bad : {"write_mesh " + (folder / "none/drum.stl") + DRUM,
                                   "write_mesh " + (folder / "a.stl") + DRUM + "bars 99"}) {
      const std::string text = lammps.error_of(bad);
      if (lammps.here()) { EXPECT_TRUE(has(text, "Command write_mesh: ")) << n; }
    }
    if (lammps.first()) { EXPECT_FALSE(std::filesystem::exists(folder / "a.stl")); }
    lammps.run("write_mesh " + file + DRUM);
  }
}

TEST_F(WriteMeshStyle, KeepsTheOldFileWhereItFails)
{
  const std::string file = folder / "old.stl";
  std::ofstream(file) << "kept";
  LammpsSession lammps;
  EXPECT_TRUE(has(lammps.error_of("write_mesh " + file + DRUM + "bars 99"), "bars 99"));
  EXPECT_EQ(read_file(file), "kept");
  std::filesystem::create_directory(folder / "taken");
  EXPECT_TRUE(
      has(lammps.error_of("write_mesh " + (folder / "taken") + DRUM), "(not a regular file)"));
  std::filesystem::remove(folder / "taken");
}

}    // namespace test_write_mesh
