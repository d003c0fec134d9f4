// Degenerate poses of polyhedra: finite and right.
//
// Oracles: closed forms; volumes that change by no more than the surface times the shift of a body
// (continuity); bounds 0 <= V <= both volumes; symmetry. Shifts in steps below rounding find the
// poses where signs are undecided.

#include "common/constants.h"
#include "geometry/nearest_feature.h"
#include "geometry/overlap.h"
#include "geometry/polyhedron_scenes.h"
#include "lanes/each_instruction_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace test_overlap_degenerate {

using namespace grist;

// Relative to the size of the bodies; the tolerance of the kernel and the rounding of poses.
constexpr double ROUNDING = 1e-14;

class Degenerate : public grist::testing::EachInstructionSet {
 protected:
  OverlapWorkspace workspace;
  Scenes scenes{1};

  Overlap checked(const ConvexPolyhedron &a, const Pose &pose_a, const ConvexPolyhedron &b,
                  const Pose &pose_b)
  {
    const Overlap result = overlap(a, pose_a, b, pose_b, workspace);
    const Overlap swapped = overlap(b, pose_b, a, pose_a, workspace);
    const double radius = a.radius() + b.radius();
    EXPECT_TRUE(std::isfinite(result.volume) && std::isfinite(result.area));
    EXPECT_TRUE(is_finite(result.centroid) && is_finite(result.normal));
    EXPECT_TRUE(is_finite(result.area_vector) && is_finite(result.moment));
    EXPECT_GE(result.volume, 0.0);
    EXPECT_LE(result.volume, std::min(a.volume(), b.volume()) * (1.0 + 1e-12));
    EXPECT_NEAR(result.volume, swapped.volume, ROUNDING * 10 * std::pow(radius, 3));
    EXPECT_LE(norm(result.centroid), a.radius() * (1.0 + 1e-12));
    EXPECT_EQ(result.volume > 0.0, result.status == OverlapStatus::OVERLAPPING);
    return result;
  }
  // The scene as it is and at random places: not separate by more than rounding, no volume above
  // it.
  void expect_touch(const ConvexPolyhedron &a, const Pose &pose_a, const ConvexPolyhedron &b,
                    const Pose &pose_b)
  {
    const Overlap plain = checked(a, pose_a, b, pose_b);
    EXPECT_EQ(plain.status, OverlapStatus::TOUCHING);
    EXPECT_LE(nearest_feature(a, {Vector3d::zero(), pose_a.rotation}, plain.centroid).distance,
              ROUNDING * 10);
    EXPECT_LE(
        nearest_feature(b, {pose_b.position - pose_a.position, pose_b.rotation}, plain.centroid)
            .distance,
        ROUNDING * 10);
    for (int n = 0; n < 50; n++) {
      const Matrix3d tilt = scenes.rotation();
      const Vector3d shift = scenes.vector();
      const Overlap result = checked(a, moved(tilt, shift, pose_a), b, moved(tilt, shift, pose_b));
      EXPECT_LT(result.volume, ROUNDING * std::pow(a.radius() + b.radius(), 3));
    }
  }
};

Pose at(double x, double y, double z, const Matrix3d &rotation = Matrix3d::identity())
{
  return {Vector3d{x, y, z}, rotation};
}

TEST_P(Degenerate, IdenticalBodies)
{
  for (const ConvexPolyhedron &body : many_shapes())
    for (int n = 0; n < 50; n++) {
      const Pose pose = n == 0 ? Pose{} : scenes.pose();
      const Overlap result = checked(body, pose, body, pose);
      EXPECT_NEAR(result.volume / body.volume(), 1.0, 1e-12);
      EXPECT_LT(norm(result.centroid), 1e-12);
      EXPECT_EQ(result.status, OverlapStatus::OVERLAPPING);
    }
}

TEST_P(Degenerate, BodiesThatLookTheSame)
{
  // Turned by a symmetry of theirs: all faces coplanar, up to the rounding of the turn.
  const ConvexPolyhedron cube = solids::cube(1.0), octahedron = solids::octahedron(1.0);
  for (int n = 0; n < 200; n++) {
    const Pose pose = scenes.pose();
    Pose other = pose;
    other.rotation = pose.rotation * turn(PI / 2 * scenes.index(4), Vector3d::unit_x()) *
        turn(PI / 2 * scenes.index(4), Vector3d::unit_y());
    EXPECT_NEAR(checked(cube, pose, cube, other).volume, 1.0, 1e-13);
    EXPECT_NEAR(checked(octahedron, pose, octahedron, other).volume, octahedron.volume(), 1e-13);
  }
}

TEST_P(Degenerate, Touching)
{
  const ConvexPolyhedron cube = solids::cube(2.0), octahedron = solids::octahedron(std::sqrt(2.0));
  const Matrix3d roof_x = turn(PI / 4, Vector3d::unit_x()),
                 roof_y = turn(PI / 4, Vector3d::unit_y());
  const double half = std::sqrt(2.0);                                             // centre to edge
  expect_touch(cube, {}, cube, at(0, 0, 2));                                      // face on face
  expect_touch(cube, {}, cube, at(1, 0.5, 2));                                    // part of a face
  expect_touch(cube, {}, cube, at(0, 0, 2, turn(PI / 4, Vector3d::unit_z())));    // turned faces
  expect_touch(cube, {}, cube, at(2, 0, 2));                     // edge on edge, parallel
  expect_touch(cube, {}, cube, at(2, 2, 2));                     // corner on corner
  expect_touch(cube, {}, octahedron, at(0.3, 0.2, 2));           // corner on face
  expect_touch(cube, {}, octahedron, at(1, 0.2, 2));             // corner on edge
  expect_touch(cube, {}, cube, at(0.5, 0, 1 + half, roof_x));    // edge on face
  expect_touch(cube, at(0, 0, 0, roof_x), cube, at(0, 0, 2 * half, roof_y));    // edges across
}

TEST_P(Degenerate, Slivers)
{
  const ConvexPolyhedron cube = solids::cube(1.0);
  for (const double depth : {1e-6, 1e-9, 1e-12, 1e-14})
    for (int n = 0; n < 20; n++) {
      const Matrix3d tilt = n == 0 ? Matrix3d::identity() : scenes.rotation();
      const Overlap result = checked(cube, {Vector3d::zero(), tilt}, cube,
                                     moved(tilt, Vector3d::zero(), at(0.5, 0.0, 1.0 - depth)));
      EXPECT_NEAR(result.volume, 0.5 * depth, ROUNDING);
      if (depth < 1e-12) continue;
      // The side face of a that is inside b, 1 by depth, tilts the normal.
      const Vector3d normal = normalized(Vector3d{depth, 0, 0.5});
      EXPECT_LT(norm(transposed(tilt) * result.normal - normal), 1e-2 * 1e-12 / depth);
      EXPECT_LT(norm(transposed(tilt) * result.centroid - Vector3d{0.25, 0, 0.5}),
                1e-2 * 1e-12 / depth + depth);
    }
}

TEST_P(Degenerate, NeedlesAndPlates)
{
  const ConvexPolyhedron needle = solids::box(1000.0, 1.0, 1.0),
                         plate = solids::box(1000.0, 1000.0, 1.0);
  for (int n = 0; n < 50; n++) {
    const Matrix3d tilt = scenes.rotation();
    const auto volume = [&](const ConvexPolyhedron &a, const ConvexPolyhedron &b,
                            const Pose &pose) {
      return checked(a, {Vector3d::zero(), tilt}, b, moved(tilt, Vector3d::zero(), pose)).volume;
    };
    const Matrix3d quarter = turn(PI / 2, Vector3d::unit_z());
    EXPECT_NEAR(volume(needle, needle, at(300, 200, 0.9, quarter)), 0.1, 1e-9);
    EXPECT_NEAR(volume(needle, needle, at(999.5, 0.5, 0.5)), 0.5 * 0.5 * 0.5, 1e-9);
    EXPECT_NEAR(volume(needle, needle, at(0, 0, 0.999)), 1.0, 1e-7);
    EXPECT_NEAR(volume(plate, plate, at(0, 0, 0.999)), 1000.0, 1e-4);
    EXPECT_NEAR(volume(plate, needle, at(100, 100, 400, turn(PI / 2, Vector3d::unit_y()))), 1.0,
                1e-9);
  }
}

TEST_P(Degenerate, NestedBodiesWithCommonFacesAndCorners)
{
  const ConvexPolyhedron small = solids::cube(1.0), large = solids::cube(2.0);
  for (const Pose &inside : {at(0, 0, 0.5), at(0.5, 0.5, 0), at(0.5, 0.5, 0.5), at(0, 0, 0)})
    for (int n = 0; n < 20; n++) {
      const Matrix3d tilt = n == 0 ? Matrix3d::identity() : scenes.rotation();
      const Overlap result =
          checked(small, moved(tilt, Vector3d::zero(), inside), large, {Vector3d::zero(), tilt});
      EXPECT_NEAR(result.volume, 1.0, 1e-13);
      EXPECT_LT(norm(result.centroid), 1e-13);
    }
}

TEST_P(Degenerate, VolumeIsContinuousInTheSmallestSteps)
{
  // Grid positions and quarter turns, so that all is coplanar and aligned, and shifts from below
  // rounding upwards.
  const std::vector<ConvexPolyhedron> shapes = {
      solids::cube(1.0),          solids::box(0.5, 1.0, 1.5), solids::octahedron(1.0),
      solids::prism(6, 0.5, 1.0), solids::tetrahedron(1.0),   solids::pyramid(4, 0.5, 1.0),
      solids::dodecahedron(0.5),  solids::icosahedron(0.5)};
  for (int n = 0; n < 4000; n++) {
    const ConvexPolyhedron &a = shapes[static_cast<size_t>(scenes.index(shapes.size()))];
    const ConvexPolyhedron &b = shapes[static_cast<size_t>(scenes.index(shapes.size()))];
    const Matrix3d tilt = n % 2 ? scenes.rotation() : Matrix3d::identity();
    const auto quarters = [&] {
      return turn(PI / 2 * scenes.index(4), Vector3d::unit(scenes.index(3)));
    };
    const auto grid = [&] { return 0.25 * (scenes.index(9) - 4); };
    const Pose pose_a = at(0, 0, 0, quarters());
    Pose pose_b = at(grid(), grid(), grid(), quarters());
    const Overlap middle =
        checked(a, moved(tilt, Vector3d::zero(), pose_a), b, moved(tilt, Vector3d::zero(), pose_b));
    const double step = std::pow(10.0, -scenes.uniform(6.0, 17.0));
    pose_b.position += step * scenes.direction();
    const Overlap shifted =
        checked(a, moved(tilt, Vector3d::zero(), pose_a), b, moved(tilt, Vector3d::zero(), pose_b));
    EXPECT_NEAR(middle.volume, shifted.volume, (step + ROUNDING) * a.surface());
  }
}

TEST_P(Degenerate, PosesWithoutNumbersEnd)
{
  // Not a number in, no crash and no endless loop; what comes out is the caller's affair.
  const ConvexPolyhedron body = solids::icosahedron(1.0);
  SeparatingPlane plane;
  Pose lost;
  for (Vector3d &column : lost.rotation.column) column = Vector3d::all(std::nan(""));
  overlap(body, {}, body, lost, workspace, &plane);
  lost = {};
  lost.position = Vector3d::all(std::nan(""));
  overlap(body, {}, body, lost, workspace, &plane);
  EXPECT_EQ(overlap(body, {}, body, {}, workspace).status, OverlapStatus::OVERLAPPING);
  EXPECT_NEAR(overlap(body, {}, body, {}, workspace).volume, body.volume(), 1e-12);
}

GRIST_FOR_EACH_INSTRUCTION_SET(Degenerate);

}    // namespace test_overlap_degenerate
