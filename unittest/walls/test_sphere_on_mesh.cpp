// Contacts of spheres with triangle meshes.
//
// Oracles: closed forms for planes, blocks and prisms; continuity along paths, with smaller and
// smaller steps; symmetry.

#include "common/constants.h"
#include "common/space.h"
#include "common/space_text.h"
#include "walls/one_by_one.h"
#include "walls/sphere_on_mesh.h"

#include "meshes/mesh_scenes.h"
#include "meshes/triangle_tree.h"

#include <gtest/gtest.h>

#include <random>

namespace grist {
namespace test_sphere_on_mesh {

using testing::add_facet;
using testing::add_quad;
using testing::block_mesh;
using testing::random_plate;
using testing::tube;

constexpr double SMOOTH = 20.0 * DEGREE;
constexpr double ROUNDING = 1e-13;

struct Touched {
  explicit Touched(const Mesh &soup, bool one_sided = false, double smooth = SMOOTH) :
      mesh(soup, smooth), contacts(mesh, one_sided), all(mesh.triangles().size())
  {
    for (size_t n = 0; n < all.size(); n++) all[n] = {0.0, static_cast<int>(n)};
  }
  const std::vector<MeshContact> &at(const Vector3d &center, double radius)
  {
    return contacts.find(all, center, radius);
  }
  TriangleMesh mesh;
  testing::OneByOne contacts;
  std::vector<TriangleTree::Near> all;
};

// Also at edges and corners of the mesh, and with spheres smaller and larger than triangles.
TEST(SphereOnMesh, FlatMeshIsAPlane)
{
  for (const int n : {1, 7, 40}) {
    Touched plate(random_plate(n, 1.0, 3));
    std::mt19937 random(n);
    std::uniform_real_distribution<double> place(-0.8, 0.8), depth(0.7, 0.999);
    std::vector<Vector3d> places;
    for (int k = 0; k < 500; k++) places.push_back({place(random), place(random), 0.0});
    for (const auto &corner : plate.mesh.corners())
      if (greatest_of(absolute(corner.place)) < 0.8) places.push_back(corner.place);
    for (const auto &edge : plate.mesh.edges()) {
      const Vector3d middle =
          0.5 * (plate.mesh.corners()[edge.from].place + plate.mesh.corners()[edge.to].place);
      if (greatest_of(absolute(middle)) < 0.8) places.push_back(middle);
    }
    for (const Vector3d &below : places)
      for (const double radius : {0.01, 0.2}) {
        const double height = radius * depth(random) * (random() % 2 ? 1.0 : -1.0);
        const auto &found = plate.at(below + height * Vector3d::unit_z(), radius);
        ASSERT_EQ(found.size(), 1u) << below;
        EXPECT_NEAR(found[0].distance, std::fabs(height), ROUNDING * radius);
        EXPECT_LT(norm(found[0].normal - Vector3d{0, 0, height > 0 ? 1.0 : -1.0}), ROUNDING);
      }
  }
}

TEST(SphereOnMesh, TiltedPlateOfSinglePrecisionIsOnePlane)
{
  Mesh soup = random_plate(25, 1.0, 3);
  const Matrix3d turn = rotation_matrix(0.7, normalized(Vector3d{1, 2, 3}));
  for (Vector3d &p : soup.vertices) p = testing::in_single_precision(turn * p);
  Touched plate(soup);
  std::mt19937 random(4);
  std::uniform_real_distribution<double> place(-0.7, 0.7);
  for (int k = 0; k < 3000; k++) {
    const auto &found = plate.at(turn * Vector3d{place(random), place(random), 0.099}, 0.1);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].distance, 0.099, 3e-7);
    EXPECT_LT(norm(found[0].normal - turn.column[2]), 3e-5);    // triangles are short
  }
}

// Around a block. The nearest point of the block lies on a face, an edge or a corner.
TEST(SphereOnMesh, ConvexBlockHasOneContact)
{
  const Vector3d low{-1, -2, -1.5}, high{1, 2, 1.5};
  for (const bool one_sided : {false, true}) {
    Touched block(block_mesh(low, high, 3), one_sided);
    std::mt19937 random(9);
    std::uniform_real_distribution<double> place(-2.5, 2.5);
    int touching = 0;
    for (int k = 0; k < 5000; k++) {
      const Vector3d x{place(random), place(random), place(random)}, radius{0.4, 0, 0};
      const Vector3d nearest = least(greatest(x, low), high);
      const double distance = norm(x - nearest);
      if (distance < 1e-6) continue;    // inside
      const auto &found = block.at(x, radius[0]);
      ASSERT_EQ(found.size(), distance < radius[0] ? 1u : 0u) << x;
      if (found.empty()) continue;
      touching++;
      EXPECT_NEAR(found[0].distance, distance, ROUNDING);
      EXPECT_LT(norm(found[0].normal - (x - nearest) / distance), ROUNDING / distance);
    }
    EXPECT_GT(touching, 500);
  }
}

// From the top of a bar over its edge and down its side, distance and normal are continuous.
TEST(SphereOnMesh, ContactIsContinuousOverAnEdge)
{
  Touched bar(block_mesh({-1, -1, -1}, {1, 1, 1}, 4));
  constexpr double RADIUS = 0.3, STEP = 1e-4;
  Vector3d last{0, 0, 1};
  for (double s = -0.5; s < 0.9; s += STEP) {
    const double around = std::clamp(s / 0.28, 0.0, 0.5 * grist::PI);
    const double past = std::max(0.0, s - 0.28 * 0.5 * grist::PI);
    const Vector3d x{0.123, 1.0 + std::min(s, 0.0) + 0.28 * std::sin(around),
                     1.0 + 0.28 * std::cos(around) - past};
    const auto &found = bar.at(x, RADIUS);
    ASSERT_EQ(found.size(), 1u) << s;
    EXPECT_NEAR(found[0].distance, 0.28, 1e-12);
    EXPECT_LT(norm(found[0].normal - last), 2.0 * STEP / 0.28);
    last = found[0].normal;
  }
  EXPECT_NEAR(last[1], 1.0, 1e-12);
}

TEST(SphereOnMesh, SharpInnerCornerHasTwoContactsAndABoxThree)
{
  for (const int n : {1, 5}) {
    Touched box(block_mesh({0, 0, 0}, {1, 1, 1}, n));
    EXPECT_EQ(box.at({0.5, 0.5, 0.095}, 0.1).size(), 1u);
    EXPECT_EQ(box.at({0.5, 0.09, 0.095}, 0.1).size(), 2u);
    const auto &found = box.at({0.098, 0.09, 0.095}, 0.1);
    ASSERT_EQ(found.size(), 3u);
    Vector3d sum = Vector3d::zero();
    for (const auto &contact : found) sum += contact.distance * contact.normal;
    EXPECT_LT(norm(sum - Vector3d{0.098, 0.09, 0.095}), ROUNDING);
  }
}

// The force of a spring on a sphere that moves over the facets of a tube.
struct Roll {
  double least_force = 1e30, greatest_force = 0.0, largest_jump = 0.0;
  size_t most_contacts = 0;
  double expected_least = 1e30, expected_greatest = 0.0;
};
// How far a point at this angle and distance from the axis is outside of a regular polygon.
double distance_to_polygon(int n, double apothem, double angle, double way)
{
  const double sector = 2.0 * grist::PI / n, off = std::remainder(angle - 0.5 * sector, sector);
  const double out = way * std::cos(off) - apothem;
  const double past = std::fabs(way * std::sin(off)) - apothem * std::tan(0.5 * sector);
  return past > 0.0 ? std::hypot(out, past) : out;
}
Roll roll_in_tube(int n, int rings, double radius, double overlap, double step)
{
  Touched drum(tube(n, 1.0, -1.0, 1.0, rings));
  const double apothem = std::cos(grist::PI / n), way = apothem - radius + overlap;
  Roll result;
  Vector3d last = Vector3d::zero();
  std::vector<TriangleTree::Near> near;
  const TriangleTree tree(drum.mesh.triangles());
  for (double angle = 0.1; angle < 0.1 + 4.0 * grist::PI / n; angle += step) {    // two facets

    const Vector3d x{0.03, way * std::cos(angle), way * std::sin(angle)};
    tree.find_near(x, radius, near);
    const auto &found = drum.contacts.find(near, x, radius);
    Vector3d force = Vector3d::zero();
    for (const auto &at : found) force += std::pow(radius - at.distance, 1.5) * at.normal;
    const double overlap_here = distance_to_polygon(n, apothem - radius, angle, way);
    result.expected_least = std::min(result.expected_least, std::pow(overlap_here, 1.5));
    result.expected_greatest = std::max(result.expected_greatest, std::pow(overlap_here, 1.5));
    result.least_force = std::min(result.least_force, norm(force));
    result.greatest_force = std::max(result.greatest_force, norm(force));
    result.most_contacts = std::max(result.most_contacts, found.size());
    if (last != Vector3d::zero())
      result.largest_jump = std::max(result.largest_jump, norm(force - last));
    last = force;
  }
  return result;
}

TEST(SphereOnMesh, FacettedTubeIsSmooth)
{
  for (const int n : {60, 360})
    for (const int rings : {1, 40}) {
      const double overlap = 2e-3, radius = 0.2, scale = std::pow(overlap, 1.5);
      const Roll coarse = roll_in_tube(n, rings, radius, overlap, 4e-5);
      const Roll fine = roll_in_tube(n, rings, radius, overlap, 1e-5);
      SCOPED_TRACE(std::to_string(n) + " facets");
      EXPECT_EQ(coarse.most_contacts, 1u);
      EXPECT_NEAR(coarse.least_force, coarse.expected_least, 1e-9 * scale);
      EXPECT_NEAR(coarse.greatest_force, coarse.expected_greatest, 1e-9 * scale);
      // Continuous: jumps shrink with the steps.
      EXPECT_LT(fine.largest_jump, 0.3 * coarse.largest_jump);
    }
}

TEST(SphereOnMesh, FacetsSharperThanTheAngleAreTwo)
{
  Touched drum(tube(12, 1.0, -1.0, 1.0, 3));
  // In the fold between two facets, with an overlap of 2e-3 with both: from the corner along the
  // middle plane.
  const double way = 1.0 - (0.2 - 2e-3) / std::cos(grist::PI / 12);
  EXPECT_EQ(drum.at({0.01, way, 0.0}, 0.2).size(), 2u);
}

TEST(SphereOnMesh, OneSidedPushesOutOfTheSolid)
{
  Touched block(block_mesh({-1, -1, -1}, {1, 1, 1}, 3), true);
  for (const double height : {0.05, -1e-9, -0.05, -0.15}) {
    const auto &found = block.at({0.2, 0.3, 1.0 + height}, 0.2);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].distance, height, ROUNDING);
    EXPECT_LT(norm(found[0].normal - Vector3d::unit_z()), 1e-6);
  }
  // Near an edge, the sphere is pushed out in the shorter direction.
  const auto &found = block.at({0.1, 0.95, 0.9}, 0.2);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].distance, -0.05, ROUNDING);
  EXPECT_NEAR(found[0].normal[1], 1.0, ROUNDING);
  EXPECT_TRUE(block.at({0.1, 0.2, 0.7}, 0.2).empty());    // deeper than a radius
}

// The far side of a plate that is thinner than the sphere does not push it.
TEST(SphereOnMesh, OneSidedThinPlateSupportsSpheresOnBothSides)
{
  Touched plate(block_mesh({-1, -1, -0.01}, {1, 1, 0.01}, 4), true);
  for (const double side : {-1.0, 1.0}) {
    const auto &found = plate.at({0.2, 0.3, side * 0.15}, 0.2);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].distance, 0.14, ROUNDING);
    EXPECT_NEAR(found[0].normal[2], side, ROUNDING);
  }
}

TEST(SphereOnMesh, CopiesThatAreNotWeldedMakeOneContact)
{
  // The same square, cut the other way: no triangle is a copy.
  Mesh soup;
  const Vector3d a{-1, -1, 0}, b{1, -1, 0}, c{1, 1, 0}, d{-1, 1, 0};
  add_quad(soup, a, b, c, d);
  add_quad(soup, b, c, d, a);
  Touched plate(soup);
  std::mt19937 random(4);
  std::uniform_real_distribution<double> place(-0.7, 0.7);
  for (int k = 0; k < 100; k++)
    EXPECT_EQ(plate.at({place(random), place(random), 0.09}, 0.1).size(), 1u);
}

}    // namespace test_sphere_on_mesh
}    // namespace grist
