// Blocks of contacts of bodies. Oracle: the law of one contact, whose own oracles are closed forms
// and conservation laws.

#include "energy/losses.h"
#include "lanes/each_instruction_set.h"
#include "overlaps/overlap_block.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace test_overlap_block {

using namespace grist;

// Rounding of sums of a few terms, over the largest of them.
constexpr double ROUNDING = 1e-13;
constexpr double DT = 1e-4;
constexpr int CONTACTS = 2000;

class Numbers {
 public:
  double between(double low, double high)
  {
    return std::uniform_real_distribution<double>(low, high)(random);
  }
  double log_between(double low, double high)
  {
    return std::exp(between(std::log(low), std::log(high)));
  }
  bool one_of(int n) { return std::uniform_int_distribution<int>(1, n)(random) == 1; }
  Vector3d vector(double size)
  {
    std::normal_distribution<double> gauss;
    return size * Vector3d{gauss(random), gauss(random), gauss(random)};
  }

 private:
  std::mt19937_64 random{7};
};

struct Given {
  OverlapContactLaw law;
  Overlap overlap;
  Vector3d distance, velocity_a, velocity_b, omega_a, omega_b;
  double mass;
  ContactHistory history;

  BodiesInContact bodies() const
  {
    return {distance, velocity_a, velocity_b, omega_a, omega_b, mass};
  }
  ContactMotion motion() const
  {
    const Vector3d arm_b = overlap.centroid - distance;
    return {pair_velocity(velocity_a - velocity_b, omega_a, overlap.centroid, omega_b, arm_b, DT),
            omega_a - omega_b, mass, DT, pair_turning(omega_a, omega_b)};
  }
};

OverlapContactLaw random_law(Numbers &numbers, NormalLaw normal, bool hysteretic,
                             FrictionLaw friction)
{
  OverlapContactLaw law;
  law.normal = normal;
  law.hysteretic = hysteretic;
  law.friction = friction;
  law.stiffness = numbers.log_between(1e2, 1e4);
  law.set_restitution(numbers.between(0.2, 1.0));
  if (numbers.one_of(3)) law.damping = numbers.between(0.0, 2.0);
  law.mu = numbers.between(0.05, 0.8);
  law.stiffness_ratio = numbers.between(0.2, 1.0);
  law.speed_squared = numbers.log_between(1e-3, 1.0);
  law.tangential_damping = numbers.between(0.0, 1.0);
  return law;
}

// Some that are at rest, some new, some whose normal has jumped.
Given random_contact(Numbers &numbers, const OverlapContactLaw &law)
{
  Given given;
  given.law = law;
  Overlap &overlap = given.overlap;
  overlap.status = OverlapStatus::OVERLAPPING;
  overlap.volume = numbers.log_between(1e-3, 1.0);
  overlap.area = numbers.log_between(1e-2, 1.0);
  overlap.normal = normalized(numbers.vector(1.0));
  overlap.area_vector = overlap.area * overlap.normal;
  overlap.centroid = numbers.vector(1.0);
  overlap.moment = numbers.vector(0.1);
  for (int edge = 0; edge < 4; edge++) add(overlap.spread, 1.0, edge_spread(numbers.vector(0.5)));
  given.distance = numbers.vector(1.0);
  const double speed = numbers.one_of(5) ? 0.0 : numbers.log_between(1e-3, 10.0);
  given.velocity_a = numbers.vector(speed);
  given.velocity_b = numbers.vector(speed);
  given.omega_a = numbers.vector(speed);
  given.omega_b = numbers.vector(speed);
  given.mass = numbers.between(0.1, 1.0);
  if (numbers.one_of(4)) return given;
  const double pull = law.mu * law.stiffness * overlap.volume * numbers.log_between(0.1, 2.0);
  const Vector3d across = numbers.vector(pull);
  given.history.force = numbers.one_of(4) ? across
                                          : across - dot(across, overlap.normal) * overlap.normal;
  given.history.twist = 0.1 * norm(numbers.vector(pull)) * overlap.normal;
  given.history.peak = overlap.volume * numbers.between(0.8, 1.5);
  given.history.work = law.stiffness * numbers.between(0.0, 0.1);
  given.history.pressed = law.stiffness * numbers.between(0.0, 1.0);
  return given;
}

void put(OverlapBlock &block, int lane, const Given &given)
{
  block.set_law(lane, given.law);
  block.set_contact(lane, given.overlap, given.bodies());
  block.set_history(lane, given.history);
}

void expect_near(const Vector3d &found, const Vector3d &expected, double scale)
{
  EXPECT_LE(norm(found - expected), ROUNDING * scale);
}

// `elastic`: of the normal spring, which the dashpot may cancel.
void expect_same(const ContactForce &found, const ContactForce &expected, double elastic)
{
  const double force = norm(expected.force) + elastic;
  const double torque = norm(expected.torque_a) + norm(expected.torque_b) + force;
  const double energy =
      std::fabs(expected.energy) + std::fabs(expected.lost) + std::fabs(expected.lost_now) + force;
  expect_near(found.force, expected.force, force);
  expect_near(found.torque_a, expected.torque_a, torque);
  expect_near(found.torque_b, expected.torque_b, torque);
  EXPECT_NEAR(found.energy, expected.energy, ROUNDING * energy);
  EXPECT_NEAR(found.lost, expected.lost, ROUNDING * energy);
  EXPECT_NEAR(found.lost_now, expected.lost_now, ROUNDING * energy);
}

void expect_same(const ContactHistory &found, const ContactHistory &expected, double force)
{
  expect_near(found.force, expected.force, force + norm(expected.force));
  expect_near(found.twist, expected.twist, force + norm(expected.twist));
  EXPECT_EQ(found.peak, expected.peak);
  EXPECT_NEAR(found.work, expected.work, ROUNDING * (force + std::fabs(expected.work)));
  EXPECT_NEAR(found.pressed, expected.pressed, ROUNDING * (force + expected.pressed));
}

class BlocksOfOverlaps : public grist::testing::EachInstructionSet {
 protected:
  template <class Visit> void for_kinds(Visit visit)
  {
    for (const NormalLaw normal : {NormalLaw::VOLUME, NormalLaw::ENERGY})
      for (const bool hysteretic : {false, true})
        for (const FrictionLaw friction :
             {FrictionLaw::NONE, FrictionLaw::REGULARISED, FrictionLaw::COULOMB}) {
          std::vector<Given> contacts;
          for (int n = 0; n < CONTACTS; n++)
            contacts.push_back(
                random_contact(numbers, random_law(numbers, normal, hysteretic, friction)));
          visit(contacts);
        }
  }
  Numbers numbers;
};

GRIST_FOR_EACH_INSTRUCTION_SET(BlocksOfOverlaps);

TEST_P(BlocksOfOverlaps, FollowTheLawOfOneContact)
{
  for_kinds([&](const std::vector<Given> &contacts) {
    OverlapBlock block;
    constexpr int LANES = OverlapBlock::LANES;
    int sliding = 0, twisted = 0;
    for (int first = 0; first < CONTACTS; first += LANES) {
      const int count = std::min(LANES, CONTACTS - first);
      for (int n = 0; n < count; n++) put(block, n, contacts[first + n]);
      evaluate(block, count, contacts[first].law, DT);
      for (int n = 0; n < count; n++) {
        const Given &given = contacts[first + n];
        ContactHistory kept = given.history;
        const ContactForce expected =
            overlap_contact(given.law, given.overlap, given.distance, given.motion(), kept);
        const double elastic = given.law.stiffness * given.overlap.volume;
        expect_same(block.on(n), expected, elastic);
        expect_same(block.history(n), kept, norm(expected.force) + elastic);
        sliding += norm(given.history.force) > 1.001 * norm(kept.force) ? 1 : 0;
        twisted += norm(kept.twist) > 0.0 ? 1 : 0;
      }
    }
    if (contacts[0].law.friction != FrictionLaw::COULOMB) return;
    EXPECT_GT(sliding, CONTACTS / 20);
    EXPECT_GT(twisted, CONTACTS / 2);
  });
}

// Each lane takes from the motion what one contact takes, and stores what it stores; the last block
// is not full.
TEST_P(BlocksOfOverlaps, FlowsFollowTheLawOfOneContact)
{
  constexpr int LANES = OverlapBlock::LANES, BODIES = 60;
  for_kinds([&](const std::vector<Given> &contacts) {
    std::vector<SphereRates> rates;
    for (int i = 0; i < BODIES; i++) rates.push_back({numbers.vector(1.0), numbers.vector(1.0)});
    OverlapBlock block;
    Losses<OverlapEntries> losses;
    OverlapPower power, scale;
    OverlapEnergy stored, found_stored;
    for (const int round : {0, 1}) {    // the second forgets the first
      losses.begin_step();
      power = scale = {};
      stored = found_stored = {};
      for (int first = 0; first < CONTACTS - 5; first += LANES) {
        const int count = std::min(LANES, CONTACTS - 5 - first);
        int a[LANES], b[LANES];
        double share[LANES];
        for (int n = 0; n < count; n++) {
          put(block, n, contacts[first + n]);
          a[n] = (first + 7 * n) % BODIES;
          b[n] = (a[n] + 1 + round + n) % BODIES;
          share[n] = numbers.one_of(2) ? 1.0 : 0.5;
        }
        evaluate(block, count, contacts[first].law, DT);
        find_losses(block, count, contacts[first].law, DT, share, losses.room_for(count),
                    found_stored);
        losses.add(a, b, share, count);
        for (int n = 0; n < count; n++) {
          const Given &given = contacts[first + n];
          const ContactHistory kept = block.history(n);
          const Vector3d arm = given.overlap.centroid;
          const SphereRates &of_a = rates[a[n]], &of_b = rates[b[n]];
          const Vector3d velocity = of_a.velocity + cross(of_a.omega, arm) - of_b.velocity -
              cross(of_b.omega, arm - given.distance);
          const OverlapPower one = dissipated_power(given.law, given.overlap, given.motion(), kept,
                                                    velocity, of_a.omega - of_b.omega);
          const OverlapEnergy energy = stored_energy(given.law, given.overlap, kept);
          const auto add = [&](double &sum, double &size, double value) {
            sum += share[n] * value;
            size += std::fabs(value);
          };
          add(power.damping, scale.damping, one.damping);
          add(power.pressing, scale.pressing, one.pressing);
          add(power.shearing, scale.shearing, one.shearing);
          stored.normal += share[n] * energy.normal;
          stored.pressed += share[n] * energy.pressed;
          stored.shear += share[n] * energy.shear;
        }
      }
    }
    EnergyFlows found{};
    losses.add_powers(found, rates.data());
    EXPECT_NEAR(found[CONTACT_DAMPING], power.damping, ROUNDING * scale.damping);
    EXPECT_NEAR(found[PRESSING], power.pressing, ROUNDING * scale.pressing);
    EXPECT_NEAR(found[SHEARING], power.shearing, ROUNDING * scale.shearing);
    EXPECT_NEAR(found_stored.normal, stored.normal, ROUNDING * stored.normal);
    EXPECT_NEAR(found_stored.pressed, stored.pressed, ROUNDING * stored.pressed);
    EXPECT_NEAR(found_stored.shear, stored.shear, ROUNDING * stored.shear);
    const bool by_volume = contacts[0].law.normal == NormalLaw::VOLUME;
    EXPECT_GT(scale.damping, 0.0);
    EXPECT_EQ(scale.pressing > 0.0, by_volume);
    EXPECT_EQ(stored.normal == 0.0, by_volume);
  });
}

// A lane has the same result in any place, beside any others, to the last bit: results do not
// depend on how contacts are put into blocks.
TEST_P(BlocksOfOverlaps, AreTheSameInAllLanes)
{
  for_kinds([&](const std::vector<Given> &contacts) {
    OverlapBlock alone, full;
    constexpr int LANES = OverlapBlock::LANES;
    for (int n = 0; n < LANES; n++) put(full, n, contacts[n]);
    evaluate(full, LANES, contacts[0].law, DT);
    for (int n = 0; n < LANES; n++) {
      put(alone, 0, contacts[n]);
      evaluate(alone, 1, contacts[n].law, DT);
      EXPECT_EQ(alone.on(0).force, full.on(n).force);
      EXPECT_EQ(alone.on(0).torque_a, full.on(n).torque_a);
      EXPECT_EQ(alone.on(0).torque_b, full.on(n).torque_b);
      EXPECT_EQ(alone.history(0).force, full.history(n).force);
      EXPECT_EQ(alone.history(0).twist, full.history(n).twist);
      EXPECT_EQ(alone.history(0).work, full.history(n).work);
    }
  });
}

}    // namespace test_overlap_block
