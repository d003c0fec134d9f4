// Nearest points of many triangles at once. Oracle: nearest_point(), one by one.

#include "lanes/each_instruction_set.h"
#include "meshes/triangle_tree.h"
#include "walls/triangle_lanes.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace test_triangle_lanes {

using namespace grist;

constexpr double ROUNDING = 1e-13;    // of places of about 1

using TriangleLanesOf = grist::testing::EachInstructionSet;

TEST_P(TriangleLanesOf, FindThePointsOfOneTriangle)
{
  std::mt19937 random{4711};
  std::uniform_real_distribution<double> any{-1.0, 1.0};
  const auto point = [&] { return Vector3d{any(random), any(random), any(random)}; };
  CenterBatch batch;
  for (int n = 0; n < CenterBatch::MOST; n++) {
    const Vector3d x = 1.5 * point();
    for (int d = 0; d < 3; d++) batch.x[d][n] = x[d];
    batch.reach[n] = 1.0;
  }
  constexpr int COUNT = 40 * TriangleLanes::WHOLE;
  std::vector<TriangleMesh::Triangle> triangles(COUNT);
  std::vector<const double *> of;
  std::vector<int> centers;
  for (TriangleMesh::Triangle &t : triangles) {
    t.corner = point();
    t.side_b = point();
    t.side_c = point();
    t.normal = normalized(cross(t.side_b, t.side_c));
    of.push_back(t.corner.data());
    centers.push_back(static_cast<int>(7 * of.size() % CenterBatch::MOST));
  }
  std::vector<NearPoint> found(COUNT);
  triangle_lanes().find(of.data(), centers.data(), COUNT, batch, found.data());
  std::set<int> features;
  for (int n = 0; n < COUNT; n++) {
    const int k = centers[n];
    const Vector3d x{batch.x[0][k], batch.x[1][k], batch.x[2][k]};
    const TrianglePoint one = nearest_point(triangles[n], x);
    EXPECT_EQ(found[n].feature, one.feature);
    EXPECT_LT(norm(vector_at(found[n].point) - one.point), ROUNDING);
    EXPECT_NEAR(found[n].squared, squared_norm(one.point - x), ROUNDING);
    EXPECT_NEAR(found[n].height, dot(x - triangles[n].corner, triangles[n].normal), ROUNDING);
    features.insert(one.feature);
  }
  EXPECT_EQ(features.size(), 7u);
}

GRIST_FOR_EACH_INSTRUCTION_SET(TriangleLanesOf);

}    // namespace test_triangle_lanes
