// Numbers, masses and median sizes of what was drawn. Oracles: sums over the particles that the
// queue drew, and the law that was asked for.

#include "feeds/drawn_sizes.h"

#include "common/constants.h"
#include "fragments/size_distribution.h"
#include "geometry/solids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace test_drawn_sizes {

using namespace grist;

constexpr double CLASS = 1.3e-4;    // width of a class of sizes, over the size
constexpr double FILLED = 0.5;      // of the solid, by the elements

// Two spheres in contact along x, of 60 mm, half porous; rocks by sieves, half of the mass between
// 80 and 100 mm, half up to 120.
FeedMix rocks(SizeMeasure measure)
{
  MixComponent rock;
  rock.name = "rock";
  rock.fraction = 1.0;
  rock.density = 1350.0;
  rock.size.kind = SizeLaw::Kind::SIEVES;
  rock.size.by_mass = true;
  rock.size.openings = {0.08, 0.1, 0.12};
  rock.size.shares = {0.5, 0.5};
  const FeedShape shape =
      FeedShape::of_spheres({{-0.03, 0, 0}, {0.03, 0, 0}}, {0.03, 0.03}, FILLED);
  rock.shapes = {shape.measured_by(measure)};
  return {{rock}, 3};
}

double one(const FeedParticle &)
{
  return 1.0;
}

// Sizes by the measure are those of the law: the median, and the passing at each size, to 1 %.
TEST(DrawnSizes, FollowTheLawByTheMeasureOfTheMix)
{
  for (const SizeMeasure measure :
       {SizeMeasure::SOLID, SizeMeasure::EQUIVALENT, SizeMeasure::SIEVE}) {
    const FeedMix mix = rocks(measure);
    InsertionQueue queue(mix);
    DrawnSizes drawn(mix);
    queue.draw(20000, one, true);
    EXPECT_TRUE(drawn.follow(queue));
    EXPECT_FALSE(drawn.follow(queue));
    const DrawnSizes::Row row = drawn.row(0);
    EXPECT_EQ(row.number, 20000);
    EXPECT_NEAR(row.mass, queue.waiting_mass(0), 1e-9 * row.mass);
    const double median = measure == SizeMeasure::SOLID ? row.solid
        : measure == SizeMeasure::SIEVE                 ? row.sieve
                                                        : row.equivalent;
    EXPECT_NEAR(median, 0.1, 1e-3);
    EXPECT_NEAR(row.equivalent / row.solid, std::cbrt(FILLED), CLASS);
    EXPECT_NEAR(row.sieve / row.equivalent, 1.0 / std::cbrt(2.0), CLASS);    // of one of two balls

    std::vector<SizedMass> sizes;
    for (const FeedParticle &particle : queue.state.waiting)
      sizes.push_back({particle.size, mix.mass(particle)});
    const SizeDistribution curve(sizes);
    EXPECT_NEAR(median / curve.size_at(0.5), 1.0, CLASS);
    for (const double size : {0.085, 0.09, 0.1, 0.105, 0.115})
      EXPECT_NEAR(curve.passing(size), (size - 0.08) / 0.04, 0.01) << size;
  }
}

// What is kept, and the time of a row, end with the number of classes: a row of 60,000 particles
// takes no longer than ten of 2,000 do (by particles it would take more than 30 of these).
TEST(DrawnSizes, TimeDoesNotGrowWithTheNumber)
{
  const FeedMix mix = rocks(SizeMeasure::SOLID);
  InsertionQueue queue(mix);
  DrawnSizes drawn(mix);
  double seconds[2];
  for (const int k : {0, 1}) {
    for (int n = 0; n < (k == 0 ? 2000 : 58000); n++) queue.take(one);
    drawn.follow(queue);
    seconds[k] = 1e9;    // the least of several, as others use the machine
    for (int n = 0; n < 9; n++) {
      const auto start = std::chrono::steady_clock::now();
      EXPECT_GT(drawn.row(0).mass, 0.0);
      const std::chrono::duration<double> past = std::chrono::steady_clock::now() - start;
      seconds[k] = std::min(seconds[k], past.count());
    }
  }
  EXPECT_LT(seconds[1], 10.0 * seconds[0]);
}

// The mass is that of the solid, whatever measure its size has.
TEST(DrawnSizes, MassesAreThoseOfTheSolid)
{
  const double volume = 2.0 * 4.0 / 3.0 * PI * 0.03 * 0.03 * 0.03 / FILLED;
  for (const SizeMeasure measure :
       {SizeMeasure::SOLID, SizeMeasure::EQUIVALENT, SizeMeasure::SIEVE}) {
    const FeedMix mix = rocks(measure);
    const double own = mix.components()[0].shapes[0].own_size;
    EXPECT_NEAR(mix.mass({0, 0, 0, own}), 1350.0 * volume, 1e-9);
  }
}

TEST(DrawnSizes, OfPolyhedraAndOfNothing)
{
  MixComponent cube;
  cube.name = "cube";
  cube.fraction = 0.5;
  cube.density = 1000.0;
  cube.shapes = {FeedShape::of_solid(solids::cube(2.0)).measured_by(SizeMeasure::SIEVE)};
  MixComponent other = cube;
  other.name = "other";
  const FeedMix mix({cube, other}, 1);
  InsertionQueue queue(mix);
  DrawnSizes drawn(mix);
  queue.draw(1.0, one, true);
  drawn.follow(queue);
  EXPECT_NEAR(drawn.row(0).sieve, 2.0, 1e-12);
  EXPECT_NEAR(drawn.row(0).mass, 8000.0, 1e-8);
  EXPECT_EQ(drawn.row(1).number, 0);
  EXPECT_EQ(drawn.row(1).solid, 0.0);
  EXPECT_NE(drawn.table().find("  cube                  1         8000"), std::string::npos)
      << drawn.table();
}

}    // namespace test_drawn_sizes
