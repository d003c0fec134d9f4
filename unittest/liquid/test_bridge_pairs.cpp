// Oracles: the law of one bridge (test_liquid_bridge.cpp), pair by pair; brute force for touch; the
// kinetic energy, which viscosity cannot raise.

#include "common/space.h"
#include "liquid/bridge_pairs.h"

#include "lanes/instructions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace test_bridge_pairs {

using namespace grist;
using grist::Vector3d;

constexpr double ROUNDING = 1e-12;    // of the force at touch

struct Crowd {
  std::vector<SpherePlace> place;
  std::vector<double> velocity, force, load;
  std::vector<WetMotion> motion;    // of these
  double step = 0.0;
  BridgePairs pairs;

  Crowd()
  {
    pairs.law.tension = 0.07;
    pairs.law.angle = 0.3;
    pairs.law.viscosity = 2e-3;
    std::mt19937 random(4711);
    std::uniform_real_distribution<double> shift(-0.05, 0.05), speed(-0.2, 0.2);
    for (int n = 0; n < 125; n++) {
      place.push_back({{n % 5 + shift(random), n / 5 % 5 + shift(random), n / 25 + shift(random)},
                       0.5 + 0.5 * shift(random)});
      for (int d = 0; d < 3; d++) velocity.push_back(speed(random));
    }
    force.assign(velocity.size(), 0.0);
    load.assign(place.size(), 1.0);
  }
  BridgeScene scene()
  {
    motion.resize(load.size());
    for (size_t i = 0; i < load.size(); i++) {
      std::copy_n(&velocity[3 * i], 3, motion[i].velocity);
      motion[i].load = load[i];
    }
    return {{place.data(), motion.data(), step}, force.data(), true, true, true};
  }
  double gap(int a, int b) const { return norm(at(b) - at(a)) - place[a].radius - place[b].radius; }
  Vector3d at(int i) const { return vector_at(place[i].x); }
  void add(int a, int b, double volume)
  {
    pairs.add(a, b, bridge_radius(place[a].radius, place[b].radius), volume);
  }
  template <class Do> void for_near(const Do &act) const
  {
    for (int a = 0; a < 125; a++)
      for (int b = 0; b < a; b++)
        if (gap(a, b) < 0.2) act(a, b);
  }
  // Of the force on a, its viscous part.
  Vector3d expected_drag(int a, int b) const
  {
    const Vector3d normal = normalized(at(b) - at(a));
    const double parting =
        dot(normal, vector_at(velocity.data(), b) - vector_at(velocity.data(), a));
    const double free =
        pairs.law.resistance(bridge_radius(place[a].radius, place[b].radius), gap(a, b));
    const double most = step > 0.0 ? 1.0 / (step * (load[a] + load[b])) : INFINITY;
    return std::min(free, most) * parting * normal;
  }
  Vector3d expected_on(int a, int b, double volume) const
  {
    if (volume == 0.0) return Vector3d::zero();
    const double radius = bridge_radius(place[a].radius, place[b].radius);
    return pairs.law.force(radius, volume, gap(a, b)) * normalized(at(b) - at(a)) +
        expected_drag(a, b);
  }
};

class BridgePairsBySet : public ::testing::TestWithParam<Instructions> {
 protected:
  BridgePairsBySet() : before(instructions()) { use_instructions(GetParam()); }
  ~BridgePairsBySet() override { use_instructions(before); }
  const Instructions before;
};

TEST_P(BridgePairsBySet, ForcesVirialAndBreaksAreThoseOfTheLaw)
{
  Crowd crowd;
  std::vector<Vector3d> expected(125, Vector3d::zero());
  double trace = 0.0, taken = 0.0;
  std::vector<SphereRates> rates;    // at the instant of the places
  for (int i = 0; i < 125; i++) rates.push_back({crowd.at(124 - i), crowd.at(i)});
  size_t whole = 0, broken = 0;
  crowd.step = 30.0;    // limits those near touch
  const double volumes[] = {1e-3, 1e-5, 1e-7, 4e-3};
  int n = 0;
  crowd.for_near([&](int a, int b) {
    const double volume = volumes[n++ % 4];
    crowd.add(a, b, volume);
    if (crowd.gap(a, b) > crowd.pairs.law.rupture_gap(volume)) {
      broken++;
      return;
    }
    whole++;
    const Vector3d on_a = crowd.expected_on(a, b, volume);
    expected[a] += on_a;
    expected[b] -= on_a;
    trace -= dot(crowd.at(b) - crowd.at(a), on_a);
    taken += dot(crowd.expected_drag(a, b), rates[b].velocity - rates[a].velocity);
  });
  EXPECT_GT(whole, 40u);
  EXPECT_GT(broken, 30u);
  crowd.pairs.begin_step(crowd.scene());
  EXPECT_EQ(crowd.pairs.bridges().size(), whole);
  EXPECT_EQ(crowd.pairs.broken.size(), broken);
  const double unit = crowd.pairs.law.force(1.0, 1e-3, 0.0);
  for (int i = 0; i < 125; i++)
    EXPECT_LT(norm(vector_at(crowd.force.data(), i) - expected[i]), ROUNDING * unit) << i;
  const auto &virial = crowd.pairs.virial;
  EXPECT_NEAR((virial[0] + virial[1] + virial[2]) / trace, 1.0, ROUNDING);
  EnergyFlows powers{};
  crowd.pairs.losses.add_powers(powers, rates.data());
  EXPECT_NEAR(powers[CONTACT_DAMPING] / taken, 1.0, ROUNDING);
}

TEST_P(BridgePairsBySet, DryPairsThatTouchBecomeBridgesOnce)
{
  Crowd crowd;
  std::set<std::pair<int, int>> expected;
  size_t near = 0;
  crowd.for_near([&](int a, int b) {
    near++;
    crowd.pairs.add_dry(a, b);
    if (crowd.gap(a, b) < 0.0) expected.insert({a, b});
  });
  EXPECT_GT(expected.size(), 40u);
  crowd.pairs.begin_step(crowd.scene());
  std::vector<char> none(125, 0);
  EXPECT_TRUE(crowd.pairs.find_touching(crowd.scene(), none.data()).empty());
  const int wet = expected.begin()->first;    // a pair touches if one of its spheres is wet
  std::vector<char> one(125, 0);
  one[wet] = 1;
  EXPECT_EQ(crowd.pairs.find_touching(crowd.scene(), one.data()).size(),
            std::count_if(expected.begin(), expected.end(), [=](const auto &pair) {
              return pair.first == wet || pair.second == wet;
            }));
  auto touching = crowd.pairs.find_touching(crowd.scene(), nullptr);
  EXPECT_EQ(crowd.pairs.make(std::vector<double>(touching.size(), 0.0), crowd.scene()), 0);
  EXPECT_TRUE(crowd.pairs.bridges().empty());    // all are still dry
  touching = crowd.pairs.find_touching(crowd.scene(), nullptr);
  crowd.pairs.make(std::vector<double>(touching.size(), 1e-3), crowd.scene());
  std::set<std::pair<int, int>> found;
  for (const auto &bridge : crowd.pairs.bridges()) found.insert({bridge.a, bridge.b});
  EXPECT_EQ(found, expected);
  EXPECT_TRUE(crowd.pairs.find_touching(crowd.scene(), nullptr).empty());

  // Far apart they break, and all are dry again.
  for (auto &one : crowd.place)
    for (double &x : one.x) x *= 2.0;
  crowd.pairs.begin_step(crowd.scene());
  EXPECT_EQ(crowd.pairs.broken.size(), expected.size());
  for (auto &one : crowd.place)
    for (double &x : one.x) x *= 0.1;
  EXPECT_EQ(crowd.pairs.find_touching(crowd.scene(), nullptr).size(), near);
}

// One explicit step of the viscous forces alone, with masses from 1 to 1000: at any viscosity the
// kinetic energy does not grow, and once the limit acts it falls.
TEST_P(BridgePairsBySet, ViscosityTakesEnergyAtAnyStep)
{
  for (const double viscosity : {1e-3, 1.0, 1e3, 1e9}) {
    Crowd crowd;
    crowd.pairs.law.tension = 0.0;
    crowd.pairs.law.viscosity = viscosity;
    crowd.step = 1e-2;
    std::vector<int> bridges(125, 0);
    crowd.for_near([&](int a, int b) {
      crowd.add(a, b, 0.1);
      bridges[a]++;
      bridges[b]++;
    });
    double before = 0.0, after = 0.0;
    const auto mass = [](int i) { return std::pow(10.0, i % 4); };
    for (int i = 0; i < 125; i++) crowd.load[i] = std::max(1, bridges[i]) / mass(i);
    crowd.pairs.begin_step(crowd.scene());
    EXPECT_TRUE(crowd.pairs.broken.empty());
    for (int i = 0; i < 125; i++) {
      const Vector3d v = vector_at(crowd.velocity.data(), i);
      const Vector3d change = crowd.step / mass(i) * vector_at(crowd.force.data(), i);
      before += mass(i) * dot(v, v);
      after += mass(i) * dot(v + change, v + change);
    }
    EXPECT_LT(after, before) << viscosity;
    if (viscosity > 1e2) { EXPECT_LT(after, 0.999 * before) << viscosity; }
    if (viscosity > 1e2) {
      std::vector<char> dry(125, 0);
      EXPECT_LT(crowd.pairs.shortest_time(crowd.scene().spheres, dry.data()), crowd.step);
    }
  }
}

// What is poured into a bridge is what one of the larger volume releases.
TEST_P(BridgePairsBySet, PouredLiquidGivesTheLargerBridge)
{
  Crowd crowd;
  crowd.place.resize(2);
  crowd.place[0] = {{0.0, 0.0, 0.0}, 0.5};
  crowd.place[1] = {{0.99, 0.0, 0.0}, 0.5};
  crowd.add(0, 1, 1e-4);
  crowd.pairs.begin_step(crowd.scene());
  ASSERT_EQ(crowd.pairs.closed.size(), 1u);
  const double before = crowd.pairs.energy(crowd.pairs.bridges()[0], crowd.place.data());
  const double released = crowd.pairs.pour(0, 2e-4, crowd.place.data());
  EXPECT_NEAR(released / (before - crowd.pairs.law.energy(0.5, 3e-4, -0.01)), 1.0, ROUNDING);
  EXPECT_GT(released, 0.0);
  EXPECT_EQ(crowd.pairs.bridges()[0].pull.rupture, crowd.pairs.law.rupture_gap(3e-4));
}

INSTANTIATE_TEST_SUITE_P(All, BridgePairsBySet, ::testing::ValuesIn(supported_instructions()),
                         [](const auto &set) { return std::string(name(set.param)); });

}    // namespace test_bridge_pairs
