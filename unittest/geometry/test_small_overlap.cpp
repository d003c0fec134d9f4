// The overlap of small bodies in registers, with each set of instructions that has such a kernel.
// Oracle: the clipping kernel for bodies of any size, which SSE2 uses for all.

#include "geometry/overlap.h"
#include "geometry/polyhedron_scenes.h"
#include "geometry/small_overlap_lanes.h"    // what is small
#include "lanes/each_instruction_set.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace test_small_overlap {

using namespace grist;

// Rounding of coordinates, over the size of the bodies: of vertices, and of the sums over edges.
constexpr double ROUNDING = 1e-14;

// Overlaps thinner than this part of the radius lose digits of their centroid.
constexpr double THIN = 1e-4;

bool is_small(const ConvexPolyhedron &body)
{
  return body.vertex_count() <= SMALL_VERTICES && body.face_count() <= SMALL_FACES &&
      body.edge_count() <= SMALL_EDGES;
}

class SmallOverlap : public grist::testing::EachInstructionSet {
 protected:
  OverlapWorkspace workspace;

  void SetUp() override
  {
    EachInstructionSet::SetUp();
    if (GetParam() == Instructions::BASIC)
      GTEST_SKIP() << name(GetParam()) << " has no such kernel";
  }

  Overlap by(Instructions set, const ConvexPolyhedron &a, const Pose &pose_a,
             const ConvexPolyhedron &b, const Pose &pose_b)
  {
    use_instructions(set);
    return overlap(a, pose_a, b, pose_b, workspace);
  }

  Overlap by(Instructions set, const ConvexPolyhedron &a, const Pose &pose, const HalfSpace &wall)
  {
    use_instructions(set);
    return overlap(a, pose, wall, workspace);
  }

  // Calls visit(a, pose_a, b, pose_b) for pairs of small shapes that are near to each other.
  template <class Visit> void for_pairs(int count, Visit visit)
  {
    std::vector<ConvexPolyhedron> shapes;
    for (const ConvexPolyhedron &shape : many_shapes())
      if (is_small(shape)) shapes.push_back(shape);
    Scenes scenes(31);
    for (int n = 0; n < count; n++) {
      const ConvexPolyhedron &a = shapes[scenes.index(shapes.size())];
      const ConvexPolyhedron &b = shapes[scenes.index(shapes.size())];
      const Pose pose_a = scenes.pose(), pose_b = scenes.near(a, pose_a, b);
      visit(a, pose_a, b, pose_b);
    }
  }
};

bool has_same_spread(const Overlap &a, const Overlap &b, double radius)
{
  return norm(matrix_of(a.spread) - matrix_of(b.spread)) < 100.0 * ROUNDING * radius;
}

TEST_P(SmallOverlap, AgreesWithTheKernelForAllSizes)
{
  int overlapping = 0;
  for_pairs(
      20000,
      [&](const ConvexPolyhedron &a, const Pose &pose_a, const ConvexPolyhedron &b,
          const Pose &pose_b) {
        double reach = 0.0, reach_any = 0.0;
        workspace.reach = &reach;
        const Overlap small = by(GetParam(), a, pose_a, b, pose_b);
        workspace.reach = &reach_any;
        const Overlap any = by(Instructions::BASIC, a, pose_a, b, pose_b);
        const double radius = a.radius() + b.radius();
        ASSERT_EQ(small.status, any.status);
        ASSERT_NEAR(small.volume, any.volume, ROUNDING * std::pow(radius, 3));
        ASSERT_LT(norm(small.area_vector - any.area_vector), 10.0 * ROUNDING * radius * radius);
        ASSERT_NEAR(small.area, norm(small.area_vector), ROUNDING * radius * radius);
        ASSERT_LT(norm(small.moment - any.moment), 10.0 * ROUNDING * std::pow(radius, 3));
        if (any.volume < std::pow(THIN * radius, 3)) return;
        overlapping++;
        const double allowed = 10.0 * ROUNDING * radius * std::pow(radius, 3) / any.volume;
        ASSERT_LT(norm(small.centroid - any.centroid), allowed);
        ASSERT_NEAR(reach, reach_any, allowed);
        ASSERT_LT(norm(small.normal - any.normal), 100.0 * ROUNDING * radius * radius / any.area);
        ASSERT_TRUE(has_same_spread(small, any, radius));
      });
  EXPECT_GT(overlapping, 5000);
}

// A plane through any place of a body, now and then one of its own faces, seen from either side.
TEST_P(SmallOverlap, AgreesBehindAPlane)
{
  int cut = 0, left = 0;
  for_pairs(
      20000,
      [&](const ConvexPolyhedron &a, const Pose &pose, const ConvexPolyhedron &,
          const Pose &other) {
        const double radius = a.radius();
        const bool by_face = other.position[0] > pose.position[0];
        const HalfSpace face = a.plane(0);
        const Vector3d normal = by_face ? -(pose.rotation * face.normal) : other.rotation.column[0];
        const double depth = by_face ? -face.offset : radius * other.rotation(0, 1);
        const HalfSpace wall = {normal, dot(normal, pose.position) + depth};
        workspace = {};
        const Overlap small = by(GetParam(), a, pose, wall);
        left += !by_face && workspace.clipped.body().x ? 1 : 0;    // a face is flat
        const Overlap any = by(Instructions::BASIC, a, pose, wall);
        ASSERT_EQ(small.status, any.status);
        ASSERT_NEAR(small.volume, any.volume, ROUNDING * std::pow(radius, 3));
        ASSERT_LT(norm(small.area_vector - any.area_vector), 10.0 * ROUNDING * radius * radius);
        ASSERT_LT(norm(small.moment - any.moment), 10.0 * ROUNDING * std::pow(radius, 3));
        if (any.volume < std::pow(THIN * radius, 3)) return;
        cut += any.volume < 0.99 * a.volume() ? 1 : 0;
        ASSERT_LT(norm(small.centroid - any.centroid),
                  10.0 * ROUNDING * radius * std::pow(radius, 3) / any.volume);
        if (any.area > THIN * radius * radius) {
          ASSERT_LT(norm(small.normal - any.normal), 100.0 * ROUNDING * radius * radius / any.area);
        }
        ASSERT_TRUE(has_same_spread(small, any, radius));
      });
  EXPECT_GT(cut, 5000);
  EXPECT_LT(left, 3000);    // thin, or grown out of the registers
}

// Wedges and corners of two to four planes.
TEST_P(SmallOverlap, AgreesBehindSeveralPlanes)
{
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> place(-0.3, 0.6);
  int cut = 0, count = 1;
  for_pairs(10000,
            [&](const ConvexPolyhedron &a, const Pose &pose, const ConvexPolyhedron &,
                const Pose &other) {
              const double radius = a.radius();
              count = count == 4 ? 2 : count + 1;
              HalfSpace walls[4];
              for (int k = 0; k < count; k++) {
                const Vector3d normal = k < 3 ? other.rotation.column[k] : -pose.rotation.column[0];
                walls[k] = {normal, dot(normal, pose.position) + radius * place(random)};
              }
              use_instructions(GetParam());
              const Overlap small = overlap(a, pose, walls, count, workspace);
              use_instructions(Instructions::BASIC);
              const Overlap any = overlap(a, pose, walls, count, workspace);
              ASSERT_EQ(small.status, any.status);
              ASSERT_NEAR(small.volume, any.volume, ROUNDING * std::pow(radius, 3));
              ASSERT_LT(norm(small.area_vector - any.area_vector),
                        10.0 * ROUNDING * radius * radius);
              ASSERT_LT(norm(small.moment - any.moment), 10.0 * ROUNDING * std::pow(radius, 3));
              cut += any.status == OverlapStatus::OVERLAPPING ? 1 : 0;
            });
  EXPECT_GT(cut, 5000);
}

// What is left to the other kernel takes longer only, and would not be noticed. A workspace that it
// has not used is empty.
TEST_P(SmallOverlap, LeavesFewToTheOtherKernel)
{
  int overlapping = 0, left = 0;
  for_pairs(5000,
            [&](const ConvexPolyhedron &a, const Pose &pose_a, const ConvexPolyhedron &b,
                const Pose &pose_b) {
              workspace = {};
              overlapping +=
                  by(GetParam(), a, pose_a, b, pose_b).status == OverlapStatus::OVERLAPPING;
              left += workspace.near_planes.empty() ? 0 : 1;
            });
  EXPECT_GT(overlapping, 2000);
  EXPECT_LT(left, 1250);    // deep overlaps, of more than 16 vertices on the way
}

GRIST_FOR_EACH_INSTRUCTION_SET(SmallOverlap);

}    // namespace test_small_overlap
