// Random shapes, oracles: inside the primary solid, trimmed by every cut, reproducible, isotropic
// on average, refusals.

#include "geometry/polyhedron_scenes.h"
#include "geometry/random_shape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace test_random_shape {

using namespace grist;

std::string refusal(const RandomShape &shape)
{
  try {
    random_polyhedron(shape);
  } catch (const std::invalid_argument &error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(RandomShape, IsTrimmedByEveryCutAndStaysInside)
{
  for (std::uint64_t seed = 0; seed < 20; seed++) {
    double volume = 1.0;
    for (int cuts = 1; cuts <= 16; cuts += 3) {
      RandomShape shape;
      shape.cuts = cuts;
      shape.seed = seed;
      const ConvexPolyhedron body = random_polyhedron(shape);
      EXPECT_LT(body.volume(), volume);
      volume = body.volume();
      EXPECT_LE(body.face_count(), 6 + cuts);
      for (const Vector3d &p : body.vertices())
        EXPECT_LE(greatest_of(absolute(body.placement().to_space(p))), 0.5 + 1e-12);
    }
  }
}

TEST(RandomShape, IsTheSameForTheSameSeedOnly)
{
  RandomShape shape;
  const ConvexPolyhedron first = random_polyhedron(shape), again = random_polyhedron(shape);
  shape.seed++;
  const ConvexPolyhedron other = random_polyhedron(shape);
  EXPECT_EQ(first.vertices(), again.vertices());
  EXPECT_NE(first.volume(), other.volume());
}

TEST(RandomShape, HasNoPreferredDirection)
{
  // Mean of the cut normals and of their products: 0 and 1/3.
  RandomNumbers random(3);
  const Distribution azimuth = uniform_azimuth(), elevation = isotropic_elevation();
  Vector3d first = Vector3d::zero();
  Matrix3d second = Matrix3d::zero();
  constexpr int COUNT = 100000;
  for (int n = 0; n < COUNT; n++) {
    const double psi = azimuth(random, 0), phi = elevation(random, 0);
    const Vector3d d{std::cos(phi) * std::cos(psi), std::cos(phi) * std::sin(psi), std::sin(phi)};
    first += d / COUNT;
    second += outer_product(d, d) / COUNT;
  }
  EXPECT_LT(norm(first), 0.01);
  EXPECT_LT(norm(second - Matrix3d::identity() / 3.0), 0.01);
}

TEST(RandomShape, LogNormalHasItsMoments)
{
  RandomNumbers random(4);
  const Distribution position = log_normal(-0.5, 0.25, 0.1);
  for (const int cut : {0, 3}) {
    double mean = 0.0, square = 0.0;
    constexpr int COUNT = 100000;
    for (int n = 0; n < COUNT; n++) {
      const double x = std::log(position(random, cut));
      mean += x / COUNT;
      square += x * x / COUNT;
    }
    EXPECT_NEAR(mean, -0.5 + 0.1 * cut, 0.005);
    EXPECT_NEAR(std::sqrt(square - mean * mean), 0.25, 0.005);
  }
}

TEST(RandomShape, FollowsItsDistributions)
{
  // Cuts along z only, halfway: the cube loses its top again and again.
  RandomShape shape;
  shape.cuts = 2;
  shape.elevation = uniform_between(1.57079632679489662, 1.57079632679489662);
  shape.position = uniform_between(0.5, 0.5);
  EXPECT_NEAR(random_polyhedron(shape).volume(), 0.5 + 0.125, 1e-12);
  shape.primary = box_planes(Vector3d::all(2.0));
  EXPECT_NEAR(random_polyhedron(shape).volume(), 8.0 * (0.5 + 0.125), 1e-11);
}

TEST(RandomShape, RefusesInvalidParameters)
{
  RandomShape shape;
  shape.cuts = -1;
  EXPECT_NE(refusal(shape).find("number of cuts -1"), std::string::npos);
  shape = {};
  shape.position = uniform_between(2.0, 3.0);
  EXPECT_NE(refusal(shape).find("no value between 0 and 1"), std::string::npos);
  shape = {};
  shape.azimuth = [](RandomNumbers &, int) { return std::numeric_limits<double>::quiet_NaN(); };
  EXPECT_NE(refusal(shape).find("azimuth gives nan"), std::string::npos);
  shape = {};
  shape.primary = box_planes(Vector3d::ones());
  shape.primary.pop_back();
  EXPECT_NE(refusal(shape).find("not closed"), std::string::npos);
}

}    // namespace test_random_shape
