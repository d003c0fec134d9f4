#include "common/constants.h"
#include "packings/cluster_builder.h"
#include "packings/solid_comparison.h"
#include "packings/solid_cover.h"
#include "packings/solid_packing.h"
#include "packings/solid_scenes.h"
#include "packings/solid_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>

using namespace grist;

namespace test_solid_filling {

std::vector<std::pair<const char *, Mesh>> solids()
{
  return {{"cube", solid_shapes::mesh_of(Shape::cube(1.0))},
          {"sphere", solid_shapes::mesh_of(Shape::sphere(1.0))},
          {"cup", grist::testing::cup()}};
}

double largest_overlap(const std::vector<SolidSphere> &spheres)
{
  double most = 0.0;
  for (std::size_t a = 0; a < spheres.size(); a++)
    for (std::size_t b = 0; b < a; b++)
      most = std::max(most,
                      spheres[a].radius + spheres[b].radius -
                          norm(spheres[a].center - spheres[b].center));
  return most;
}

ClusterRequest request_of(const Mesh &mesh)
{
  ClusterRequest request;
  request.mesh = mesh;
  request.density = 2.0;
  return request;
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

// Oracle: the solid's own volume, centre and inertia. 2 % is what users ask for; volumes are equal.
TEST(SolidCover, HasTheMassOfTheSolid)
{
  for (const auto &[name, mesh] : solids()) {
    const Solid solid(mesh);
    double last = 1.0;
    for (int count : {50, 200, 500}) {
      if (count == 500 && std::string(name) == "sphere") continue;    // has enough with fewer
      const auto spheres = cover_solid(solid, {count, {}, {}});
      EXPECT_LE(spheres.size(), static_cast<std::size_t>(count));
      const SolidComparison errors = compare_with_solid(spheres, solid);
      EXPECT_NEAR(errors.volume_error, 0.0, 1e-6) << name;
      EXPECT_LT(errors.inertia_error, count >= 200 ? 0.02 : 0.1) << name << count;
      EXPECT_LT(errors.shift, count >= 200 ? 0.005 : 0.02) << name;
      EXPECT_LT(errors.surface_rms, std::max(0.001, last)) << name;
      last = errors.surface_rms;
      EXPECT_NO_THROW(union_of_spheres(spheres)) << name;
    }
    EXPECT_LT(last, 0.01) << name;
  }
}

// In small steps, and never back.
TEST(SolidCover, ReportsItsProgressFromZeroToOne)
{
  const Solid solid(solid_shapes::mesh_of(Shape::cube(1.0)));
  double last = 0.0;
  cover_solid(solid, {60, {}, {}, 0.004, [&last](double share) {
                        EXPECT_GE(share, last);
                        EXPECT_LE(share, last + 0.02);
                        last = share;
                      }});
  EXPECT_NEAR(last, 1.0, 1e-12);
}

// Two points of the grid inside for a least radius: each layer of points has one progress.
TEST(SolidCover, GridIsAsFineAsTheLeastRadiusNeeds)
{
  const Solid solid(solid_shapes::mesh_of(Shape::cube(1.0)));
  for (const double least : {0.3, 0.125, 0.1}) {
    std::set<double> layers;
    cover_solid(solid, {60, least, {}, 0.004, [&layers](double share) {
                          if (share > 0.4 && share < 0.8) layers.insert(share);
                        }});
    EXPECT_EQ(layers.size(), std::max(22u, static_cast<unsigned>(4.0 / least))) << least;
  }
}

TEST(SolidCover, KeepsRadiiInTheirRange)
{
  const Solid solid(grist::testing::cup());
  for (const auto &[center, radius] : cover_solid(solid, {300, 0.1, 0.15})) {
    EXPECT_GE(radius, 0.1 * (1.0 - 1e-8));
    EXPECT_LE(radius, 0.15);
    EXPECT_GE(solid.depth(center), radius - 0.004);
  }
}

// Oracle: a cube with one ball of its volume.
TEST(SolidComparison, OfOneBallInACube)
{
  const Solid cube(solid_shapes::mesh_of(Shape::cube(2.0)));
  const double radius = std::cbrt(6.0 / PI);
  const SolidComparison errors = compare_with_solid({{{}, radius}}, cube);
  EXPECT_NEAR(errors.volume_error, 0.0, 1e-8);
  // 2/5 m r^2 against m a^2 / 6
  EXPECT_NEAR(errors.inertia_error, 1.0 - 0.4 * radius * radius / (4.0 / 6.0), 1e-8);
  EXPECT_NEAR(errors.surface_max, (std::sqrt(3.0) - radius) / (2.0 * radius), 0.02);
}

TEST(SolidPacking, NeitherOverlapsNorProtrudes)
{
  for (const auto &[name, mesh] : solids()) {
    const Solid solid(mesh);
    for (int count : {1, 12, 150}) {
      const auto spheres = pack_solid(solid, count, SolidPackingChoice{});
      ASSERT_EQ(spheres.size(), static_cast<std::size_t>(count));
      EXPECT_EQ(largest_overlap(spheres), 0.0) << name << count;
      for (const auto &[center, radius] : spheres) {
        EXPECT_GE(solid.depth(center), radius) << name << count;
        EXPECT_EQ(radius, spheres[0].radius);
      }
    }
  }
}

// Six starts of five equal parts; or at most twelve counts that are tried.
TEST(SolidPacking, ReportsItsProgress)
{
  const Solid solid(solid_shapes::mesh_of(Shape::cube(1.0)));
  double last = 0.0, longest = 0.0;
  SolidPackingChoice choice;
  choice.progress = [&](double share) {
    EXPECT_GE(share, last);
    longest = std::max(longest, share - last);
    last = share;
  };
  pack_solid(solid, 12, choice);
  EXPECT_NEAR(longest, 1.0 / 30.0, 1e-12);
  EXPECT_NEAR(last, 29.0 / 30.0, 1e-12);
  last = longest = 0.0;
  pack_solid(solid, 0.3, 0.4, choice);
  EXPECT_NEAR(longest, 1.0 / 12.0, 1e-12);
  EXPECT_LT(last, 1.0);
}

TEST(SolidPacking, TakesARangeOfRadii)
{
  const Solid cup(grist::testing::cup());
  const auto spheres = pack_solid(cup, 0.1, 0.17, SolidPackingChoice{});
  double volume = 0.0, least = 1.0, most = 0.0;
  EXPECT_EQ(largest_overlap(spheres), 0.0);
  for (const auto &[center, radius] : spheres) {
    volume += sphere_volume(radius);
    least = std::min(least, radius);
    most = std::max(most, radius);
    EXPECT_GE(cup.depth(center), radius);
  }
  EXPECT_GT(volume / cup.mass().volume, 0.35);
  EXPECT_NEAR(least, 0.1, 0.002);
  EXPECT_NEAR(most, 0.17, 0.002);
}

// The unit of length changes nothing; the same command gives the same cluster.
TEST(SolidPacking, IsTheSameInAnyUnit)
{
  Mesh large = grist::testing::cup();
  for (auto &p : large.vertices) p = 1000.0 * p + Vector3d{5000.0, 0.0, 0.0};
  ClusterRequest one = request_of(grist::testing::cup()), other = request_of(large);
  one.elements = other.elements = 40;
  const BondedCluster a = build_cluster(one), b = build_cluster(other);
  for (int n = 0; n < 40; n++) {
    EXPECT_NEAR(b.radii[n], 1000.0 * a.radii[n], 1e-9);
    EXPECT_LT(norm(b.centers[n] - 1000.0 * a.centers[n]), 1e-9);
  }
  EXPECT_EQ(a.bonds, b.bonds);
}

// Oracle: what each keyword says of the mass.
TEST(SolidCluster, WeighsWhatIsAskedFor)
{
  ClusterRequest request = request_of(grist::testing::cup());
  request.elements = 60;
  const BondedCluster own = build_cluster(request);
  EXPECT_NEAR(own.total_mass, 2.0 * own.volume, 1e-9);
  request.mass_of = MassOf::SOLID;
  const BondedCluster solid = build_cluster(request);
  EXPECT_NEAR(solid.total_mass, 2.0 * 5.84, 1e-7);
  EXPECT_NEAR(solid.principal_moments[0] / own.principal_moments[0],
              solid.total_mass / own.total_mass, 1e-12);
  request.mass_of = MassOf::CLUSTER;
  request.rigid = true;
  const BondedCluster cluster = build_cluster(request);
  double mass = 0.0;
  for (double m : cluster.masses) mass += m;
  EXPECT_NEAR(mass, 2.0, 1e-12);
  EXPECT_EQ(cluster.bonds.size(), cluster.centers.size() - 1);
}

TEST(SolidCluster, ScalesToTheRadius)
{
  ClusterRequest request = request_of(solid_shapes::gravel(1.0, 3));
  request.elements = 20;
  request.radius = 0.2;
  const BondedCluster cluster = build_cluster(request);
  EXPECT_EQ(cluster.centers.size(), 20u);
  for (double radius : cluster.radii) EXPECT_NEAR(radius, 0.2, 1e-12);
  EXPECT_GT(cluster.protrusion, 0.0);
}

// Rings of a sphere, with a pole at each end.
Mesh globe(int around, int rings)
{
  Mesh mesh;
  mesh.vertices = {{0, 0, 1}, {0, 0, -1}};
  for (int r = 1; r < rings; r++)
    for (int n = 0; n < around; n++) {
      const double polar = PI * r / rings, angle = 2.0 * PI * n / around;
      mesh.vertices.push_back(
          {std::sin(polar) * std::cos(angle), std::sin(polar) * std::sin(angle), std::cos(polar)});
    }
  const auto at = [&](int r, int n) {
    return r == 0 ? 0 : r == rings ? 1 : 2 + (r - 1) * around + n % around;
  };
  for (int r = 0; r < rings; r++)
    for (int n = 0; n < around; n++) {
      if (r > 0) mesh.faces.push_back({at(r, n), at(r + 1, n), at(r, n + 1)});
      if (r + 1 < rings) mesh.faces.push_back({at(r, n + 1), at(r + 1, n), at(r + 1, n + 1)});
    }
  return mesh;
}

// Oracle: the volume of the mesh. Radii change at last, and elements may lie in others then.
TEST(SolidCluster, RoundMeshesOfAnyFacetsBecomeRigidClusters)
{
  for (const int around : {8, 14})
    for (const int elements : {8, 9, 20}) {
      SCOPED_TRACE(std::to_string(around) + " facets, " + std::to_string(elements) + " elements");
      ClusterRequest request = request_of(globe(around, around / 2 + 2));
      request.elements = elements;
      request.rigid = true;
      const BondedCluster cluster = build_cluster(request);
      EXPECT_LE(static_cast<int>(cluster.centers.size()), elements);
      EXPECT_NEAR(cluster.volume_fraction, 1.0, 1e-6);
      for (double mass : cluster.masses) EXPECT_GT(mass, 0.0);
    }
}

TEST(SolidCluster, RefusesWrongRequests)
{
  const ClusterRequest cup = request_of(grist::testing::cup());
  EXPECT_EQ(refusal_of(cup), "neither elements nor radius (at least one is needed)");
  ClusterRequest request = cup;
  request.elements = 60000;
  EXPECT_EQ(refusal_of(request), "elements 60000 (must be from 1 to 50000)");
  request = cup;
  request.radius = 0.0;
  EXPECT_EQ(refusal_of(request), "radius 0 (must be a positive, finite number)");
  request.radius = 0.9;
  EXPECT_NE(refusal_of(request).find("no element of this radius fits"), std::string::npos);
  request.rigid = true;
  EXPECT_EQ(refusal_of(request), "radius 0.9 (no element of this radius fits the solid)");
  request.rigid = false;
  request.radius = 0.001;
  EXPECT_NE(refusal_of(request).find("more than 50000 elements would fit"), std::string::npos);
  request.radius = 0.2;
  request.radius_max = 0.1;
  EXPECT_EQ(refusal_of(request), "radius/range 0.2 0.1 (the first must be the smaller one)");
  request.radius_max = 0.21;
  request.elements = 500;
  EXPECT_EQ(refusal_of(request), "elements 500 (do not fit the solid with these radii)");
  request = cup;
  request.radius = 0.1;
  request.lattice = Lattice::SC;
  EXPECT_EQ(refusal_of(request), "lattice (is for sphere, cube, box and cylinder)");
}

}    // namespace test_solid_filling
