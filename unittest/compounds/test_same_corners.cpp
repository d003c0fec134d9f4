// Bodies that are others after a motion. Oracle: motions that are known.

#include "compounds/compound_scenes.h"
#include "compounds/same_corners.h"

#include <gtest/gtest.h>

namespace test_same_corners {

using namespace grist;

std::vector<Vector3d> moved(const std::vector<Vector3d> &corners, const Pose &motion)
{
  std::vector<Vector3d> result;
  for (const Vector3d &corner : corners) result.push_back(motion.to_space(corner));
  return result;
}

const std::vector<Vector3d> WEDGE = {{0, 0, 0}, {3, 0, 0}, {0, 2, 0}, {0, 0, 1}, {3, 0, 0.5}};

TEST(SameCorners, FindTheMotion)
{
  Scenes scenes(3);
  for (int n = 0; n < 1000; n++)
    for (const double unit : {1e-6, 1.0, 1e6}) {
      std::vector<Vector3d> corners;
      for (const Vector3d &corner : WEDGE) corners.push_back(unit * corner);
      const Pose motion = {unit * scenes.rotation().column[0], scenes.rotation()};
      const auto found = motion_between(corners, moved(corners, motion));
      ASSERT_TRUE(found) << n;
      EXPECT_LT(norm(found->position - motion.position), 1e-14 * unit);
      EXPECT_LT(norm(found->rotation - motion.rotation), 1e-14);
    }
}

TEST(SameCorners, ThoseOfOtherBodiesAreNot)
{
  std::vector<Vector3d> mirrored = WEDGE, longer = WEDGE, other = WEDGE;
  for (Vector3d &corner : mirrored) corner.x = -corner.x;
  for (Vector3d &corner : longer) corner *= 1.0 + 1e-12;
  other[4].z += 1e-12;
  for (const auto &to : {mirrored, longer, other, std::vector<Vector3d>(5, Vector3d::zero())})
    EXPECT_FALSE(motion_between(WEDGE, to));
  EXPECT_FALSE(motion_between(WEDGE, {WEDGE.begin(), WEDGE.begin() + 4}));
}

// With its parts, and where it is.
TEST(SameCorners, BodiesReadAreKnown)
{
  Scenes scenes(4);
  ReadBodies bodies;
  const std::vector<int> counts = {5};
  EXPECT_FALSE(bodies.like(counts, WEDGE));
  bodies.add(counts, WEDGE, {{1.0, 2.0}, 1, {{1, 2, 3}, Matrix3d::identity()}, 7});
  for (int n = 0; n < 200; n++) {    // more than are kept
    const Pose motion = scenes.pose();
    const auto found = bodies.like(counts, moved(WEDGE, motion));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->numbers, (std::vector<double>{1.0, 2.0}));
    EXPECT_EQ(found->cuts_left_out, 7u);
    EXPECT_LT(norm(found->place.position - motion.to_space({1, 2, 3})), 1e-13);
    std::vector<Vector3d> next = WEDGE;
    next[4].z += 0.001 * (n + 1);
    EXPECT_FALSE(bodies.like(counts, next));
    bodies.add(counts, next, {{}, 1, {}});
  }
  EXPECT_FALSE(bodies.like({0, 5}, WEDGE));
}

}    // namespace test_same_corners
