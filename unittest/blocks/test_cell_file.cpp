// Cells of files: Neper's tessellations and meshes of several solids, written here; what is wrong
// in them, and the blocks that they become.

#include "blocks/cell_file.h"

#include "blocks/given_cells.h"
#include "common/number_text.h"
#include "geometry/solids.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace test_cell_file {

using namespace grist;

// Cells with common vertices, edges and faces, as a tessellation has them.
struct Tessellation {
  std::vector<Vector3d> vertices;
  std::vector<std::vector<int>> faces;    // of vertices, from 0
  std::vector<std::vector<int>> cells;    // of faces, from 1, with signs
  std::vector<Vector3d> seeds;
  std::vector<int> ids;
};

// The blocks of a partition; vertices of 12 decimals that agree are one. Blocks must meet at whole
// faces.
Tessellation tessellation_of(const BlockPartition &partition)
{
  Tessellation result;
  std::map<std::array<long long, 3>, int> vertex_at;
  std::map<std::vector<int>, int> face_at;
  for (const Block &block : partition.blocks) {
    std::vector<int> number;
    for (const Vector3d &vertex : block.shape.vertices()) {
      const Vector3d x = block.shape.placement().to_space(vertex);
      std::array<long long, 3> key;
      for (int k = 0; k < 3; k++) key[k] = std::llround(x[k] * 1e9);
      const auto [at, is_new] =
          vertex_at.try_emplace(key, static_cast<int>(result.vertices.size()));
      if (is_new) result.vertices.push_back(x);
      number.push_back(at->second);
    }
    result.cells.emplace_back();
    for (const ConvexPolyhedron::Face &face : block.shape.faces()) {
      std::vector<int> loop, sorted;
      for (const int corner : face.corners) loop.push_back(number[corner]);
      sorted = loop;
      std::sort(sorted.begin(), sorted.end());
      const auto [at, is_new] =
          face_at.try_emplace(sorted, static_cast<int>(result.faces.size()) + 1);
      if (is_new) result.faces.push_back(loop);
      result.cells.back().push_back(is_new ? at->second : -at->second);
    }
    result.seeds.push_back(block.nucleus);
  }
  return result;
}

std::string tess_text(const Tessellation &t, const std::string &format = "3.4")
{
  std::string s = "***tess\n **format\n   " + format + "\n **general\n   3 standard\n **cell\n  " +
      std::to_string(t.cells.size()) + "\n";
  if (!t.ids.empty()) {
    s += "  *id\n  ";
    for (const int id : t.ids) s += " " + std::to_string(id);
    s += "\n";
  }
  s += "  *crysym\n   triclinic\n";
  if (!t.seeds.empty()) s += "  *seed\n";
  for (size_t n = 0; n < t.seeds.size(); n++) {
    s += "   " + std::to_string(n + 1);
    for (const double x : t.seeds[n]) s += " " + exact_number_text(x);
    s += " 0.000000000000\n";
  }
  s += "  *ori\n   rodrigues:active\n";
  for (size_t n = 0; n < t.cells.size(); n++) s += "   0.1 0.2 -0.3\n";
  s += " **vertex\n " + std::to_string(t.vertices.size()) + "\n";
  for (size_t n = 0; n < t.vertices.size(); n++) {
    s += "   " + std::to_string(n + 1);
    for (const double x : t.vertices[n]) s += " " + exact_number_text(x);
    s += "     0\n";
  }
  s += " **edge\n 1\n   1  1 2 0\n **face\n " + std::to_string(t.faces.size()) + "\n";
  for (size_t n = 0; n < t.faces.size(); n++) {
    const size_t corners = t.faces[n].size();
    s += "   " + std::to_string(n + 1) + " " + std::to_string(corners);
    for (const int vertex : t.faces[n]) s += " " + std::to_string(vertex + 1);
    s += "\n     " + std::to_string(corners);
    for (size_t k = 0; k < corners; k++) s += k % 2 ? " 1" : " -1";
    s += "\n     0.5 1.0 0.0 0.0\n     0 -1 0.0 0.0 0.0\n";
  }
  s += " **polyhedron\n " + std::to_string(t.cells.size()) + "\n";
  for (size_t n = 0; n < t.cells.size(); n++) {
    s += "   " + std::to_string(n + 1) + " " + std::to_string(t.cells[n].size());
    for (const int face : t.cells[n]) s += " " + std::to_string(face);
    s += "\n";
  }
  return s + " **domain\n  *general\n   cube\n***end\n";
}

BlockPartition grown(int cells = 40, int seed = 2)
{
  BlockRequest request;
  request.cells = cells;
  request.seed = seed;
  return divided_solid(BlockSolid::box({2.0, 1.0, 1.0}), request);
}

Mesh box_mesh(const Vector3d &low, const Vector3d &high)
{
  Mesh mesh;
  for (int n = 0; n < 8; n++) mesh.vertices.push_back(AlignedBox{low, high}.corner(n));
  mesh.faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return mesh;
}

std::string stl_text(const std::vector<GivenCell> &cells)
{
  std::string s;
  for (const GivenCell &cell : cells) {
    s += "solid " + cell.name + "\n";
    for (const std::vector<int> &face : cell.mesh.faces)
      for (size_t k = 2; k < face.size(); k++) {
        s += "facet normal 0 0 0\n outer loop\n";
        for (const size_t at : {size_t{0}, k - 1, k}) {
          s += "  vertex";
          for (const double x : cell.mesh.vertices[face[at]]) s += " " + number_text(x);
          s += "\n";
        }
        s += " endloop\nendfacet\n";
      }
    s += "endsolid " + cell.name + "\n";
  }
  return s;
}

std::string obj_text(const std::vector<GivenCell> &cells)
{
  std::string s;
  size_t before = 1;
  for (const GivenCell &cell : cells) {
    s += "o " + cell.name + "\n";
    for (const Vector3d &p : cell.mesh.vertices)
      s += "v " + exact_number_text(p.x) + " " + exact_number_text(p.y) + " " +
          exact_number_text(p.z) + "\n";
    for (const std::vector<int> &face : cell.mesh.faces) {
      s += "f";
      for (const int corner : face) s += " " + std::to_string(before + static_cast<size_t>(corner));
      s += "\n";
    }
    before += cell.mesh.vertices.size();
  }
  return s;
}

// The message of the exception that it throws; empty if none.
template <class Function> std::string error_of(const Function &function)
{
  try {
    function();
  } catch (const std::invalid_argument &error) {
    return error.what();
  }
  return "";
}

std::string error_of_cells(const std::vector<GivenCell> &cells)
{
  return error_of([&] { blocks_of(cells); });
}

std::string error_of_text(const std::string &text)
{
  return error_of([&] { parse_cells(text); });
}

// Cubes of edge 1 in a row along x, without a name of their own.
std::vector<GivenCell> cubes(int count)
{
  std::vector<GivenCell> cells;
  for (int n = 0; n < count; n++)
    cells.push_back({box_mesh({double(n), 0, 0}, {n + 1.0, 1, 1}), std::to_string(n + 1)});
  return cells;
}

// Whatever the format, the same blocks and faces come out that were written.
TEST(CellFile, GivesBackWhatWasWritten)
{
  const BlockPartition written = grown();
  const Tessellation tess = tessellation_of(written);
  const std::vector<GivenCell> cells = parse_cells(tess_text(tess));
  ASSERT_EQ(cells.size(), written.blocks.size());
  const BlockPartition read = blocks_of(cells);
  struct Case {
    BlockPartition partition;
    double precision;
  };
  const Case cases[] = {{read, 1e-9},
                        {blocks_of(parse_cells(obj_text(cells))), 1e-9},
                        {blocks_of(parse_cells(stl_text(cells))), 1e-4}};    // of six digits
  for (const Case &one : cases) {
    ASSERT_EQ(one.partition.blocks.size(), written.blocks.size());
    EXPECT_NEAR(one.partition.volume, 2.0, 2.0 * one.precision);
    for (size_t n = 0; n < written.blocks.size(); n++)
      EXPECT_NEAR(one.partition.blocks[n].volume() / written.blocks[n].volume(), 1.0,
                  one.precision);
    std::map<std::pair<int, int>, double> areas;
    for (const BlockFace &face : written.joined.faces) areas[{face.a, face.b}] = face.section.area;
    double found = 0.0, sum = 0.0;
    for (const BlockFace &face : one.partition.joined.faces) {
      EXPECT_NEAR((areas[{face.a, face.b}]), face.section.area, 10.0 * one.precision);
      found += face.section.area;
    }
    for (const BlockFace &face : written.joined.faces) sum += face.section.area;
    EXPECT_NEAR(found / sum, 1.0, one.precision);
  }
  // The nuclei of the tessellation, and so the distances.
  ASSERT_EQ(read.joined.faces.size(), written.joined.faces.size());
  for (size_t n = 0; n < read.joined.faces.size(); n++)
    EXPECT_NEAR(read.joined.faces[n].distance, written.joined.faces[n].distance, 1e-5);
  EXPECT_EQ(read.joined.by_centroids, 0);
}

TEST(CellFile, TessWithIdsAndMirroredFaces)
{
  Tessellation tess = tessellation_of(grown(5));
  tess.ids = {11, 12, 13, 14, 20};
  for (std::vector<int> &face : tess.faces) std::reverse(face.begin(), face.end());
  const std::vector<GivenCell> cells = parse_tess(tess_text(tess));
  ASSERT_EQ(cells.size(), 5u);
  EXPECT_EQ(cells[4].name, "20");
  EXPECT_NEAR(blocks_of(cells).volume, 2.0, 1e-8);
}

TEST(CellFile, RejectsTessellationsThatAreWrong)
{
  const Tessellation tess = tessellation_of(grown(3));
  const std::string good = tess_text(tess);
  const auto with = [&](const std::string &from, const std::string &to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return error_of_text(text);
  };
  EXPECT_EQ(with("3 standard", "2 standard"),
            "mesh: line 5: a tessellation of dimension 2 (must be 3)");
  EXPECT_EQ(with("3.4", "1.9"),
            "mesh: line 3: format 1.9 of a tessellation (must be 2.0 or newer)");
  EXPECT_NE(with("***end", "").find("ends without ***end: cut short"), std::string::npos);
  EXPECT_NE(with("**polyhedron\n 3", "**polyhedron\n 2").find("2 polyhedra of 3 cells"),
            std::string::npos);
  EXPECT_NE(with("**polyhedron\n 3\n   1 ", "**polyhedron\n 3\n   2 ")
                .find("polyhedron 2 stands where 1 is expected"),
            std::string::npos);
  EXPECT_NE(with("**vertex\n ", "**vertex\n 9").find("is not"), std::string::npos);
  EXPECT_NE(error_of_text(good.substr(0, good.size() / 2)), "");
  Tessellation broken = tess;
  broken.cells[1][0] = 999;
  EXPECT_NE(error_of_text(tess_text(broken)).find("polyhedron 2 has the face 999"),
            std::string::npos);
  broken = tess;
  broken.faces[0][0] = 500;
  EXPECT_NE(error_of_text(tess_text(broken)).find("face 1 has the vertex 501"), std::string::npos);
}

// Regularized faces are bent: a corner moved off its plane, and the face marked.
TEST(CellFile, SaysWhereNeperHasBentFaces)
{
  Tessellation tess = tessellation_of(grown(4));
  tess.vertices[0] += Vector3d{0.05, 0.04, -0.06};
  std::string text = tess_text(tess);
  EXPECT_EQ(error_of([&] { blocks_of(parse_cells(text)); }).find("Neper"), std::string::npos);
  for (size_t at = text.find(" 0 -1 0.0"); at != std::string::npos; at = text.find(" 0 -1 0.0"))
    text[at + 1] = '1';
  const std::string error = error_of([&] { blocks_of(parse_cells(text)); });
  EXPECT_NE(error.find("is not convex"), std::string::npos) << error;
  EXPECT_NE(error.find("(regularized by Neper: make it without -regularization)"),
            std::string::npos);
}

// Cut short at any place it is an error, never a crash or fewer cells.
TEST(CellFile, RejectsTessellationsCutShort)
{
  const std::string good = tess_text(tessellation_of(grown(3)));
  const size_t end = good.find("***end");
  for (size_t length = 8; length < end; length += 37)
    EXPECT_NE(error_of_text(good.substr(0, length)), "") << length;
}

TEST(CellFile, NamesOfSolids)
{
  std::vector<GivenCell> cells = cubes(2);
  cells[0].name = "grain a";
  const std::vector<GivenCell> stl = parse_cells(stl_text(cells)),
                               obj = parse_cells(obj_text(cells));
  ASSERT_EQ(stl.size(), 2u);
  ASSERT_EQ(obj.size(), 2u);
  EXPECT_EQ(stl[0].name, "grain a");
  EXPECT_EQ(obj[0].name, "grain a");
  EXPECT_EQ(obj[1].name, "2");
}

TEST(GivenCells, CubesInARow)
{
  const BlockPartition partition = blocks_of(cubes(5));
  ASSERT_EQ(partition.joined.faces.size(), 4u);
  EXPECT_NEAR(partition.volume, 5.0, 1e-12);
  EXPECT_NEAR(partition.smallest, 1.0, 1e-12);
  for (const BlockFace &face : partition.joined.faces) {
    EXPECT_NEAR(face.section.area, 1.0, 1e-12);
    EXPECT_NEAR(face.distance, 1.0, 1e-12);
  }
}

TEST(GivenCells, RejectsWhatIsNoCell)
{
  std::vector<GivenCell> cells = cubes(3);
  EXPECT_EQ(error_of_cells({}), "there are no cells");

  std::vector<GivenCell> hollow = cells;
  hollow[1].mesh.vertices[7] = {1.5, 0.5, 0.6};
  EXPECT_EQ(error_of_cells(hollow).substr(0, 38), "cell 2 is not convex: a vertex stands ");

  std::vector<GivenCell> open = cells;
  open[2].mesh.faces.pop_back();
  EXPECT_EQ(error_of_cells(open),
            "cell 3 is not closed: 4 open edges (or neighbouring faces that "
            "disagree about the outside)");

  std::vector<GivenCell> flat = cells;
  for (Vector3d &vertex : flat[0].mesh.vertices) vertex.z = 0.0;
  EXPECT_EQ(error_of_cells(flat), "cell 1 has no volume: 0");

  std::vector<GivenCell> turned = cells;
  for (std::vector<int> &face : turned[1].mesh.faces) std::reverse(face.begin(), face.end());
  EXPECT_EQ(error_of_cells(turned), "cell 2: faces are inside out: volume -1");

  std::vector<GivenCell> infinite = cells;
  infinite[1].mesh.vertices[0].x = NAN;
  EXPECT_EQ(error_of_cells(infinite), "cell 2 has a corner that is not finite");
}

TEST(GivenCells, RejectsOverlaps)
{
  std::vector<GivenCell> cells = cubes(4);
  cells[1].mesh = box_mesh({1, 0, 0}, {2.25, 1, 1});
  cells[1].name = "7";
  EXPECT_EQ(error_of_cells(cells),
            "cells 7 and 3 overlap by 0.25 of the volume of the smaller one");
}

TEST(GivenCells, RejectsGaps)
{
  std::vector<GivenCell> cells = cubes(4);
  cells[1].mesh = box_mesh({1, 0, 0}, {1.99, 1, 1});
  EXPECT_EQ(error_of_cells(cells),
            "cells 2 and 3 leave a gap of 0.01 between them near 1.99 0.5 0.5");

  // 27 cubes without the one in the middle: a hollow. Without one at a face: a notch, which is
  // shape.
  std::vector<GivenCell> block;
  for (int n = 0; n < 27; n++) {
    const Vector3d low{double(n % 3), double(n / 3 % 3), double(n / 9)};
    block.push_back({box_mesh(low, low + Vector3d::ones()), std::to_string(n + 1)});
  }
  EXPECT_EQ(error_of_cells(block), "");
  std::vector<GivenCell> hollow = block, notched = block;
  hollow.erase(hollow.begin() + 13);
  notched.erase(notched.begin() + 4);
  EXPECT_EQ(error_of_cells(hollow),
            "cell 5 is at a hollow that no cell fills, 1 wide towards cell "
            "23 near 1.5 1.5 1");
  EXPECT_EQ(error_of_cells(notched), "");
}

}    // namespace test_cell_file
