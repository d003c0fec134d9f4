// The shortest way out of half spaces. Oracle: of all points where up to three of their planes meet,
// nearest to the origin, the nearest one that is out of all of them.

#include "common/eigen_space.h"
#include "walls/shortest_way.h"

#include <Eigen/Dense>

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace grist {
namespace test_shortest_way {

Vector3d nearest_of_planes(const std::vector<Barrier> &planes)
{
  Eigen::MatrixXd normals(planes.size(), 3);
  Eigen::VectorXd depths(planes.size());
  for (size_t n = 0; n < planes.size(); n++) {
    normals.row(n) = to_eigen(planes[n].normal).transpose();
    depths[n] = planes[n].depth;
  }
  return from_eigen(normals.completeOrthogonalDecomposition().solve(depths));
}

double shortest_of_all(const std::vector<Barrier> &barriers)
{
  double best = std::numeric_limits<double>::infinity();
  const auto look_at = [&](const std::vector<Barrier> &planes) {
    const Vector3d x = nearest_of_planes(planes);
    for (const Barrier &barrier : barriers)
      if (dot(barrier.normal, x) < barrier.depth - 1e-9) return;
    best = std::min(best, norm(x));
  };
  for (size_t i = 0; i < barriers.size(); i++) {
    look_at({barriers[i]});
    for (size_t j = 0; j < i; j++) {
      look_at({barriers[i], barriers[j]});
      for (size_t k = 0; k < j; k++) look_at({barriers[i], barriers[j], barriers[k]});
    }
  }
  return best;
}

TEST(ShortestWay, IsThatOfAllMeetingPlanes)
{
  std::mt19937 random(11);
  std::normal_distribution<double> number;
  std::uniform_real_distribution<double> depth(0.5, 1.5);
  int found = 0, closed = 0;
  for (int n = 0; n < 3000; n++) {
    std::vector<Barrier> barriers;
    const double spread = n % 3 == 0 ? 0.1 : n % 3 == 1 ? 1.0 : 10.0;
    for (int k = 0; k < 1 + n % 8; k++) {
      const Vector3d direction =
          Vector3d::unit_z() + spread * Vector3d{number(random), number(random), number(random)};
      barriers.push_back({normalized(direction), depth(random)});
    }
    Vector3d x;
    const double expected = shortest_of_all(barriers);
    if (!find_shortest_way(barriers, x)) {
      EXPECT_GT(expected, 1e6);
      closed++;
      continue;
    }
    found++;
    EXPECT_NEAR(norm(x), expected, 1e-9 * expected);
    for (const Barrier &barrier : barriers)
      EXPECT_GT(dot(barrier.normal, x), barrier.depth - 1e-9 * expected);
  }
  EXPECT_GT(found, 1000);
  EXPECT_GT(closed, 30);
}

// All planes meet in one point, and many are nearly parallel.
TEST(ShortestWay, OutOfAConeOfAnyNumberOfFacets)
{
  for (const int facets : {3, 4, 12, 90, 720, 5000})
    for (const double slope : {0.2, 0.7, 1.4}) {
      std::vector<Barrier> barriers;
      for (int k = 0; k < facets; k++) {
        const double angle = 2.0 * M_PI * k / facets;
        barriers.push_back({{std::cos(slope) * std::cos(angle), std::cos(slope) * std::sin(angle),
                             std::sin(slope)},
                            0.01});
      }
      Vector3d x;
      ASSERT_TRUE(find_shortest_way(barriers, x));
      EXPECT_LT(norm(x - Vector3d{0, 0, 0.01 / std::sin(slope)}), 1e-8);
    }
}

TEST(ShortestWay, NoneBetweenOppositePlanes)
{
  Vector3d x;
  EXPECT_FALSE(find_shortest_way({{Vector3d::unit_x(), 1.0}, {-Vector3d::unit_x(), 0.5}}, x));
  ASSERT_TRUE(find_shortest_way({{Vector3d::unit_x(), 1.0}, {-Vector3d::unit_x(), -1.5}}, x));
  EXPECT_EQ(x, Vector3d::unit_x());
}

}    // namespace test_shortest_way
}    // namespace grist
