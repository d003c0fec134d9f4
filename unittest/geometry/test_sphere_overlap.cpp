// Overlaps of spheres with spheres, polyhedra and half spaces. Oracles: lens and cap in closed
// form, as sums of discs for the centroid; a sphere that is inside.

#include "common/constants.h"
#include "common/space.h"
#include "geometry/counted_rectangle.h"
#include "geometry/solids.h"
#include "geometry/sphere_overlap.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_sphere_overlap {

using namespace grist;

constexpr double ROUNDING = 1e-12;
constexpr double WHOLE = 4.0 / 3.0 * PI;

// Volume and first moment along z of the part of two spheres around 0 and d that both hold, by
// Simpson's rule: exact, because the areas of discs are parabolas in z.
struct Lens {
  double volume = 0.0, moment = 0.0;

  void add(double radius, double center, double from, double to)
  {
    const auto disc = [&](double z) {
      return PI * (radius * radius - (z - center) * (z - center));
    };
    const double middle = 0.5 * (from + to), sixth = (to - from) / 6.0;
    volume += sixth * (disc(from) + 4.0 * disc(middle) + disc(to));
    moment += sixth * (from * disc(from) + 4.0 * middle * disc(middle) + to * disc(to));
  }
};

TEST(SphereOverlap, TwoSpheresShareALens)
{
  const double R = 2.0, r = 1.5;
  const Vector3d at{0.3, -0.2, 0.7}, n = Vector3d{2.0, -1.0, 2.0} / 3.0;
  for (const double d : {0.6, 1.0, 2.0, 3.4}) {
    const double plane = (d * d + R * R - r * r) / (2.0 * d);
    Lens lens;
    lens.add(r, d, d - r, plane);
    lens.add(R, 0.0, plane, R);
    const Overlap o = overlap(at, R, at + d * n, r);
    EXPECT_EQ(o.status, OverlapStatus::OVERLAPPING);
    EXPECT_NEAR(o.volume / lens.volume, 1.0, ROUNDING) << d;
    EXPECT_LT(norm(o.normal - n), ROUNDING);
    EXPECT_NEAR(o.area / (PI * (R * R - plane * plane)), 1.0, ROUNDING) << d;
    EXPECT_LT(norm(o.area_vector - o.area * n), ROUNDING);
    EXPECT_LT(norm(o.centroid - lens.moment / lens.volume * n), ROUNDING) << d;
    const Overlap swapped = overlap(at + d * n, r, at, R);
    EXPECT_NEAR(swapped.volume / o.volume, 1.0, ROUNDING);
    EXPECT_LT(norm(swapped.centroid + d * n - o.centroid), ROUNDING);
  }
}

TEST(SphereOverlap, ASphereInsideAnotherIsAllOfIt)
{
  const Vector3d at{0.1, 0.2, 0.0}, arm{0.1, -0.2, 0.2};
  const Overlap small_b = overlap(at, 2.0, at + arm, 0.5);
  EXPECT_NEAR(small_b.volume / (WHOLE * 0.125), 1.0, ROUNDING);
  EXPECT_LT(norm(small_b.centroid - arm), ROUNDING);
  const Overlap small_a = overlap(at, 0.5, at + arm, 2.0);
  EXPECT_NEAR(small_a.volume / (WHOLE * 0.125), 1.0, ROUNDING);
  EXPECT_LT(norm(small_a.centroid), ROUNDING);
}

TEST(SphereOverlap, SpheresApartHaveNone)
{
  const Vector3d zero = Vector3d::zero();
  EXPECT_EQ(overlap(zero, 1.0, Vector3d{3.001, 0.0, 0.0}, 2.0).status, OverlapStatus::SEPARATE);
  EXPECT_EQ(overlap(zero, 1.0, Vector3d{2.999, 0.0, 0.0}, 2.0).status, OverlapStatus::OVERLAPPING);
}

// The part of a sphere of radius 2 at height 0 of the plane, from `low` to 2 above its centre, and
// all of it.
void expect_cap(const Overlap &o, const Vector3d &outwards, double depth)
{
  Lens cap;
  cap.add(2.0, 0.0, 2.0 - depth, 2.0);
  EXPECT_NEAR(o.volume / cap.volume, 1.0, ROUNDING) << depth;
  EXPECT_LT(norm(o.normal - outwards), ROUNDING);
  EXPECT_LT(norm(o.centroid - cap.moment / cap.volume * outwards), ROUNDING) << depth;
  EXPECT_NEAR(o.area, PI * depth * (4.0 - depth), ROUNDING * 4.0 * PI) << depth;
  const Matrix3d even = Matrix3d::identity() - outer_product(outwards, outwards);
  EXPECT_LT(norm(mean_square(o) - o.area / 12.0 * even), ROUNDING * 4.0);    // as a square
}

TEST(SphereOverlap, ThePlaneOfAHalfSpaceCutsOffACap)
{
  const Vector3d center{0.3, -0.4, 0.5}, n = Vector3d{2.0, -1.0, 2.0} / 3.0;
  for (const double depth : {0.01, 0.5, 2.0, 3.5, 4.0})    // the half space is below the plane
    expect_cap(overlap(center, 2.0, HalfSpace::through(center - (2.0 - depth) * n, n)), -n, depth);
  EXPECT_EQ(overlap(center, 2.0, HalfSpace::through(center - 2.001 * n, n)).status,
            OverlapStatus::SEPARATE);
}

TEST(SphereOverlap, TheFaceOfAPolyhedronCutsOffACap)
{
  const ConvexPolyhedron box = solids::cube(10.0);
  const Matrix3d turn = rotation_matrix(0.7, normalized(Vector3d{1.0, 2.0, -1.0}));
  const Pose pose = {{0.3, 0.1, -0.2}, turn};
  const Vector3d n = turn * Vector3d::unit_x();
  for (const double depth : {0.01, 0.5, 2.0}) {
    const Vector3d center = pose.position + turn * Vector3d{7.0 - depth, 0.3, -0.7};
    const Overlap of_box = overlap(box, pose, center, 2.0);
    const Overlap of_ball = overlap(center, 2.0, box, pose);
    expect_cap(of_ball, -n, depth);
    EXPECT_DOUBLE_EQ(of_box.volume, of_ball.volume);
    EXPECT_LT(norm(of_box.normal + of_ball.normal), ROUNDING);
    EXPECT_LT(norm(of_box.area_vector + of_ball.area_vector), ROUNDING);
    EXPECT_LT(norm(of_box.centroid + pose.position - of_ball.centroid - center), ROUNDING);
  }
  const Vector3d beside = pose.position + turn * Vector3d{7.001, 0.3, -0.7};
  EXPECT_EQ(overlap(box, pose, beside, 2.0).status, OverlapStatus::SEPARATE);
}

// The mean of its corners is not its centroid.
TEST(MassProperties, OfASquarePyramid)
{
  const double a = 1.5, h = 2.0, mass = a * a * h / 3.0;
  const ConvexPolyhedron pyramid = ConvexPolyhedron::from_vertices(
      {{a / 2, a / 2, 0}, {-a / 2, a / 2, 0}, {-a / 2, -a / 2, 0}, {a / 2, -a / 2, 0}, {0, 0, h}});
  EXPECT_NEAR(pyramid.volume() / mass, 1.0, ROUNDING);
  EXPECT_LT(norm(pyramid.placement().position - Vector3d{0, 0, h / 4}), ROUNDING);
  const Matrix3d inertia = pyramid.placement().rotation *
      Matrix3d::diagonal(pyramid.principal_moments()) * transposed(pyramid.placement().rotation);
  const double across = mass * (a * a / 20.0 + 3.0 * h * h / 80.0), along = mass * a * a / 10.0;
  EXPECT_LT(norm(inertia - Matrix3d(Matrix3d::diagonal(Vector3d{across, across, along}))),
            1e-12 * along);
}

}    // namespace test_sphere_overlap
