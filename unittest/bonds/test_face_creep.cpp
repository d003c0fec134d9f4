// Faces whose loads relax. Oracles: the closed form of a Maxwell element under an even rate and at
// rest, spring by spring; the work of the forces.

#include "bonds/face_walk.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_face_creep {

using namespace grist;
using namespace grist::testing;

FaceMaterial creeping(double time)
{
  FaceMaterial of = by_stress(0.0);
  of.tensile = of.cohesion = FaceMaterial::NONE;
  of.relaxation_time = time;
  return of;
}

// Ten steps of an even rate, then none.
TEST(FaceCreep, EachSpringIsAMaxwellElement)
{
  constexpr double TIME = 7.0, RATE = 1e-5;
  constexpr int GROWS = 10, STAYS = 15;
  const double polar = INERTIA[0] + INERTIA[1];
  const double stiffness[] = {K_N / RATIO * AREA, K_N / RATIO * AREA, K_N * AREA,
                              K_N * INERTIA[0],   K_N * INERTIA[1],   K_N / RATIO * polar};
  for (int spring = 0; spring < 6; spring++) {
    Walk walk = walk_of(creeping(TIME));
    const auto load = [&] {
      return spring < 3 ? walk.on.loads.force[spring] : walk.on.loads.moment[spring - 3];
    };
    const auto go = [&](double size) {
      Vector3d slip = Vector3d::zero(), turn = Vector3d::zero();
      (spring < 3 ? slip[spring] : turn[spring - 3]) = size;
      walk.go(slip, turn);
    };
    const double most = stiffness[spring] * RATE * TIME;
    go(0.0);
    for (int k = 1; k <= GROWS; k++) {
      go(k * RATE);
      EXPECT_NEAR(load() / most, -std::expm1(-k / TIME), 1e-6) << spring;
    }
    const double reached = -std::expm1(-GROWS / TIME);
    for (int k = 1; k <= STAYS; k++) {
      go(GROWS * RATE);
      EXPECT_NEAR(load() / most, reached * std::exp(-k / TIME), 1e-6) << spring;
    }
  }
}

TEST(FaceCreep, TakesTheWorkOfAnyPath)
{
  constexpr int STEPS = 20000;
  const double far = 20.0 * LEAST / TENSILE;
  Walk walk = walk_of(creeping(0.3 * STEPS));
  walk.follow([=](double t) { return curved(t, far); }, [=](double t) { return turned(t, far); },
              STEPS);
  EXPECT_GT(walk.flowed, 0.1 * walk.on.energy);
  EXPECT_NEAR((walk.work - walk.on.energy) / walk.flowed, 1.0, 1e-5);
}

// Pulled slowly a face never reaches its strength, and pulled fast it does.
TEST(FaceCreep, SlowPullsDoNotPart)
{
  constexpr double TIME = 50.0;
  const auto parts_at = [](double factor) {
    FaceMaterial of = creeping(TIME);
    of.tensile = TENSILE;
    of.cohesion = COHESION;
    Walk walk = walk_of(of);
    const double rate = factor * TENSILE / (K_N * TIME);
    for (int k = 0; k < 1000 && !walk.has_parted; k++) walk.go({0, 0, k * rate}, Vector3d::zero());
    return walk.has_parted;
  };
  EXPECT_FALSE(parts_at(0.99));
  EXPECT_TRUE(parts_at(1.01));
}

}    // namespace test_face_creep
