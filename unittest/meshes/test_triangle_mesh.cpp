// Triangle meshes: welding, degenerate triangles, what meets where, images over a periodic border;
// and the search tree.
//
// Oracles: Euler's formula and closed forms for blocks and prisms; brute force over dense points
// for nearest points and over all triangles for the tree.

#include "common/constants.h"
#include "meshes/triangle_mesh.h"
#include "meshes/triangle_tree.h"

#include "meshes/mesh_scenes.h"
#include "meshes/point_weld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <stdexcept>

namespace grist {
namespace test_triangle_mesh {

using testing::add_facet;
using testing::block_mesh;
using testing::random_plate;
using testing::tube;

constexpr double SMOOTH = 20.0 * DEGREE;
constexpr double ROUNDING = 1e-12;

std::set<int> patches_of(const TriangleMesh &mesh)
{
  std::set<int> patches;
  for (const auto &t : mesh.triangles()) patches.insert(t.patch);
  return patches;
}

TEST(TriangleMesh, BlockHasTheCornersAndEdgesOfEuler)
{
  const TriangleMesh mesh(block_mesh({0, 0, 0}, {1, 2, 3}, 4), SMOOTH);
  const int faces = mesh.own_triangles(), edges = static_cast<int>(mesh.edges().size());
  EXPECT_EQ(faces, 6 * 2 * 16);
  EXPECT_EQ(static_cast<int>(mesh.corners().size()) - edges + faces, 2);
  EXPECT_EQ(2 * edges, 3 * faces);
  EXPECT_EQ(mesh.open_edges(), 0);
  EXPECT_EQ(patches_of(mesh).size(), 6u);
  EXPECT_EQ(mesh.features(), faces + edges + static_cast<int>(mesh.corners().size()));
  double area = 0.0;
  for (const auto &t : mesh.triangles()) area += t.area;
  EXPECT_NEAR(area, 2.0 * (2 + 3 + 6), ROUNDING);
}

TEST(TriangleMesh, PrismFoldsByItsAngleWhicheverWayItsTrianglesTurn)
{
  Mesh soup = tube(30, 1.0, 0.0, 1.0, 3);
  for (size_t n = 0; n < soup.faces.size(); n += 3) std::swap(soup.faces[n][0], soup.faces[n][1]);
  const TriangleMesh mesh(soup, 12.0001 * DEGREE), rough(soup, 11.9999 * DEGREE);
  EXPECT_EQ(mesh.open_edges(), 60);
  EXPECT_EQ(patches_of(mesh).size(), 1u);
  EXPECT_EQ(patches_of(rough).size(), 30u);
}

TEST(TriangleMesh, DropsDegenerateTrianglesAndCopies)
{
  Mesh soup = block_mesh({0, 0, 0}, {1, 1, 1});
  const Vector3d a{0, 0, 0}, b{1, 0, 0}, c{0.5, 0, 0};
  add_facet(soup, a, b, c);                           // no area
  add_facet(soup, a, b, b);                           // two corners in one
  add_facet(soup, a, b, b + Vector3d{0, 1e-8, 0});    // after welding
  std::vector<int> copy = soup.faces[5];
  std::swap(copy[0], copy[2]);
  soup.faces.push_back(copy);
  const TriangleMesh mesh(soup, SMOOTH);
  EXPECT_EQ(mesh.own_triangles(), 12);
  EXPECT_EQ(mesh.degenerate(), 3);
  EXPECT_EQ(mesh.duplicates(), 1);
  EXPECT_EQ(mesh.open_edges(), 0);
}

TEST(TriangleMesh, RoundingOpensNoGaps)
{
  std::mt19937 random(3);
  std::uniform_real_distribution<double> noise(-1e-8, 1e-8);
  Mesh soup = block_mesh({-5, 0, 2}, {-4, 1, 3}, 3);
  for (Vector3d &p : soup.vertices) p += Vector3d{noise(random), noise(random), noise(random)};
  EXPECT_EQ(TriangleMesh(soup, SMOOTH).open_edges(), 0);
}

TEST(TriangleMesh, RefusesInputThatIsNotAMesh)
{
  EXPECT_THROW(TriangleMesh(Mesh(), SMOOTH), std::invalid_argument);
  Mesh flat;
  add_facet(flat, {0, 0, 0}, {1, 0, 0}, {2, 0, 0});
  EXPECT_THROW(TriangleMesh(flat, SMOOTH), std::invalid_argument);
  Mesh broken;
  add_facet(broken, {0, 0, 0}, {1, 0, 0}, {0, std::numeric_limits<double>::quiet_NaN(), 0});
  EXPECT_THROW(TriangleMesh(broken, SMOOTH), std::invalid_argument);
  // Too large, and so far away that rounding is visible.
  Mesh large, far;
  add_facet(large, {0, 0, 0}, {1e100, 0, 0}, {0, 1e100, 0});
  EXPECT_THROW(TriangleMesh(large, SMOOTH), std::invalid_argument);
  add_facet(far, {1e12, 0, 0}, {1e12 + 1, 0, 0}, {1e12, 1, 0});
  EXPECT_THROW(TriangleMesh(far, SMOOTH), std::invalid_argument);
}

TEST(TriangleMesh, ImagesCloseATubeThatIsAsLongAsTheBox)
{
  for (const double radius : {0.01, 1.0, 100.0})
    for (const int rings : {1, 3, 5}) {
      const Mesh soup = tube(24, radius, -1.5 * radius, 1.5 * radius, rings);
      const TriangleMesh mesh(soup, SMOOTH, {3.0 * radius, 0.0, 0.0});
      EXPECT_EQ(mesh.open_edges(), 0);
      EXPECT_EQ(mesh.own_triangles(), 48 * rings);
      // Numbers are those of a torus: as many corners as rings of 24, three edges each.
      EXPECT_EQ(mesh.features(), 48 * rings + 24 * rings + 3 * 24 * rings);
      for (const auto &t : mesh.triangles()) EXPECT_LT(t.origin, mesh.own_triangles());
      EXPECT_EQ(patches_of(mesh).size(), 1u);
      // Images of rings that begin within half a period of either end.
      EXPECT_EQ(static_cast<int>(mesh.triangles().size()), 48 * (rings + (rings + 1)));
    }
}

TEST(PointWeld, JoinsWhatIsNearAndNothingElse)
{
  std::mt19937 random(5);
  std::uniform_real_distribution<double> place(-1.0, 1.0), noise(-0.5e-6, 0.5e-6);
  std::vector<Vector3d> points, places;
  for (int n = 0; n < 300; n++) points.push_back({place(random), place(random), place(random)});
  for (int n = 0; n < 600; n++)
    points.push_back(points[n % 300] + Vector3d{noise(random), noise(random), noise(random)});
  const std::vector<int> numbers = weld(points, 1e-6, places);
  EXPECT_EQ(places.size(), 300u);
  for (size_t n = 0; n < points.size(); n++) EXPECT_EQ(numbers[n], static_cast<int>(n % 300));
}

TriangleMesh::Triangle random_triangle(std::mt19937 &random)
{
  std::uniform_real_distribution<double> place(-1.0, 1.0);
  const auto point = [&] { return Vector3d{place(random), place(random), place(random)}; };
  Mesh one;
  add_facet(one, point(), point(), point());
  return TriangleMesh(one, SMOOTH).triangles()[0];
}

TEST(TriangleTree, NearestPointIsNearerThanAllOthers)
{
  std::mt19937 random(11);
  std::uniform_real_distribution<double> place(-2.0, 2.0);
  for (int round = 0; round < 200; round++) {
    const auto t = random_triangle(random);
    const Vector3d x{place(random), place(random), place(random)};
    const TrianglePoint nearest = nearest_point(t, x);
    double least = std::numeric_limits<double>::infinity();
    constexpr int STEPS = 60;
    for (int i = 0; i <= STEPS; i++)
      for (int j = 0; i + j <= STEPS; j++)
        least = std::min(least, norm(t.corner + t.side_b * i / STEPS + t.side_c * j / STEPS - x));
    const double distance = norm(nearest.point - x);
    EXPECT_LT(distance, least + ROUNDING);
    EXPECT_GT(distance, least - 0.1);    // points of the triangle are no denser
    EXPECT_NEAR(dot(nearest.point - t.corner, t.normal), 0.0, ROUNDING);
    EXPECT_NEAR(norm(nearest_point(t, nearest.point).point - nearest.point), 0.0, 1e-7);
  }
}

TEST(TriangleTree, FindsWhatBruteForceFinds)
{
  Mesh soup = random_plate(12, 1.0, 5);
  const Mesh slivers = tube(60, 0.5, -1.0, 1.0, 1);
  for (const auto &face : slivers.faces)
    add_facet(soup, slivers.vertices[face[0]], slivers.vertices[face[1]],
              slivers.vertices[face[2]]);
  const TriangleMesh mesh(soup, SMOOTH);
  const TriangleTree tree(mesh.triangles());
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-1.3, 1.3), size(0.0, 0.5);
  for (int round = 0; round < 500; round++) {
    const Vector3d x{place(random), place(random), place(random)};
    const double reach = size(random);
    std::vector<TriangleTree::Near> near;
    std::vector<int> found, expected;
    tree.find_near(x, reach, near);
    for (size_t n = 0; n < near.size(); n++) {
      found.push_back(near[n].triangle);
      ASSERT_LE(near[std::max<size_t>(n, 1) - 1].distance, near[n].distance);
    }
    for (size_t n = 0; n < mesh.triangles().size(); n++)
      if (norm(nearest_point(mesh.triangles()[n], x).point - x) < reach)
        expected.push_back(static_cast<int>(n));
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found, expected);
    ASSERT_EQ(tree.any_near(x, reach), !expected.empty());
  }
}

}    // namespace test_triangle_mesh
}    // namespace grist
