// The solid inside a mesh as convex parts. Oracles: volume, centroid and inertia of the mesh by
// integrals over its faces, closed forms, and the overlap of each pair of parts, which is nothing.

#include "geometry/mass_properties.h"
#include "geometry/overlap.h"
#include "meshes/mesh_checks.h"
#include "meshes/mesh_cleaning.h"
#include "meshes/mesh_scenes.h"
#include "meshes/refine_mesh.h"
#include "meshes/self_cuts.h"
#include "meshes/simplified_mesh.h"
#include "meshes/solid_parts.h"
#include "meshes/solid_scenes.h"
#include "meshes/solid_surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <stdexcept>
#include <string>

namespace test_solid_parts {

using namespace grist;
using namespace grist::testing;

// Of sums over some hundred parts; of corners in single precision; of corners a thousand sizes from
// the origin.
constexpr double ROUNDING = 1e-12, SINGLE = 1e-6, FAR_AWAY = 1e-10;

struct Scene {
  std::string name;
  Mesh mesh;
  int parts;    // 0: any number
  double volume;
};

double outline_area(int n, double radius)
{
  return 0.5 * n * radius * radius * std::sin(2.0 * PI / n);
}

std::vector<Scene> scenes()
{
  const double star = 5.0 * 0.45 * std::sin(PI / 5.0) * 0.5;
  // A prismatoid: its middle section has the area 3 sqrt(3)/2 cos(15 degrees) cos(75 degrees).
  const double twisted = 0.5 * std::sqrt(3.0);
  return {
      {"box", prism_mesh({{0, 0}, {2, 0}, {2, 3}, {0, 3}}, 4.0), 1, 24.0},
      {"L", l_mesh(), 2, 3.0},
      {"U", u_mesh(), 3, 5.0},
      {"cross", cross_mesh(), 4, 5.0},
      {"star", star_mesh(5), 5, star},
      {"Schoenhardt", schoenhardt_mesh(), 5, twisted},
      {"frame", ring_mesh(4, 2.0, 1.0, 1.0), 4, outline_area(4, 2.0) - outline_area(4, 1.0)},
      {"ring", ring_mesh(6, 2.0, 1.0, 1.0, 0.3), 6, outline_area(6, 2.0) - outline_area(6, 1.0)},
      // The bisector of one sharp edge passes through the other one at another angle.
      {"skew Z",
       prism_mesh({{4, -2}, {4, 2}, {2, 2}, {2, 4}, {-2, 4}, {-2, -1}, {0.8, 0.8}, {0.7, -2}}, 1.0),
       3, 0.0},
      {"bolt", bolt_mesh(24), 25, 3.0 * outline_area(24, 0.5) + 0.7 * outline_area(6, 1.0)},
      {"gear", gear_mesh(16), 33,
       0.4 * 16 *
           (0.5 * std::sin(0.8 * PI / 16.0) + 0.5 * 1.25 * 1.25 * std::sin(0.6 * PI / 16.0) +
            1.25 * std::sin(0.3 * PI / 16.0))},
      {"bowl", bowl_mesh(12, 3, 1.0, 0.8), 0, 0.0},
      {"torus", torus_mesh(12, 8, 3.0, 1.0), 0, 0.0},
      {"lump", rock_mesh(2, 0.5, 0.02, 3), 0, 0.0},
  };
}

MassProperties measured(const Mesh &mesh)
{
  return mass_properties(mesh.vertices, mesh.faces);
}

// Volume, centroid and inertia of all parts, as bodies.
MassProperties sum_of_parts(const SolidParts &solid)
{
  MassProperties sum{0.0, 0.0, Vector3d::zero(), Matrix3d::zero()};
  std::vector<ConvexPolyhedron> bodies;
  for (const auto &corners : solid.parts) {
    bodies.push_back(ConvexPolyhedron::from_vertices(corners));
    sum.volume += bodies.back().volume();
    sum.centroid += bodies.back().volume() * bodies.back().placement().position;
  }
  sum.centroid /= sum.volume;
  for (const ConvexPolyhedron &body : bodies) {
    const Pose &at = body.placement();
    const Vector3d arm = at.position - sum.centroid;
    sum.inertia +=
        at.rotation * Matrix3d::diagonal(body.principal_moments()) * transposed(at.rotation) +
        body.volume() * (squared_norm(arm) * Matrix3d::identity() - outer_product(arm, arm));
  }
  return sum;
}

void expect_same(const SolidParts &solid, const Mesh &mesh, double within)
{
  const MassProperties right = measured(mesh), sum = sum_of_parts(solid);
  const double size = extent(mesh).diagonal();
  EXPECT_NEAR(sum.volume / right.volume, 1.0, within);
  EXPECT_LE(norm(sum.centroid - right.centroid), within * size);
  EXPECT_LE(norm(sum.inertia - right.inertia), within * norm(right.inertia));
  EXPECT_NEAR(solid.parts_volume / right.volume, 1.0, within);
  EXPECT_LE(solid.volume_error, within);
  EXPECT_LE(solid.inertia_error, 10.0 * within);
}

void expect_count(const SolidParts &solid, int parts, int more)
{
  if (parts == 0) return;
  EXPECT_GE(static_cast<int>(solid.parts.size()), parts);
  EXPECT_LE(static_cast<int>(solid.parts.size()), parts + more);
}

double greatest_overlap(const SolidParts &solid)
{
  std::vector<ConvexPolyhedron> bodies;
  for (const auto &corners : solid.parts)
    bodies.push_back(ConvexPolyhedron::from_vertices(corners));
  OverlapWorkspace workspace;
  double greatest = 0.0;
  for (size_t a = 0; a < bodies.size(); a++)
    for (size_t b = a + 1; b < bodies.size(); b++)
      greatest = std::max(
          greatest,
          overlap(bodies[a], bodies[a].placement(), bodies[b], bodies[b].placement(), workspace)
              .volume);
  return greatest;
}

Matrix3d random_rotation(std::mt19937 &random)
{
  std::normal_distribution<double> normal;
  const Quaterniond q = {normal(random), normal(random), normal(random), normal(random)};
  return rotation_matrix(normalized(q));
}

Mesh placed(Mesh mesh, double scale, const Matrix3d &rotation, const Vector3d &shift)
{
  MeshPlacement placement;
  placement.scale = scale;
  placement.rotation = rotation;
  placement.shift = shift;
  placement.apply_to(mesh);
  return mesh;
}

TEST(SolidParts, AreTheSolid)
{
  for (const Scene &scene : scenes()) {
    SCOPED_TRACE(scene.name);
    const SolidParts solid = solid_parts(scene.mesh, {});
    EXPECT_TRUE(solid.is_exact);
    expect_count(solid, scene.parts, 0);
    if (scene.volume > 0.0) { EXPECT_NEAR(solid.parts_volume / scene.volume, 1.0, ROUNDING); }
    expect_same(solid, scene.mesh, ROUNDING);
    EXPECT_LE(solid.surface_error, ROUNDING);
    EXPECT_LE(greatest_overlap(solid), ROUNDING * solid.volume);
  }
}

// Two shells that touch: their common area is surface of the mesh, and not of the parts.
TEST(SolidParts, AreNotExactWhereTheSurfaceIsAnotherOne)
{
  Mesh mesh = block_mesh({0, 0, 0}, {1, 1, 1});
  append(mesh, block_mesh({0.25, 0.25, 1}, {0.75, 0.75, 2}));
  const SolidParts solid = solid_parts(mesh, {});
  EXPECT_EQ(solid.parts.size(), 2u);
  EXPECT_LE(solid.volume_error, ROUNDING);
  EXPECT_NEAR(solid.parts_surface, 6.0 + 4.0 * 0.5, ROUNDING);
  EXPECT_NEAR(solid.surface_error, 0.5 / 8.5, ROUNDING);
  EXPECT_FALSE(solid.is_exact);
}

TEST(SolidParts, AreTheSameWhereverTheMeshIs)
{
  std::mt19937 random(3);
  for (const Scene &scene : scenes())
    for (int n = 0; n < 3; n++) {
      SCOPED_TRACE(scene.name + " " + std::to_string(n));
      const Matrix3d rotation = random_rotation(random);
      const Mesh turned = placed(scene.mesh, 1.0, rotation, {0.3, -0.2, 5.0});
      const Mesh small = placed(scene.mesh, 1e-6, rotation, Vector3d::zero());
      const Mesh far = placed(scene.mesh, 1.0, rotation, {3000.0, -2000.0, 1000.0});
      for (const Mesh *mesh : {&turned, &small, &far}) {
        const SolidParts solid = solid_parts(*mesh, {});
        expect_count(solid, scene.parts, 0);
        expect_same(solid, *mesh, mesh == &far ? FAR_AWAY : ROUNDING);
        EXPECT_LE(greatest_overlap(solid), ROUNDING * solid.volume);
      }
    }
}

TEST(SolidParts, OfMeshesInSinglePrecision)
{
  std::mt19937 random(5);
  for (const Scene &scene : scenes())
    for (int n = 0; n < 4; n++) {
      SCOPED_TRACE(scene.name + " " + std::to_string(n));
      Mesh mesh = placed(scene.mesh, 1.0, random_rotation(random), {0.3, -0.2, 1.0});
      for (Vector3d &p : mesh.vertices) p = in_single_precision(p);
      const SolidParts solid = solid_parts(mesh, {});
      expect_count(solid, scene.parts, 1);    // bisectors of a star miss its middle
      expect_same(solid, mesh, SINGLE);
      EXPECT_LE(greatest_overlap(solid), ROUNDING * solid.volume);
    }
}

bool contains(const ConvexPolyhedron &body, const Vector3d &x)
{
  const Vector3d at = body.placement().to_body(x);
  for (int f = 0; f < body.face_count(); f++)
    if (body.plane(f).distance(at) > 0.0) return false;
  return true;
}

// No part has points on both sides of the bisector, near the edge.
TEST(SolidParts, EndAtTheBisectorsOfSharpHollowEdges)
{
  std::mt19937 random(7);
  int edges = 0;
  for (const Scene &scene : scenes()) {
    SCOPED_TRACE(scene.name);
    const Mesh mesh = placed(scene.mesh, 1.0, random_rotation(random), Vector3d::zero());
    const SolidSurface surface = solid_surface(mesh, SHARP_TURN);
    std::vector<ConvexPolyhedron> bodies;
    for (const auto &corners : solid_parts(mesh, {}).parts)
      bodies.push_back(ConvexPolyhedron::from_vertices(corners));
    for (const HollowEdge &edge : surface.hollow_edges) {
      if (!edge.is_sharp) continue;
      for (const double along : {0.1, 0.45, 0.8}) {
        const Vector3d side = edge.bisector().normal;
        const Vector3d x = edge.from + along * (edge.to - edge.from);
        const Vector3d left = surface.to_mesh(x + 1e-5 * (edge.inward + 0.01 * side));
        const Vector3d right = surface.to_mesh(x + 1e-5 * (edge.inward - 0.01 * side));
        int holders = 0;
        for (const ConvexPolyhedron &body : bodies) {
          holders += contains(body, left) + contains(body, right);
          EXPECT_FALSE(contains(body, left) && contains(body, right));
        }
        EXPECT_EQ(holders, 2);
        edges++;
      }
    }
  }
  EXPECT_GT(edges, 200);
}

TEST(SolidParts, OfTheCornerOfAnLAreCutAtHalfItsAngle)
{
  const Mesh mesh = prism_mesh({{0, 0}, {5, 0}, {5, 1}, {2, 1}, {2, 3}, {0, 3}}, 1.0);
  const SolidParts solid = solid_parts(mesh, {});
  ASSERT_EQ(solid.parts.size(), 2u);
  int on_bisector = 0;
  for (const Vector3d &p : solid.parts[0])
    on_bisector += std::fabs(p.x - 2.0 - (p.y - 1.0)) < 1e-12;
  EXPECT_EQ(on_bisector, 4);
}

TEST(SolidParts, OfASolidWithACavity)
{
  Mesh mesh = prism_mesh({{0, 0}, {3, 0}, {3, 3}, {0, 3}}, 3.0);
  Mesh cavity = prism_mesh({{1, 1}, {2, 1}, {2, 2}, {1, 2}}, 1.0);
  for (Vector3d &p : cavity.vertices) p.z += 1.0;
  append(mesh, cavity, true);
  MeshCleaning how;
  how.use = MeshUse::SOLID;
  const CleanMesh clean = cleaned(mesh, how);
  EXPECT_EQ(clean.report.inner_shells, 0);
  const SolidParts solid = solid_parts(clean.mesh, {});
  EXPECT_NEAR(solid.parts_volume, 26.0, 26.0 * ROUNDING);
  EXPECT_EQ(solid.parts.size(), 6u);
  EXPECT_LE(greatest_overlap(solid), ROUNDING);
}

// Cubes that touch along edges and at corners alone, and sharp edges that lie in bisectors of
// others.
TEST(SolidParts, OfCubesAtRandom)
{
  std::mt19937 random(11);
  for (int n = 0; n < 12; n++) {
    SCOPED_TRACE(n);
    std::array<char, 64> filled;
    for (char &one : filled) one = random() % 5 < 2u + n % 2;
    Mesh mesh =
        cubes_mesh(4, [&](int x, int y, int z) { return filled[x + 4 * (y + 4 * z)] != 0; });
    const auto volume = static_cast<double>(std::count(filled.begin(), filled.end(), 1));
    mesh = placed(mesh, 1.0, random_rotation(random), Vector3d::zero());
    const SolidParts solid = solid_parts(mesh, {});
    EXPECT_NEAR(solid.parts_volume, volume, ROUNDING * volume);
    EXPECT_LE(solid.surface_error, ROUNDING);
    EXPECT_LE(greatest_overlap(solid), ROUNDING * solid.volume);
    for (Vector3d &p : mesh.vertices) p = in_single_precision(p);
    const SolidParts rounded = solid_parts(mesh, {});
    EXPECT_NEAR(rounded.parts_volume, volume, SINGLE * volume);
    EXPECT_LE(greatest_overlap(rounded), ROUNDING * volume);
  }
}

TEST(SolidParts, OfATorusAreItsSegments)
{
  const Mesh torus = torus_mesh(24, 12, 3.0, 1.0);
  const SolidParts solid = solid_parts(torus, {});
  EXPECT_EQ(solid.parts.size(), 24u);
  expect_same(solid, torus, ROUNDING);
}

TEST(SolidParts, OfTwoBodies)
{
  Mesh mesh = prism_mesh({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 1.0);
  append(mesh, placed(mesh, 1.0, Matrix3d::identity(), {3.0, 0.1, 0.2}));
  const SolidParts solid = solid_parts(mesh, {});
  EXPECT_EQ(solid.parts.size(), 2u);
  EXPECT_NEAR(solid.parts_volume, 2.0, ROUNDING);
}

TEST(SolidParts, AreNoMoreThanAskedFor)
{
  const Mesh torus = torus_mesh(48, 8, 3.0, 1.0), lump = rock_mesh(2, 0.5, 0.0, 1);
  for (const Mesh *mesh : {&torus, &lump})
    for (const int most : {16, 24}) {
      if (mesh == &lump && most > 16) continue;    // it takes half a second
      SCOPED_TRACE(most);
      SolidPartsRequest request;
      request.most = most;
      request.volume_error = 0.02;
      const SolidParts solid = solid_parts(*mesh, request);
      EXPECT_FALSE(solid.is_exact);
      EXPECT_LE(static_cast<int>(solid.parts.size()), most);
      const MassProperties right = measured(*mesh), sum = sum_of_parts(solid);
      EXPECT_NEAR(sum.volume / right.volume - 1.0, solid.volume_error, ROUNDING);
      EXPECT_LE(solid.volume_error, 0.02);
      EXPECT_LE(solid.inertia_error, request.inertia_error);
      EXPECT_LE(greatest_overlap(solid), ROUNDING * solid.volume);
    }
}

std::string error_of(const Mesh &mesh, const SolidPartsRequest &request)
{
  try {
    solid_parts(mesh, request);
  } catch (const std::invalid_argument &error) {
    return error.what();
  }
  return "";
}

TEST(SolidParts, SayHowManyWouldDo)
{
  const Mesh torus = torus_mesh(48, 8, 3.0, 1.0);
  SolidPartsRequest request;
  request.most = 6;
  const std::string text = error_of(torus, request);
  const std::string before = " of the inertia: ", after = " parts would do";
  ASSERT_NE(text.find(before), std::string::npos) << text;
  ASSERT_NE(text.find(after), std::string::npos) << text;
  request.most = std::stoi(text.substr(text.find(before) + before.size()));
  EXPECT_GT(request.most, 6);
  EXPECT_LT(request.most, 40);
  EXPECT_EQ(error_of(torus, request), "");
}

// A corner of a rock is pulled over the opposite side of one of its triangles: the volume changes by
// less than is allowed.
TEST(SolidParts, SmallSelfCutsAreErrorsAndNoReason)
{
  Mesh rock = rock_mesh(3, 0.3, 0.0, 1);
  const double whole = measured(rock).volume;
  const std::vector<int> face = rock.faces[7];
  rock.vertices[face[0]] = rock.vertices[face[0]] +
      2.2 * (0.5 * (rock.vertices[face[1]] + rock.vertices[face[2]]) - rock.vertices[face[0]]);
  ASSERT_TRUE(self_cut(rock));
  const SolidParts solid = solid_parts(rock, {});
  EXPECT_FALSE(solid.is_exact);
  EXPECT_GT(solid.volume_error, 0.0);
  EXPECT_LT(solid.volume_error, 0.01);
  EXPECT_NEAR(sum_of_parts(solid).volume / whole, 1.0, 0.02);
  EXPECT_LT(greatest_overlap(solid), 1e-9 * whole);
}

TEST(SolidParts, RejectBadInput)
{
  EXPECT_NE(error_of({}, {}), "");
  Mesh large;
  large.faces.resize(5000001);
  EXPECT_NE(error_of(large, {}).find("5000001 triangles"), std::string::npos);
  Mesh open = l_mesh();
  open.faces.pop_back();
  EXPECT_NE(error_of(open, {}).find("not closed"), std::string::npos);
  Mesh inward;
  append(inward, l_mesh(), true);
  EXPECT_NE(error_of(inward, {}).find("inside out"), std::string::npos);
  Mesh pulled = rock_mesh(2, 0.3, 0.0, 1);
  pulled.vertices[20] *= -12.0;    // through the other side
  EXPECT_NE(error_of(pulled, {}).find("cut each other"), std::string::npos);
  Mesh two = l_mesh();
  append(two, placed(two, 1.0, Matrix3d::identity(), {0.3, 0.4, 0.1}));
  EXPECT_NE(error_of(two, {}).find("cut each other"), std::string::npos);
  SolidPartsRequest request;
  request.most = -1;
  EXPECT_NE(error_of(l_mesh(), request).find("-1 parts"), std::string::npos);
  request.most = 0;
  request.simplify = 1.5;
  EXPECT_NE(error_of(l_mesh(), request).find("1.5"), std::string::npos);
  request.simplify = 0.02;
  EXPECT_NE(error_of(rock_mesh(3, 0.5, 0.0, 1), request).find("simplified to"), std::string::npos);
}

TEST(SimplifiedMesh, IsClosedAndHasTheVolume)
{
  for (const Mesh &mesh :
       {rock_mesh(4, 0.5, 0.003, 1), torus_mesh(60, 30, 3.0, 1.0), gear_mesh(40)})
    for (const int triangles : {2000, 500, 200}) {
      const Mesh simple = simplified(mesh, triangles);
      const EdgeCount edges = count_edges(simple);
      EXPECT_EQ(edges.open + edges.wrong, 0);
      EXPECT_LE(simple.faces.size(), std::max<size_t>(triangles, mesh.faces.size() / 2));
      const MassProperties right = measured(mesh), is = measured(simple);
      EXPECT_NEAR(is.volume / right.volume, 1.0, ROUNDING);
      EXPECT_LE(norm(is.inertia - right.inertia), 0.03 * norm(right.inertia));
      EXPECT_LE(norm(is.centroid - right.centroid), ROUNDING * extent(mesh).diagonal());
    }
}

// Flat faces may lose triangles anywhere: the surface stays the same, unless triangles turn over.
TEST(SimplifiedMesh, KeepsFlatFaces)
{
  for (const double longest : {0.3, 0.1})
    for (const int triangles : {400, 100, 40}) {
      const Mesh simple = simplified(refined(l_mesh(), longest), triangles);
      EXPECT_LE(static_cast<int>(simple.faces.size()), triangles);
      EXPECT_NEAR(area_of(simple), 14.0, SINGLE);
      EXPECT_NEAR(measured(simple).volume, 3.0, ROUNDING);
      EXPECT_EQ(solid_parts(simple, {}).parts.size(), 2u);
    }
}

TEST(SimplifiedMesh, IsCutWhereAMeshHasManyTriangles)
{
  const Mesh mesh = rock_mesh(4, 0.5, 0.003, 1);
  const SolidParts solid = solid_parts(mesh, {});
  EXPECT_LE(solid.triangles, SIMPLE_TRIANGLES);
  EXPECT_FALSE(solid.is_exact);
  EXPECT_LE(solid.volume_error, 1e-6);
  EXPECT_GT(solid.surface_error, 0.0);
  EXPECT_LE(solid.inertia_error, 0.01);
}

}    // namespace test_solid_parts
