// The nearest feature of a polyhedron, oracles: the box by clamping, and the certificate of
// convexity: no vertex is beyond the plane through the nearest point, across the line to the
// centre.

#include "geometry/nearest_feature.h"
#include "geometry/polyhedron_scenes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_nearest_feature {

using namespace grist;

constexpr double ROUNDING = 1e-13;

TEST(NearestFeature, OfABoxIsTheClampedPoint)
{
  const ConvexPolyhedron box = solids::box(1.0, 2.0, 3.0);
  const Vector3d half{0.5, 1.0, 1.5};
  Scenes scenes(1);
  int seen[3] = {0, 0, 0};
  for (int n = 0; n < 2000; n++) {
    const Pose pose = scenes.pose();
    const Vector3d x = 1.5 * scenes.vector();
    if (greatest_of(absolute(x) - half) <= 0.0) continue;
    const Vector3d clamped = least(greatest(x, -half), half);
    const NearestFeature found = nearest_feature(box, pose, pose.to_space(x));
    EXPECT_NEAR(found.distance, norm(x - clamped), ROUNDING * 10);
    EXPECT_LT(norm(found.point - pose.rotation * clamped), ROUNDING * 10);
    EXPECT_LT(norm(found.normal - pose.rotation * normalized(x - clamped)), 1e-9);
    int out = 0;
    for (int k = 0; k < 3; k++) out += std::abs(x[k]) > half[k] ? 1 : 0;
    EXPECT_EQ(static_cast<int>(found.kind), out - 1);
    seen[out - 1]++;
  }
  for (const int count : seen) EXPECT_GT(count, 100);
}

TEST(NearestFeature, OutsideHasNoVertexBeyond)
{
  Scenes scenes(2);
  for (const ConvexPolyhedron &body : many_shapes())
    for (int n = 0; n < 300; n++) {
      const Pose pose = scenes.pose();
      const double far = body.radius() * scenes.uniform(0.0, 3.0);
      const Vector3d center = pose.position + far * scenes.direction();
      const NearestFeature found = nearest_feature(body, pose, center);
      if (found.distance <= 0.0) continue;
      const Vector3d x = center - pose.position, across = x - found.point;
      EXPECT_NEAR(norm(across), found.distance, ROUNDING * far);
      EXPECT_LT(norm(across - found.distance * found.normal), ROUNDING * 10 * far);
      for (const Vector3d &vertex : body.vertices())
        EXPECT_LT(dot(found.normal, pose.rotation * vertex - found.point),
                  ROUNDING * 100 * far * far / found.distance);
      double out = -1.0;    // the point is on the surface
      for (const ConvexPolyhedron::Face &face : body.faces())
        out = std::max(out, face.plane.distance(transposed(pose.rotation) * found.point));
      EXPECT_NEAR(out, 0.0, ROUNDING * 10 * far);
    }
}

TEST(NearestFeature, InsideIsTheNearestFace)
{
  Scenes scenes(3);
  for (const ConvexPolyhedron &body : many_shapes())
    for (int n = 0; n < 100; n++) {
      const Pose pose = scenes.pose();
      const Vector3d x = scenes.uniform(0.0, 1.0) * body.inner_radius() * scenes.direction();
      const NearestFeature found = nearest_feature(body, pose, pose.to_space(x));
      double nearest = 1e30;
      for (const ConvexPolyhedron::Face &face : body.faces())
        nearest = std::min(nearest, -face.plane.distance(x));
      EXPECT_EQ(found.kind, FeatureKind::FACE);
      EXPECT_NEAR(found.distance, -nearest, ROUNDING * 10);
      const Vector3d expected = pose.rotation * x - found.distance * found.normal;
      EXPECT_LT(norm(found.point - expected), ROUNDING * 10);
    }
}

TEST(NearestFeature, OnTheSurfaceIsFinite)
{
  for (const ConvexPolyhedron &body : many_shapes()) {
    std::vector<Vector3d> points = body.vertices();
    for (int n = 0; n < body.edge_count(); n++)
      points.push_back(0.5 * (body.vertex(body.edge(n).tail) + body.vertex(body.edge(n).head)));
    for (const ConvexPolyhedron::Face &face : body.faces()) {
      Vector3d middle = Vector3d::zero();
      for (const int corner : face.corners)
        middle += body.vertex(corner) / static_cast<double>(face.corners.size());
      points.push_back(middle);
    }
    for (const Vector3d &x : points) {
      const NearestFeature found = nearest_feature(body, {}, x);
      EXPECT_TRUE(is_finite(found.point));
      EXPECT_NEAR(norm(found.normal), 1.0, 1e-9);
      EXPECT_LT(found.distance, ROUNDING * body.radius() * 1000.0);
    }
  }
}

TEST(NearestFeature, IsTheSameInAllUnitsOfLength)
{
  Scenes scenes(4);
  const ConvexPolyhedron body = solids::icosahedron(1.0);
  for (const double unit : {1e-9, 1e-6, 1e-3, 1e3})
    for (int n = 0; n < 50; n++) {
      const Vector3d x = scenes.vector();
      const NearestFeature one = nearest_feature(body, {}, x);
      const NearestFeature other = nearest_feature(body.scaled(unit), {}, unit * x);
      EXPECT_EQ(one.kind, other.kind);
      EXPECT_NEAR(one.distance, other.distance / unit, ROUNDING);
      EXPECT_LT(norm(one.point - other.point / unit), ROUNDING);
    }
}

}    // namespace test_nearest_feature
