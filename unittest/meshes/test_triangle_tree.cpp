#include "meshes/triangle_tree.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

using namespace grist;

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
