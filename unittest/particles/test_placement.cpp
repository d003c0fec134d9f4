// Random sequential placement.
//
// Oracles: every pair of placed bodies and all their images compared, in boxes at right angles and
// skewed; the free spheres that brute force finds; clipping for polyhedra.

#include "common/space_text.h"
#include "particles/placement.h"

#include "geometry/overlap.h"
#include "geometry/solids.h"
#include "particles/assortment.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace grist;

namespace test_placement {

PlacementBox skewed_box(bool periodic_z)
{
  PlacementBox box;
  box.origin = Vector3d{-3.0, 7.0, 0.5};
  box.edges = Matrix3d::of_rows({4.0, 1.5, -1.0}, {0.0, 5.0, 2.0}, {0.0, 0.0, 6.0});
  box.periodic = {true, true, periodic_z};
  return box;
}

// The nearest of the images within two boxes around: enough for the boxes here.
double nearest(const PlacementBox &box, const Vector3d &delta, bool itself = false)
{
  double least = std::numeric_limits<double>::infinity();
  const auto reach = [&](int k) { return box.periodic[k] ? 2 : 0; };
  for (int a = -reach(0); a <= reach(0); a++)
    for (int b = -reach(1); b <= reach(1); b++)
      for (int c = -reach(2); c <= reach(2); c++)
        if (!itself || a != 0 || b != 0 || c != 0)
          least =
              std::min(least, norm(delta + box.edges * vector_cast<double>(Vector3<int>{a, b, c})));
  return least;
}

bool crosses(const PlacementBox &box, const Vector3d &x, double radius)
{
  const Vector3d lamda = box.lamda(x), height = box.heights();
  for (int k = 0; k < 3; k++)
    if (!box.periodic[k] &&
        (lamda[k] * height[k] < radius || (1.0 - lamda[k]) * height[k] < radius))
      return true;
  return false;
}

PlacedSolid ball(const Vector3d &center, double radius)
{
  return {nullptr, radius, {center, Matrix3d::identity()}};
}

TEST(Placement, LeavesNoOverlapInAnyBox)
{
  PlacementBox square;
  square.edges = 5.0 * Matrix3d::identity();
  for (const PlacementBox &box : {square, skewed_box(true), skewed_box(false)}) {
    OccupiedSpace space(box, 0.4);
    PlacementRequest request;
    RandomNumbers random(5);
    const auto radius_of = [](size_t n) { return n < 20 ? 0.6 : 0.1 + 0.2 / n; };
    for (int n = 0; n < 400; n++) request.bodies.push_back(ball(Vector3d::zero(), radius_of(n)));
    request.low = box.origin - Vector3d{2.0, 0.0, 0.0};
    request.high = box.origin + box.edges * Vector3d::ones();
    const auto centers = place_bodies(request, space, random);
    ASSERT_EQ(centers.size(), 400u);
    int placed = 0;
    for (size_t i = 0; i < centers.size(); i++) {
      if (!centers[i]) continue;
      placed++;
      EXPECT_FALSE(crosses(box, *centers[i], radius_of(i)));
      for (size_t j = 0; j < i; j++)
        if (centers[j]) {
          ASSERT_GE(nearest(box, *centers[i] - *centers[j]), radius_of(i) + radius_of(j));
        }
    }
    EXPECT_GT(placed, 350);
    EXPECT_EQ(space.count(), placed);
  }
}

TEST(Placement, FindsTheFreePlacesThatBruteForceFinds)
{
  for (const PlacementBox &box : {skewed_box(true), skewed_box(false)})
    for (const double cell : {0.05, 0.7, 3.0, 100.0}) {
      RandomNumbers random(17);
      const auto point = [&] {
        return box.origin +
            box.edges * Vector3d{random.uniform(), random.uniform(), random.uniform()};
      };
      OccupiedSpace space(box, cell);
      std::vector<std::pair<Vector3d, double>> spheres;    // they overlap and lie across faces
      for (int n = 0; n < 40; n++) {
        spheres.emplace_back(point() + Vector3d{0.1, 0.0, 0.3},
                             n == 0 ? 1.5 : 0.3 * random.uniform());
        space.add(ball(spheres.back().first, spheres.back().second));
      }
      int free = 0;
      for (int n = 0; n < 2000; n++) {
        const Vector3d x = point();
        const double radius = n % 2 ? 0.02 : 1.2 * random.uniform();
        bool expected =
            !crosses(box, x, radius) && nearest(box, Vector3d::zero(), true) > 2.0 * radius;
        for (const auto &[center, other] : spheres)
          expected = expected && nearest(box, x - center) >= radius + other;
        free += expected;
        ASSERT_EQ(space.is_free(ball(x, radius)), expected) << cell << " " << x;
      }
      EXPECT_GT(free, 100);
      EXPECT_LT(free, 1900);
    }
}

TEST(Placement, CallsAcceptAndProgress)
{
  PlacementBox box;
  OccupiedSpace space(box, 0.1);
  PlacementRequest request;
  request.bodies.assign(30, ball(Vector3d::zero(), 0.02));
  request.low = Vector3d::zero();
  request.high = Vector3d::ones();
  request.accept = [](const PlacedSolid &body) {
    return body.pose.position[2] + body.radius() < 0.25;
  };
  size_t told = 0;
  request.progress = [&](size_t tried, size_t) { told = tried; };
  RandomNumbers random(1);
  for (const auto &center : place_bodies(request, space, random)) {
    ASSERT_TRUE(center.has_value());
    EXPECT_LT((*center)[2], 0.23);
  }
  EXPECT_EQ(told, 30u);
}

TEST(Placement, GivesUpOnWhatDoesNotFit)
{
  PlacementBox box;
  OccupiedSpace space(box, 0.1);
  PlacementRequest request;
  for (const double radius : {0.51, 0.4, 0.4})    // the first reaches its own image
    request.bodies.push_back(ball(Vector3d::zero(), radius));
  request.low = Vector3d::zero();
  request.high = Vector3d::ones();
  request.attempts = 50;
  RandomNumbers random(1);
  const auto centers = place_bodies(request, space, random);
  EXPECT_FALSE(centers[0]);
  EXPECT_TRUE(centers[1]);
  EXPECT_FALSE(centers[2]);
}

// Plates and needles come nearer to each other, and to faces, than their bounding spheres, and do
// not overlap.
TEST(Placement, PolyhedraAreApartByTheirTrueShapes)
{
  const ConvexPolyhedron plate = solids::box(1.0, 1.0, 0.2), needle = solids::box(0.2, 1.2, 0.2);
  for (const PlacementBox &box : {skewed_box(true), skewed_box(false)}) {
    OccupiedSpace space(box, 1.0);
    const ConvexPolyhedron still = plate.scaled(1.5);
    space.add(
        {&still, 1.0, {box.origin + 0.5 * box.edges * Vector3d::ones(), Matrix3d::identity()}});
    PlacementRequest request;
    request.low = box.origin - Vector3d{2.0, 0.0, 0.0};
    request.high = box.origin + box.edges * Vector3d::ones();
    RandomNumbers random(9);
    for (int n = 0; n < 150; n++) {
      const Matrix3d turn = rotation_matrix(random_orientation(random));
      request.bodies.push_back(
          {n % 2 ? &plate : &needle, n % 3 ? 1.0 : 1.1, {Vector3d::zero(), turn}});
    }
    const auto centers = place_bodies(request, space, random);
    std::vector<ConvexPolyhedron> shapes = {still};
    std::vector<Pose> poses = {
        {box.origin + 0.5 * box.edges * Vector3d::ones(), Matrix3d::identity()}};
    for (size_t n = 0; n < centers.size(); n++) {
      if (!centers[n]) continue;
      shapes.push_back(request.bodies[n].solid->scaled(request.bodies[n].scale));
      poses.push_back({*centers[n], request.bodies[n].pose.rotation});
      if (box.periodic[2]) continue;
      for (const Vector3d &vertex : shapes.back().vertices()) {
        const double lamda = box.lamda(poses.back().to_space(vertex))[2];
        EXPECT_GE(lamda, 0.0);
        EXPECT_LE(lamda, 1.0);
      }
    }
    int close = 0;
    OverlapWorkspace workspace;
    for (size_t i = 0; i < shapes.size(); i++)
      for (size_t j = 0; j < i; j++)
        for (int k = 0; k < 125; k++) {
          const Vector3d image = vector_cast<double>(
              Vector3<int>{k % 5 - 2, k / 5 % 5 - 2, box.periodic[2] ? k / 25 - 2 : 0});
          Pose other = poses[j];
          other.position += box.edges * image;
          const double reach = shapes[i].radius() + shapes[j].radius();
          if (norm(other.position - poses[i].position) > reach) continue;
          close++;
          EXPECT_EQ(overlap(shapes[i], poses[i], shapes[j], other, workspace).volume, 0.0);
        }
    EXPECT_GT(centers.size(), 100u);
    EXPECT_GT(close, 100);
  }
}

// Oracle: the first and second moments of a uniform distribution on a sphere.
TEST(Placement, SurfacePointsLieOnTheSphereInAllOctants)
{
  const Vector3d center{1.0, -2.0, 3.0};
  const double radius = 0.7;
  Vector3d sum = Vector3d::zero();
  Matrix3d second = Matrix3d::zero();
  for (const Vector3d &point : surface_points(center, radius)) {
    EXPECT_NEAR(norm(point - center), radius, 1e-15);
    sum += point - center;
    second += outer_product(point - center, point - center);
  }
  EXPECT_LT(norm(sum), 1e-14);
  EXPECT_LT(norm(second - 14.0 / 3.0 * radius * radius * Matrix3d::identity()), 1e-14);
}

TEST(Placement, RefusesBoxesWithoutVolume)
{
  PlacementBox flat;
  flat.edges.column[2] = {};
  EXPECT_THROW(OccupiedSpace(flat, 0.1), std::invalid_argument);
  EXPECT_THROW(OccupiedSpace(PlacementBox(), 0.0), std::invalid_argument);
  EXPECT_THROW(OccupiedSpace(PlacementBox(), NAN), std::invalid_argument);
}

}    // namespace test_placement
