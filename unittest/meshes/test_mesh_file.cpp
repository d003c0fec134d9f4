// Convex bodies from STL and OFF. Oracles: the body that was written; refusal of meshes that are
// not convex bodies.

#include "common/constants.h"
#include "common/space_text.h"
#include "geometry/overlap.h"
#include "geometry/polyhedron_scenes.h"
#include "meshes/convex_mesh.h"
#include "meshes/mesh_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace test_mesh_file {

using namespace grist;

// Tolerance of coordinates in single precision.
constexpr double SINGLE = 1e-6;

// Triangles of a body, given a place.
Mesh triangles(const ConvexPolyhedron &body, const Pose &pose)
{
  Mesh mesh;
  for (const Vector3d &p : body.vertices()) mesh.vertices.push_back(pose.to_space(p));
  for (const ConvexPolyhedron::Face &face : body.faces())
    for (size_t k = 2; k < face.corners.size(); k++)
      mesh.faces.push_back({face.corners[0], face.corners[k - 1], face.corners[k]});
  return mesh;
}

std::string text_stl(const Mesh &mesh)
{
  std::ostringstream out;
  out.precision(9);
  out << "solid body\n";
  for (const std::vector<int> &face : mesh.faces) {
    out << "facet normal 0 0 0\nouter loop\n";
    for (const int corner : face) out << "vertex " << mesh.vertices[corner] << "\n";
    out << "endloop\nendfacet\n";
  }
  out << "endsolid body\n";
  return out.str();
}

template <class Value> void append(std::string &to, Value value)
{
  to.append(reinterpret_cast<const char *>(&value), sizeof(value));
}

std::string binary_stl(const Mesh &mesh)
{
  std::string out = "solid that is binary all the same";
  out.resize(80, ' ');
  append(out, static_cast<std::uint32_t>(mesh.faces.size()));
  for (const std::vector<int> &face : mesh.faces) {
    for (int k = 0; k < 3; k++) append(out, 0.0F);
    for (const int corner : face)
      for (int k = 0; k < 3; k++) append(out, static_cast<float>(mesh.vertices[corner][k]));
    append(out, std::uint16_t{0});
  }
  return out;
}

std::string off(const Mesh &mesh)
{
  std::ostringstream out;
  out.precision(17);
  out << "OFF # with a comment\n\n" << mesh.vertices.size() << " " << mesh.faces.size() << " 0\n";
  for (const Vector3d &p : mesh.vertices) out << p << "\n";
  for (const std::vector<int> &face : mesh.faces) {
    out << face.size();
    for (const int corner : face) out << " " << corner;
    out << " 255 0 0\n";
  }
  return out.str();
}

void expect_refused(const std::string &contents, const std::string &text)
{
  try {
    convex_polyhedron(parse_mesh(contents));
    ADD_FAILURE() << "not refused: " << text;
  } catch (const std::invalid_argument &error) {
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << "said: " << error.what();
  }
}

TEST(MeshFile, GivesBackTheBodyThatWasWritten)
{
  Scenes scenes(1);
  for (const ConvexPolyhedron &body : many_shapes())
    for (const double size : {1.0, 1e-3})
      for (int n = 0; n < 5; n++) {
        const Mesh mesh = triangles(body.scaled(size), {size * scenes.vector(), scenes.rotation()});
        for (const std::string &contents : {text_stl(mesh), binary_stl(mesh), off(mesh)}) {
          const ConvexPolyhedron again = convex_polyhedron(parse_mesh(contents));
          EXPECT_EQ(again.face_count(), body.face_count());
          EXPECT_EQ(again.vertex_count(), body.vertex_count());
          EXPECT_NEAR(again.volume() / (body.volume() * std::pow(size, 3)), 1.0, 20.0 * SINGLE);
        }
      }
}

// Each triangle in four.
Mesh divided(const Mesh &mesh)
{
  Mesh fine;
  const auto add = [&](const Vector3d &p) {
    fine.vertices.push_back(p);
    return static_cast<int>(fine.vertices.size()) - 1;
  };
  for (const std::vector<int> &face : mesh.faces) {
    const Vector3d p = mesh.vertices[face[0]], q = mesh.vertices[face[1]],
                   r = mesh.vertices[face[2]];
    const int a = add(p), b = add(q), c = add(r), ab = add(0.5 * (p + q)), bc = add(0.5 * (q + r)),
              ca = add(0.5 * (r + p));
    for (const std::vector<int> &part :
         {std::vector<int>{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}})
      fine.faces.push_back(part);
  }
  return fine;
}

TEST(MeshFile, MergesFineMeshesOfSinglePrecision)
{
  Scenes scenes(3);
  for (const ConvexPolyhedron &body : many_shapes())
    for (int n = 0; n < 10; n++) {
      const Mesh mesh = divided(divided(triangles(body, {scenes.vector(), scenes.rotation()})));
      const ConvexPolyhedron again = convex_polyhedron(parse_mesh(binary_stl(mesh)));
      EXPECT_EQ(again.face_count(), body.face_count());
      EXPECT_EQ(again.vertex_count(), body.vertex_count());
      EXPECT_NEAR(again.volume() / body.volume(), 1.0, 20.0 * SINGLE);
    }
}

TEST(MeshFile, ReadsPolygonsAndFiles)
{
  const std::string cube = "OFF\n8 6 12\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n"
                           "4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";
  EXPECT_EQ(convex_polyhedron(parse_mesh(cube)).volume(), 1.0);
  const std::string name = ::testing::TempDir() + "grist_mesh_file.off";
  std::ofstream(name) << cube;
  EXPECT_EQ(convex_polyhedron(read_mesh(name)).face_count(), 6);
  std::remove(name.c_str());
  EXPECT_THROW(read_mesh(name), std::invalid_argument);
}

TEST(MeshFile, BodiesFromSinglePrecisionOverlapAsTheyShould)
{
  // Faces of many corners and vertices that are a little off their planes.
  Scenes scenes(2);
  OverlapWorkspace workspace;
  const ConvexPolyhedron exact = solids::truncated_icosahedron(1.0);
  const ConvexPolyhedron rounded = convex_polyhedron(parse_mesh(binary_stl(triangles(exact, {}))));
  for (int n = 0; n < 200; n++) {
    const Pose pose = scenes.near(exact, {}, exact);
    const double expected = overlap(exact, {}, exact, pose, workspace).volume;
    const Pose turned = {pose.position, pose.rotation * rounded.placement().rotation};
    const double found = overlap(rounded, {Vector3d::zero(), rounded.placement().rotation}, rounded,
                                 turned, workspace)
                             .volume;
    EXPECT_NEAR(found, expected, 10.0 * SINGLE * exact.volume());
  }
}

std::string upper_case(std::string text)
{
  for (char &letter : text) letter = static_cast<char>(std::toupper(letter));
  return text;
}

TEST(MeshFile, ReadsTextOfAnyCaseAndSeveralSolids)
{
  const std::string one = text_stl(triangles(solids::cube(1.0), {}));
  EXPECT_EQ(parse_mesh(upper_case(one)).faces.size(), 12u);
  EXPECT_EQ(parse_mesh("Solid" + one.substr(5)).faces.size(), 12u);
  EXPECT_EQ(parse_mesh(one + one).faces.size(), 24u);
  std::string line = one;
  std::replace(line.begin(), line.end(), '\n', ' ');
  EXPECT_EQ(parse_mesh(line + line).faces.size(), 24u);
  // A name may be any words.
  for (const std::string name : {" endsolid vertex\n", " Solid edge of a solid part\n"})
    EXPECT_EQ(parse_mesh("solid" + name +
                         one.substr(one.find('\n') + 1, one.find("endsolid") - one.find('\n') - 1) +
                         "endsolid" + name)
                  .faces.size(),
              12u);
}

// A mesh with holes where the file ends must not be taken for the whole.
TEST(MeshFile, RefusesFilesThatAreCutShort)
{
  const Mesh cube = triangles(solids::cube(1.0), {});
  const std::string text = text_stl(cube), binary = binary_stl(cube), polygons = off(cube);
  for (size_t size = 1; size + 1 < text.find("endsolid"); size += 37)
    EXPECT_THROW(parse_mesh(text.substr(0, size)), std::invalid_argument) << size;
  expect_refused(text.substr(0, text.find("endsolid")), "ends without endsolid, after 12 facets");
  expect_refused(text + text.substr(0, text.find("endsolid")), "ends without endsolid");
  for (const char count : {0, 11, 13}) {
    std::string changed = binary;
    changed[80] = count;
    expect_refused(changed, "triangles");
  }
  expect_refused(binary + "x", "binary STL has 685 bytes for 12 triangles (expected 684)");
  std::string fewer = polygons;
  fewer.replace(fewer.find(" 12 0\n"), 6, " 11 0\n");
  expect_refused(fewer, "\"3\" after the last of 11 faces of an OFF file");
}

TEST(MeshFile, RefusesFoldersAndDevices)
{
  for (const char *name : {".", "/", "/dev/zero", "/dev/null"})
    EXPECT_THROW(read_mesh(name), std::invalid_argument) << name;
}

// Each triangle cut into four.
Mesh quartered(const Mesh &mesh)
{
  Mesh finer;
  for (const std::vector<int> &face : mesh.faces) {
    const int n = static_cast<int>(finer.vertices.size());
    for (int k = 0; k < 3; k++) finer.vertices.push_back(mesh.vertices[face[k]]);
    for (int k = 0; k < 3; k++)
      finer.vertices.push_back(0.5 * (mesh.vertices[face[k]] + mesh.vertices[face[(k + 1) % 3]]));
    for (const std::vector<int> &part :
         {std::vector<int>{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}})
      finer.faces.push_back({n + part[0], n + part[1], n + part[2]});
  }
  return finer;
}

// As many rings of triangles as facets of a ring.
Mesh ball(int facets)
{
  Mesh mesh;
  mesh.vertices = {{0, 0, 1}, {0, 0, -1}};
  for (int r = 1; r < facets; r++)
    for (int n = 0; n < facets; n++) {
      const double polar = PI * r / facets, angle = 2.0 * PI * n / facets;
      mesh.vertices.push_back(
          {std::sin(polar) * std::cos(angle), std::sin(polar) * std::sin(angle), std::cos(polar)});
    }
  const auto at = [&](int r, int n) {
    return r == 0 ? 0 : r == facets ? 1 : 2 + (r - 1) * facets + n % facets;
  };
  for (int r = 0; r < facets; r++)
    for (int n = 0; n < facets; n++) {
      if (r > 0) mesh.faces.push_back({at(r, n), at(r + 1, n), at(r, n + 1)});
      if (r + 1 < facets) mesh.faces.push_back({at(r, n + 1), at(r + 1, n), at(r + 1, n + 1)});
    }
  return mesh;
}

// Oracle: the vertices of the body, which clipping finds.
TEST(MeshFile, CountsTheVerticesOfABodyOnItsMesh)
{
  Scenes scenes(2);
  for (const ConvexPolyhedron &body : many_shapes()) {
    const Mesh mesh = triangles(body, {scenes.vector(), scenes.rotation()});
    for (const std::string &contents : {text_stl(mesh), binary_stl(mesh), off(mesh)})
      EXPECT_EQ(least_vertices(parse_mesh(contents)), body.vertex_count());
  }
  const Mesh rough = ball(12);
  EXPECT_EQ(least_vertices(rough), convex_polyhedron(rough).vertex_count());
  EXPECT_GT(least_vertices(ball(100)), 9000);    // of 9902; some lie flat at the poles
  Mesh fine = triangles(solids::cube(1.0), {});
  for (int n = 0; n < 4; n++) fine = quartered(fine);
  EXPECT_EQ(fine.faces.size(), 12u * 256u);
  EXPECT_EQ(least_vertices(parse_mesh(binary_stl(fine))), 8);
  EXPECT_EQ(convex_polyhedron(parse_mesh(binary_stl(fine))).vertex_count(), 8);
}

TEST(MeshFile, RefusesMeshesThatAreNotConvexBodies)
{
  const Mesh cube = triangles(solids::cube(1.0), {});
  expect_refused("", "empty");
  expect_refused("nothing of the kind", "text that begins with \"nothing\"");
  expect_refused("solid\nendsolid\n", "no faces");
  expect_refused(binary_stl(cube).substr(0, 300), "cut short");
  expect_refused("OFF\n4 4 0\n0 0 0\n1 0 x\n", "\"x\" in a vertex of an OFF file is not a number");
  expect_refused("OFF\n4 4 0\n0 0 0\n1 0 0\n", "line 4: ends before vertex 2");
  expect_refused("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 5\n", "number of a corner 5");
  expect_refused("OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", "ends before face 2");
  expect_refused("solid\nfacet\nvertex 0 0 0\nvertex 1 0 0\nendloop\n", "facet 1 has 2 vertices");
  expect_refused("solid\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nvertex 1 1 0\n",
                 "more than 3 vertices");

  Mesh mesh = cube;
  mesh.faces.pop_back();
  expect_refused(text_stl(mesh), "3 open edges");
  mesh = cube;
  std::swap(mesh.faces[0][0], mesh.faces[0][1]);
  expect_refused(text_stl(mesh), "open edges");
  mesh = cube;
  for (std::vector<int> &face : mesh.faces) std::swap(face[0], face[1]);
  expect_refused(text_stl(mesh), "inside out");
  mesh = cube;
  mesh.vertices[2][1] = std::nan("");
  expect_refused(text_stl(mesh), "is not finite");
  expect_refused(binary_stl(mesh), "is not finite");
  expect_refused(off(mesh), "line 6: a vertex of an OFF file is not finite");
  mesh = cube;
  mesh.vertices[0] *= -0.5;    // a dent
  expect_refused(text_stl(mesh), "not convex");

  mesh = cube;    // two cubes side by side
  for (const Vector3d &p : cube.vertices) mesh.vertices.push_back(p + 3.0 * Vector3d::unit_x());
  for (std::vector<int> face : cube.faces) {
    for (int &corner : face) corner += 8;
    mesh.faces.push_back(face);
  }
  expect_refused(text_stl(mesh), "not convex");
}

}    // namespace test_mesh_file
