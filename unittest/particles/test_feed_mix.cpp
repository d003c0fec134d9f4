// Oracles: the shares that were asked for, to within a particle; and that a particle depends on its
// number alone.

#include "particles/feed_mix.h"

#include "common/constants.h"
#include "particles/assortment.h"

#include <gtest/gtest.h>

using namespace grist;

namespace test_feed_mix {

MixComponent ball(const std::string &name, double fraction, double density, double low, double high)
{
  MixComponent component;
  component.name = name;
  component.fraction = fraction;
  component.density = density;
  component.size.kind = SizeLaw::Kind::UNIFORM;
  component.size.first = low;
  component.size.second = high;
  component.shapes = {FeedShape::of_spheres({Vector3d::zero()}, {1.0})};
  return component;
}

TEST(FeedMix, SharesHoldWithinAParticleAtAnyTime)
{
  const FeedMix mix({ball("ore", 0.7, 2500.0, 0.01, 0.02), ball("steel", 0.3, 7800.0, 0.03, 0.03)},
                    5);
  const double heaviest = 7800.0 * volume_of_size(0.03);
  std::vector<double> masses(2, 0.0);
  double total = 0.0;
  for (int n = 0; n < 5000; n++) {
    const int component = mix.next_component(masses);
    const double mass = mix.mass(mix.particle(n, component));
    masses[component] += mass;
    total += mass;
    EXPECT_LE(std::abs(masses[0] - 0.7 * total), heaviest) << n;
  }
  EXPECT_GT(total, 100.0 * heaviest);
}

TEST(FeedMix, ParticlesDependOnTheirNumberAlone)
{
  const auto make = [](std::uint64_t seed) {
    return FeedMix({ball("ore", 1.0, 2500.0, 0.01, 0.02)}, seed);
  };
  const FeedMix a = make(5), b = make(5), c = make(6);
  EXPECT_EQ(a.particle(77, 0).size, b.particle(77, 0).size);
  EXPECT_NE(a.particle(77, 0).size, a.particle(78, 0).size);
  EXPECT_NE(a.particle(77, 0).size, c.particle(77, 0).size);
  EXPECT_EQ(a.largest_size(0), 0.02);
  EXPECT_NEAR(a.largest_radius(0), 0.01, 1e-15);
  EXPECT_NEAR(a.least_room(0), 0.02, 1e-15);
}

TEST(FeedMix, MassIsThatOfTheSolid)
{
  MixComponent pair = ball("pair", 1.0, 2500.0, 0.01, 0.01);
  pair.shapes = {FeedShape::of_spheres({{0, 0, 0}, {2, 0, 0}}, {1.0, 1.0})};
  pair.size = SizeLaw();    // its own: two spheres of radius 1
  const FeedMix mix({pair}, 1);
  EXPECT_NEAR(mix.mass(mix.particle(0, 0)), 2500.0 * 2.0 * 4.0 / 3.0 * PI, 1e-9);
  EXPECT_NEAR(mix.largest_sphere(0), 1.0, 1e-12);
}

TEST(FeedMix, WrongMixesAreRefused)
{
  const MixComponent half = ball("half", 0.5, 1.0, 1.0, 2.0),
                     most = ball("most", 0.6, 1.0, 1.0, 2.0);
  EXPECT_THROW(FeedMix({}, 1), std::invalid_argument);
  EXPECT_THROW(FeedMix({half}, 1), std::invalid_argument);
  EXPECT_THROW(FeedMix({half, most}, 1), std::invalid_argument);
  EXPECT_THROW(FeedMix({ball("none", 0.0, 1.0, 1.0, 2.0), ball("all", 1.0, 1.0, 1.0, 2.0)}, 1),
               std::invalid_argument);
  EXPECT_THROW(FeedMix({ball("light", 1.0, 0.0, 1.0, 2.0)}, 1), std::invalid_argument);
  EXPECT_NO_THROW(FeedMix({half, ball("other", 0.5, 1.0, 1.0, 2.0)}, 1));
}

}    // namespace test_feed_mix
