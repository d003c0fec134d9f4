#include "meshes/triangle_cells.h"
#include "meshes/triangle_tree.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <random>

using namespace grist;

namespace test_triangle_tree {

// Oracle: all triangles one by one.
TEST(TriangleTree, NearestIsThatOfAllTriangles)
{
  std::mt19937 random(5);
  std::uniform_real_distribution<double> place(-1.0, 1.0);
  const auto point = [&](double size) {
    const double x = place(random), y = place(random), z = place(random);
    return size * Vector3d{x, y, z};
  };
  Mesh mesh;
  for (int n = 0; n < 300; n++) {
    const Vector3d corner = point(1.0);
    for (int k = 0; k < 3; k++) mesh.vertices.push_back(corner + point(n % 10 == 0 ? 1.0 : 0.1));
    mesh.faces.push_back({3 * n, 3 * n + 1, 3 * n + 2});
  }
  const TriangleMesh triangles(mesh, 0.0);
  const TriangleTree tree(triangles.triangles());
  for (int n = 0; n < 500; n++) {
    const Vector3d x = point(n % 2 ? 0.8 : 5.0);
    double least = std::numeric_limits<double>::max();
    for (const auto &t : triangles.triangles())
      least = std::min(least, norm(nearest_point(t, x).point - x));
    const auto near = tree.nearest(x);
    EXPECT_EQ(near.distance, least);
    EXPECT_EQ(norm(nearest_point(triangles.triangles()[near.triangle], x).point - x), least);
  }
}

// A ball of the radius 1, of about facets^2 triangles.
static Mesh ball(int facets)
{
  Mesh mesh;
  const int rings = facets / 2;
  for (int r = 0; r <= rings; r++)
    for (int n = 0; n < facets; n++) {
      const double polar = PI * r / rings, turn = 2.0 * PI * n / facets;
      mesh.vertices.push_back(
          {std::sin(polar) * std::cos(turn), std::sin(polar) * std::sin(turn), std::cos(polar)});
    }
  for (int r = 0; r < rings; r++)
    for (int n = 0; n < facets; n++) {
      const int a = r * facets + n, b = r * facets + (n + 1) % facets;
      if (r > 0) mesh.faces.push_back({a, b + facets, b});
      if (r + 1 < rings) mesh.faces.push_back({a, a + facets, b + facets});
    }
  return mesh;
}

// Oracle: the tree. Small triangles in a corner, so many that their cells leave them to it; reaches
// that grow, and triangles that move.
TEST(TriangleCells, FindWhatTheTreeFinds)
{
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-1.0, 1.0);
  const auto point = [&](double size) {
    const double x = place(random), y = place(random), z = place(random);
    return size * Vector3d{x, y, z};
  };
  Mesh mesh;
  for (int n = 0; n < 600; n++) {
    const bool is_small = n % 2;
    const Vector3d corner = is_small ? Vector3d::ones() + point(0.02) : point(1.0);
    for (int k = 0; k < 3; k++)
      mesh.vertices.push_back(corner + point(is_small ? 0.01 : n % 20 == 0 ? 1.0 : 0.1));
    mesh.faces.push_back({3 * n, 3 * n + 1, 3 * n + 2});
  }
  TriangleMesh triangles(mesh, 0.0);
  TriangleTree tree(triangles.triangles());
  TriangleCells cells(triangles.triangles(), tree);
  size_t most = 0, none = 0;
  std::vector<TriangleTree::Near> found, expected;
  for (int n = 0; n < 3000; n++) {
    if (n == 1500) {
      std::vector<Vector3d> shifts;
      for (size_t k = 0; k < triangles.corners().size(); k++) shifts.push_back(point(0.05));
      tree.refit(triangles.shift_corners(shifts));
      cells.forget();
    }
    const Vector3d x = n % 3 == 0 ? Vector3d::ones() + point(0.1) : point(n % 3 == 1 ? 1.0 : 2.0);
    const double reach = n < 500 ? 0.02 : n < 1000 ? 0.2 : 0.1 * (n % 4);
    cells.find_near(x, reach, found);
    tree.find_near(x, reach, expected);
    ASSERT_EQ(found.size(), expected.size()) << n;
    for (size_t k = 0; k < found.size(); k++) {
      EXPECT_EQ(found[k].triangle, expected[k].triangle);
      EXPECT_EQ(found[k].distance, expected[k].distance);
    }
    most = std::max(most, found.size());
    none += found.empty();
  }
  EXPECT_GT(most, 150u);
  EXPECT_GT(none, 1000u);
}

// Oracle: the tree without slabs.
TEST(TriangleTree, SlabsFindTheSameTriangles)
{
  std::mt19937 random(5);
  std::uniform_real_distribution<double> place(-1.0, 1.0);
  const TriangleMesh triangles(ball(30), 0.0);
  const TriangleTree boxes(triangles.triangles());
  TriangleTree slabs(triangles.triangles());
  slabs.find_slabs();
  for (int n = 0; n < 600; n++) {
    const double x = place(random), y = place(random), z = place(random);
    constexpr double SCALES[] = {1e-3, 1e-16, 2.0};    // of the way to the middle
    const double scale = SCALES[n % 3];
    const auto expected = boxes.nearest({scale * x, scale * y, scale * z});
    const auto found = slabs.nearest({scale * x, scale * y, scale * z});
    EXPECT_EQ(found.triangle, expected.triangle);
    EXPECT_EQ(found.distance, expected.distance);
  }
}

// Near the middle of a ball of 40,000 triangles boxes do not show which is the nearest: a
// query would look at each, 40,000,000 in all.
TEST(TriangleTree, SlabsAreFastNearTheMiddleOfABall)
{
  const TriangleMesh triangles(ball(200), 0.0);
  TriangleTree tree(triangles.triangles());
  tree.find_slabs();
  const std::clock_t start = std::clock();
  for (int n = 0; n < 1000; n++) {
    const Vector3d x = {0.004 * std::cos(n), 0.004 * std::sin(n), 1e-5 * n};
    EXPECT_NEAR(tree.nearest(x).distance, 1.0 - norm(x), 1e-3);
  }
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 1.0);
}

}    // namespace test_triangle_tree
