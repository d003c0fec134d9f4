// What entries take from the motion. Oracle: the closed form, one part of one entry at a time: a
// force F of a, which acts at the places x_a + r_a and x_b + r_b of both, takes
// F . (v_b + w_b x r_b - v_a - w_a x r_a), a moment M takes M . (w_b - w_a).

#include "energy/losses.h"

#include "lanes/each_instruction_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace test_losses {

using namespace grist;

// Of a few terms, over the greatest of them.
constexpr double ROUNDING = 1e-14;

std::mt19937 numbers(4711);
Vector3d any()
{
  std::uniform_real_distribution<double> one(-1.0, 1.0);
  return {one(numbers), one(numbers), one(numbers)};
}

constexpr int SPHERES = 50;
std::vector<SphereRates> any_rates()
{
  std::vector<SphereRates> rates;
  for (int i = 0; i < SPHERES; i++) rates.push_back({any(), any()});
  return rates;
}

template <int LANES> void put(double (&rows)[3][LANES], int lane, const Vector3d &value)
{
  for (int d = 0; d < 3; d++) rows[d][lane] = value[d];
}

// An entry with one part, and what it takes.
template <class SORT> struct Entry {
  using Block = LossBlock<SORT>;
  int part, a, b;
  Vector3d on_a = any(), arm_a = SORT::HAS_ARM_A ? any() : Vector3d::zero(), arm_b = any();
  double at_wall = any()[0];

  bool is_force() const { return part < Block::FORCES; }
  EnergyFlow flow() const
  {
    return is_force() ? SORT::FORCES[part] : SORT::MOMENTS[part - Block::FORCES];
  }
  void put_into(Block &block, int lane, bool wall) const
  {
    for (auto &force : block.force) put(force, lane, Vector3d::zero());
    for (auto &moment : block.moment) put(moment, lane, Vector3d::zero());
    put(is_force() ? block.force[part] : block.moment[part - Block::FORCES], lane, on_a);
    if constexpr (SORT::HAS_ARM_A) put(block.arm_a, lane, arm_a);
    put(block.arm_b, lane, arm_b);
    for (int k = 0; wall && k < 3; k++) block.arm_b[k][lane] = k == part ? at_wall : 0.0;
  }
  double taken(const std::vector<SphereRates> &rates) const
  {
    const SphereRates &one = rates[a], &other = rates[b];
    return is_force()
        ? dot(on_a,
              other.velocity + cross(other.omega, arm_b) - one.velocity - cross(one.omega, arm_a))
        : dot(on_a, other.omega - one.omega);
  }
  double taken_at_wall(const std::vector<SphereRates> &rates) const
  {
    const SphereRates &one = rates[a];
    return at_wall -
        (is_force() ? dot(on_a, one.velocity + cross(one.omega, arm_a)) : dot(on_a, one.omega));
  }
};

template <class SORT> std::vector<Entry<SORT>> some_entries(int part, int count)
{
  std::vector<Entry<SORT>> entries;
  for (int n = 0; n < count; n++)
    entries.push_back({part, 7 * n % SPHERES, (7 * n + 1 + n % 5) % SPHERES});
  return entries;
}

template <class SORT>
void add(const std::vector<Entry<SORT>> &entries, const double *share, bool wall,
         Losses<SORT> &losses)
{
  const int count = static_cast<int>(entries.size());
  LossBlock<SORT> *blocks = losses.room_for(count);
  constexpr int LANES = LossBlock<SORT>::LANES;
  std::vector<int> a, b;
  for (int n = 0; n < (count + LANES - 1) / LANES * LANES; n++) {
    entries[std::min(n, count - 1)].put_into(blocks[n / LANES], n % LANES, wall);
    if (n >= count) put(blocks[n / LANES].arm_b, n % LANES, {NAN, NAN, NAN});    // no entry
  }
  for (const Entry<SORT> &entry : entries) {
    a.push_back(entry.a);
    b.push_back(entry.b);
  }
  losses.add(a.data(), wall ? nullptr : b.data(), share, count);
}

// Each part goes to its own flow.
template <class SORT> void expect_closed_form()
{
  for (int part = 0; part < LossBlock<SORT>::PARTS; part++) {
    Losses<SORT> losses;
    add(some_entries<SORT>(part, 5), nullptr, false, losses);
    losses.begin_step();    // forgets
    const std::vector<SphereRates> rates = any_rates();
    EnergyFlows expected{};
    std::vector<double> one_by_one;
    for (const int count : {13, 8, 1}) {
      const auto entries = some_entries<SORT>(part, count);
      std::vector<double> share;
      for (int n = 0; n < count; n++) share.push_back(n % 3 == 1 ? 0.5 : 1.0);
      add(entries, share.data(), false, losses);
      for (int n = 0; n < count; n++) {
        one_by_one.push_back(share[n] * entries[n].taken(rates));
        expected[entries[n].flow()] += one_by_one.back();
      }
    }
    EnergyFlows found{};
    losses.add_powers(found, rates.data());
    for (int flow = 0; flow < ENERGY_FLOWS; flow++)
      EXPECT_NEAR(found[flow], expected[flow], 30 * ROUNDING) << part << " " << flow;
    size_t n = 0;
    losses.for_each_power(rates.data(), [&](int, int, double power) {
      EXPECT_NEAR(power, one_by_one.at(n++), 10 * ROUNDING) << part;
    });
    EXPECT_EQ(n, one_by_one.size());
  }
}

class LossesOfEntries : public grist::testing::EachInstructionSet {};

TEST_P(LossesOfEntries, AreClosedFormsPartByPart)
{
  expect_closed_form<ContactEntries>();
  expect_closed_form<OverlapEntries>();
  expect_closed_form<BridgeEntries>();
}

// A wall moves as it does, whatever `b` would be.
TEST_P(LossesOfEntries, AtAWallHaveItsOwnPower)
{
  for (int part = 0; part < LossBlock<ContactEntries>::PARTS; part++) {
    Losses<ContactEntries> losses(LossPartner::WALL);
    const std::vector<SphereRates> rates = any_rates();
    const auto entries = some_entries<ContactEntries>(part, 11);
    add(entries, nullptr, true, losses);
    EnergyFlows expected{}, found{};
    for (const auto &entry : entries) expected[entry.flow()] += entry.taken_at_wall(rates);
    losses.add_powers(found, rates.data());
    for (int flow = 0; flow < ENERGY_FLOWS; flow++)
      EXPECT_NEAR(found[flow], expected[flow], 20 * ROUNDING) << part << " " << flow;
  }
}

// Two bodies that move as one lose nothing, where they act on each other at one place.
TEST_P(LossesOfEntries, AreNoneInRigidMotion)
{
  const Vector3d omega = any(), velocity = any();
  std::vector<Vector3d> places;
  std::vector<SphereRates> rates;
  for (int i = 0; i < SPHERES; i++) {
    places.push_back(any());
    rates.push_back({velocity + cross(omega, places[i]), omega});
  }
  for (int part = 0; part < LossBlock<OverlapEntries>::PARTS; part++) {
    auto entries = some_entries<OverlapEntries>(part, 16);
    for (auto &entry : entries) entry.arm_b = places[entry.a] + entry.arm_a - places[entry.b];
    Losses<OverlapEntries> losses;
    add(entries, nullptr, false, losses);
    losses.for_each_power(rates.data(), [&](int, int, double power) {
      EXPECT_NEAR(power, 0.0, 10 * ROUNDING) << part;
    });
  }
}

// Forces without a lever, one after another, before, between and after blocks.
TEST_P(LossesOfEntries, OfSingleForcesHaveNoLever)
{
  Losses<BridgeEntries> losses;
  const std::vector<SphereRates> rates = any_rates();
  double expected = 0.0;
  for (int n = 0; n < 21; n++) {
    const int a = n, b = 49 - n;
    const Vector3d on_a = any();
    losses.add_force(a, b, on_a);
    expected += dot(on_a, rates[b].velocity - rates[a].velocity);
    if (n != 4) continue;
    const auto entries = some_entries<BridgeEntries>(0, 3);
    add(entries, nullptr, false, losses);
    for (const auto &entry : entries) expected += entry.taken(rates);
  }
  EnergyFlows found{};
  losses.add_powers(found, rates.data());
  EXPECT_NEAR(found[CONTACT_DAMPING], expected, 30 * ROUNDING);
}

GRIST_FOR_EACH_INSTRUCTION_SET(LossesOfEntries);

}    // namespace test_losses
