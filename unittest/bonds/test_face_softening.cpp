// Faces that soften: the energy that damage takes on any path, against closed forms and the work of the
// forces.

#include "bonds/face_walk.h"
#include "common/constants.h"
#include "common/fatigue_law.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_face_softening {

using namespace grist;
using namespace grist::testing;

// Along one straight line of slip and rotation, however few the steps.
double taken_along(const FaceMaterial &of, const Vector3d &slip, const Vector3d &rotation,
                   int steps, double strength = 1.0)
{
  Walk walk = walk_of(of, strength);
  const auto along = [](const Vector3d &to) { return [to](double t) { return t * to; }; };
  walk.follow(along(slip), along(rotation), steps);
  EXPECT_TRUE(walk.has_parted);
  EXPECT_NEAR(walk.memory.softening.taken, walk.taken, 1e-14 * walk.taken);
  return walk.taken;
}

constexpr double ROUNDING = 1e-9 * TENSILE;    // of poses near 1 with slips near 1e-5

TEST(FaceSoftening, EachLoadTakesItsEnergy)
{
  const double polar = INERTIA[0] + INERTIA[1], edge = std::hypot(EXTENT[0], EXTENT[1]);
  const double over = COHESION / TENSILE;
  const Vector3d none = Vector3d::zero();
  for (const double factor : {1.01, 3.0, 30.0})
    for (const int steps : {30, 1000}) {
      const double g = factor * LEAST, far = 4.0 * g / TENSILE;
      const auto taken = [&](const Vector3d &slip, const Vector3d &rotation) {
        return taken_along(by_stress(g), slip, rotation, steps);
      };
      EXPECT_NEAR(taken({0, 0, far}, none) / (g * AREA), 1.0, 1e-9);
      EXPECT_NEAR(taken({6 * far, 8 * far, 0}, none) / (g * over * over * RATIO * AREA), 1.0, 1e-6);
      EXPECT_NEAR(taken(none, {2 * far, 0, 0}) / (g * INERTIA[0] / (EXTENT[1] * EXTENT[1])), 1.0,
                  1e-6);
      EXPECT_NEAR(taken(none, {0, 2 * far, 0}) / (g * INERTIA[1] / (EXTENT[0] * EXTENT[0])), 1.0,
                  1e-6);
      EXPECT_NEAR(taken(none, {0, 0, 4 * far}) / (g * over * over * RATIO * polar / (edge * edge)),
                  1.0, 1e-6);
    }
}

TEST(FaceSoftening, EnergiesOfFractureAreThoseGiven)
{
  const Vector3d none = Vector3d::zero();
  for (const double factor : {1.01, 3.0, 30.0})
    for (const int steps : {30, 1000}) {
      const double g = factor * LEAST, far = 10.0 * g / TENSILE;
      const auto taken = [&](const Vector3d &slip, const Vector3d &rotation) {
        return taken_along(by_energy(g, 2.5 * g), slip, rotation, steps) / (g * AREA);
      };
      EXPECT_NEAR(taken({0, 0, far}, none), 1.0, 1e-9);
      EXPECT_NEAR(taken({3 * far, 4 * far, 0}, none), 2.5, 1e-6);
      EXPECT_NEAR(taken(none, {4 * far, 0, 0}), 1.0, 1e-6);
      EXPECT_NEAR(taken(none, {3 * far, 4 * far, 0}), 1.0, 1e-6);
      EXPECT_NEAR(taken(none, {0, 0, 20 * far}), 2.5, 1e-6);
      // Half of the energy in each mode: the linear criterion of Wu and Reuter.
      EXPECT_NEAR(taken({std::sqrt(RATIO) * far, 0, far}, none), 2.0 / (1.0 + 1.0 / 2.5), 1e-6);
    }
}

TEST(FaceSoftening, TakesTheWorkOfAnyPath)
{
  constexpr int STEPS = 20000;
  FaceMaterial with_angle = by_stress(8.0 * LEAST);
  with_angle.angle = 35.0;
  with_angle.friction = std::tan(35.0 * DEGREE);
  for (const FaceMaterial &of :
       {by_stress(8.0 * LEAST), with_angle, by_energy(8.0 * LEAST, 8.0 * LEAST),
        by_energy(8.0 * LEAST, 30.0 * LEAST)}) {
    const double far = 20.0 * LEAST / TENSILE;
    Walk walk = walk_of(of);
    walk.follow([=](double t) { return curved(t, far); }, [=](double t) { return turned(t, far); },
                STEPS);
    ASSERT_TRUE(walk.has_parted);
    EXPECT_NEAR((walk.work - walk.on.energy) / walk.taken, 1.0, 1e-6);
    // However the loads are mixed.
    if (of.opening == of.shearing && of.parts_by_energy()) {
      EXPECT_NEAR(walk.taken / (of.opening * AREA), 1.0, 1e-6);
    }
    EXPECT_GT(walk.memory.softening.reached, 1.5);
  }
}

// With pressure: it is carried by the whole spring, and stays when the face has parted.
TEST(FaceSoftening, PressureKeepsItsStiffness)
{
  constexpr int STEPS = 4000;
  Walk walk = walk_of(by_stress(8.0 * LEAST));
  const double far = 60.0 * LEAST / TENSILE, pressed = -0.3 * TENSILE / K_N;
  walk.follow(
      [=](double t) {
        return Vector3d{far * t, 0.0, pressed * std::min(1.0, 3.0 * t)};
      },
      [](double) { return Vector3d::zero(); }, STEPS);
  ASSERT_TRUE(walk.has_parted);
  EXPECT_EQ(walk.on.failure, BondFailure::SHEAR);
  const double over = COHESION / TENSILE;
  EXPECT_NEAR(walk.taken / (8.0 * LEAST * over * over * RATIO * AREA), 1.0, 1e-6);
  EXPECT_NEAR(walk.on.energy / (0.5 * K_N * AREA * pressed * pressed), 1.0, 1e-6);
  EXPECT_NEAR(walk.on.loads.force.z / (K_N * AREA * pressed), 1.0, 1e-6);
  EXPECT_NEAR(walk.on.loads.force.x, 0.0, 1e-12);
}

TEST(FaceSoftening, DamageIsIrreversible)
{
  const double g = 5.0 * LEAST, end = 2.0 * g / TENSILE, yield = TENSILE / K_N;
  Walk walk = walk_of(by_stress(g));
  const auto pull = [&walk](double opening) {
    walk.go({0, 0, opening}, Vector3d::zero());
    return walk.on.loads.force.z / AREA;
  };
  EXPECT_NEAR(pull(yield), TENSILE, ROUNDING);
  const double most = 0.5 * (yield + end);
  EXPECT_NEAR(pull(most), 0.5 * TENSILE, ROUNDING);
  const double taken = walk.taken;
  for (const double share : {0.5, 0.0, 0.9, 0.2, 1.0 - 1e-9}) {
    EXPECT_NEAR(pull(share * most), share * 0.5 * TENSILE, ROUNDING);
    EXPECT_FALSE(walk.on.has_remembered);
  }
  EXPECT_NEAR(pull(-0.1 * yield), -0.1 * TENSILE, ROUNDING);
  EXPECT_EQ(walk.taken, taken);
  EXPECT_NEAR(pull(0.75 * end + 0.25 * yield), 0.25 * TENSILE, ROUNDING);
  EXPECT_FALSE(walk.has_parted);
  pull(end * (1.0 + 1e-9));
  EXPECT_TRUE(walk.has_parted);
}

// Pressure adds tan(angle) times itself to the shear strength, tension takes it away; of the moments
// the share beta counts.
TEST(FaceSoftening, SharesAreStressesOverStrengths)
{
  constexpr double ANGLE = 35.0, BETA = 0.3, K_S = K_N / RATIO;
  FaceMaterial of = by_stress(0.0);
  of.angle = ANGLE;
  of.friction = std::tan(ANGLE * DEGREE);
  of.beta = BETA;
  const double polar = INERTIA[0] + INERTIA[1], edge = std::hypot(EXTENT[0], EXTENT[1]);
  const double pressure = 0.7 * TENSILE, shear = 0.8 * COHESION, part = 1e-5;
  Walk walk = walk_of(of);
  walk.go({0.6 * shear / K_S, 0.8 * shear / K_S, -pressure / K_N}, Vector3d::zero());
  EXPECT_NEAR(walk.on.share, (shear - of.friction * pressure) / COHESION, 1e-9);
  walk.go({0.0, shear / K_S, 0.1 * pressure / K_N}, Vector3d::zero());
  EXPECT_NEAR(walk.on.share, (shear + 0.1 * of.friction * pressure) / COHESION, 1e-9);
  walk.go(Vector3d::zero(), {0.0, 0.0, part});
  EXPECT_NEAR(walk.on.share, BETA * K_S * part * edge / COHESION, 1e-9);
  EXPECT_NEAR(walk.on.loads.moment.z, K_S * polar * part, 1e-12);
  walk.go(Vector3d::zero(), {part, 0.0, 0.0});
  EXPECT_NEAR(walk.on.share, BETA * K_N * part * EXTENT[1] / TENSILE, 1e-9);
  walk.go({0.0, 0.0, pressure / K_N}, {0.0, -part, 0.0});
  EXPECT_NEAR(walk.on.share, (BETA * K_N * part * EXTENT[0] + pressure) / TENSILE, 1e-9);
}

TEST(FaceSoftening, ScatteredFacesAreEquallyBrittle)
{
  constexpr double F = 0.6;
  const double g = 5.0 * LEAST, far = 4.0 * g / TENSILE;
  EXPECT_NEAR(taken_along(by_stress(g), {0, 0, far}, Vector3d::zero(), 100, F) / (F * F * g * AREA),
              1.0, 1e-9);
  EXPECT_NEAR(taken_along(by_energy(g, g), {0, 0, far}, Vector3d::zero(), 100, F) /
                  (F * F * g * AREA),
              1.0, 1e-9);
  Walk brittle = walk_of(by_stress(0.0), F);
  const double parts_at = F * TENSILE / K_N;
  brittle.go({0, 0, parts_at * (1.0 - 1e-9)}, Vector3d::zero());
  EXPECT_FALSE(brittle.has_parted);
  brittle.go({0, 0, parts_at * (1.0 + 1e-9)}, Vector3d::zero());
  EXPECT_TRUE(brittle.has_parted);
}

TEST(FaceSoftening, CyclesWeakenAFace)
{
  FaceMaterial of = by_stress(0.0);
  of.fatigue = 4.0;
  Walk walk = walk_of(of);
  double left = 1.0;
  for (int k = 0; k < 5; k++) {
    const double share = 0.6 / left;
    walk.go({0, 0, 0.6 * TENSILE / K_N}, Vector3d::zero());
    EXPECT_NEAR(walk.on.share, share, 1e-9);
    walk.go(Vector3d::zero(), Vector3d::zero());
    left *= std::sqrt(1.0 - fatigue_damage(share * share, 0.5 * of.fatigue));
    EXPECT_NEAR(walk.memory.fatigue.left, left, 1e-9);
  }
  walk.go({0, 0, (left + 1e-9) * TENSILE / K_N}, Vector3d::zero());
  EXPECT_TRUE(walk.has_parted);
  EXPECT_EQ(walk.taken, 0.0);
}

TEST(FaceSoftening, TooLittleEnergyIsRejected)
{
  EXPECT_EQ(refusal(by_stress(1.001 * LEAST), DISTANCE), "");
  EXPECT_NE(refusal(by_stress(0.999 * LEAST), DISTANCE).find("soften"), std::string::npos);
  EXPECT_NE(refusal(by_energy(0.999 * LEAST, 1.0), DISTANCE).find("gc"), std::string::npos);
  EXPECT_EQ(refusal(by_stress(0.0), DISTANCE), "");
}

}    // namespace test_face_softening
