// Oracles: volumes, and distances of simple shapes known beforehand.

#include "common/space.h"
#include "particles/feed_shape.h"

#include "common/constants.h"
#include "geometry/overlap.h"
#include "geometry/random_shape.h"
#include "geometry/solids.h"
#include "particles/assortment.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace grist;

namespace test_feed_shape {

PlacedShape at(const FeedShape &shape, double size, const Vector3d &position,
               const Matrix3d &rotation = Matrix3d::identity())
{
  return {&shape, size, {position, rotation}};
}

const Vector3d NO_SHIFT = Vector3d::zero();

TEST(FeedShape, SizeIsTheDiameterOfEqualVolume)
{
  const FeedShape pair = FeedShape::of_spheres({{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, {1.0, 1.0});
  EXPECT_NEAR(pair.own_size, 2.0 * std::cbrt(2.0), 1e-14);
  EXPECT_NEAR(pair.radius * pair.own_size, 2.0, 1e-14);
  double volume = 0.0;
  for (const double r : pair.radii) volume += 4.0 / 3.0 * PI * r * r * r;
  EXPECT_NEAR(volume, PI / 6.0, 1e-14);

  const FeedShape cube = FeedShape::of_solid(solids::cube(3.0));
  EXPECT_NEAR(volume_of_size(cube.own_size), 27.0, 1e-12);
  EXPECT_NEAR(cube.solid->volume(), PI / 6.0, 1e-14);
}

// Oracle: closed form of the lens of two unit spheres at distance 1, 5 pi / 12.
TEST(FeedShape, SizeCountsOverlapOnce)
{
  const FeedShape pair = FeedShape::of_spheres({{-0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}}, {1.0, 1.0});
  EXPECT_NEAR(volume_of_size(pair.own_size), 8.0 / 3.0 * PI - 5.0 / 12.0 * PI, 1e-12);
}

TEST(FeedShape, SpheresOverlapByTheirDepths)
{
  const FeedShape ball = FeedShape::of_spheres({Vector3d::zero()}, {0.5});
  EXPECT_EQ(overlap_of(at(ball, 2.0, {0, 0, 0}), at(ball, 4.0, {3.1, 0, 0}), NO_SHIFT), 0.0);
  EXPECT_NEAR(overlap_of(at(ball, 2.0, {0, 0, 0}), at(ball, 4.0, {2.9, 0, 0}), NO_SHIFT), 0.1,
              1e-14);
  EXPECT_NEAR(overlap_of(at(ball, 2.0, {0, 0, 0}), at(ball, 4.0, {9.9, 0, 0}), {-7.0, 0, 0}), 0.1,
              1e-14);

  // Two rods of three spheres, crossed: their middles touch at a distance of a diameter.
  const FeedShape rod = FeedShape::of_spheres({{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}, {0.5, 0.5, 0.5});
  const Matrix3d across = rotation_matrix(PI / 2.0, Vector3d::unit_z());
  const double size = rod.own_size;
  EXPECT_EQ(overlap_of(at(rod, size, {0, 0, 0}), at(rod, size, {0, 0, 1.01}, across), NO_SHIFT),
            0.0);
  EXPECT_NEAR(overlap_of(at(rod, size, {0, 0, 0}), at(rod, size, {0, 0, 0.9}, across), NO_SHIFT),
              0.1, 1e-12);
  // Side by side they overlap three times.
  EXPECT_NEAR(overlap_of(at(rod, size, {0, 0, 0}), at(rod, size, {0, 0, 0.9}), NO_SHIFT), 0.3,
              1e-12);
}

// The exact overlap by clipping is the oracle of whether there is one.
TEST(FeedShape, PolyhedraOverlapWhereClippingSaysSo)
{
  RandomNumbers random(3);
  int apart = 0, touching = 0;
  for (int n = 0; n < 400; n++) {
    RandomShape form;
    form.cuts = 8;
    form.seed = 2 * n + 1;
    const FeedShape a = FeedShape::of_solid(random_polyhedron(form));
    form.seed++;
    const FeedShape b = FeedShape::of_solid(random_polyhedron(form));
    const double size_a = 0.5 + random.uniform(), size_b = 0.5 + random.uniform();
    const Vector3d way = normalized(Vector3d{random.normal(), random.normal(), random.normal()});
    const double reach = size_a * a.radius + size_b * b.radius;
    const Vector3d place = way * reach * (0.5 + 0.5 * random.uniform());
    const Matrix3d turn_a = rotation_matrix(random_orientation(random)),
                   turn_b = rotation_matrix(random_orientation(random));
    const bool found =
        overlap_of(at(a, size_a, {0, 0, 0}, turn_a), at(b, size_b, place, turn_b), NO_SHIFT) > 0.0;

    const ConvexPolyhedron whole_a = a.solid->scaled(size_a), whole_b = b.solid->scaled(size_b);
    OverlapWorkspace workspace;
    const Overlap common =
        overlap(whole_a, {Vector3d::zero(), turn_a}, whole_b, {place, turn_b}, workspace);
    const bool overlaps = common.volume > 0.0;
    EXPECT_EQ(found, overlaps) << n;
    (overlaps ? touching : apart)++;
  }
  EXPECT_GT(apart, 50);
  EXPECT_GT(touching, 50);
}

TEST(FeedShape, SpheresAndCubesOverlapAtFaces)
{
  const FeedShape cube = FeedShape::of_solid(solids::cube(1.0));
  const FeedShape ball = FeedShape::of_spheres({Vector3d::zero()}, {0.5});
  const double size = cube.own_size;
  for (const double gap : {0.01, -0.01}) {
    const Vector3d place{1.0 + gap, 0.0, 0.0};
    EXPECT_EQ(overlap_of(at(cube, size, {0, 0, 0}), at(ball, 1.0, place), NO_SHIFT) > 0.0,
              gap < 0.0);
    EXPECT_EQ(overlap_of(at(ball, 1.0, place), at(cube, size, {0, 0, 0}), NO_SHIFT) > 0.0,
              gap < 0.0);
  }
}

TEST(FeedShape, ShapesWithoutSpheresAreRefused)
{
  EXPECT_THROW(FeedShape::of_spheres({}, {}), std::invalid_argument);
  EXPECT_THROW(FeedShape::of_spheres({Vector3d::zero()}, {-1.0}), std::invalid_argument);
}

}    // namespace test_feed_shape
