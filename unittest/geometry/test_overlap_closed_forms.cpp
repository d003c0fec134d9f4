// Overlaps of polyhedra, oracle: closed forms, at any tilt.

#include "common/constants.h"
#include "common/space.h"
#include "common/space_text.h"
#include "geometry/counted_rectangle.h"
#include "geometry/overlap.h"
#include "geometry/polyhedron_scenes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_overlap_closed_forms {

using namespace grist;

// Error of volumes, areas and moments, for overlaps not much smaller than the bodies.
constexpr double RELATIVE = 1e-10;

class ClosedForms : public testing::TestWithParam<int> {
 protected:
  Scenes scenes{GetParam()};
  OverlapWorkspace workspace;

  // The whole scene at a random place, the first time as it is. Results are turned back.
  Overlap at_any_tilt(const ConvexPolyhedron &a, const Pose &pose_a, const ConvexPolyhedron &b,
                      const Pose &pose_b)
  {
    const Matrix3d tilt = GetParam() == 0 ? Matrix3d::identity() : scenes.rotation();
    const Vector3d shift = GetParam() == 0 ? Vector3d::zero() : scenes.vector();
    Overlap result =
        overlap(a, moved(tilt, shift, pose_a), b, moved(tilt, shift, pose_b), workspace);
    for (Vector3d *v : {&result.centroid, &result.normal, &result.area_vector, &result.moment})
      *v = transposed(tilt) * *v;
    result.spread = turned(transposed(tilt), result.spread);
    return result;
  }
  void expect_volume(const Overlap &result, double volume)
  {
    EXPECT_EQ(result.status, OverlapStatus::OVERLAPPING);
    EXPECT_NEAR(result.volume / volume, 1.0, RELATIVE);
  }
  void expect_vector(const Vector3d &value, const Vector3d &expected)
  {
    EXPECT_LT(norm(value - expected), RELATIVE) << value << " should be " << expected;
  }
  // Of the rectangle that the area counts as: mean squares along the axes, without products of two.
  void expect_squares(const Overlap &result, const Vector3d &expected)
  {
    EXPECT_LT(norm(mean_square(result) - Matrix3d::diagonal(expected)),
              1e2 * RELATIVE * norm(expected));
  }
};

INSTANTIATE_TEST_SUITE_P(Tilts, ClosedForms, testing::Range(0, 5));

Pose at(double x, double y, double z, const Matrix3d &rotation = Matrix3d::identity())
{
  return {Vector3d{x, y, z}, rotation};
}

TEST_P(ClosedForms, CubesShifted)
{
  const ConvexPolyhedron cube = solids::cube(1.0);
  const Vector3d d{0.3, 0.45, 0.7};
  const Overlap result = at_any_tilt(cube, at(0, 0, 0), cube, at(d[0], d[1], d[2]));
  const Vector3d left = Vector3d::ones() - d;
  expect_volume(result, product_of(left));
  expect_vector(result.centroid, 0.5 * d);
  expect_vector(result.area_vector, {left[1] * left[2], left[0] * left[2], left[0] * left[1]});
  expect_vector(result.normal, normalized(result.area_vector));
  EXPECT_NEAR(result.area, norm(result.area_vector), RELATIVE);
}

TEST_P(ClosedForms, CubesFaceToFace)
{
  const ConvexPolyhedron cube = solids::cube(1.0);
  for (const double depth : {0.5, 1e-2, 1e-4}) {
    const Overlap result = at_any_tilt(cube, at(0, 0, 0), cube, at(0.25, 0, 1.0 - depth));
    expect_volume(result, 0.75 * depth);
    expect_vector(result.centroid, {0.125, 0, 0.5 - 0.5 * depth});
  }
}

TEST_P(ClosedForms, CubesTurnedAboutACommonAxis)
{
  const ConvexPolyhedron cube = solids::cube(2.0);
  const Overlap result =
      at_any_tilt(cube, at(0, 0, 0), cube, at(0, 0, 1.5, turn(PI / 4, Vector3d::unit_z())));
  expect_volume(result, 8.0 * (std::sqrt(2.0) - 1.0) * 0.5);    // octagon of inner radius 1
  expect_vector(result.centroid, {0, 0, 0.75});
}

TEST_P(ClosedForms, TetrahedraOfTheStellaOctangula)
{
  const ConvexPolyhedron tetrahedron = solids::tetrahedron(1.0);
  const Overlap result = at_any_tilt(tetrahedron, at(0, 0, 0), tetrahedron,
                                     at(0, 0, 0, turn(PI / 2, Vector3d::unit_z())));
  expect_volume(result, 0.5 * tetrahedron.volume());
  expect_vector(result.centroid, Vector3d::zero());
  expect_vector(result.area_vector, Vector3d::zero());
}

TEST_P(ClosedForms, OctahedraShiftedAlongTheirAxis)
{
  const ConvexPolyhedron octahedron = solids::octahedron(std::sqrt(2.0));    // |x|+|y|+|z| <= 1
  for (const double shift : {0.2, 1.0, 1.9}) {
    const Overlap result = at_any_tilt(octahedron, at(0, 0, 0), octahedron, at(0, 0, shift));
    const double size = 1.0 - 0.5 * shift;
    expect_volume(result, 4.0 / 3.0 * size * size * size);
    expect_vector(result.centroid, {0, 0, 0.5 * shift});
    expect_vector(result.area_vector, {0, 0, 2.0 * size * size});
    expect_squares(result, {size * size / 6.0, size * size / 6.0, 0.0});    // of a square
    expect_vector(result.moment, Vector3d::zero());
  }
}

TEST_P(ClosedForms, CubeAndOctahedronMakeACuboctahedron)
{
  const Overlap result = at_any_tilt(solids::cube(2.0), at(0, 0, 0),
                                     solids::octahedron(2.0 * std::sqrt(2.0)), at(0, 0, 0));
  expect_volume(result, 20.0 / 3.0);
  expect_vector(result.centroid, Vector3d::zero());
}

TEST_P(ClosedForms, EdgesCross)
{
  // Roof edges along x and y, one pointing up and one down: the height left over (x, y) is t - |x|
  // - |y|.
  const ConvexPolyhedron cube = solids::cube(1.0);
  const double t = 0.2, half = std::sqrt(0.5);
  const Overlap result = at_any_tilt(cube, at(0, 0, 0, turn(PI / 4, Vector3d::unit_x())), cube,
                                     at(0, 0, 2.0 * half - t, turn(PI / 4, Vector3d::unit_y())));
  expect_volume(result, 2.0 / 3.0 * t * t * t);
  expect_vector(result.centroid, {0, 0, half - 0.5 * t});
  expect_vector(result.normal, Vector3d::unit_z());
  expect_vector(result.area_vector, {0, 0, 2.0 * t * t});     // dV/dt
  expect_squares(result, {t * t / 6.0, t * t / 6.0, 0.0});    // of the square |x| + |y| < t
}

TEST_P(ClosedForms, CornerInAFace)
{
  const ConvexPolyhedron cube = solids::cube(1.0), slab = solids::box(10.0, 10.0, 4.0);
  const Matrix3d corner_down =
      rotation_matrix(quaternion_between(Vector3d::ones(), -Vector3d::unit_z()));
  for (const double depth : {0.3, 1e-2}) {
    const double half = 0.5 * std::sqrt(3.0);
    const Overlap result =
        at_any_tilt(slab, at(0, 0, -2.0), cube, at(0.7, 0.1, half - depth, corner_down));
    expect_volume(result, half * std::pow(depth, 3));
    expect_vector(result.normal, Vector3d::unit_z());
    expect_vector(result.centroid,
                  {0.7, 0.1, 2.0 - depth / 4.0});    // a quarter of the height below the base
    const double square = result.area / 12.0;        // a regular triangle counts as a square
    expect_squares(result, {square, square, 0.0});
  }
}

TEST_P(ClosedForms, ContactAreaOfABoxOnAFace)
{
  const ConvexPolyhedron box = solids::box(1.0, 2.0, 3.0), slab = solids::box(10.0, 10.0, 4.0);
  for (const double depth : {0.5, 1e-3}) {
    const Pose above = at(0.7, 0.1, 1.5 - depth), below = at(0, 0, -2.0);
    expect_squares(at_any_tilt(slab, below, box, above), {1.0 / 12.0, 4.0 / 12.0, 0.0});
    expect_squares(at_any_tilt(box, above, slab, below), {1.0 / 12.0, 4.0 / 12.0, 0.0});
  }
}

TEST_P(ClosedForms, NestedBodies)
{
  const ConvexPolyhedron small = solids::dodecahedron(0.1), large = solids::cube(2.0);
  const Pose inside = at(0.3, -0.2, 0.4, turn(0.7, {1, 2, 3}));
  for (const bool swapped : {false, true}) {
    const Overlap result = swapped ? at_any_tilt(small, inside, large, at(0, 0, 0))
                                   : at_any_tilt(large, at(0, 0, 0), small, inside);
    expect_volume(result, small.volume());
    expect_vector(result.centroid, swapped ? Vector3d::zero() : inside.position);
    expect_vector(result.area_vector, Vector3d::zero());
    expect_vector(result.moment, Vector3d::zero());
    expect_vector(result.normal, Vector3d::zero());
    EXPECT_EQ(trace(result.spread), 0.0);
  }
}

TEST_P(ClosedForms, CubeAgainstAWall)
{
  const ConvexPolyhedron cube = solids::cube(1.0);
  const Matrix3d tilt = GetParam() == 0 ? Matrix3d::identity() : scenes.rotation();
  const double t = 0.1;
  struct Case {
    Vector3d down;    // direction of the cube that points into the wall
    double reach, volume;
  };
  for (const Case &c : {Case{{0, 0, 1}, 0.5, t}, Case{{0, 1, 1}, std::sqrt(0.5), t * t},
                        Case{{1, 1, 1}, std::sqrt(0.75), std::sqrt(0.75) * t * t * t}}) {
    const Matrix3d posed = rotation_matrix(quaternion_between(c.down, -Vector3d::unit_z()));
    const Vector3d shift{3.0, 4.0, 5.0};
    const Pose pose = moved(tilt, shift, {Vector3d{0, 0, c.reach - t}, posed});
    const Vector3d up = tilt * Vector3d::unit_z();
    const Overlap result = overlap(cube, pose, HalfSpace{up, dot(up, shift)}, workspace);
    expect_volume(result, c.volume);
    expect_vector(result.normal, -up);
  }
}

// A box on its edge: the floor cuts off a wedge, and the contact area is a narrow rectangle.
TEST_P(ClosedForms, ContactAreaOfAnEdge)
{
  const ConvexPolyhedron box = solids::box(1.0, 2.0, 3.0);
  const Matrix3d tilt = GetParam() == 0 ? Matrix3d::identity() : scenes.rotation();
  for (const double angle : {0.1, 0.7})
    for (const double depth : {0.05, 1e-3}) {
      const Matrix3d posed = turn(angle, Vector3d::unit_y());
      const double reach = 0.5 * std::sin(angle) + 1.5 * std::cos(angle);
      const Pose pose = moved(tilt, Vector3d::zero(), {Vector3d{0, 0, reach - depth}, posed});
      Overlap result = overlap(box, pose, HalfSpace{tilt * Vector3d::unit_z(), 0.0}, workspace);
      result.spread = turned(transposed(tilt), result.spread);
      const double width = depth / (std::sin(angle) * std::cos(angle));
      EXPECT_NEAR(result.area / (2.0 * width), 1.0, 1e-9);
      result.normal = transposed(tilt) * result.normal;
      const Matrix3d square = mean_square(result);
      EXPECT_NEAR(square(0, 0) / (width * width / 12.0), 1.0, 1e-6);
      EXPECT_NEAR(square(1, 1) / (4.0 / 12.0), 1.0, 1e-6);
      EXPECT_NEAR(square(0, 1), 0.0, 1e-9 * width);
      EXPECT_LT(norm(square * Vector3d::unit_z()), 1e-9);
    }
}

TEST(WallOverlap, CubeInAWedge)
{
  OverlapWorkspace workspace;
  // The quarter space x <= 0, y <= 0.
  const ConvexPolyhedron cube = solids::cube(1.0);
  const HalfSpace wedge[2] = {{Vector3d::unit_x(), 0.0}, {Vector3d::unit_y(), 0.0}};
  const Overlap result = overlap(cube, at(0.4, 0.2, 7.0), wedge, 2, workspace);
  EXPECT_NEAR(result.volume / (0.1 * 0.3), 1.0, RELATIVE);
  EXPECT_LT(norm(result.centroid - Vector3d{-0.45, -0.35, 0.0}), RELATIVE);
  EXPECT_LT(norm(result.area_vector - Vector3d{-0.3, -0.1, 0.0}), RELATIVE);
  const Overlap far = overlap(cube, at(0.4, 0.6, 7.0), wedge, 2, workspace);
  EXPECT_EQ(far.status, OverlapStatus::SEPARATE);
}

TEST(WallOverlap, WallsThatBothReachButLeaveNothing)
{
  OverlapWorkspace workspace;
  const ConvexPolyhedron cube = solids::cube(1.0);
  const Vector3d n = normalized(Vector3d{1, 1, 1}), m = normalized(Vector3d{-1, -1, -1});
  const HalfSpace gap[2] = {{n, -0.2}, {m, -0.2}};
  EXPECT_EQ(overlap(cube, at(0, 0, 0), gap, 2, workspace).status, OverlapStatus::SEPARATE);
}

}    // namespace test_overlap_closed_forms
