// Friction of faces that soften under pressure: closed forms, and the work of the forces.

#include "bonds/face_walk.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_face_friction {

using namespace grist;
using namespace grist::testing;

constexpr double MU = 0.45, K_S = K_N / RATIO, G = 8.0 * LEAST;
constexpr double PRESSED = 0.4 * TENSILE / K_N;    // u_3 is minus this
constexpr double LIMIT = MU * K_N * AREA * PRESSED;

FaceMaterial with_friction(FaceMaterial of)
{
  of.sliding = MU;
  return of;
}

double damage_of(const Walk &walk, const FaceMaterial &of)
{
  return 1.0 - stiffness_kept(softening_reach(of, DISTANCE), walk.memory.softening.reached);
}

void go_to(Walk &walk, double from, double to, int steps, double height = -PRESSED)
{
  for (int k = 1; k <= steps; k++)
    walk.go({from + (to - from) * k / steps, 0.0, height}, Vector3d::zero());
}

// The damaged part slides while the face is sheared; where it parts all of the shear is friction.
TEST(FaceFriction, DamagedShareBearsCoulombFriction)
{
  for (const FaceMaterial &of :
       {with_friction(by_stress(G)), with_friction(by_energy(G, 3.0 * G))}) {
    Walk walk = walk_of(of);
    const double far = 60.0 * LEAST / TENSILE;
    double last = 0.0;
    int sliding = 0;
    for (int k = 0; k <= 4000 && !walk.has_parted; k++) {
      const double u = far * k / 4000;
      walk.go({u, 0.0, -PRESSED}, Vector3d::zero());
      if (walk.has_parted) break;
      const double damage = damage_of(walk, of);
      if (damage < 0.7) continue;
      sliding++;
      EXPECT_NEAR(walk.on.loads.force.x, (1.0 - damage) * K_S * AREA * u + damage * LIMIT,
                  1e-7 * LIMIT);
      EXPECT_GT(walk.on.rubbed, 0.0);
      last = damage;
    }
    EXPECT_GT(sliding, 100);
    EXPECT_GT(last, 0.9);
    ASSERT_TRUE(walk.has_parted);
    EXPECT_EQ(walk.on.failure, BondFailure::SHEAR);
    EXPECT_NEAR(walk.on.loads.force.x / LIMIT, 1.0, 1e-7);
  }
}

// To and fro without more damage: 4 F (a - F/(D k)) in a cycle of the amplitude a.
TEST(FaceFriction, CyclesTakeTheAreaOfTheirLoop)
{
  const FaceMaterial of = with_friction(by_stress(G));
  Walk walk = walk_of(of);
  const double most = 1.6 * COHESION / K_S;
  go_to(walk, 0.0, most, 500);
  const double damage = damage_of(walk, of), taken = walk.taken;
  EXPECT_GT(damage, 0.3);
  const double amplitude = 0.9 * most, stiffness = damage * K_S * AREA, limit = damage * LIMIT;
  go_to(walk, most, amplitude, 100);
  go_to(walk, amplitude, -amplitude, 4000);
  const double before = walk.rubbed;
  go_to(walk, -amplitude, amplitude, 4000);
  go_to(walk, amplitude, -amplitude, 4000);
  EXPECT_NEAR((walk.rubbed - before) / (4.0 * limit * (amplitude - limit / stiffness)), 1.0, 1e-5);
  EXPECT_EQ(walk.taken, taken);
  // Within its stick range the spring takes nothing.
  const double at_turn = walk.rubbed;
  go_to(walk, -amplitude, -amplitude + 1.9 * limit / stiffness, 100);
  EXPECT_NEAR(walk.rubbed, at_turn, 1e-6 * limit * amplitude);
  // In tension there is none.
  go_to(walk, 0.5 * amplitude, 0.5 * amplitude, 2, 0.1 * TENSILE / K_N);
  EXPECT_NEAR(walk.on.loads.force.x / ((1.0 - damage) * K_S * AREA * 0.5 * amplitude), 1.0, 1e-7);
}

// A path through pressure and tension, shear, bending and twist.
TEST(FaceFriction, TakesTheWorkOfAnyPathBesidesDamage)
{
  constexpr int STEPS = 40000;
  for (const FaceMaterial &of : {by_stress(G), by_energy(G, G), by_energy(G, 4.0 * G)}) {
    const double far = 20.0 * LEAST / TENSILE;
    const auto slip = [far](double t) {
      Vector3d u = curved(t, far);
      u.z = -PRESSED * (1.2 * std::sin(9.0 * t) + t);
      return u;
    };
    const auto turn = [far](double t) { return turned(t, 0.5 * far); };
    Walk walk = walk_of(with_friction(of)), without = walk_of(of);
    walk.follow(slip, turn, STEPS);
    without.follow(slip, turn, STEPS);
    ASSERT_TRUE(walk.has_parted);
    EXPECT_EQ(walk.taken, without.taken);
    if (of.opening == of.shearing && of.parts_by_energy()) {
      EXPECT_NEAR(walk.taken / (G * AREA), 1.0, 1e-6);
    }
    EXPECT_GT(walk.rubbed, 0.05 * walk.taken);
    EXPECT_NEAR((walk.work - walk.on.energy) / (walk.taken + walk.rubbed), 1.0, 1e-6);
  }
}

// A step of no motion, as where a run begins, changes nothing.
TEST(FaceFriction, StaysWithoutMotion)
{
  Walk walk = walk_of(with_friction(by_stress(G)));
  go_to(walk, 0.0, 1.6 * COHESION / K_S, 500);
  go_to(walk, 1.6 * COHESION / K_S, 1.5 * COHESION / K_S, 50);
  const double force = walk.on.loads.force.x, energy = walk.on.energy;
  walk.again();
  EXPECT_EQ(walk.on.rubbed, 0.0);
  EXPECT_EQ(walk.on.loads.force.x, force);
  EXPECT_EQ(walk.on.energy, energy);
}

}    // namespace test_face_friction
