// Solids at places, and containers that hold them by their true shape.
//
// Oracles: the overlap by clipping; a move by the depth, which gets two solids apart; points in
// closed form.

#include "common/space.h"
#include "particles/placed_solid.h"

#include "geometry/overlap.h"
#include "geometry/random_shape.h"
#include "geometry/solids.h"
#include "geometry/sphere_overlap.h"
#include "particles/assortment.h"
#include "particles/container.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace grist;

namespace test_placed_solid {

constexpr double BEYOND = 1.0 + 1e-9;

Pose random_pose(RandomNumbers &random, double reach)
{
  const Vector3d way = normalized(Vector3d{random.normal(), random.normal(), random.normal()});
  return {reach * random.uniform() * way, rotation_matrix(random_orientation(random))};
}

double common_volume(const PlacedSolid &a, const PlacedSolid &b)
{
  OverlapWorkspace workspace;
  if (!b.solid) return overlap(a.solid->scaled(a.scale), a.pose, b.pose.position, b.scale).volume;
  return overlap(a.solid->scaled(a.scale), a.pose, b.solid->scaled(b.scale), b.pose, workspace)
      .volume;
}

TEST(PlacedSolid, OverlapWhereClippingSaysSoAndGetApartByTheDepth)
{
  RandomNumbers random(4);
  RandomShape form;
  form.cuts = 6;
  const ConvexPolyhedron stone = random_polyhedron(form), plate = solids::box(1.0, 1.0, 0.1),
                         needle = solids::box(0.1, 1.3, 0.1);
  const ConvexPolyhedron *shapes[] = {&stone, &plate, &needle, nullptr};
  int apart = 0, together = 0;
  for (int n = 0; n < 1200; n++) {
    PlacedSolid a = {shapes[n % 3], 0.5 + random.uniform(), random_pose(random, 1.0)};
    PlacedSolid b = {shapes[n / 3 % 4], 0.2 + random.uniform(), random_pose(random, 1.0)};
    const double volume = common_volume(a, b);
    const Penetration found = penetration(a, b);
    EXPECT_EQ(found.depth > 0.0, volume > 0.0) << n;
    EXPECT_NEAR(found.depth, penetration(b, a).depth, 1e-12) << n;
    (volume > 0.0 ? together : apart)++;
    if (volume == 0.0) continue;
    EXPECT_NEAR(norm(found.way), 1.0, 1e-12);
    const Vector3d place = b.pose.position;
    b.pose.position = place + BEYOND * found.depth * found.way;
    EXPECT_EQ(common_volume(a, b), 0.0) << n;
    b.pose.position = place - found.depth * found.way;    // the shift leads back
    EXPECT_NEAR(penetration(a, b, found.depth * found.way).depth, found.depth, 1e-12);
  }
  EXPECT_GT(apart, 200);
  EXPECT_GT(together, 200);
}

TEST(PlacedSolid, OfSpheresAndFacesTheDepthIsClosed)
{
  const ConvexPolyhedron cube = solids::cube(2.0);
  const PlacedSolid here = {&cube, 1.5, {}};
  const PlacedSolid ball = {nullptr, 0.5, {{1.9, 0.2, 0.1}, Matrix3d::identity()}};
  EXPECT_NEAR(penetration(here, ball).depth, 0.1, 1e-14);
  EXPECT_NEAR(penetration(here, ball).way[0], 1.0, 1e-14);
  const PlacedSolid other = {nullptr, 0.25, {{1.9, 0.2, 0.7}, Matrix3d::identity()}};
  EXPECT_NEAR(penetration(ball, other).depth, 0.15, 1e-14);
  const PlacedSolid cube_above = {&cube, 1.0, {{0.3, 0.2, 2.4}, Matrix3d::identity()}};
  EXPECT_NEAR(penetration(here, cube_above).depth, 0.1, 1e-14);
}

// A corner, an edge and the middle of a triangle reach into a cube by a little, or not; at last
// past the cube's edge.
TEST(PlacedSolid, MeetsTrianglesThatReachIntoIt)
{
  const ConvexPolyhedron cube = solids::cube(1.0);
  const PlacedSolid body = {
      &cube, 2.0, {{1.0, 0.0, 0.0}, Matrix3d::identity()}};    // x from 0 to 2
  for (const double in : {-0.01, 0.01}) {
    const bool meets = in > 0.0;
    EXPECT_EQ(meets_triangle(body, {in, 0, 0}, {-1, 1, 0}, {-1, 0, 1}), meets);
    EXPECT_EQ(meets_triangle(body, {in, 5, 0.3}, {in, -5, 0.3}, {-4, 0, 0.3}), meets);
    EXPECT_EQ(meets_triangle(body, {in, 9, 9}, {in, -9, 9}, {in, 0, -9}), meets);
    EXPECT_EQ(meets_triangle(body, {-5, -4 - in, -9}, {5, 6 - in, -9}, {0, 1 - in, 9}), meets);
  }
  EXPECT_TRUE(
      meets_triangle(body, {0.5, 0.1, 0}, {0.6, 0.1, 0}, {0.5, 0.2, 0}));    // wholly inside
}

// A cylinder, convex, and what is around a bar, which is not.
class Pipe : public Container {
 public:
  explicit Pipe(bool inside) : inside(inside) {}
  bool holds(const Vector3d &x, double radius) const override
  {
    const double from_axis = std::hypot(x[0], x[1]);
    return inside ? from_axis + radius <= 1.0 : from_axis - radius >= 0.3;
  }
  Vector3d way_in(const Vector3d &, double) const override { return Vector3d::zero(); }
  AlignedBox extent() const override { return {{-5, -5, -5}, {5, 5, 5}}; }
  double volume() const override { return 1.0; }

 private:
  bool inside;
};

TEST(Container, HoldsWhatItsTrueShapeLets)
{
  const ConvexPolyhedron needle = solids::box(0.2, 0.2, 3.0);
  const Matrix3d flat = rotation_matrix(std::acos(0.0), Vector3d::unit_y());
  const Pipe pipe(true), bar(false);
  const auto at = [&](double x, double y, const Matrix3d &turn) {
    return PlacedSolid{&needle, 1.0, {{x, y, 0.0}, turn * needle.placement().rotation}};
  };
  EXPECT_TRUE(pipe.contains(at(0.0, 0.0, Matrix3d::identity())));
  EXPECT_FALSE(pipe.contains(at(0.0, 0.0, flat)));
  const double most = std::sqrt(1.0 - 0.01) - 0.1;    // of the middle, so that corners touch
  EXPECT_TRUE(pipe.contains(at(most - 1e-9, 0.0, Matrix3d::identity())));
  EXPECT_FALSE(pipe.contains(at(most + 1e-9, 0.0, Matrix3d::identity())));
  // Across the bar all corners are outside of it, but the middle is not.
  EXPECT_FALSE(bar.contains(at(0.0, 0.35, flat)));
  EXPECT_TRUE(bar.contains(at(0.0, 0.41, flat)));
}

TEST(Assortment, WhatDoesNotFitIsNamedWithBothSizes)
{
  AssortmentRequest request;
  request.count = 3;
  request.make_shape = [](std::uint64_t) { return solids::box(3.0, 4.0, 12.0); };
  const Assortment drawn = draw_assortment(request);
  EXPECT_NO_THROW(check_room(drawn, {5.0, 3.0, 20.0}));    // it may lie
  const auto text = [&](const Vector3d &edges) -> std::string {
    try {
      check_room(drawn, edges);
    } catch (const std::invalid_argument &refused) {
      return refused.what();
    }
    return "";
  };
  EXPECT_EQ(text({5.0, 2.9, 20.0}),
            "bodies of 13 and more across in a space of 5 by 2.9 by 20 (none fits)");
  EXPECT_EQ(
      text({0.05, 0.1, 0.2}),
      "bodies of 13 and more across in a space of 0.05 by 0.1 by 0.2 (none fits; of a file in "
      "other units: scale 0.001?)");
}

}    // namespace test_placed_solid
