// Hits as a sequence of loads, by a model that breaks at a given energy and adds up what it is hit
// with. Oracle: the rules by hand.

#include "breakage/hit_monitor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace grist {
namespace {

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

struct Scene {
  Plain model;
  HitState state{{0.5, 0.0}, STRENGTH, 0.0, 0.0};

  // The events of these loads, one after another.
  std::vector<HitEvent> follow(const std::vector<double> &loads)
  {
    std::vector<HitEvent> events;
    for (const double load : loads) {
      last = follow_hit(state, model, SIZE, load, [load] { return load + BY_MOTION; });
      events.push_back(last.event);
    }
    return events;
  }
  HitResult last;
};

using Events = std::vector<HitEvent>;
constexpr HitEvent NONE = HitEvent::NONE, ENDED = HitEvent::ENDED, BROKEN = HitEvent::BROKEN;

TEST(HitMonitor, CountsAHitOnceWhenItIsOver)
{
  Scene scene;
  EXPECT_EQ(scene.follow({0.0, 1.0, 3.0, 2.0, 0.31, 0.29, 0.1, 0.0}),
            (Events{NONE, NONE, NONE, NONE, NONE, ENDED, NONE, NONE}));
  EXPECT_EQ(scene.model.hits, (std::vector<double>{3.0}));
  EXPECT_EQ(scene.state.body.damage, 3.0);
  EXPECT_EQ(scene.state.strength, 7.0);
  EXPECT_FALSE(scene.state.is_loaded());
}

TEST(HitMonitor, BreaksAtTheStrengthWithWhatTheMotionAdds)
{
  Scene scene;
  EXPECT_EQ(scene.follow({9.99}), Events{NONE});
  EXPECT_EQ(scene.follow({10.0}), Events{BROKEN});
  EXPECT_EQ(scene.last.energy, 12.0);
  EXPECT_EQ(scene.last.t10, 0.12);
  EXPECT_EQ(scene.state.body.damage, 0.0);
}

// A contact that stays pressed after a hit: only what comes on top of it loads the body again.
TEST(HitMonitor, TheRestOfAHitDoesNotCountTwice)
{
  Scene scene;
  scene.follow({5.0, 0.5, 0.4});    // the hit is over; 0.4 is left
  ASSERT_EQ(scene.state.strength, 5.0);
  EXPECT_EQ(scene.follow({3.9}), Events{NONE});    // not yet ten times the rest
  EXPECT_EQ(scene.state.peak, 0.0);
  EXPECT_EQ(scene.follow({5.3}), Events{NONE});    // 4.9 on top of it
  Scene other;
  other.follow({5.0, 0.5, 0.4});
  EXPECT_EQ(other.follow({5.5}), Events{BROKEN});
  EXPECT_NEAR(other.last.energy, 5.5 + BY_MOTION - 0.4, 1e-15);
}

TEST(HitMonitor, DamageOfHitsBreaksInTheEnd)
{
  Scene scene;
  EXPECT_EQ(scene.follow({4.0, 0.0, 4.0, 0.0, 4.0}), (Events{NONE, ENDED, NONE, ENDED, BROKEN}));
}

TEST(HitMonitor, WhatCannotBreakIsNotDamaged)
{
  Scene scene;
  scene.state.strength = std::numeric_limits<double>::infinity();
  EXPECT_EQ(scene.follow({1e9, 0.0}), (Events{NONE, ENDED}));
  EXPECT_TRUE(scene.model.hits.empty());
  EXPECT_TRUE(std::isinf(scene.state.strength));
}

}    // namespace
}    // namespace grist
