#include "packings/bonded_cluster.h"

#include "common/constants.h"
#include "fragments/fragments.h"
#include "packings/cluster_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <stdexcept>

using namespace grist;

namespace test_bonded_cluster {

constexpr double ROUNDING = 1.0e-12;

std::vector<Vector3d> random_points(int count)
{
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-1.0, 1.0);
  std::vector<Vector3d> points;
  for (int n = 0; n < count; n++) {
    const double x = place(random), y = place(random), z = place(random);
    points.push_back({x, y, z});
  }
  return points;
}

double length_of(const std::vector<Vector3d> &points, const Bonds &bonds)
{
  double sum = 0.0;
  for (const auto &[a, b] : bonds) sum += norm(points[b] - points[a]);
  return sum;
}

std::string refusal_of(const std::function<void()> &call)
{
  try {
    call();
  } catch (const std::invalid_argument &refused) {
    return refused.what();
  }
  return "none";
}

const std::vector<SolidSphere> PEANUT = {{{0.5, 0.0, 0.0}, 1.0}, {{2.0, 0.0, 0.0}, 0.8}};

// Oracle: Kruskal's method on all pairs gives the same length.
TEST(BondedCluster, SpanningBondsAreTheShortest)
{
  const auto points = random_points(60);
  const Bonds bonds = spanning_bonds(points);
  EXPECT_EQ(bonds.size(), 59u);
  EXPECT_EQ(count_components(60, bonds), 1);

  Bonds all;
  for (int a = 0; a < 60; a++)
    for (int b = a + 1; b < 60; b++) all.push_back({a, b});
  std::sort(all.begin(), all.end(), [&](const auto &p, const auto &q) {
    return length_of(points, {p}) < length_of(points, {q});
  });
  DisjointSets sets(60);
  Bonds kruskal;
  for (const auto &[a, b] : all)
    if (sets.find(a) != sets.find(b)) {
      sets.join(a, b);
      kruskal.push_back({a, b});
    }
  EXPECT_NEAR(length_of(points, bonds), length_of(points, kruskal), ROUNDING);
  EXPECT_TRUE(spanning_bonds({{1.0, 2.0, 3.0}}).empty());
  EXPECT_EQ(spanning_bonds({{}, {}, {}}).size(), 2u);    // coincident
}

// Oracle: closed forms of the lens that two spheres share.
TEST(BondedCluster, RigidPairCountsTheLensOnce)
{
  const BondedCluster cluster = rigid_cluster(PEANUT, 1000.0);
  const double d = 1.5, r = 1.0, s = 0.8;
  const double lens = PI * (r + s - d) * (r + s - d) *
      (d * d + 2.0 * d * (r + s) - 3.0 * (r - s) * (r - s)) / (12.0 * d);
  EXPECT_NEAR(cluster.volume, sphere_volume(r) + sphere_volume(s) - lens, ROUNDING);
  EXPECT_NEAR(cluster.total_mass, 1000.0 * cluster.volume, 1000.0 * ROUNDING);
  EXPECT_EQ(cluster.bonds, (Bonds{{0, 1}}));
  EXPECT_TRUE(cluster.rigid);
  const auto &m = cluster.masses;
  EXPECT_NEAR(m[0] + m[1], cluster.total_mass, 1000.0 * ROUNDING);
  EXPECT_NEAR(m[0] * cluster.centers[0].x + m[1] * cluster.centers[1].x, 0.0, 1000.0 * ROUNDING);
  EXPECT_EQ(cluster.radii, (std::vector<double>{1.0, 0.8}));    // the nearest first
  EXPECT_NEAR(farthest_from_first(cluster), d, ROUNDING);
}

// Oracle: apart, the union is the spheres, each with its own moment of inertia.
TEST(BondedCluster, RigidWithoutOverlapIsAsBonded)
{
  const std::vector<SolidSphere> row = {
      {{0.0, 0.0, 0.0}, 1.0}, {{0.0, 1.5, 0.0}, 0.5}, {{0.0, 1.5, 1.25}, 0.75}};
  const BondedCluster rigid = rigid_cluster(row, 3.0), bonded = bonded_cluster(row, 3.0, 1.1);
  EXPECT_NEAR(rigid.total_mass, bonded.total_mass, ROUNDING * bonded.total_mass);
  for (int k = 0; k < 3; k++)
    EXPECT_NEAR(rigid.principal_moments[k] / bonded.principal_moments[k], 1.0, ROUNDING);
  EXPECT_NEAR(rigid.bounding_radius, bonded.bounding_radius, ROUNDING);
  EXPECT_EQ(bonded.bonds, (Bonds{{0, 1}, {1, 2}}));
  EXPECT_EQ(bonded.masses[1], 3.0 * sphere_volume(0.5));
  for (int n = 1; n < 3; n++) EXPECT_GE(norm(rigid.centers[n]), norm(rigid.centers[n - 1]));
}

// Oracle: a symmetry. The corners of a cube are equally far from its middle, and its edges are
// equally long: which comes first must not depend on rounding, and so on the units. (It did: in
// unit style nano the elements of such a cluster had other ids than in si.)
TEST(BondedCluster, EquallyFarElementsKeepTheirOrder)
{
  const double half = 1.95e-3;
  std::vector<Vector3d> given;
  for (double x : {-half, half})
    for (double y : {-half, half})
      for (double z : {-half, half}) given.push_back({x, y, z});
  for (double length : {1.0, 1e-2, 1e-3, 1e-6, 1e-9, 1e-10, 5.29177210903e-11, 3e-3}) {
    std::vector<SolidSphere> corners;
    for (const Vector3d &at : given)
      corners.push_back({(1.0 / length) * at, 1.949e-3 * (1.0 / length)});
    const BondedCluster cluster = rigid_cluster(corners, 1.0);
    for (std::size_t n = 0; n < given.size(); n++)
      EXPECT_LT(norm(length * cluster.centers[n] - given[n]), 1e-6 * half) << length << " " << n;
    EXPECT_EQ(cluster.bonds, (Bonds{{0, 1}, {0, 2}, {0, 4}, {1, 3}, {1, 5}, {2, 6}, {3, 7}}))
        << length;
  }
}

TEST(BondedCluster, OneRigidElementIsASphere)
{
  const BondedCluster ball = rigid_cluster({{{5.0, 6.0, 7.0}, 2.0}}, 2.0);
  EXPECT_EQ(ball.centers.size(), 1u);
  EXPECT_LT(norm(ball.centers[0]), ROUNDING);
  EXPECT_TRUE(ball.bonds.empty());
  for (double moment : ball.principal_moments)
    EXPECT_NEAR(moment, 0.4 * ball.total_mass * 4.0, ROUNDING * moment);

  ClusterRequest request;
  request.shape = Shape::sphere(3.0);
  request.density = 1.0;
  request.elements = 1;
  request.rigid = true;
  EXPECT_NEAR(build_cluster(request).volume_fraction, 1.0, 1e-9);
}

TEST(BondedCluster, RefusesOverlapOfBondedElements)
{
  EXPECT_EQ(refusal_of([] { bonded_cluster(PEANUT, 1.0, 1.1); }),
            "elements 1 and 2 overlap by 0.3 (bonded elements must not; keyword rigid takes them)");
  EXPECT_EQ(refusal_of([] { rigid_cluster(PEANUT, 1e-300); }).substr(0, 38), "none");
  EXPECT_NE(refusal_of([] { rigid_cluster(PEANUT, 1e-320); }).find("density"), std::string::npos);
  ClusterRequest request;
  request.spheres = PEANUT;
  request.density = 1.0;
  request.elements = 5;
  EXPECT_EQ(refusal_of([&] { build_cluster(request); }),
            "elements, radius and lattice (are for shapes; given spheres are the elements)");
}

}    // namespace test_bonded_cluster
