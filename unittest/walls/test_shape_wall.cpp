// Unions and intersections of solids as a wall, at rest and in motion. Oracles: closed forms of
// two balls and of a cylinder; a point of a face shows where the other ball does not hide it.

#include "walls/shape_wall.h"

#include "walls/one_by_one.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace test_shape_wall {

using namespace grist;

constexpr double ROUNDING = 1e-13;    // of places of about 1
constexpr double REACH = 0.3;
const Vector3d CENTERS[] = {{-0.5, 0.1, 0.0}, {0.5, 0.0, 0.2}};
constexpr double RADII[] = {1.0, 0.9};
constexpr int FIRST_FACES[] = {3, 7};

ShapeWall::Motion turning()
{
  ShapeWall::Motion motion;
  motion.moves = motion.rotates = true;
  motion.frame.rotation = rotation_matrix(0.7, normalized(Vector3d{1, 2, -2}));
  motion.frame.position = {0.3, -0.2, 0.6};
  motion.center = {1.0, 0.5, -0.4};
  motion.velocity = {0.1, 0.2, -0.3};
  motion.omega = {0.5, -1.0, 0.8};
  return motion;
}

// From inside of the balls.
class TwoBalls : public ::testing::TestWithParam<bool> {
 protected:
  const bool is_union = GetParam();
  std::mt19937 random{16};
  std::uniform_real_distribution<double> any{-1.0, 1.0};

  static bool is_in(int ball, const Vector3d &x) { return norm(x - CENTERS[ball]) < RADII[ball]; }

  void make(ShapeWall &wall) const
  {
    std::vector<ShapeWall::Part> parts;
    for (const int k : {0, 1})
      parts.push_back({SolidFaces::sphere(CENTERS[k], RADII[k]), false, false, FIRST_FACES[k]});
    wall.set_parts(parts, is_union);
  }
  Vector3d point() { return {1.6 * any(random), 1.2 * any(random), 1.2 * any(random)}; }

  // The numbers of the balls whose faces a sphere at x touches.
  std::vector<int> touched(const Vector3d &x) const
  {
    std::vector<int> balls;
    if (!is_union && !(is_in(0, x) && is_in(1, x))) return balls;
    for (const int k : {0, 1}) {
      const Vector3d out = x - CENTERS[k];
      if (!is_in(k, x) || RADII[k] - norm(out) >= REACH) continue;
      const Vector3d place = CENTERS[k] + RADII[k] * normalized(out);
      if (is_in(1 - k, place) != is_union) balls.push_back(k);
    }
    return balls;
  }
};

TEST_P(TwoBalls, AreTouchedWhereTheOtherDoesNotHideThem)
{
  ShapeWall wall;
  make(wall);
  std::set<std::vector<int>> seen;
  for (int n = 0; n < 2000; n++) {
    const Vector3d x = point();
    const std::vector<int> balls = touched(x);
    seen.insert(balls);
    const std::vector<WallContact> found = grist::testing::contacts_of(wall, x, REACH);
    ASSERT_EQ(found.size(), balls.size());
    for (size_t c = 0; c < balls.size(); c++) {
      const Vector3d out = x - CENTERS[balls[c]];
      EXPECT_EQ(found[c].surface, FIRST_FACES[balls[c]]);
      EXPECT_NEAR(found[c].distance, RADII[balls[c]] - norm(out), ROUNDING);
      EXPECT_LT(norm(found[c].normal + normalized(out)), ROUNDING);
    }
  }
  EXPECT_EQ(seen.size(), is_union ? 3u : 4u);    // none, either, and in an intersection both
}

// Oracle: the same wall at rest, asked about one sphere at its place in the frame of the shape.
TEST_P(TwoBalls, MoveAsOneBody)
{
  ShapeWall still, wall;
  make(still);
  make(wall);
  const ShapeWall::Motion motion = turning();
  wall.set_motion(motion);
  EXPECT_EQ(wall.reference_point(), motion.center);
  int contacts = 0;
  for (int n = 0; n < 1000; n++) {
    const Vector3d own = point(), x = motion.frame * own;
    const auto expected = grist::testing::contacts_of(still, own, REACH);
    const auto found = grist::testing::contacts_of(wall, x, REACH);
    ASSERT_EQ(found.size(), expected.size());
    for (size_t c = 0; c < found.size(); c++) {
      const Vector3d place = found[c].place(x);
      EXPECT_EQ(found[c].surface, expected[c].surface);
      EXPECT_NEAR(found[c].distance, expected[c].distance, ROUNDING);
      EXPECT_LT(norm(found[c].normal - motion.frame.rotation * expected[c].normal), ROUNDING);
      EXPECT_LT(
          norm(found[c].velocity - motion.velocity - cross(motion.omega, place - motion.center)),
          ROUNDING);
      EXPECT_EQ(found[c].omega, motion.omega);
      contacts++;
    }
  }
  EXPECT_GT(contacts, 30);
}

INSTANTIATE_TEST_SUITE_P(Walls, TwoBalls, ::testing::Bool());

// A batch of one part goes another way than a sphere on its own. Inside a cup of radius 1 and
// height 2, and outside of a full one.
TEST(ShapeWall, BatchOfOnePartTouchesItsFaces)
{
  const int open[] = {0, 1, 0}, closed[] = {0, 0, 0};
  std::mt19937 random{17};
  std::uniform_real_distribution<double> any{-1.2, 1.2};
  for (const bool outside : {false, true})
    for (const bool moves : {false, true}) {
      ShapeWall wall;
      wall.set_parts(
          {{SolidFaces::cylinder({2, {0, 0, 0}, -1.0, 1.0, 1.0, 1.0}, outside ? closed : open),
            outside, false, 0}},
          true);
      ShapeWall::Motion motion;
      if (moves) wall.set_motion(motion = turning());
      CenterBatch batch;
      std::vector<Vector3d> own;
      for (int k = 0; k < CenterBatch::MOST; k++) {
        own.push_back({any(random), any(random), any(random)});
        batch.set(k, motion.frame * own.back(), REACH);
      }
      WallContacts found;
      found.begin(wall.is_still());
      int counts[CenterBatch::MOST], n = 0, contacts = 0;
      wall.find(0, batch, CenterBatch::MOST, found, counts);
      for (int k = 0; k < CenterBatch::MOST; k++) {
        const double out = std::hypot(own[k][0], own[k][1]), z = own[k][2];
        const bool is_inside = out < 1.0 && std::fabs(z) < 1.0;
        const double beside =
            std::hypot(std::max(out - 1.0, 0.0), std::max(std::fabs(z) - 1.0, 0.0));
        std::vector<std::pair<int, double>> expected;
        if (outside && !is_inside && beside < REACH) expected = {{0, beside}};
        if (!outside && is_inside && 1.0 - out < REACH) expected.push_back({2, 1.0 - out});
        if (!outside && is_inside && 1.0 + z < REACH) expected.push_back({0, 1.0 + z});
        ASSERT_EQ(counts[k], static_cast<int>(expected.size())) << k;
        for (const auto &[face, distance] : expected) {
          const WallContact at = found[n++];
          EXPECT_EQ(at.surface, face);
          EXPECT_NEAR(at.distance, distance, ROUNDING);
          const Vector3d place = at.place(batch.center(k));
          const Vector3d velocity = motion.velocity + cross(motion.omega, place - motion.center);
          EXPECT_LT(norm(at.velocity - velocity), ROUNDING);
          contacts++;
        }
      }
      EXPECT_EQ(found.size(), n);
      EXPECT_GT(contacts, 10);
    }
}

}    // namespace test_shape_wall
