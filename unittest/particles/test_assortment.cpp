// Assortments of bodies.
//
// Oracles: closed forms of the equal-volume diameter; moments of the size laws; the isotropy of
// orientations; a shape given askew.

#include "common/constants.h"
#include "geometry/random_shape.h"
#include "geometry/solids.h"
#include "particles/assortment.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace grist;

namespace test_assortment {

AssortmentRequest cubes(int count, SizeLaw size)
{
  AssortmentRequest request;
  request.count = count;
  request.make_shape = [](std::uint64_t) { return solids::cube(3.0); };
  request.size = size;
  return request;
}

TEST(Assortment, SizeIsTheDiameterOfTheSphereOfEqualVolume)
{
  const Assortment fixed = draw_assortment(cubes(2, {SizeLaw::Kind::FIXED, 0.5, 0.0}));
  ASSERT_EQ(fixed.shapes.size(), 1u);
  EXPECT_NEAR(fixed.shapes[0].volume, PI / 6.0, 1e-14);
  const double edge = std::cbrt(volume_of_size(0.5));
  EXPECT_NEAR(fixed.bodies[0].radius, 0.5 * std::sqrt(3.0) * edge, 1e-14);

  const Assortment own = draw_assortment(cubes(2, {}));
  EXPECT_NEAR(volume_of_size(own.bodies[0].size), 27.0, 1e-12);

  AssortmentRequest spheres = cubes(2, {SizeLaw::Kind::FIXED, 0.5, 0.0});
  spheres.make_shape = nullptr;
  EXPECT_EQ(draw_assortment(spheres).bodies[0].radius, 0.25);
  EXPECT_EQ(draw_assortment(spheres).bodies[0].shape, -1);
}

TEST(Assortment, SizesFollowTheirLaw)
{
  constexpr int COUNT = 20000;
  constexpr double TOLERANCE = 5.0 / 141.0;    // five standard errors of a deviation of 1
  double mean = 0.0;
  const Assortment uniform = draw_assortment(cubes(COUNT, {SizeLaw::Kind::UNIFORM, 1.0, 3.0}));
  for (const auto &body : uniform.bodies) {
    EXPECT_GE(body.size, 1.0);
    EXPECT_LE(body.size, 3.0);
    mean += body.size / COUNT;
  }
  EXPECT_NEAR(mean, 2.0, TOLERANCE);

  double mean_log = 0.0, square = 0.0;
  for (const auto &body :
       draw_assortment(cubes(COUNT, {SizeLaw::Kind::LOG_NORMAL, 2.0, 0.5})).bodies) {
    mean_log += std::log(body.size / 2.0) / COUNT;
    square += std::pow(std::log(body.size / 2.0), 2) / COUNT;
  }
  EXPECT_NEAR(mean_log, 0.0, 0.5 * TOLERANCE);
  EXPECT_NEAR(square, 0.25, 0.25 * std::sqrt(2.0) * TOLERANCE);

  for (size_t n = 1; n < uniform.bodies.size(); n++)
    EXPECT_GE(uniform.bodies[n - 1].radius, uniform.bodies[n].radius);
}

TEST(Assortment, OrientationsAreIsotropic)
{
  RandomNumbers random(3);
  constexpr int COUNT = 20000;
  Vector3d mean = Vector3d::zero();
  Matrix3d square = Matrix3d::zero();
  for (int n = 0; n < COUNT; n++) {
    const Vector3d axis = random_orientation(random) * Vector3d::unit_x();
    mean += axis / COUNT;
    square += outer_product(axis, axis) / COUNT;
  }
  EXPECT_LT(norm(mean), 0.03);
  EXPECT_LT(norm(square - Matrix3d::identity() / 3.0), 0.03);
}

TEST(Assortment, FixedOrientationsAreThoseOfTheInput)
{
  AssortmentRequest request = cubes(1, {});
  const auto wedge = [](std::uint64_t) {
    return ConvexPolyhedron::from_vertices({{0, 0, 0}, {3, 0, 0}, {0, 2, 0}, {0.3, 0.4, 1}});
  };
  request.make_shape = wedge;
  request.random_orientations = false;
  const Assortment result = draw_assortment(request);
  const double size = result.bodies[0].size;
  const Vector3d first =
                     result.bodies[0].orientation * (result.shapes[0].hull.vertices()[0] * size),
                 second =
                     result.bodies[0].orientation * (result.shapes[0].hull.vertices()[1] * size);
  EXPECT_LT(norm(second - first - Vector3d{3, 0, 0}), 1e-12);
}

TEST(Assortment, ShapesAreTakenInTurn)
{
  AssortmentRequest request = cubes(10, {SizeLaw::Kind::FIXED, 1.0, 0.0});
  std::vector<std::uint64_t> seeds;
  request.make_shape = [&seeds](std::uint64_t seed) {
    seeds.push_back(seed);
    RandomShape shape;
    shape.seed = seed;
    return random_polyhedron(shape);
  };
  request.shapes = 3;
  const Assortment result = draw_assortment(request);
  EXPECT_EQ(result.shapes.size(), 3u);
  EXPECT_NE(seeds[0], seeds[1]);
  int counts[3] = {0, 0, 0};
  for (const auto &body : result.bodies) counts[body.shape]++;
  EXPECT_EQ(counts[0], 4);
  EXPECT_EQ(counts[1], 3);
}

TEST(Assortment, RefusesInvalidSizes)
{
  using Kind = SizeLaw::Kind;
  for (const SizeLaw &law : {SizeLaw{Kind::FIXED, 0.0, 0.0}, SizeLaw{Kind::FIXED, -1.0, 0.0},
                             SizeLaw{Kind::FIXED, INFINITY, 0.0}, SizeLaw{Kind::UNIFORM, 2.0, 1.0},
                             SizeLaw{Kind::UNIFORM, 2.0, NAN}, SizeLaw{Kind::LOG_NORMAL, 1.0, -0.1},
                             SizeLaw{Kind::LOG_NORMAL, 1.0, 1e6}})
    EXPECT_THROW(draw_assortment(cubes(3, law)), std::invalid_argument);
  EXPECT_THROW(draw_assortment(cubes(0, {})), std::invalid_argument);
  AssortmentRequest spheres;
  EXPECT_THROW(draw_assortment(spheres), std::invalid_argument);
}

}    // namespace test_assortment
