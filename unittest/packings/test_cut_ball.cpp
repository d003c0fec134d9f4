// The volume of a ball cut by half spaces.

#include "common/constants.h"
#include "common/space.h"
#include "packings/cut_ball.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

using namespace grist;

namespace test_cut_ball {

constexpr double ROUNDING = 1.0e-10;    // of a cap that is very small
constexpr double R = 2.0;
constexpr double BALL = sphere_volume(R);

using Planes = std::vector<HalfSpace>;

// Of the part of a ball below the height d above its center.
double below(double d)
{
  return PI * (2.0 / 3.0 * R * R * R + R * R * d - d * d * d / 3.0);
}

Planes random_planes(std::mt19937 &random, int count)
{
  std::normal_distribution<double> direction;
  std::uniform_real_distribution<double> offset(-0.3 * R, 1.1 * R);
  Planes planes;
  for (int n = 0; n < count; n++) {
    const Vector3d normal{direction(random), direction(random), direction(random)};
    planes.push_back({normalized(normal), offset(random)});
  }
  return planes;
}

Planes cube(double half_edge, const Matrix3d &rotation)
{
  Planes planes;
  for (int k = 0; k < 3; k++)
    for (const double sign : {-1.0, 1.0}) planes.push_back({sign * rotation.column[k], half_edge});
  return planes;
}

// Oracle: the spherical segment in closed form.
TEST(CutBall, OnePlaneAndASlab)
{
  EXPECT_NEAR(cut_ball_volume(R, {}), BALL, ROUNDING);
  const Vector3d n = normalized(Vector3d{1.0, -2.0, 0.5});
  for (const double d : {-1.999, -1.0, 0.0, 1e-9, 0.7, 1.999999}) {
    EXPECT_NEAR(cut_ball_volume(R, {{n, d}}), below(d), ROUNDING * BALL) << d;
    EXPECT_NEAR(cut_ball_volume(R, {{n, d}, {-n, 0.4 - d}}),
                below(d) - below(std::max(-R, d - 0.4)), ROUNDING * BALL)
        << d;
  }
  EXPECT_EQ(cut_ball_volume(R, {{n, -R}}), 0.0);
  EXPECT_EQ(cut_ball_volume(R, {{n, R}}), BALL);
  EXPECT_NEAR(cut_ball_volume(R, {{n, 0.3}, {-n, -0.4}}), 0.0, ROUNDING);
}

// Oracle: the part of the whole angle between two planes through the center; eighths.
TEST(CutBall, Wedges)
{
  for (const double angle : {1e-6, 0.1, 1.0, 0.5 * PI, 3.0}) {
    const Vector3d a{0.0, -1.0, 0.0}, b{-std::sin(angle), std::cos(angle), 0.0};
    EXPECT_NEAR(cut_ball_volume(R, {{a, 0.0}, {b, 0.0}}), BALL * angle / (2.0 * PI),
                ROUNDING * BALL)
        << angle;
  }
  EXPECT_NEAR(
      cut_ball_volume(
          R, {{Vector3d::unit_x(), 0.0}, {Vector3d::unit_y(), 0.0}, {Vector3d::unit_z(), 0.0}}),
      BALL / 8.0, ROUNDING * BALL);
}

// Oracle: a cube inside the ball; a cube whose faces, but no edges, cut the ball: six caps less.
TEST(CutBall, Cubes)
{
  const Matrix3d turn = rotation_matrix(0.7, normalized(Vector3d{1.0, 2.0, 3.0}));
  for (const Matrix3d &rotation : {Matrix3d(Matrix3d::identity()), turn}) {
    const double inner = R / std::sqrt(3.0);
    for (const double half : {0.2, inner * (1.0 - 1e-9)})
      EXPECT_NEAR(cut_ball_volume(R, cube(half, rotation)), 8.0 * half * half * half,
                  ROUNDING * BALL);
    const double outer = R / std::sqrt(2.0);
    for (const double half : {outer * (1.0 + 1e-9), 0.9 * R})
      EXPECT_NEAR(cut_ball_volume(R, cube(half, rotation)), BALL - 6.0 * (BALL - below(half)),
                  ROUNDING * BALL);
  }
}

// Oracle: what is on both sides of a plane adds up.
TEST(CutBall, BothSidesAddUp)
{
  std::mt19937 random(1);
  for (int n = 0; n < 300; n++) {
    Planes planes = random_planes(random, 1 + n % 12);
    const double inside = cut_ball_volume(R, planes);
    const HalfSpace last = planes.back();
    planes.back() = {-last.normal, -last.offset};
    const double outside = cut_ball_volume(R, planes);
    planes.pop_back();
    EXPECT_NEAR(inside + outside, cut_ball_volume(R, planes), ROUNDING * BALL);
  }
}

// Planes that are the same, exactly or nearly, count once; planes that miss what is left, not at
// all.
TEST(CutBall, PlanesThatAreTheSame)
{
  std::mt19937 random(2);
  std::normal_distribution<double> shake;
  for (const double size : {0.0, 1e-16, 1e-13, 1e-10, 1e-8}) {
    Planes planes = random_planes(random, 6);
    const double once = cut_ball_volume(R, planes);
    for (int n = 0; n < 6; n++) {
      const Vector3d turned = planes[n].normal + size * Vector3d{shake(random), shake(random), 0.0};
      planes.push_back({normalized(turned), planes[n].offset + size * shake(random)});
    }
    EXPECT_NEAR(cut_ball_volume(R, planes), once, (100.0 * size + 1e-7) * BALL) << size;
  }
}

}    // namespace test_cut_ball
