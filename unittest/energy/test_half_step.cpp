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

GRIST_FOR_EACH_INSTRUCTION_SET(HalfSteps);

}    // namespace test_half_step
