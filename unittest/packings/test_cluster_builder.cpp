#include "common/constants.h"
#include "packings/cluster_builder.h"

#include "fragments/fragments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

using namespace grist;

namespace test_cluster_builder {

constexpr double DENSITY = 2500.0;

ClusterRequest random_cluster(const Shape &shape, std::optional<int> elements,
                              std::optional<double> radius)
{
  return {shape, DENSITY, elements, radius, {}};
}

ClusterRequest lattice_cluster(const Shape &shape, double radius)
{
  return {shape, DENSITY, {}, radius, Lattice::SC};
}

std::string refusal_of(const ClusterRequest &request)
{
  try {
    build_cluster(request);
  } catch (const std::invalid_argument &refused) {
    return refused.what();
  }
  return "none";
}

// huang2020 4.3: the cubes of the ball mill. Oracle: counting and closed forms.
// Spheres on a 3 x 3 x 3 grid of spacing 2r: sum of squares along an axis 18 (2r)^2.
TEST(ClusterBuilder, CubeOfTheBallMill)
{
  const double r = 3.30e-3;
  const BondedCluster cube = build_cluster(lattice_cluster(Shape::cube(20.0e-3), r));
  const double mass = DENSITY * 4.0 / 3.0 * PI * r * r * r;
  EXPECT_EQ(cube.centers.size(), 27u);
  EXPECT_EQ(cube.bonds.size(), 54u);
  EXPECT_NEAR(cube.total_mass, 27.0 * mass, 1.0e-13 * cube.total_mass);
  EXPECT_NEAR(cube.volume_fraction, 27.0 * 4.0 / 3.0 * PI * r * r * r / 8.0e-6, 1.0e-13);
  EXPECT_NEAR(cube.bounding_radius, (2.0 * std::sqrt(3.0) + 1.0) * r, 1.0e-12 * r);
  EXPECT_EQ(cube.protrusion, 0.0);
  const double moment = mass * r * r * (2.0 * 18.0 * 4.0 + 27.0 * 0.4);
  for (double principal : cube.principal_moments) EXPECT_NEAR(principal, moment, 1.0e-12 * moment);
}

// huang2020 Table 7, clusters A to F. Oracle: the table, and the definitions.
TEST(ClusterBuilder, ClustersAToF)
{
  const struct {
    int elements;
    double radius;
  } table[] = {{6, 8.28e-3},  {10, 7.50e-3}, {25, 5.80e-3},
               {50, 4.70e-3}, {75, 4.10e-3}, {100, 3.73e-3}};
  for (const auto &row : table) {
    const BondedCluster cluster =
        build_cluster(random_cluster(Shape::sphere(20.0e-3), row.elements, row.radius));
    ASSERT_EQ(cluster.centers.size(), std::size_t(row.elements));
    for (double radius : cluster.radii) EXPECT_EQ(radius, row.radius);
    EXPECT_EQ(count_components(row.elements, cluster.bonds), 1);
    const double mass =
        row.elements * 4.0 / 3.0 * PI * row.radius * row.radius * row.radius * DENSITY;
    EXPECT_NEAR(cluster.total_mass, mass, 1.0e-13 * mass);
    EXPECT_LT(cluster.protrusion, 0.075 * 20.0e-3);
    Vector3d mean = Vector3d::zero();
    for (const Vector3d &center : cluster.centers) mean = mean + (1.0 / row.elements) * center;
    EXPECT_LT(norm(mean), 1.0e-15 * row.elements);
    for (const auto &[a, b] : cluster.bonds) EXPECT_LT(a, b);
    EXPECT_TRUE(std::is_sorted(cluster.bonds.begin(), cluster.bonds.end()));
    for (int bonds : bonds_at_elements(cluster)) EXPECT_GE(bonds, 3);
  }
}

// Cluster A is the octahedron: 12 bonds. Oracle: closed forms; arms of length sqrt(2) r along three
// axes.
TEST(ClusterBuilder, Octahedron)
{
  const BondedCluster cluster = build_cluster(random_cluster(Shape::sphere(20.0e-3), 6, {}));
  const double r = (std::sqrt(2.0) - 1.0) * 20.0e-3, found = 1.0e-6;    // as the packing test
  EXPECT_NEAR(cluster.radii[0], r, found * r);
  EXPECT_EQ(cluster.bonds.size(), 12u);
  EXPECT_NEAR(cluster.bounding_radius, 20.0e-3, found * 20.0e-3);
  const double moment =
      cluster.masses[0] * cluster.radii[0] * cluster.radii[0] * (4.0 * 2.0 + 6.0 * 0.4);
  for (double principal : cluster.principal_moments)
    EXPECT_NEAR(principal, moment, 10.0 * found * moment);
}

// Oracle: closed form. Two spheres: about their line 2 * 2/5 m r^2, across it 2 m d^2/4 more.
TEST(ClusterBuilder, PrincipalMomentsOfAPair)
{
  const Vector3d along = {1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0};
  const auto moments = principal_moments({1.5 * along, -1.5 * along}, {1.2, 1.2}, {7.0, 7.0});
  const double own = 2.0 * 0.4 * 7.0 * 1.44;
  EXPECT_NEAR(moments[0], own, 1.0e-13 * own);
  EXPECT_NEAR(moments[1], own + 2.0 * 7.0 * 2.25, 1.0e-12 * own);
  EXPECT_NEAR(moments[2], own + 2.0 * 7.0 * 2.25, 1.0e-12 * own);
}

// The hopper's cluster (huang2020 4.2): 10 elements of 2 mm weigh as much as a sphere of 4.31 mm
// would.
TEST(ClusterBuilder, HopperCluster)
{
  const BondedCluster cluster = build_cluster(random_cluster(Shape::sphere(5.0e-3), 10, 2.0e-3));
  for (double radius : cluster.radii) EXPECT_EQ(radius, 2.0e-3);
  EXPECT_NEAR(cluster.volume_fraction, 0.64, 1.0e-12);
  EXPECT_GT(cluster.protrusion, 0.0);
}

// Oracle: the definition; a longer reach bonds more, and a reach of 1 bonds what touches.
TEST(ClusterBuilder, ReachDecidesOnBonds)
{
  auto request = lattice_cluster(Shape::cube(20.0e-3), 3.30e-3);
  request.reach = 1.0;
  EXPECT_EQ(build_cluster(request).bonds.size(), 54u);
  request.reach = 1.42;    // over sqrt(2): the 72 face diagonals
  EXPECT_EQ(build_cluster(request).bonds.size(), 54u + 72u);
  request.reach = 100.0;
  EXPECT_EQ(build_cluster(request).bonds.size(), 27u * 26u / 2u);
}

// The sites of an fcc lattice in a needle lie a diagonal apart.
TEST(ClusterBuilder, RefusesWhatDoesNotHangTogether)
{
  try {
    std::vector<SolidSphere> row;
    for (double x : {0.0, 1.1, 3.0, 4.0, 9.0}) row.push_back({{x, 0.0, 0.0}, 0.5});
    bonds_in_reach(row, 1.1);
    FAIL() << "three pieces were taken";
  } catch (const std::invalid_argument &refused) {
    EXPECT_STREQ(refused.what(), "reach 1.1 (the 5 elements are in 3 pieces; try a larger reach)");
  }
  const Shape needle = Shape::box(2.0, 2.0, 2.0 + 6.0 * std::sqrt(2.0));
  ClusterRequest request = {needle, DENSITY, {}, 1.0, Lattice::FCC};
  EXPECT_EQ(refusal_of(request),
            "reach 1.1 (gives no bond between 4 elements; a cluster needs at least one)");
  EXPECT_EQ(refusal_of(random_cluster(Shape::sphere(1.0), 1, {})),
            "reach 1.1 (gives no bond between 1 element; a cluster needs at least one)");
}

TEST(ClusterBuilder, RefusesBadRequests)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Shape shape = Shape::sphere(1.0);
  auto request = random_cluster(shape, 5, {});
  request.density = -1.0;
  EXPECT_EQ(refusal_of(request), "density -1 (must be a positive, finite number)");
  request.density = nan;
  EXPECT_EQ(refusal_of(request), "density nan (must be a positive, finite number)");
  request = random_cluster(shape, 5, {});
  request.reach = 0.99;
  EXPECT_EQ(refusal_of(request), "reach 0.99 (must be a finite number >= 1)");
  request.reach = nan;
  EXPECT_EQ(refusal_of(request), "reach nan (must be a finite number >= 1)");
  EXPECT_EQ(refusal_of(random_cluster(shape, -4, {})), "elements -4 (must be from 1 to 50000)");
  EXPECT_EQ(refusal_of(random_cluster(shape, 4, -0.1)),
            "radius -0.1 (must be a positive, finite number)");
  EXPECT_EQ(refusal_of(random_cluster(shape, {}, {})),
            "neither elements nor radius (at least one is needed)");
  EXPECT_NE(refusal_of({shape, DENSITY, 4, 0.1, Lattice::SC}).find("elements 4"),
            std::string::npos);
  EXPECT_NE(refusal_of({shape, DENSITY, {}, {}, Lattice::SC}).find("lattice without radius"),
            std::string::npos);
}

}    // namespace test_cluster_builder
