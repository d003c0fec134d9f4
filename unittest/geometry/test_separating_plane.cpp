// The plane kept between steps. Oracles: all vertices of each body on their side; the result
// without a plane.

#include "common/constants.h"
#include "geometry/overlap.h"
#include "geometry/polyhedron_scenes.h"
#include "geometry/separating_plane.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace test_separating_plane {

using namespace grist;

// Least distance of b beyond the plane, and of a behind it.
double gap(const SeparatingPlane &plane, const ConvexPolyhedron &a, const Pose &pose_a,
           const ConvexPolyhedron &b, const Pose &pose_b)
{
  double behind = std::numeric_limits<double>::infinity(), beyond = behind;
  for (const Vector3d &p : a.vertices())
    behind = std::min(behind, plane.offset - dot(plane.normal, p));
  for (const Vector3d &p : b.vertices())
    beyond = std::min(beyond, dot(plane.normal, pose_a.to_body(pose_b.to_space(p))) - plane.offset);
  EXPECT_NEAR(behind, 0.0, 1e-13);
  return beyond;
}

TEST(SeparatingPlane, IsFoundForAllPairsThatAreApart)
{
  const std::vector<ConvexPolyhedron> shapes = many_shapes();
  Scenes scenes(1);
  OverlapWorkspace workspace;
  int apart = 0, known = 0;
  for (int n = 0; n < 20000; n++) {
    const ConvexPolyhedron &a = shapes[static_cast<size_t>(scenes.index(shapes.size()))];
    const ConvexPolyhedron &b = shapes[static_cast<size_t>(scenes.index(shapes.size()))];
    const Pose pose_a = scenes.pose(), pose_b = scenes.near(a, pose_a, b);
    SeparatingPlane plane;
    const OverlapStatus status = overlap(a, pose_a, b, pose_b, workspace, &plane).status;
    if (status != OverlapStatus::SEPARATE) {
      EXPECT_FALSE(plane.known());
      EXPECT_FALSE(
          find_separating_plane(a, pose_a, b, pose_b, pose_b.position - pose_a.position).known());
      continue;
    }
    apart++;
    if (!plane.known()) continue;
    known++;
    EXPECT_NEAR(norm(plane.normal), 1.0, 1e-13);
    EXPECT_GT(gap(plane, a, pose_a, b, pose_b), 0.0);
    EXPECT_TRUE(separates(plane, pose_a, b, pose_b, pose_b.position - pose_a.position));
  }
  EXPECT_GT(apart, 3000);
  EXPECT_EQ(known, apart);
}

TEST(SeparatingPlane, NeverChangesTheAnswer)
{
  // Pairs that drift and turn together and apart, with the plane carried along.
  const std::vector<ConvexPolyhedron> shapes = many_shapes();
  Scenes scenes(2);
  OverlapWorkspace workspace;
  int kept = 0, steps = 0;
  for (int n = 0; n < 100; n++) {
    const ConvexPolyhedron &a = shapes[static_cast<size_t>(scenes.index(shapes.size()))];
    const ConvexPolyhedron &b = shapes[static_cast<size_t>(scenes.index(shapes.size()))];
    Pose pose_a = scenes.pose(), pose_b = scenes.near(a, pose_a, b);
    const Vector3d drift = 0.01 * scenes.vector(), spin = 0.02 * scenes.vector();
    SeparatingPlane plane;
    for (int step = 0; step < 60; step++) {
      const SeparatingPlane before = plane;
      const Overlap with = overlap(a, pose_a, b, pose_b, workspace, &plane);
      const Overlap without = overlap(a, pose_a, b, pose_b, workspace);
      EXPECT_EQ(with.status, without.status);
      EXPECT_EQ(with.volume, without.volume);
      steps++;
      kept += before.known() && before.normal == plane.normal ? 1 : 0;
      pose_b.position += step < 30 ? drift : -drift;
      pose_a.rotation = turn(norm(spin), spin) * pose_a.rotation;
    }
  }
  EXPECT_GT(kept, steps / 4);
}

TEST(SeparatingPlane, IsFoundForNarrowGaps)
{
  const ConvexPolyhedron cube = solids::cube(1.0);
  const Matrix3d roof_x = turn(0.25 * grist::PI, Vector3d::unit_x()),
                 roof_y = turn(0.25 * grist::PI, Vector3d::unit_y());
  Scenes scenes(3);
  for (const double width : {1e-2, 1e-6, 1e-10})
    for (int n = 0; n < 50; n++) {
      const Matrix3d tilt = scenes.rotation();
      const auto found = [&](const Pose &pose_a, const Pose &pose_b) {
        const Pose a = moved(tilt, Vector3d::zero(), pose_a),
                   b = moved(tilt, Vector3d::zero(), pose_b);
        return find_separating_plane(cube, a, cube, b, b.position - a.position).known();
      };
      EXPECT_TRUE(found({}, {Vector3d{0.3, 0.2, 1.0 + width}, Matrix3d::identity()}));
      EXPECT_TRUE(found({Vector3d::zero(), roof_x},
                        {Vector3d{0.1, 0.2, 2.0 * std::sqrt(0.5) + width}, roof_y}));
    }
}

}    // namespace test_separating_plane
