// Rates of the full step, of many spheres at once: against the same one sphere after another.

#include "common/space.h"
#include "energy/half_step_lanes.h"

#include "lanes/each_instruction_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace test_half_step {

using grist::Vector3d;
using namespace grist;

class HalfSteps : public grist::testing::EachInstructionSet {
 protected:
  std::mt19937 random{4711};

  std::vector<double> numbers(int count, double from, double to)
  {
    std::uniform_real_distribution<double> any(from, to);
    std::vector<double> out(count);
    for (double &number : out) number = any(random);
    return out;
  }
};

TEST_P(HalfSteps, CompleteTheRatesOfAnyNumberOfSpheres)
{
  for (const int count : {0, 1, 2, 32, 33, 100}) {
    SCOPED_TRACE(std::to_string(count) + " spheres");
    const auto velocity = numbers(3 * count, -1, 1), omega = numbers(3 * count, -9, 9);
    const auto force = numbers(3 * count, -1, 1), torque = numbers(3 * count, -1e-3, 1e-3);
    const auto mass = numbers(count, 0.01, 0.1), radius = numbers(count, 1e-2, 3e-2);
    const HalfStep step = {velocity.data(), omega.data(),  force.data(), torque.data(),
                           mass.data(),     radius.data(), 0.01,         {0.1, -0.2, 0.3}};
    // One more than are asked for, which must not change.
    const SphereRates untouched = {Vector3d{1, 2, 3}, Vector3d{4, 5, 6}};
    std::vector<SphereRates> rates(count + 1, untouched);
    complete_rates(step, rates.data(), count);
    for (int i = 0; i < count; i++) {
      SphereRates single = {vector_at(&velocity[3 * i]) + Vector3d{0.1, -0.2, 0.3},
                            vector_at(&omega[3 * i])};
      apply_force(single, mass[i], radius[i], vector_at(&force[3 * i]), vector_at(&torque[3 * i]),
                  0.01);
      EXPECT_LT(norm(rates[i].velocity - single.velocity), 1e-14) << i;
      EXPECT_LT(norm(rates[i].omega - single.omega), 1e-13) << i;
    }
    EXPECT_EQ(rates[count].velocity, untouched.velocity);
    EXPECT_EQ(rates[count].omega, untouched.omega);
  }
}

// Half of the change since half a step before, the whole one since a full step, none where nothing is
// known; each time the motion is kept.
TEST_P(HalfSteps, ForeseeWhatTheLastChangeSays)
{
  for (const int count : {0, 1, 2, 33}) {
    SCOPED_TRACE(std::to_string(count) + " spheres");
    const auto velocity = numbers(3 * count, -1, 1), omega = numbers(3 * count, -9, 9);
    const auto then = numbers(6 * count, -1, 1);
    std::vector<MotionBefore> before(count + 1);
    for (int i = 0; i < count; i++)
      before[i] = {{vector_at(&then[6 * i]), vector_at(&then[6 * i + 3])}, 0.5 * (i % 3)};
    const SphereRates untouched = {Vector3d{1, 2, 3}, Vector3d{4, 5, 6}};
    std::vector<SphereRates> rates(count + 1, untouched);
    foresee_rates(velocity.data(), omega.data(), before.data(), rates.data(), count);
    for (int i = 0; i < count; i++) {
      const Vector3d v = vector_at(&velocity[3 * i]), w = vector_at(&omega[3 * i]);
      const double share = 0.5 * (i % 3);
      EXPECT_LT(norm(rates[i].velocity - v - share * (v - vector_at(&then[6 * i]))), 1e-15) << i;
      EXPECT_LT(norm(rates[i].omega - w - share * (w - vector_at(&then[6 * i + 3]))), 1e-14) << i;
      EXPECT_EQ(before[i].rates.velocity, v);
      EXPECT_EQ(before[i].rates.omega, w);
      EXPECT_EQ(before[i].share, 0.5);
    }
    EXPECT_EQ(before[count].share, 0.0);
    EXPECT_EQ(rates[count].velocity, untouched.velocity);
    EXPECT_EQ(rates[count].omega, untouched.omega);
  }
}

// Of a motion that is accelerated at a constant rate, what is foreseen is exact; where the acceleration
// changes at a constant rate, the error is of the second order in the step.
TEST(Foreseen, ErrorIsOfSecondOrder)
{
  const auto error = [](double dt, double rate) {
    const auto speed = [rate](double t) { return 3.0 - 2.0 * t + rate * t * t; };
    MotionBefore before{{Vector3d{speed(0.0), 0, 0}, Vector3d::zero()}, 1.0};
    SphereRates rates;
    double worst = 0.0;
    for (int n = 1; n <= 10; n++) {
      const SphereRates half = {Vector3d{speed((n - 0.5) * dt), 0, 0}, Vector3d::zero()};
      foresee_rates(half, before, rates);
      worst = std::max(worst, std::fabs(rates.velocity.x - speed(n * dt)));
    }
    return worst;
  };
  EXPECT_LT(error(0.01, 0.0), 1e-15);
  EXPECT_NEAR(error(0.01, 5.0) / error(0.005, 5.0), 4.0, 1e-6);
}

GRIST_FOR_EACH_INSTRUCTION_SET(HalfSteps);

}    // namespace test_half_step
