// Hits as a sequence of loads, by a model that breaks at a given energy and adds up what it is hit
// with. Oracle: the rules by hand.

#include "breakage/hit_monitor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace grist {
namespace test_hit_monitor {

constexpr double STRENGTH = 10.0, SIZE = 0.01, BY_MOTION = 2.0;

// Each hit takes its energy off the strength of the body.
class Plain : public BreakageModel {
 public:
  double broken_share(double, double) const override { return 0.0; }
  double strength(const BodyStrength &body, double) const override
  {
    return STRENGTH - body.damage;
  }
  HitOutcome hit(BodyStrength &body, double, double energy) const override
  {
    hits.push_back(energy);
    if (energy >= strength(body, SIZE)) return {true, energy / 100.0};
    body.damage += energy;
    return {};
  }
  mutable std::vector<double> hits;
};

// All of the work is stored: contacts without loss, of which one holds or none.
HitLoad elastic(double energy)
{
  return {energy, energy, energy > 0.0 ? 1 : 0};
}

struct Scene {
  Plain model;
  HitState state{{0.5, 0.0}, STRENGTH};

  // The events of these loads, one after another.
  std::vector<HitEvent> follow(const std::vector<HitLoad> &loads)
  {
    std::vector<HitEvent> events;
    for (const HitLoad &load : loads) {
      last = follow_hit(state, model, SIZE, load, [] { return BY_MOTION; });
      events.push_back(last.event);
    }
    return events;
  }
  std::vector<HitEvent> follow_elastic(const std::vector<double> &energies)
  {
    std::vector<HitLoad> loads;
    for (const double energy : energies) loads.push_back(elastic(energy));
    return follow(loads);
  }
  HitResult last;
};

using Events = std::vector<HitEvent>;
constexpr HitEvent NONE = HitEvent::NONE, ENDED = HitEvent::ENDED, BROKEN = HitEvent::BROKEN;

TEST(HitMonitor, CountsAHitOnceWhenItIsOver)
{
  Scene scene;
  EXPECT_EQ(scene.follow_elastic({0.0, 1.0, 3.0, 2.0, 0.31, 0.29, 0.1, 0.0}),
            (Events{NONE, NONE, NONE, NONE, NONE, ENDED, NONE, NONE}));
  EXPECT_EQ(scene.model.hits, (std::vector<double>{3.0}));
  EXPECT_EQ(scene.state.body.damage, 3.0);
  EXPECT_EQ(scene.state.strength, 7.0);
  EXPECT_FALSE(scene.state.is_loaded());
}

TEST(HitMonitor, BreaksAtTheStrengthWithWhatTheMotionAdds)
{
  Scene scene;
  EXPECT_EQ(scene.follow_elastic({9.99}), Events{NONE});
  EXPECT_EQ(scene.follow_elastic({10.0}), Events{BROKEN});
  EXPECT_EQ(scene.last.energy, 12.0);
  EXPECT_EQ(scene.last.t10, 0.12);
  EXPECT_EQ(scene.state.body.damage, 0.0);
}

// A contact that stays pressed after a hit: only what comes on top of it loads the body again.
TEST(HitMonitor, TheRestOfAHitDoesNotCountTwice)
{
  Scene scene;
  scene.follow_elastic({5.0, 0.5, 0.4});    // the hit is over; 0.4 is left
  ASSERT_EQ(scene.state.strength, 5.0);
  EXPECT_EQ(scene.follow_elastic({3.9}), Events{NONE});    // not yet ten times the rest
  EXPECT_EQ(scene.state.peak, 0.0);
  EXPECT_EQ(scene.follow_elastic({5.3}), Events{NONE});    // 4.9 on top of it
  Scene other;
  other.follow_elastic({5.0, 0.5, 0.4});
  EXPECT_EQ(other.follow_elastic({5.5}), Events{BROKEN});
  EXPECT_NEAR(other.last.energy, 5.5 + BY_MOTION - 0.4, 1e-15);
}

TEST(HitMonitor, DamageOfHitsBreaksInTheEnd)
{
  Scene scene;
  EXPECT_EQ(scene.follow_elastic({4.0, 0.0, 4.0, 0.0, 4.0}),
            (Events{NONE, ENDED, NONE, ENDED, BROKEN}));
}

TEST(HitMonitor, WhatCannotBreakIsNotDamaged)
{
  Scene scene;
  scene.state.strength = std::numeric_limits<double>::infinity();
  EXPECT_EQ(scene.follow_elastic({1e9, 0.0}), (Events{NONE, ENDED}));
  EXPECT_TRUE(scene.model.hits.empty());
  EXPECT_TRUE(std::isinf(scene.state.strength));
}

// A contact of the latching spring (K = 2, so that K q^2/2 = q^2) at the overlap q.
class Latch {
 public:
  Latch(double restitution) : share(restitution * restitution) {}

  HitLoad at(double q)
  {
    peak = std::max(peak, q);
    const double over = std::max(q - (1.0 - share) * peak, 0.0);
    const double stored = over * over / share;
    return {(1.0 - share) * peak * peak + stored, stored, 1};
  }

 private:
  double share, peak = 0.0;
};

HitLoad sum(const HitLoad &a, const HitLoad &b)
{
  return {a.work + b.work, a.stored + b.stored, a.contacts + b.contacts};
}

// To a peak, to no force without parting, and to the peak again: what was given back is put in
// again, e^2 of the first work.
TEST(HitMonitor, ALoadAgainCountsWithItsOwnWork)
{
  for (const double e : {0.2, 0.5, 0.9, 1.0}) {
    Scene scene;
    Latch contact(e);
    const double share = e * e, released = 1.0 - share;
    for (const double q : {0.5, 1.0, released, 0.5 * (1.0 + released), 1.0, released})
      scene.follow({contact.at(q)});
    ASSERT_EQ(scene.model.hits.size(), 2u) << e;
    EXPECT_NEAR(scene.model.hits[0], 1.0, 1e-14);
    EXPECT_NEAR(scene.model.hits[1], share, 1e-14) << e;
    scene.follow({contact.at(1.5), contact.at(1.5 * released)});    // further than before
    EXPECT_NEAR(scene.model.hits[2], 2.25 - released, 1e-14) << e;
  }
}

// Paths between turning points, by the closed form of each leg: in virgin loading q^2, else by the
// stored energies.
TEST(HitMonitor, TwentyPathsOfAPressedContact)
{
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (int path = 0; path < 20; path++) {
    const double e = 0.3 + 0.6 * uniform(random), share = e * e;
    Scene scene;
    scene.state.strength = std::numeric_limits<double>::max();
    Latch contact(e);
    double peak = 0.0;
    std::vector<double> expected;
    double low = 0.0;    // stored at the least
    for (int hit = 0; hit < 5; hit++) {
      const double top = 0.2 + uniform(random), zero = (1.0 - share) * std::max(peak, top);
      const double highest = std::max(peak, top);
      const double reach = top - (1.0 - share) * peak;
      if (reach <= 0.0 || reach * reach / share < 20.0 * low) continue;    // no hit
      const double elastic = top > peak ? share * peak * peak : reach * reach / share;
      expected.push_back(elastic - low + highest * highest - peak * peak);
      peak = highest;
      const double bottom = zero * (1.0 + 0.01 * uniform(random));    // nearly without a force
      low = std::pow(std::max(bottom - (1.0 - share) * peak, 0.0), 2) / share;
      for (int k = 1; k <= 400; k++) scene.follow({contact.at(zero + (top - zero) * k / 400)});
      for (int k = 1; k <= 400; k++) scene.follow({contact.at(top + (bottom - top) * k / 400)});
    }
    ASSERT_EQ(scene.model.hits.size(), expected.size()) << path;
    for (std::size_t k = 0; k < expected.size(); k++)
      EXPECT_NEAR(scene.model.hits[k], expected[k], 0.02 * expected[k] + 1e-3) << path << ' ' << k;
  }
}

// Jaws: two contacts, of which one parts while the other is still loaded. Its work is not taken off
// the hit.
TEST(HitMonitor, AContactThatPartsTakesNoWorkAway)
{
  const double e = 0.5, released = 1.0 - e * e;
  Scene scene;
  Latch left(e), right(e);
  scene.follow({sum(left.at(1.0), right.at(1.0))});
  scene.follow({sum(left.at(released), right.at(1.0))});    // gives back e^2
  EXPECT_NEAR(scene.state.energy, 2.0 - e * e, 1e-14);
  scene.follow({right.at(1.0)});    // the left one parts
  EXPECT_NEAR(scene.state.energy, 2.0 - e * e, 1e-14);
  scene.follow({right.at(2.0)});
  EXPECT_NEAR(scene.state.energy, 2.0 - e * e + 3.0, 1e-14);
  EXPECT_EQ(scene.follow({HitLoad()}), Events{ENDED});    // the right one, at once
  EXPECT_NEAR(scene.model.hits[0], 5.0 - e * e, 1e-14);
}

// Another contact begins in the step in which one parts: the number of contacts does not show it.
TEST(HitMonitor, AContactThatIsReplacedTakesNoWorkAway)
{
  const double e = 0.5;
  Scene scene;
  Latch old(e), other(e);
  scene.follow({old.at(1.0), old.at(1.0 - e * e)});    // the hit is over, nothing is stored
  ASSERT_EQ(scene.model.hits.size(), 1u);
  scene.follow({other.at(0.001), other.at(1.0)});
  EXPECT_NEAR(scene.state.energy, 1.0, 1e-6);    // except the loss of its first step
}

// What holds a body already is not of a hit.
TEST(HitMonitor, BeginsWithWhatIsThere)
{
  Scene scene;
  scene.state.begin_with(elastic(6.0));
  EXPECT_EQ(scene.follow({elastic(6.0), elastic(7.0)}), (Events{NONE, NONE}));
  EXPECT_EQ(scene.state.energy, 1.0);
}

}    // namespace test_hit_monitor
}    // namespace grist
