#include "common/constants.h"
#include "packings/packing.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

using namespace grist;

namespace test_packing {

double least_distance(const Packing &packing)
{
  double least = std::numeric_limits<double>::max();
  for (std::size_t a = 0; a < packing.centers.size(); a++)
    for (std::size_t b = a + 1; b < packing.centers.size(); b++)
      least = std::min(least, norm(packing.centers[b] - packing.centers[a]));
  return least;
}

double density(const Shape &shape, const Packing &packing)
{
  return packing.centers.size() * sphere_volume(packing.radius) / shape.volume();
}

template <typename F> std::string refusal_of(const F &call)
{
  try {
    call();
  } catch (const std::invalid_argument &refused) {
    return refused.what();
  }
  return "none";
}

const Shape SHAPES[] = {Shape::sphere(1.0),        Shape::cube(2.0),
                        Shape::box(1.0, 2.0, 5.0), Shape::cylinder(1.0, 0.8),
                        Shape::cylinder(1.0, 6.0), Shape::box(1.0, 1.0, 0.02)};

// Oracle: the definition, without any tolerance.
TEST(Packing, ElementsNeitherOverlapNorProtrude)
{
  for (const Shape &shape : SHAPES)
    for (int count : {1, 2, 7, 30, 100}) {
      const Packing packing = pack_count(shape, count, {std::uint64_t(count), 1.1});
      EXPECT_EQ(packing.centers.size(), std::size_t(count));
      EXPECT_GT(packing.radius, 0.0);
      EXPECT_GE(least_distance(packing), 2.0 * packing.radius) << shape.text() << ", " << count;
      EXPECT_EQ(protrusion(shape, packing), 0.0) << shape.text() << ", " << count;
    }
}

// Oracle: proven optima of spheres in a sphere (closed forms;
// en.wikipedia.org/wiki/Sphere_packing_in_a_sphere).
TEST(Packing, FindsTheOptimaOfFewElementsInASphere)
{
  const double found = 1.0e-6;    // relative; the packing stops at overlaps of 1e-8
  const auto radius = [](int count) { return pack_count(Shape::sphere(1.0), count, {}).radius; };
  EXPECT_NEAR(radius(1), 1.0, found);
  EXPECT_NEAR(radius(2), 0.5, found);
  EXPECT_NEAR(radius(3), 2.0 * std::sqrt(3.0) - 3.0, found);
  EXPECT_NEAR(radius(4), std::sqrt(6.0) - 2.0, found);
  EXPECT_NEAR(radius(5), std::sqrt(2.0) - 1.0, found);
  EXPECT_NEAR(radius(6), std::sqrt(2.0) - 1.0, found);
  EXPECT_NEAR(radius(9), (std::sqrt(3.0) - 1.0) / 2.0, found);
  EXPECT_NEAR(radius(12), (std::sqrt(5.0) - 3.0) / 2.0 + std::sqrt(5.0 - 2.0 * std::sqrt(5.0)),
              found);
  EXPECT_NEAR(radius(13), 1.0 / 3.0, found);
  EXPECT_NEAR(radius(10), 0.3530, 0.01 * 0.3530);    // known to 4 digits; within 1 %
}

// Oracle: proven optima of spheres in a cube (closed forms).
TEST(Packing, FindsTheOptimaOfFewElementsInACube)
{
  const auto radius = [](int count) { return pack_count(Shape::cube(1.0), count, {}).radius; };
  EXPECT_NEAR(radius(2), 0.5 * std::sqrt(3.0) / (1.0 + std::sqrt(3.0)), 1.0e-6);
  EXPECT_NEAR(radius(8), 0.25, 1.0e-6);
  EXPECT_NEAR(radius(27), 1.0 / 6.0, 0.02 / 6.0);    // within 2 %
}

// Oracle: random close packing fills 0.64 in bulk; walls cost some of it.
TEST(Packing, ManyElementsAreDense)
{
  EXPECT_GT(density(Shape::sphere(1.0), pack_count(Shape::sphere(1.0), 100, {})), 0.54);
  EXPECT_GT(density(Shape::cylinder(1.0, 1.5), pack_count(Shape::cylinder(1.0, 1.5), 200, {})),
            0.54);
  EXPECT_GT(density(Shape::cube(1.0), pack_count(Shape::cube(1.0), 400, {})), 0.55);
}

// Oracle: a random packing has one density, whichever the seed. Of these two discs one was to two
// fifths crystalline before, and filled 0.013 more.
TEST(Packing, ManyElementsAreRandom)
{
  const Shape disc = Shape::cylinder(1.0, 1.0);
  const double one = density(disc, pack_count(disc, 1200, {201, 1.1}));
  const double other = density(disc, pack_count(disc, 1200, {205, 1.1}));
  EXPECT_NEAR(one, other, 0.002);
  EXPECT_GT(one, 0.585);
}

// Oracle: symmetry under a change of unit; the packing is made in the unit shape, so only scaling
// rounds.
TEST(Packing, DoesNotDependOnTheUnitOfLength)
{
  for (double unit : {1.0e-6, 1.0e-3, 1.0e3}) {
    const Packing here = pack_count(Shape::box(3.0, 4.0, 5.0), 15, {});
    const Packing there = pack_count(Shape::box(3.0 * unit, 4.0 * unit, 5.0 * unit), 15, {});
    EXPECT_NEAR(there.radius / unit, here.radius, 1.0e-13);
    for (int n = 0; n < 15; n++)
      EXPECT_LT(norm((1.0 / unit) * there.centers[n] - here.centers[n]), 1.0e-13);
  }
}

TEST(Packing, SameSeedSamePacking)
{
  const auto place = [](std::uint64_t seed) {
    return pack_count(Shape::sphere(1.0), 10, {seed, 1.1}).centers[0].x;
  };
  EXPECT_EQ(place(1), place(1));
  EXPECT_NE(place(1), place(2));
}

// Recorded to the last bit; the same from gcc and clang, with and without optimisation and fused
// multiply-add. If this fails on your machine while the tests above pass, packings are no longer
// machine independent.
TEST(Packing, SameNumbersOnEveryMachine)
{
  const Packing ball = pack_count(Shape::sphere(1.0), 50, {7, 1.1});
  EXPECT_EQ(ball.radius, 0x1.c1dfd3018b2a3p-3);
  EXPECT_EQ(ball.centers[49].x, -0x1.20c36d4b01c83p-2);
  const Packing tablet = pack_count(Shape::cylinder(0.004, 0.003), 40, {3, 1.1});
  EXPECT_EQ(tablet.radius, 0x1.9758249718d61p-11);
  EXPECT_EQ(tablet.centers[39].z, 0x1.b88ae5f1bf8c8p-12);
}

// Oracle: similarity. Scaled elements keep their relative distances; what is too large protrudes.
TEST(Packing, GivenCountAndRadius)
{
  const Shape shape = Shape::sphere(20.0);
  const Packing free = pack_count(shape, 10, {});
  const Packing large = pack_count(shape, 10, 7.5, {});
  EXPECT_EQ(large.radius, 7.5);
  EXPECT_GE(least_distance(large), 15.0);
  EXPECT_NEAR(least_distance(large), 15.0, 1.0e-6);
  EXPECT_NEAR(protrusion(shape, large), 20.0 * (7.5 / free.radius - 1.0), 1.0e-5);
  const Packing small = pack_count(shape, 10, 1.0, {});
  EXPECT_EQ(small.radius, 1.0);
  EXPECT_NEAR(least_distance(small), 2.0, 1.0e-6);
  EXPECT_EQ(protrusion(shape, small), 0.0);
}

// Oracle: one more would not fit, by the packing's own finding; the first ones by the proven
// optima.
TEST(Packing, GivenRadiusAlone)
{
  const auto count = [](double radius) {
    return int(pack_radius(Shape::sphere(1.0), radius, {}).centers.size());
  };
  EXPECT_EQ(count(1.0), 1);
  EXPECT_EQ(count(0.51), 1);
  EXPECT_EQ(count(0.5), 2);
  EXPECT_EQ(count(0.4142), 6);
  EXPECT_EQ(count(0.3333), 13);
  for (const Shape &shape : {Shape::cylinder(1.0, 0.8), Shape::cube(1.2)}) {
    const Packing packing = pack_radius(shape, 0.2, {});
    EXPECT_EQ(packing.radius, 0.2);
    EXPECT_GE(least_distance(packing), 0.4);
    EXPECT_LT(protrusion(shape, packing), 1.0e-5 * 0.2);
    EXPECT_LT(pack_count(shape, packing.centers.size() + 1, {}).radius, 0.2);
  }
  // limited by two planes alone: the radius found says nothing on how many more would fit
  EXPECT_GT(pack_radius(Shape::box(1.0, 1.0, 0.2), 0.1, {}).centers.size(), 24u);
}

// Oracle: counting.
TEST(Packing, Lattices)
{
  EXPECT_EQ(pack_lattice(Shape::cube(20.0e-3), 3.30e-3, Lattice::SC).centers.size(), 27u);
  EXPECT_EQ(pack_lattice(Shape::cube(20.0), 5.0, Lattice::SC).centers.size(),
            8u);    // exact fit, centre off site
  EXPECT_EQ(pack_lattice(Shape::cube(30.0), 5.0, Lattice::SC).centers.size(),
            27u);    // exact fit, centre on site
  EXPECT_EQ(pack_lattice(Shape::box(40.0, 10.0, 20.0), 5.0, Lattice::SC).centers.size(), 8u);
  EXPECT_EQ(pack_lattice(Shape::sphere(3.0), 1.0, Lattice::FCC).centers.size(), 13u);
  EXPECT_EQ(pack_lattice(Shape::sphere(1.0 + std::sqrt(2.0)), 1.0, Lattice::FCC).centers.size(),
            6u);
  EXPECT_EQ(pack_lattice(Shape::sphere(1.0), 1.0, Lattice::SC).centers.size(), 1u);
  for (const Shape &shape :
       {Shape::sphere(1.0), Shape::box(1.0, 2.0, 5.0), Shape::cylinder(1.0, 0.8)})
    for (Lattice lattice : {Lattice::SC, Lattice::FCC}) {
      const Packing packing = pack_lattice(shape, 0.999 * shape.inner_radius() / 2.0, lattice);
      EXPECT_GE(least_distance(packing), 2.0 * packing.radius);
      EXPECT_LE(protrusion(shape, packing), 1.0e-9 * packing.radius);
    }
}

// Oracle: the fcc lattice fills pi / sqrt(18) in bulk.
TEST(Packing, FineFccLatticeIsDense)
{
  const Packing packing = pack_lattice(Shape::cube(1.0), 0.02, Lattice::FCC);
  EXPECT_GT(density(Shape::cube(1.0), packing), 0.65);
  EXPECT_LT(density(Shape::cube(1.0), packing), std::acos(-1.0) / std::sqrt(18.0));
}

TEST(Packing, RefusesWhatItCannotServe)
{
  const Shape shape = Shape::sphere(1.0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal_of([&] { pack_count(shape, 0, {}); }), "elements 0 (must be from 1 to 50000)");
  EXPECT_EQ(refusal_of([&] { pack_count(shape, 50001, {}); }),
            "elements 50001 (must be from 1 to 50000)");
  EXPECT_EQ(refusal_of([&] { pack_count(shape, 5, -0.5, {}); }),
            "radius -0.5 (must be a positive, finite number)");
  EXPECT_NE(refusal_of([&] { pack_radius(shape, nan, {}); }).find("radius nan"), std::string::npos);
  EXPECT_EQ(refusal_of([&] { pack_radius(shape, 1.5, {}); }),
            "radius 1.5 (no element fits sphere 1; at most 1)");
  EXPECT_NE(refusal_of([&] { pack_radius(shape, 1.0e-3, {}); }).find("about 5.5e+08 elements"),
            std::string::npos);
  EXPECT_EQ(refusal_of([&] { pack_lattice(shape, 0.0, Lattice::SC); }),
            "radius 0 (must be a positive, finite number)");
  EXPECT_NE(refusal_of([&] { pack_lattice(shape, 1.01, Lattice::FCC); }).find("radius 1.01"),
            std::string::npos);
  EXPECT_NE(refusal_of([&] { pack_lattice(shape, 1.0e-3, Lattice::SC); }).find("radius 0.001"),
            std::string::npos);
}

}    // namespace test_packing
