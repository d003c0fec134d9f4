// Contacts of convex bodies with triangle meshes.
//
// Oracles: the overlap of a body with a half space, and with a convex body of the mesh's shape;
// volumes by inclusion and exclusion of half spaces.

#include "common/space.h"
#include "common/space_text.h"
#include "walls/body_on_mesh.h"

#include "walls/body_mesh_scenes.h"

#include "meshes/refine_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace grist {
namespace test_body_on_mesh {

using testing::add_facet;
using testing::add_quad;
using testing::as_mesh;
using testing::block_mesh;
using testing::BodyOnMesh;
using testing::floor_of_cells;
using testing::own_volume;
using testing::prism_of;
using testing::random_plate;
using testing::starred;
using testing::stone;

void expect_equal(const Overlap &a, const Overlap &b, double radius, double within)
{
  const double r2 = radius * radius;
  EXPECT_NEAR(a.volume, b.volume, within * radius * r2);
  EXPECT_NEAR(a.area, b.area, within * r2);
  EXPECT_LT(norm(a.area_vector - b.area_vector), within * r2);
  EXPECT_LT(norm(a.torque_a() - b.torque_a()), within * r2 * radius);
  EXPECT_LT(norm(a.centroid - b.centroid) * b.volume, within * radius * r2 * radius);
  EXPECT_LT(norm(a.moment - b.moment) * b.volume, within * r2 * r2 * r2);
  EXPECT_LT(norm(a.normal - b.normal) * b.area, within * r2);
  EXPECT_LT(norm(matrix_of(a.spread) - matrix_of(b.spread)), 10.0 * within * radius);
}

TEST(BodyMesh, PlaneOfAnyTrianglesIsAHalfSpace)
{
  const HalfSpace floor{Vector3d::unit_z(), 0.0};
  for (const int n : {1, 7, 71}) {
    BodyOnMesh mesh(random_plate(n, 1.0, 3)), sheet(random_plate(n, 1.0, 3), false);
    for (const ConvexPolyhedron &body : {solids::cube(0.1), stone(4).scaled(0.1)}) {
      Scenes scenes(n);
      for (int k = 0; k < 300; k++) {
        const Vector3d place{scenes.uniform(-0.8, 0.8), scenes.uniform(-0.8, 0.8),
                             body.radius() * scenes.uniform(0.3, 1.1)};
        const Pose pose{place, scenes.rotation()};
        const Overlap expected = overlap(body, pose, floor, mesh.workspace);
        for (BodyOnMesh *on : {&mesh, &sheet}) {
          const auto &found = on->at(body, pose);
          ASSERT_EQ(found.size(), expected.volume > 0.0 ? 1u : 0u);
          if (found.empty()) continue;
          EXPECT_EQ(found[0].share, 1.0);
          expect_equal(found[0].overlap, expected, body.radius(), 1e-14);
        }
      }
    }
  }
}

// From below a sheet is a wall too; one-sided it is not.
TEST(BodyMesh, SheetsHaveTwoSides)
{
  BodyOnMesh sheet(random_plate(5, 1.0, 3), false), solid(random_plate(5, 1.0, 3));
  const ConvexPolyhedron cube = solids::cube(0.2);
  const Pose above{{0.1, 0.2, 0.09}, Matrix3d::identity()};
  const Pose below{{0.1, 0.2, -0.09}, Matrix3d::identity()};
  ASSERT_EQ(sheet.at(cube, below).size(), 1u);
  const PlateContact contact = sheet.at(cube, below)[0];
  EXPECT_EQ(contact.facing, -1);
  EXPECT_NEAR(contact.overlap.volume, 0.01 * 0.04, 1e-15);
  EXPECT_LT(norm(contact.overlap.normal - Vector3d::unit_z()), 1e-14);
  EXPECT_LT(norm(sheet.at(cube, above)[0].overlap.normal + Vector3d::unit_z()), 1e-14);
  EXPECT_NEAR(solid.at(cube, below)[0].overlap.volume, 0.19 * 0.04, 1e-15);
}

// Whether all of these plates act as one. Faces of a convex solid that do not touch each other need
// not.
bool act_as_one(const std::vector<PlateContact> &found, const MeshPlates &plates)
{
  return std::all_of(found.begin(), found.end(), [&](const PlateContact &a) {
    return std::all_of(found.begin(), found.end(), [&](const PlateContact &b) {
      return plates.coupling(a.plate, b.plate, a.facing, b.facing) == 1.0;
    });
  });
}

// Bodies at a face, an edge or a corner of a convex solid: as two convex bodies.
void expect_like_a_body(const ConvexPolyhedron &solid, const Mesh &soup, bool one_sided, int seed,
                        double within)
{
  BodyOnMesh mesh(soup, one_sided);
  Scenes scenes(seed);
  int touching = 0, edges = 0, corners = 0;
  for (int k = 0; k < 1500; k++) {
    const ConvexPolyhedron body = stone(1 + k % 7).scaled(0.12 * solid.inner_radius());
    const auto face = solid.faces()[scenes.index(solid.face_count())];
    const int at = scenes.index(face.corners.size());
    const Vector3d a = solid.vertices()[face.corners[at]];
    const Vector3d b = solid.vertices()[face.corners[(at + 1) % face.corners.size()]];
    const Vector3d c = solid.vertices()[face.corners[(at + 2) % face.corners.size()]];
    Vector3d place = a;    // a corner
    if (k % 3 > 0) place += scenes.uniform(0.0, 1.0) * (b - a);
    if (k % 3 > 1) place += scenes.uniform(0.0, 1.0) * (c - place);
    const Pose pose{place +
                        body.radius() * scenes.uniform(0.5, 1.0) *
                            normalized(face.plane.normal + 0.7 * scenes.direction()),
                    scenes.rotation()};
    const Overlap expected = overlap(body, pose, solid, Pose(), mesh.workspace);
    const auto &found = mesh.at(body, pose);
    double shares = 0.0;
    for (const PlateContact &contact : found) shares += contact.share;
    if (expected.volume < 1e-12 * body.volume()) continue;
    ASSERT_FALSE(found.empty());
    EXPECT_NEAR(own_volume(found), expected.volume, within * body.volume());
    if (!act_as_one(found, mesh.wall.plates())) continue;
    EXPECT_NEAR(shares, 1.0, 1e-9);
    touching++;
    edges += found.size() == 2 ? 1 : 0;
    corners += found.size() > 2 ? 1 : 0;
    for (const PlateContact &contact : found)
      expect_equal(contact.overlap, expected, body.radius(), within);
  }
  EXPECT_GT(touching, 500);
  EXPECT_GT(edges, 50);
  EXPECT_GT(corners, 50);
}

TEST(BodyMesh, ConvexSolidsActAsBodies)
{
  std::vector<ConvexPolyhedron> solids = {solids::box(1.0, 2.0, 1.5),   solids::tetrahedron(1.5),
                                          solids::octahedron(1.2),      solids::icosahedron(0.8),
                                          solids::pyramid(5, 0.8, 1.0), stone(9)};
  for (size_t n = 0; n < solids.size(); n++) {
    SCOPED_TRACE(n);
    for (const int times : {0, 2})
      expect_like_a_body(solids[n], starred(as_mesh(solids[n]), times, 3), true, 3, 1e-11);
    Mesh soup;
    const TriangleMesh triangles(as_mesh(solids[n]), 0.1);
    for (const auto &t : triangles.triangles())
      add_facet(soup, t.corner, t.corner + t.side_b, t.corner + t.side_c);
    expect_like_a_body(solids[n], refined(soup, 0.2), true, 4, 1e-11);
    expect_like_a_body(solids[n], soup, false, 5, 1e-11);
  }
}

// The volume behind any of the planes.
double volume_behind_any(const ConvexPolyhedron &body, const Pose &pose,
                         const std::vector<HalfSpace> &planes, OverlapWorkspace &workspace)
{
  double sum = 0.0;
  for (unsigned set = 1; set < 1u << planes.size(); set++) {
    std::vector<HalfSpace> some;
    for (size_t k = 0; k < planes.size(); k++)
      if (set >> k & 1) some.push_back(planes[k]);
    const double sign = some.size() % 2 ? 1.0 : -1.0;
    sum += sign * overlap(body, pose, some.data(), static_cast<int>(some.size()), workspace).volume;
  }
  return sum;
}

// Plates that meet at the origin in a hollow corner or edge, one between each two directions.
Mesh hollow(const std::vector<Vector3d> &rays)
{
  Mesh mesh;
  for (size_t k = 0; k < rays.size(); k++)
    add_facet(mesh, Vector3d::zero(), rays[k], rays[(k + 1) % rays.size()]);
  return mesh;
}

TEST(BodyMesh, CellsDivideHollowEdgesAndCorners)
{
  for (const double angle : {40.0, 90.0, 140.0}) {
    const double a = angle * DEGREE;
    Mesh edge;
    add_quad(edge, {0, -3, 0}, {3, -3, 0}, {3, 3, 0}, {0, 3, 0});
    const Vector3d up{3 * std::cos(a), 0, 3 * std::sin(a)};
    add_quad(edge, {0, -3, 0}, {0, 3, 0}, Vector3d{0, 3, 0} + up, Vector3d{0, -3, 0} + up);
    std::vector<Vector3d> three, five;
    for (int k = 0; k < 3; k++)
      three.push_back({4 * std::cos(2.1 * k), 4 * std::sin(2.1 * k), 2.0 + 0.3 * k});
    for (int k = 0; k < 5; k++)
      five.push_back({4 * std::cos(1.25 * k), 4 * std::sin(1.25 * k), 2.0});
    for (const Mesh &soup :
         {edge, hollow({{4, 0, 0}, {0, 4, 0}, {0, 0, 4}}), hollow(three), hollow(five)}) {
      BodyOnMesh mesh(soup);
      std::vector<HalfSpace> planes;
      for (int p = 0; p < mesh.wall.plates().count(); p++)
        planes.push_back(mesh.wall.plates()[p].plane);
      Scenes scenes(3);
      int several = 0;
      for (int k = 0; k < 600; k++) {
        const ConvexPolyhedron body = stone(1 + k % 5).scaled(0.4);
        // Near the corner, in front of all planes.
        Vector3d place = 0.3 * scenes.vector();
        for (int n = 0; n < 20; n++)
          for (const HalfSpace &plane : planes)
            if (plane.distance(place) < 0.3 * body.radius())
              place += (0.3 * body.radius() - plane.distance(place)) * plane.normal;
        const Pose pose{place, scenes.rotation()};
        const double expected = volume_behind_any(body, pose, planes, mesh.workspace);
        const auto &found = mesh.at(body, pose);
        EXPECT_NEAR(own_volume(found), expected, 1e-12 * body.volume());
        several += found.size() > 1 ? 1 : 0;
      }
      EXPECT_GT(several, 200);
    }
  }
}

// A hollow right-angled edge gives two independent walls.
TEST(BodyMesh, HollowRightAngleIsTwoWalls)
{
  Mesh edge;
  add_quad(edge, {0, -3, 0}, {3, -3, 0}, {3, 3, 0}, {0, 3, 0});
  add_quad(edge, {0, -3, 0}, {0, 3, 0}, {0, 3, 3}, {0, -3, 3});
  BodyOnMesh mesh(edge), sheet(edge, false);
  const ConvexPolyhedron cube = solids::cube(1.0);
  for (BodyOnMesh *on : {&mesh, &sheet}) {
    const auto &found = on->at(cube, {{0.48, 0.1, 0.47}, Matrix3d::identity()});
    ASSERT_EQ(found.size(), 2u);
    for (const PlateContact &c : found) {
      const bool is_floor = std::fabs(c.overlap.normal[2]) > 0.5;
      EXPECT_EQ(c.share, 1.0);
      // What is behind both, 0.02 by 0.03, is divided by the bisector.
      const double lost = is_floor ? 0.5 * 0.02 * 0.02 : 0.02 * 0.03 - 0.5 * 0.02 * 0.02;
      EXPECT_NEAR(c.volume, (is_floor ? 0.03 : 0.02) - lost, 1e-15);
    }
  }
}

// Below a height field, each triangle has a prism of its own, so that the volume is known. At
// corners of convex and hollow edges cells leave gaps or overlap, of a few percent of a shallow
// overlap at most.
TEST(BodyMesh, CellsNearlyDivideRoughFloors)
{
  BodyOnMesh mesh(testing::bumpy(8, 0.05, 5));
  Scenes scenes(3);
  double volumes = 0.0, errors = 0.0;
  for (int k = 0; k < 300; k++) {
    const ConvexPolyhedron body = stone(k % 10).scaled(0.1);
    Pose pose{{scenes.uniform(-0.5, 0.5), scenes.uniform(-0.5, 0.5), 0.0}, scenes.rotation()};
    const auto volume = [&] {
      double sum = 0.0;
      for (const auto &t : mesh.mesh.triangles()) {
        const Vector3d corners[] = {t.corner, t.corner + t.side_b, t.corner + t.side_c};
        HalfSpace prism[4] = {HalfSpace::through(t.corner, t.normal)};
        for (int e = 0; e < 3; e++)
          prism[e + 1] = HalfSpace::through(
              corners[e], cross(corners[(e + 1) % 3] - corners[e], Vector3d::unit_z()));
        sum += overlap(body, pose, prism, 4, mesh.workspace).volume;
      }
      return sum;
    };
    double low = -0.5, high = 0.5;    // of first contact
    for (int step = 0; step < 20; step++) {
      pose.position[2] = 0.5 * (low + high);
      (volume() > 0.0 ? low : high) = pose.position[2];
    }
    pose.position[2] = low - 0.2 * body.inner_radius();
    const double expected = volume(), error = own_volume(mesh.at(body, pose)) - expected;
    volumes += expected;
    errors += std::fabs(error);
    EXPECT_LT(std::fabs(error), 0.05 * expected);
  }
  EXPECT_LT(errors, 1e-4 * volumes);
}

// Thin solids: what is behind one face and in front of the opposite one is not in the solid.
TEST(BodyMesh, ThinSolidsEndAtTheirOtherFace)
{
  const ConvexPolyhedron plate = solids::box(2.0, 2.0, 0.05), cube = solids::cube(0.4);
  for (const bool one_sided : {true, false}) {
    BodyOnMesh mesh(starred(as_mesh(plate), 1, 3), one_sided);
    Scenes scenes(4);
    for (int k = 0; k < 500; k++) {
      const double sign = k % 2 ? 1.0 : -1.0;
      const Pose pose{{scenes.uniform(-1.0, 1.0), scenes.uniform(-1.0, 1.0),
                       sign * (0.025 + cube.radius() * scenes.uniform(0.95, 1.0))},
                      scenes.rotation()};
      const Overlap expected = overlap(cube, pose, plate, Pose(), mesh.workspace);
      EXPECT_NEAR(own_volume(mesh.at(cube, pose)), expected.volume, 1e-13);
      for (const PlateContact &c : mesh.at(cube, pose))
        expect_equal(c.overlap, expected, cube.radius(), 1e-12);
    }
  }
}

// The top of an L, cut into triangles in two ways, and with corners of triangles in its edges.
TEST(BodyMesh, FacesThatAreNotConvexDoNotDependOnTriangles)
{
  const std::vector<Vector2d> outline = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  const Mesh a = prism_of(outline, {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}, -0.8);
  const Mesh b = prism_of(outline, {{1, 2, 3}, {1, 3, 0}, {3, 5, 0}, {3, 4, 5}}, -0.8);
  BodyOnMesh meshes[] = {BodyOnMesh(a), BodyOnMesh(b), BodyOnMesh(refined(a, 0.3)),
                         BodyOnMesh(refined(b, 0.2))};
  const ConvexPolyhedron left = solids::box(1, 2, 0.8), below = solids::box(2, 1, 0.8);
  const ConvexPolyhedron both = solids::box(1, 1, 0.8);
  Scenes scenes(5);
  int several = 0;
  for (int k = 0; k < 3000; k++) {
    const ConvexPolyhedron body = stone(1 + k % 5).scaled(0.3);
    const Pose pose{{scenes.uniform(-0.2, 2.2), scenes.uniform(-0.2, 2.2),
                     body.radius() * scenes.uniform(0.3, 0.9)},
                    scenes.rotation()};
    const auto volume = [&](const ConvexPolyhedron &part, const Vector3d &at) {
      return overlap(body, pose, part, {at, Matrix3d::identity()}, meshes[0].workspace).volume;
    };
    const double expected = volume(left, {0.5, 1, -0.4}) + volume(below, {1, 0.5, -0.4}) -
        volume(both, {0.5, 0.5, -0.4});
    const std::vector<PlateContact> first = meshes[0].at(body, pose);
    several += first.size() > 1 ? 1 : 0;
    EXPECT_NEAR(own_volume(first), expected, 1e-12);
    const Vector3d force = meshes[0].force(body, pose);
    for (BodyOnMesh &mesh : meshes) {
      EXPECT_NEAR(own_volume(mesh.at(body, pose)), expected, 1e-12) << pose.position;
      EXPECT_LT(norm(mesh.force(body, pose) - force), 1e-12) << pose.position;
    }
  }
  EXPECT_GT(several, 500);
}

// Corners of triangles in the middle of edges, without an edge that ends there.
TEST(BodyMesh, UnweldedJunctionsDoNotMatter)
{
  Mesh whole = floor_of_cells(
           2, 2, [](int, int) { return true; }, 1),
       parts;
  add_quad(parts, {0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0});
  add_quad(parts, {0, 1, 0}, {0.7, 1, 0}, {0.7, 2, 0}, {0, 2, 0});
  add_quad(parts, {0.7, 1, 0}, {2, 1, 0}, {2, 2, 0}, {0.7, 2, 0});
  BodyOnMesh one(whole), three(parts);
  Scenes scenes(6);
  for (int k = 0; k < 500; k++) {
    const ConvexPolyhedron body = stone(1 + k % 5).scaled(0.3);
    const Pose pose{{scenes.uniform(0.3, 1.7), scenes.uniform(0.3, 1.7),
                     body.radius() * scenes.uniform(0.3, 1.0)},
                    scenes.rotation()};
    const std::vector<PlateContact> expected = one.at(body, pose);
    for (const PlateContact &c : three.at(body, pose))
      expect_equal(c.overlap, expected.at(0).overlap, body.radius(), 1e-13);
    EXPECT_LT(norm(one.force(body, pose) - three.force(body, pose)), 1e-13);
  }
}

// Rails, bars of a frame that the body does not reach the corners of, and steps, as one mesh and
// each alone.
TEST(BodyMesh, PiecesAreWallsOfTheirOwn)
{
  const auto quad = [](double low, double high, double z) {
    Mesh mesh;
    add_quad(mesh, {low, -1, z}, {high, -1, z}, {high, 1, z}, {low, 1, z});
    return mesh;
  };
  Mesh rails = quad(-0.3, -0.1, 0.0), frame, steps = quad(-0.3, 0.0, 0.0);
  add_quad(rails, {0.1, -1, 0}, {0.3, -1, 0}, {0.3, 1, 0}, {0.1, 1, 0});
  const double x[] = {-0.3, -0.1, 0.1, 0.3}, y[] = {-1.4, -1.2, 1.2, 1.4};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (i != 1 || j != 1)
        add_quad(frame, {x[i], y[j], 0}, {x[i + 1], y[j], 0}, {x[i + 1], y[j + 1], 0},
                 {x[i], y[j + 1], 0});
  add_quad(steps, {0, -1, -0.05}, {0.3, -1, -0.05}, {0.3, 1, -0.05}, {0, 1, -0.05});
  struct Case {
    BodyOnMesh whole, left, right;
  };
  Case cases[] = {
      {BodyOnMesh(rails), BodyOnMesh(quad(-0.3, -0.1, 0.0)), BodyOnMesh(quad(0.1, 0.3, 0.0))},
      {BodyOnMesh(frame), BodyOnMesh(quad(-0.3, -0.1, 0.0)), BodyOnMesh(quad(0.1, 0.3, 0.0))},
      {BodyOnMesh(steps), BodyOnMesh(quad(-0.3, 0.0, 0.0)), BodyOnMesh(quad(0.0, 0.3, -0.05))}};
  Scenes scenes(8);
  int several = 0;
  for (Case &c : cases)
    for (int k = 0; k < 100; k++) {
      const ConvexPolyhedron body = stone(1 + k % 5).scaled(0.3);
      const Pose pose{{scenes.uniform(-0.1, 0.1), scenes.uniform(-0.3, 0.3),
                       body.radius() * scenes.uniform(0.2, 0.6)},
                      scenes.rotation()};
      std::vector<PlateContact> expected = c.left.at(body, pose);
      for (const PlateContact &contact : c.right.at(body, pose)) expected.push_back(contact);
      const auto &found = c.whole.at(body, pose);
      ASSERT_EQ(found.size(), expected.size());
      several += found.size() > 1 ? 1 : 0;
      const Vector3d force = c.left.force(body, pose) + c.right.force(body, pose);
      EXPECT_LT(norm(c.whole.force(body, pose) - force), 1e-13);
      for (const PlateContact &contact : c.whole.at(body, pose)) EXPECT_EQ(contact.share, 1.0);
    }
  EXPECT_GT(several, 100);
}

// A floor that goes on over the border of a periodic box: the number of the plate is the same on
// both sides.
TEST(BodyMesh, PeriodicFloorsHaveNoBorder)
{
  BodyOnMesh mesh(random_plate(5, 1.0, 3), true, Vector3d{2, 0, 0});
  const ConvexPolyhedron cube = solids::cube(0.2);
  const Overlap expected = overlap(cube, {{0, 0, 0.09}, Matrix3d::identity()},
                                   HalfSpace{Vector3d::unit_z(), 0.0}, mesh.workspace);
  for (double x = -1.2; x < 1.2; x += 0.01) {
    const auto &found = mesh.at(cube, {{x, 0.3, 0.09}, Matrix3d::identity()});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].plate, 0);
    expect_equal(found[0].overlap, expected, cube.radius(), 1e-13);
  }
}

TEST(BodyMesh, NewPlatesContinueHistories)
{
  const ConvexPolyhedron block = solids::cube(1.0), cube = solids::cube(0.2);
  BodyOnMesh mesh(as_mesh(block));
  const Matrix3d turn45 = turn(45.0 * DEGREE, Vector3d::unit_y());
  const auto &found = mesh.at(cube, {{0.57, 0, 0.57}, turn45});
  ASSERT_EQ(found.size(), 2u);
  double histories[] = {1.0, 2.0, -5.0, -6.0};
  char second_is_new[] = {1, 0};
  mesh.wall.continue_histories(histories, second_is_new, 2);
  EXPECT_EQ(histories[2], 1.0);
  EXPECT_EQ(histories[3], 2.0);
  EXPECT_TRUE(second_is_new[1]);    // it has a history now
  char both_are_new[] = {0, 0};
  mesh.wall.continue_histories(histories, both_are_new, 2);
  for (const double h : histories) EXPECT_EQ(h, 0.0);
  EXPECT_FALSE(both_are_new[0] || both_are_new[1]);
}

TEST(BodyMesh, OneTriangleAndSlivers)
{
  Mesh one;
  add_facet(one, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  BodyOnMesh triangle(one);
  const ConvexPolyhedron cube = solids::cube(0.1);
  EXPECT_NEAR(own_volume(triangle.at(cube, {{0.3, 0.3, 0.04}, Matrix3d::identity()})), 0.01 * 0.01,
              1e-15);
  EXPECT_NEAR(own_volume(triangle.at(cube, {{0.0, 0.3, 0.04}, Matrix3d::identity()})),
              0.5 * 0.01 * 0.01, 1e-15);
  Mesh slivers = random_plate(6, 1.0, 1);
  add_facet(slivers, {-1, -1, 0}, {0.9, -1 - 1e-7, 0}, {1, -1, 0});
  BodyOnMesh plate(slivers);
  const auto &found = plate.at(cube, {{0.0, -0.97, 0.04}, Matrix3d::identity()});
  EXPECT_NEAR(own_volume(found), 0.08 * 0.1 * 0.01, 1e-10);
}

}    // namespace test_body_on_mesh
}    // namespace grist
