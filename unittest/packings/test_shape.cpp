#include "common/constants.h"
#include "packings/shape.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <stdexcept>

using namespace grist;

namespace test_shape {

constexpr double ROUND_OFF = 1.0e-14;    // a few operations on numbers of size 1

std::string refusal_of(double size)
{
  try {
    Shape::cylinder(1.0, size);
  } catch (const std::invalid_argument &refused) {
    return refused.what();
  }
  return "none";
}

// Oracle: closed forms.
TEST(Shape, VolumesAndInnerRadii)
{
  EXPECT_NEAR(Shape::sphere(2.0).volume(), 32.0 / 3.0 * PI, 40 * ROUND_OFF);
  EXPECT_NEAR(Shape::cube(2.0).volume(), 8.0, 8 * ROUND_OFF);
  EXPECT_NEAR(Shape::box(1.0, 2.0, 3.0).volume(), 6.0, 6 * ROUND_OFF);
  EXPECT_NEAR(Shape::cylinder(2.0, 3.0).volume(), 12.0 * PI, 40 * ROUND_OFF);
  EXPECT_NEAR(sphere_volume(2.0), 32.0 / 3.0 * PI, 40 * ROUND_OFF);

  EXPECT_EQ(Shape::sphere(2.0).inner_radius(), 2.0);
  EXPECT_EQ(Shape::box(1.0, 2.0, 3.0).inner_radius(), 0.5);
  EXPECT_EQ(Shape::cylinder(2.0, 3.0).inner_radius(), 1.5);
  EXPECT_EQ(Shape::cylinder(2.0, 3.0).largest_extent(), 4.0);
}

// Oracle: closed forms.
TEST(Shape, Depths)
{
  EXPECT_EQ(Shape::sphere(5.0).depth({0.0, 3.0, 4.0}), 0.0);
  EXPECT_EQ(Shape::sphere(5.0).depth({}), 5.0);
  EXPECT_EQ(Shape::cube(2.0).depth({0.25, -0.75, 0.0}), 0.25);
  EXPECT_EQ(Shape::box(2.0, 4.0, 6.0).depth({0.0, 0.0, -3.5}), -0.5);
  EXPECT_EQ(Shape::cylinder(5.0, 20.0).depth({3.0, 0.0, 0.0}), 2.0);
  EXPECT_EQ(Shape::cylinder(5.0, 20.0).depth({0.0, 0.0, 9.0}), 1.0);
}

// Oracle: the step of length `depth` against the inward normal ends on the wall.
TEST(Shape, WallsLieWhereTheirDepthSays)
{
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> within(-0.9, 0.9);
  std::array<Wall, Shape::MAX_WALLS> walls, reached;
  for (const Shape &shape :
       {Shape::sphere(2.0), Shape::cube(2.0), Shape::box(2.0, 3.0, 4.0), Shape::cylinder(1.5, 2.0)})
    for (int trial = 0; trial < 100; trial++) {
      const Vector3d at = {within(random), within(random), within(random)};
      const int count = shape.walls(at, walls);
      for (int w = 0; w < count; w++) {
        EXPECT_NEAR(norm(walls[w].inward), 1.0, ROUND_OFF);
        shape.walls(at - walls[w].depth * walls[w].inward, reached);
        EXPECT_NEAR(reached[w].depth, 0.0, 10 * ROUND_OFF) << shape.text();
      }
    }
}

// Oracle: the definition; on the axis there is no direction, and nothing may become NaN.
TEST(Shape, RoundWallOnItsAxis)
{
  std::array<Wall, Shape::MAX_WALLS> walls;
  ASSERT_EQ(Shape::sphere(1.0).walls({}, walls), 1);
  EXPECT_EQ(walls[0].depth, 1.0);
  EXPECT_EQ(norm(walls[0].inward), 0.0);
}

// Oracle: symmetry under a change of unit; equality to the last bit is what the packing needs.
TEST(Shape, UnitShapeDoesNotDependOnTheUnitOfLength)
{
  for (double unit : {1.0, 1.0e-3, 1.0e3, 1.0e-6, 0.0254}) {
    const Shape box = Shape::box(3.0 * unit, 7.0 * unit, 0.01 * unit).unit();
    const Shape expected = Shape::box(3.0, 7.0, 0.01).unit();
    EXPECT_EQ(box.half_extent().x, expected.half_extent().x);
    EXPECT_EQ(box.half_extent().y, 1.0);
    EXPECT_EQ(box.half_extent().z, expected.half_extent().z);
  }
  const double thickness = Shape::box(1.0, 1.0, 3.0e-7).unit().half_extent().z;
  EXPECT_NEAR(thickness, 3.0e-7, 3.0e-7 * std::ldexp(1.0, -29));    // 30 bits
}

TEST(Shape, SaysItselfAsTheCommandDoes)
{
  EXPECT_EQ(Shape::sphere(0.02).text(), "sphere 0.02");
  EXPECT_EQ(Shape::cube(0.02).text(), "cube 0.02");
  EXPECT_EQ(Shape::box(1.0, 2.0, 3.0).text(), "box 1 2 3");
  EXPECT_EQ(Shape::cylinder(0.004, 0.003).text(), "cylinder 0.004 0.003");
}

TEST(Shape, RefusesSizesThatAreNone)
{
  EXPECT_EQ(refusal_of(-2.5), "cylinder height -2.5 (must be a positive, finite number)");
  EXPECT_EQ(refusal_of(0.0), "cylinder height 0 (must be a positive, finite number)");
  EXPECT_NE(refusal_of(std::numeric_limits<double>::quiet_NaN()).find("nan"), std::string::npos);
  EXPECT_NE(refusal_of(std::numeric_limits<double>::infinity()).find("inf"), std::string::npos);
  EXPECT_EQ(refusal_of(1e308), "cylinder height 1e+308 (must be from 1e-75 to 1e+75)");
  EXPECT_EQ(refusal_of(1e-300), "cylinder height 1e-300 (must be from 1e-75 to 1e+75)");
  EXPECT_THROW(Shape::sphere(-1.0), std::invalid_argument);
  EXPECT_THROW(Shape::cube(-1.0), std::invalid_argument);
  EXPECT_THROW(Shape::box(1.0, -1.0, 1.0), std::invalid_argument);
}

}    // namespace test_shape
