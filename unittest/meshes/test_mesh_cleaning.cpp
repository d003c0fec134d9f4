// The clean-up of meshes: what is counted, what is turned, joined and dropped, and what is rejected
// with which sentence. Oracles: closed forms of volumes and areas; the mesh before it was spoilt.

#include "meshes/mesh_cleaning.h"
#include "meshes/mesh_file.h"
#include "meshes/mesh_parts.h"
#include "meshes/mesh_readers.h"
#include "meshes/solid_parts.h"
#include "meshes/triangle_mesh.h"

#include "meshes/mesh_checks.h"
#include "meshes/mesh_variations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

namespace grist {
namespace test_mesh_cleaning {

using namespace testing;

constexpr double ROUNDING = 1e-9;

// As a particle, which may touch itself at edges.
CleanMesh body_of(const Mesh &mesh)
{
  MeshCleaning how;
  how.use = MeshUse::SOLID;
  how.outward = true;
  how.pinched = true;
  return cleaned(mesh, how);
}

CleanMesh clean(const Mesh &mesh, MeshUse use, double precision = 0.0, bool repair = false)
{
  MeshCleaning how;
  how.use = use;
  how.precision = precision;
  how.repair = repair;
  return cleaned(mesh, how);
}

template <class Call> void expect_refused(const Call &call, const std::string &text)
{
  try {
    call();
    ADD_FAILURE() << "not refused: " << text;
  } catch (const std::invalid_argument &error) {
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << "said: " << error.what();
  }
}

void expect_refused(const Mesh &mesh, MeshUse use, const std::string &text)
{
  expect_refused([&] { clean(mesh, use); }, text);
}

Mesh together(const Mesh &one, const Mesh &other)
{
  Mesh both = one;
  for (auto face : other.faces) {
    for (int &corner : face) corner += static_cast<int>(one.vertices.size());
    both.faces.push_back(face);
  }
  both.vertices.insert(both.vertices.end(), other.vertices.begin(), other.vertices.end());
  return both;
}

double volume_of(const Mesh &mesh)
{
  return -volume_inside(mesh);
}

const Mesh CUBE = block_mesh({0, 0, 0}, {1, 1, 1});

TEST(MeshCleaning, CountsWhatItChanges)
{
  const MeshReport flat = clean(with_flat_and_doubled(CUBE), MeshUse::WALL).report;
  EXPECT_EQ(flat.text(), "1 flat triangle dropped, 2 doubled triangles dropped");
  EXPECT_EQ(clean(with_turned(CUBE, {1, 4}), MeshUse::SOLID).report.text(),
            "2 triangles turned (triangles 2 5)");
  EXPECT_EQ(clean(with_seam(CUBE), MeshUse::SOLID).report.text(), "1 corner joined at seams");
  EXPECT_EQ(clean(with_inner(CUBE, false), MeshUse::SOLID).report.text(),
            "1 shell inside others dropped");
  const MeshReport loose = clean(rounded(CUBE), MeshUse::WALL).report;
  EXPECT_EQ(loose.welded, 36 - 8);
  MeshCleaning outward;
  outward.use = MeshUse::SOLID;
  outward.outward = true;
  EXPECT_EQ(cleaned(all_turned(CUBE), outward).report.text(), "faces inward; turned");
}

TEST(MeshCleaning, TurnsClosedPartsByTheLargerArea)
{
  const Mesh two = together(with_turned(CUBE, {0, 1}), block_mesh({2, 0, 0}, {3, 1, 1}));
  for (const MeshUse use : {MeshUse::WALL, MeshUse::ONE_SIDED_WALL, MeshUse::SOLID}) {
    const CleanMesh result = clean(two, use);
    EXPECT_EQ(result.report.turned, (std::vector<int>{1, 2}));
    EXPECT_NEAR(volume_of(result.mesh), 2.0, ROUNDING);
  }
  // A vessel keeps its normals, inward; a whole shell of a solid faces as the larger one does.
  EXPECT_NEAR(volume_of(clean(with_turned(all_turned(CUBE), {3}), MeshUse::ONE_SIDED_WALL).mesh),
              -1.0, ROUNDING);
  const Mesh mixed = together(CUBE, all_turned(block_mesh({2, 0, 0}, {3, 0.5, 0.5})));
  const CleanMesh turned = clean(mixed, MeshUse::SOLID);
  EXPECT_NEAR(volume_of(turned.mesh), 1.25, ROUNDING);
  EXPECT_EQ(turned.report.turned.size(), 12u);
  // Half of the area each way: outward.
  EXPECT_NEAR(volume_of(clean(with_turned(CUBE, {0, 1, 4, 5, 8, 9}), MeshUse::SOLID).mesh), 1.0,
              ROUNDING);
}

// A vessel without a lid, one of the triangles of its floor turned.
TEST(MeshCleaning, OpenPartsAreTurnedOnlyOnRequest)
{
  Mesh vessel = all_turned(CUBE);
  vessel.faces.resize(10);
  const Mesh spoilt = with_turned(vessel, {9});
  expect_refused(spoilt, MeshUse::ONE_SIDED_WALL,
                 "1 triangle of part 1 of 1 (10 triangles, the first is 1) faces the other way: "
                 "triangle 10, at ");
  const CleanMesh left = clean(spoilt, MeshUse::WALL);
  EXPECT_EQ(left.report.text(), "1 triangle left facing the other way (triangle 10)");
  EXPECT_EQ(count_edges(left.mesh).wrong, count_edges(spoilt).wrong);
  const CleanMesh turned = clean(spoilt, MeshUse::ONE_SIDED_WALL, 0.0, true);
  EXPECT_EQ(turned.report.turned, std::vector<int>{10});
  EXPECT_EQ(count_edges(turned.mesh).wrong, 0);
}

TEST(MeshCleaning, ShellsThatOverlapAreRefusedAndNestedOnesCountOnce)
{
  const std::pair<Vector3d, Vector3d> over[] = {
      {{0.6, 0.3, 0.3}, {1.6, 1.3, 1.3}},     // corners in each other
      {{-0.5, 0.3, 0.3}, {1.5, 0.6, 0.6}},    // a bar through the cube
      {{0.5, 0, 0}, {1.5, 1, 1}},             // sides in common planes
      {{0, 0, 0.999}, {1, 1, 1.5}},           // by little
      {{0.2, 0.2, 0}, {0.8, 0.8, 1.7}}};      // from the floor of the cube out of its top
  for (const auto &[low, high] : over)
    expect_refused(together(CUBE, block_mesh(low, high)), MeshUse::SOLID,
                   "parts 1 and 2 overlap, at ");
  const Mesh apart = together(CUBE, block_mesh({1.5, 0, 0}, {2.5, 1, 1}));
  EXPECT_NEAR(volume_of(clean(apart, MeshUse::SOLID).mesh), 2.0, ROUNDING);
  EXPECT_EQ(clean(apart, MeshUse::SOLID).report.text(), "");

  const CleanMesh nested = clean(with_inner(CUBE, false), MeshUse::SOLID);
  EXPECT_NEAR(volume_of(nested.mesh), 1.0, ROUNDING);
  const CleanMesh hollow = clean(with_inner(CUBE, true), MeshUse::SOLID);
  EXPECT_NEAR(volume_of(hollow.mesh), 0.999, ROUNDING);
  EXPECT_EQ(hollow.report.text(), "");
  // A ball in a hollow of a block, and all of it inside out.
  const Mesh three =
      together(with_inner(CUBE, true), block_mesh({0.48, 0.48, 0.48}, {0.52, 0.52, 0.52}));
  EXPECT_NEAR(volume_of(clean(three, MeshUse::SOLID).mesh), 0.999 + 6.4e-5, ROUNDING);
  EXPECT_NEAR(volume_of(clean(all_turned(three), MeshUse::SOLID).mesh), -0.999 - 6.4e-5, ROUNDING);
}

// Oracle: the block of both.
TEST(MeshCleaning, BodiesThatTouchAtEqualTrianglesAreOne)
{
  const CleanMesh one = clean(together(CUBE, block_mesh({1, 0, 0}, {2, 1, 1})), MeshUse::SOLID);
  EXPECT_EQ(one.report.text(), "4 triangles between touching bodies dropped");
  EXPECT_NEAR(volume_of(one.mesh), 2.0, ROUNDING);
  EXPECT_NEAR(area_of(one.mesh), 10.0, ROUNDING);
  EXPECT_EQ(count_edges(one.mesh).open, 0);
  // Bodies that touch along an edge have four triangles there: no vessels.
  expect_refused(together(CUBE, block_mesh({1, 1, 0}, {2, 2, 1})), MeshUse::SOLID, "there are 4)");
}

// Oracle: the mesh before it was spoilt; all edges are between two triangles, by their corners.
int edges_of_others(const Mesh &mesh)
{
  std::map<std::pair<int, int>, int> uses;
  for (const std::vector<int> &face : mesh.faces)
    for (int k = 0; k < 3; k++) uses[std::minmax(face[k], face[(k + 1) % 3])]++;
  return static_cast<int>(
      std::count_if(uses.begin(), uses.end(), [](const auto &edge) { return edge.second != 2; }));
}

// The surface of cubes at these corners.
Mesh cells_mesh(const std::vector<Vector3d> &cells)
{
  Mesh mesh;
  for (const Vector3d &cell : cells) {
    const Mesh cube = block_mesh(cell, cell + Vector3d::all(1.0));
    Mesh sides = cube;
    sides.faces.clear();
    for (size_t n = 0; n < cube.faces.size(); n++) {
      const Vector3d beyond = cell + 2.0 * area_vector(cube, n);
      if (std::none_of(cells.begin(), cells.end(),
                       [&](const Vector3d &other) { return norm(other - beyond) < 0.5; }))
        sides.faces.push_back(cube.faces[n]);
    }
    mesh = together(mesh, sides);
  }
  return mesh;
}

TEST(MeshCleaning, EdgesWhereSolidsTouchAreDivided)
{
  // Two cubes at an edge, three about one, and turned ones.
  const Mesh two = together(CUBE, block_mesh({1, 1, 0}, {2, 2, 1}));
  for (const Mesh &mesh : {two, all_turned(two), with_turned(two, {3, 14})}) {
    const CleanMesh body = body_of(mesh);
    EXPECT_EQ(edges_of_others(body.mesh), 0);
    EXPECT_EQ(body.report.pinches, 1);
    EXPECT_EQ(solid_parts(body.mesh, {}).parts.size(), 2u);
    EXPECT_NEAR(volume_of(body.mesh), 2.0, ROUNDING);
    EXPECT_NEAR(area_of(body.mesh), 12.0, ROUNDING);
  }
  // Rings that close in an edge: one end of it has one fan of triangles, or both have.
  const std::vector<Vector3d> above = {{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {1, 1, 0}};
  std::vector<Vector3d> both = above;
  both.insert(both.end(), {{0, 0, -1}, {1, 0, -1}, {1, 1, -1}});
  for (const std::vector<Vector3d> &cells : {above, both}) {
    const Mesh ring = cells_mesh(cells);
    const CleanMesh body = body_of(ring);
    EXPECT_EQ(edges_of_others(body.mesh), 0);
    EXPECT_EQ(body.report.pinches, 1);
    EXPECT_EQ(body.mesh.faces.size(), ring.faces.size() + (cells.size() > 5 ? 2 : 0));
    EXPECT_NEAR(volume_of(body.mesh), 1.0 * cells.size(), ROUNDING);
    EXPECT_EQ(body.report.groups, 1);
    EXPECT_NEAR(solid_parts(body.mesh, {}).parts_volume, 1.0 * cells.size(), ROUNDING);
  }
  // Of three triangles.
  Mesh wing = CUBE;
  wing.vertices.push_back({-1.0, -1.0, 0.5});
  wing.faces.push_back({wing.faces[0][0], wing.faces[0][1], 8});
  expect_refused([&] { body_of(wing); }, "there are 3)");
}

TEST(MeshCleaning, SmallHolesAreFilled)
{
  // A fine cube without a square, without a corner, and without a patch that has a corner inside.
  const Mesh fine = block_mesh({0, 0, 0}, {1, 1, 1}, 16);
  const auto without = [&](const auto &is_left_out) {
    Mesh mesh = fine;
    mesh.faces.erase(std::remove_if(mesh.faces.begin(), mesh.faces.end(),
                                    [&](const std::vector<int> &face) {
                                      return is_left_out((mesh.vertices[face[0]] +
                                                          mesh.vertices[face[1]] +
                                                          mesh.vertices[face[2]]) /
                                                         3.0);
                                    }),
                     mesh.faces.end());
    EXPECT_LT(mesh.faces.size(), fine.faces.size());
    return mesh;
  };
  const auto square = [](double size) {
    return [size](const Vector3d &x) {
      return x.z > 1.0 - 1e-9 && std::fabs(x.x - 0.5) < size && std::fabs(x.y - 0.5) < size;
    };
  };
  const CleanMesh flat = clean(without(square(0.063)), MeshUse::SOLID);
  EXPECT_EQ(edges_of_others(flat.mesh), 0);
  EXPECT_EQ(flat.report.holes, 1);
  EXPECT_NEAR(flat.report.hole_share, 1.0 / (6.0 * 64.0 - 1.0), 1e-9);    // two squares wide
  EXPECT_NEAR(volume_of(flat.mesh), 1.0, ROUNDING);
  EXPECT_NEAR(area_of(flat.mesh), 6.0, ROUNDING);
  EXPECT_NE(flat.report.text().find("1 hole of 0.26"), std::string::npos) << flat.report.text();
  EXPECT_NE(flat.report.text().find("% of the area filled (6 triangles)"), std::string::npos);
  // All three squares at a corner: its tetrahedron is missing then.
  const CleanMesh corner =
      clean(without([](const Vector3d &x) { return greatest_of(x) < 0.0625; }), MeshUse::SOLID);
  EXPECT_EQ(edges_of_others(corner.mesh), 0);
  EXPECT_LT(volume_of(corner.mesh), 1.0);
  EXPECT_GT(volume_of(corner.mesh), 1.0 - std::pow(0.0625, 3));
  // Not of walls, and none that is large.
  EXPECT_EQ(clean(without(square(0.063)), MeshUse::WALL).report.holes, 0);
  expect_refused(without(square(0.25)), MeshUse::SOLID,
                 "there is 1): 1 hole with 4.34783 % of its area (holes of up to 1 % together are "
                 "filled)");
  // Holes that meet at a corner.
  const CleanMesh touching = clean(
      without([&](const Vector3d &x) { return square(0.063)(x) && (x.x < 0.5) == (x.y < 0.5); }),
      MeshUse::SOLID);
  EXPECT_EQ(edges_of_others(touching.mesh), 0);
  EXPECT_EQ(touching.report.holes, 2);
  EXPECT_NEAR(area_of(touching.mesh), 6.0, ROUNDING);
  EXPECT_NEAR(volume_of(touching.mesh), 1.0, ROUNDING);
  // A hole at an edge of three triangles is not filled.
  Mesh wing = without(square(0.063));
  wing.vertices.push_back({0.5, -0.1, 0.5});
  wing.faces.push_back(
      {wing.faces[0][0], wing.faces[0][1], static_cast<int>(wing.vertices.size() - 1)});
  expect_refused(wing, MeshUse::SOLID, "not closed");
}

// Three needles at an edge of the cube: two are narrow enough to be dropped, and the third one has
// two sides at the gap that they leave.
TEST(MeshCleaning, NeedlesOfAClosedMeshStayIfTheyLeaveAGap)
{
  constexpr double WIDTH = 8e-7;
  Mesh cube = body_of(CUBE).mesh;    // welded
  const auto number = [&](const Vector3d &x) {
    for (size_t n = 0; n < cube.vertices.size(); n++)
      if (norm(cube.vertices[n] - x) == 0.0) return static_cast<int>(n);
    cube.vertices.push_back(x);
    return static_cast<int>(cube.vertices.size()) - 1;
  };
  const int a = number({0, 0, 1}), p = number({1, 0, 1}), r = number({0.9, WIDTH, 1}),
            q = number({0.95, WIDTH / 8.0, 1});
  for (std::vector<int> &face : cube.faces) {    // the triangle of the top at this edge
    const auto at = std::find(face.begin(), face.end(), a);
    if (at == face.end()) continue;
    std::rotate(face.begin(), at, face.end());
    if (face[1] != p || cube.vertices[face[2]].z < 0.5) continue;
    const int far = face[2];
    cube.faces.insert(cube.faces.end(),
                      {{a, r, far}, {r, p, far}, {a, p, q}, {p, r, q}, {r, a, q}});
    cube.faces.erase(std::find(cube.faces.begin(), cube.faces.end(), std::vector<int>{a, p, far}));
    break;
  }
  ASSERT_EQ(cube.faces.size(), 16u);
  const CleanMesh body = body_of(cube);
  EXPECT_EQ(edges_of_others(body.mesh), 0);
  EXPECT_EQ(body.mesh.faces.size(), 16u);
  EXPECT_NEAR(volume_of(body.mesh), 1.0, WIDTH);
}

TEST(MeshCleaning, CountsShellsThatAreApart)
{
  const Mesh beside = block_mesh({1.5, 0, 0}, {2, 1, 1}), on_top = block_mesh({0, 0, 1}, {2, 1, 2});
  EXPECT_EQ(body_of(CUBE).report.groups, 1);
  EXPECT_EQ(body_of(together(CUBE, beside)).report.groups, 2);
  EXPECT_EQ(body_of(together(CUBE, on_top)).report.groups, 1);
  EXPECT_EQ(body_of(together(together(CUBE, beside), on_top)).report.groups, 1);
  EXPECT_EQ(body_of(with_inner(CUBE, true)).report.groups, 1);    // a hollow
}

TEST(MeshCleaning, SeamsCloseWithinThePrecision)
{
  // Six sides cut each on its own, with other corners, and 1e-3 apart.
  Mesh sides;
  for (int side = 0; side < 6; side++) {
    Mesh own;
    const Mesh fine = block_mesh({0, 0, 0}, {1, 1, 1}, 1 + side);
    const size_t per_side = fine.faces.size() / 6;
    for (size_t n = 0; n < per_side; n++) own.faces.push_back(fine.faces[side * per_side + n]);
    own.vertices = fine.vertices;
    for (Vector3d &p : own.vertices)
      p += 4e-4 * Vector3d{1.0 * (side % 2), 1.0 * (side % 3), 1.0 * (side % 4)} / 3.0;
    sides = together(sides, own);
  }
  expect_refused(sides, MeshUse::SOLID, "open edges");
  const CleanMesh closed = clean(sides, MeshUse::SOLID, 2e-3);
  EXPECT_EQ(count_edges(closed.mesh).open, 0);
  EXPECT_NEAR(volume_of(closed.mesh), 1.0, 3e-3);
  EXPECT_GT(closed.report.seams, 0);
  // Walls: on request only.
  EXPECT_GT(TriangleMesh(clean(sides, MeshUse::WALL).mesh, 0.3).open_edges(), 0);
  EXPECT_EQ(TriangleMesh(clean(sides, MeshUse::WALL, 2e-3).mesh, 0.3).open_edges(), 0);
}

TEST(MeshCleaning, RefusesWhatIsNotFit)
{
  Mesh open = CUBE;
  open.faces.pop_back();
  expect_refused(open, MeshUse::SOLID, "not closed: 3 open edges (every edge must be between two");
  expect_refused(together(random_plate(2, 1.0, 1), random_plate(3, 0.5, 1)), MeshUse::FACE,
                 "triangles of the face overlap");
  Mesh strip;    // of Moebius
  std::vector<Vector3d> rims[2];
  for (int n = 0; n <= 12; n++) {
    const double angle = PI * n / 6.0;
    const Vector3d out{std::cos(angle), std::sin(angle), 0.0};
    const Vector3d across =
        0.2 * (std::cos(0.5 * angle) * out + std::sin(0.5 * angle) * Vector3d::unit_z());
    rims[0].push_back(out + across);
    rims[1].push_back(out - across);
  }
  for (int n = 0; n < 12; n++)
    add_quad(strip, rims[0][n], rims[0][n + 1], rims[1][n + 1], rims[1][n]);
  expect_refused(strip, MeshUse::ONE_SIDED_WALL, "is twisted, as a Moebius strip");
  EXPECT_EQ(clean(strip, MeshUse::WALL).mesh.faces.size(), 24u);
  Mesh none;
  expect_refused(none, MeshUse::WALL, "no triangles");
}

// Oracle: the area of an L.
TEST(MeshCleaning, CutsPolygonsThatAreNotConvex)
{
  Mesh plate;
  plate.vertices = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}, {9, 9, 9}};
  for (int first = 0; first < 6; first++) {
    plate.faces = {{}};
    for (int n = 0; n < 6; n++) plate.faces[0].push_back((first + n) % 6);
    const CleanMesh cut = clean(plate, MeshUse::FACE);
    EXPECT_NEAR(area_of(cut.mesh), 3.0, ROUNDING);
    EXPECT_EQ(cut.mesh.vertices.size(), 6u);    // without the one that no face has
    for (size_t f = 0; f < cut.mesh.faces.size(); f++) EXPECT_GT(area_vector(cut.mesh, f)[2], 0.0);
  }
}

TEST(MeshFormats, ErrorsNameWhatIsThere)
{
  const std::pair<std::string, std::string> files[] = {
      {"", "the file is empty"},
      {" \r\n ", "the file has no words"},
      {std::string("PK\x03\x04") + std::string(30, '\0') + "3D/3dmodel.model",
       "3MF, a zip archive: export STL"},
      {std::string("PK\x03\x04") + std::string(30, '\0') + "a.stl", "a zip archive: unpack it"},
      {"\x1F\x8B\x08", "compressed by gzip"},
      {"ISO-10303-21;\nHEADER;", "STEP, curved surfaces and no triangles: export STL"},
      {"<?xml version=\"1.0\"?>\n<amf unit=\"inch\">", "AMF: export STL"},
      {"<?xml version=\"1.0\"?>\n<COLLADA>", "COLLADA: export STL"},
      {"<!DOCTYPE html>\n<html>", "a web page, not the file"},
      {"#VRML V2.0 utf8\n", "VRML: export STL"},
      {"# vtk DataFile Version 3.0\n", "a VTK file: export STL"},
      {"version https://git-lfs.github.com/spec/v1\n", "a pointer of Git LFS"},
      {"{\"asset\": {\"version\": \"2.0\"}}", "glTF: export STL"},
      {"  0\nSECTION\n  2\nHEADER\n", "DXF, a drawing: export STL"},
      {std::string(72, ' ') + "S      1\n", "IGES, curved surfaces"},
      {"x y z\n1 2 3\n", "text that begins with \"x\""},
      {"4OFF\n1 1 1\n0 0 0 1\n", "OFF with vertices of other than three coordinates"},
      {"OFF BINARY\n", "a binary OFF file: export it as text, or as STL"},
      {stl_bytes(CUBE, "solid facet").substr(0, 400), "400 bytes for 12 triangles of binary STL"},
      {stl_bytes(CUBE, "solid facet") + "x", "binary STL has 685 bytes for 12 triangles"}};
  for (const auto &[contents, text] : files)
    expect_refused([&contents = contents] { parse_mesh(contents); }, text);
}

// As bytes of either order, with more properties than places.
std::string ply_bytes(const Mesh &given, bool high_first)
{
  const Mesh mesh = with_common_corners(given);
  std::string out = std::string("ply\nformat binary_") + (high_first ? "big" : "little") +
      "_endian 1.0\nelement vertex " + std::to_string(mesh.vertices.size()) +
      "\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nelement face " +
      std::to_string(mesh.faces.size()) +
      "\nproperty list uchar int vertex_indices\nproperty short flag\nend_header\n";
  const auto append = [&](auto value) {
    std::string bytes(reinterpret_cast<const char *>(&value), sizeof(value));
    if (high_first) std::reverse(bytes.begin(), bytes.end());
    out += bytes;
  };
  for (const Vector3d &p : mesh.vertices) {
    for (int d = 0; d < 3; d++) append(static_cast<float>(p[d]));
    append(static_cast<unsigned char>(255));
  }
  for (const auto &face : mesh.faces) {
    append(static_cast<unsigned char>(3));
    for (const int corner : face) append(corner);
    append(static_cast<short>(1));
  }
  return out;
}

TEST(MeshFormats, PlyMustBeComplete)
{
  for (const std::string &ply : {ply_text(CUBE), replaced(ply_text(CUBE), "\n", "\r\n"),
                                 ply_bytes(CUBE, false), ply_bytes(CUBE, true)}) {
    EXPECT_EQ(parse_ply(ply).faces.size(), 12u);
    EXPECT_EQ(parse_ply(ply + " ").faces.size(), 12u);
    EXPECT_NEAR(volume_of(parse_ply(ply)), 1.0, ROUNDING);
    for (size_t size = 0; size + 3 < ply.size(); size += 7)
      EXPECT_THROW(parse_ply(ply.substr(0, size)), std::invalid_argument) << size;
  }
  const std::string text = ply_text(CUBE);
  expect_refused([&] { parse_ply(text.substr(0, text.size() - 3)); },
                 "PLY cut short: \"face\" 12 of 12 is not complete");
  expect_refused([&] { parse_ply(replaced(text, "element face 12", "element face 0")); },
                 "PLY without elements \"face\"");
  EXPECT_EQ(parse_ply(replaced(text, "\n", "\r")).faces.size(), 12u);
  expect_refused([&] { parse_ply(replaced(text, "double", "real")); }, "type \"real\"");
}

// Found by fuzzing: elements without data were counted without end, and the end of a head without data
// was passed.
TEST(MeshFormats, PlyOfImpossibleNumbersIsRefused)
{
  const std::string head = "ply\nformat binary_little_endian 1.0\nelement face ";
  const std::string list =
      "\nproperty list uint int vertex_indices\nelement vertex 1\nproperty float x\n"
      "property float y\nproperty float z\nend_header";
  for (const std::string count : {"-6", "1e3", "x", "99999999999999999999"})
    expect_refused([&] { parse_ply(head + count + list); },
                   "PLY with \"" + count + "\" elements \"face\"");
  expect_refused([&] { parse_ply(head + "999999999999\nend_header\n"); },
                 "PLY with elements \"face\" without properties");
  expect_refused([&] { parse_ply(head + "7" + list); },
                 "PLY cut short: \"face\" 1 of 7 is not there");
  expect_refused([&] { parse_ply(head + "2" + list + "\n" + std::string(4, '\xff')); },
                 "PLY cut short: \"face\" 1 of 2 is not complete");
}

// A file that opens and cannot be read.
TEST(MeshFormats, FilesThatCannotBeReadAreRefused)
{
  expect_refused([] { read_mesh("/proc/self/mem"); }, "mesh: cannot read /proc/self/mem (");
}

}    // namespace test_mesh_cleaning
}    // namespace grist
