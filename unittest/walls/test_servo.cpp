// The servo and the resistance of contacts. Oracles: the work of springs on small motions, and the
// closed form of a servo on a spring.

#include "walls/servo.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace test_servo {

using namespace grist;

constexpr double ROUNDING = 1e-12;

struct Contact {
  Vector3d place, normal;
  ContactTangent tangent;
};

std::vector<Contact> some_contacts()
{
  return {{{0.1, 0.2, 0.3}, normalized(Vector3d{1, 2, 3}), {5e4, 2e4, 3.0, 1.5}},
          {{-0.3, 0.4, 0.1}, normalized(Vector3d{-1, 0.5, 0.2}), {1e5, 0.0, 7.0, 0.0}},
          {{0.0, -0.2, 0.5}, Vector3d::unit_z(), {3e4, 3e4, 1.0, 1.0}}};
}

// Twice the energy in springs that end on a wall which is moved is the stiffness along the motion.
TEST(ContactResistance, IsThatOfSpringsBetweenAWallAndTheGround)
{
  const Vector3d reference{0.05, -0.02, 0.01};
  const Twist twist = {{0.3, -0.2, 0.5}, {1.5, -0.7, 0.4}};
  ContactResistance resistance;
  double stiffness = 0.0, damping = 0.0;
  for (const Contact &one : some_contacts()) {
    const Vector3d arm = one.place - reference;
    resistance.add(arm, one.normal, one.tangent);
    const Vector3d moved = twist.velocity + cross(twist.omega, arm);
    const double along = dot(moved, one.normal), across = squared_norm(moved) - along * along;
    stiffness += one.tangent.normal * along * along + one.tangent.shear * across;
    damping += one.tangent.damping * along * along + one.tangent.shear_damping * across;
  }
  EXPECT_NEAR(resistance.stiffness_along(twist) / stiffness, 1.0, ROUNDING);
  EXPECT_NEAR(resistance.damping_along(twist) / damping, 1.0, ROUNDING);
  for (int n = 0; n < ContactResistance::SIZE; n++) resistance.numbers()[n] *= 2.0;
  EXPECT_NEAR(resistance.damping_along(twist) / damping, 2.0, ROUNDING);
}

// The twist of an axis is the same motion from wherever it is seen.
TEST(Servo, ATorqueIsAboutItsAxis)
{
  Servo servo;
  servo.turns = true;
  servo.point = {0.2, 0.1, -0.3};
  servo.axis = Vector3d{1, -2, 2} / 3.0;
  const Vector3d force{3, -1, 2}, at{0.4, 0.5, 0.6};    // one force
  const double expected = dot(servo.axis, cross(at - servo.point, force));
  for (const Vector3d &about : {Vector3d{0, 0, 0}, Vector3d{1, 2, 3}})
    EXPECT_NEAR(servo.component(force, cross(at - about, force), about), expected, ROUNDING);
  servo.turns = false;
  EXPECT_NEAR(servo.component(force, Vector3d{9, 9, 9}, at), dot(servo.axis, force), ROUNDING);
}

// A wall on a spring and a dashpot: the force along the axis is -(k x + c v).
double worst_force_of(double gain, double dashpot, double target, int steps, double *error)
{
  constexpr double STIFFNESS = 1e4, DT = 1e-5;
  Servo servo;
  servo.gain = gain;
  servo.fastest = 1e9;
  ContactResistance resistance;
  resistance.add(Vector3d::zero(), Vector3d::unit_z(), {STIFFNESS, 0.0, dashpot, 0.0});
  double place = 0.0, force = 0.0, largest = 0.0;
  for (int n = 0; n < steps; n++) {
    const double speed = servo.speed(target - force, resistance, Vector3d::zero(), DT);
    place += speed * DT;
    force = -(STIFFNESS * place + dashpot * speed);
    largest = std::max(largest, force / target);
  }
  *error = std::fabs(force / target - 1.0);
  return largest;
}

TEST(Servo, ASpringTakesUpTheGainInEachStep)
{
  double error = 0.0;
  for (const double gain : {0.005, 0.1, 0.5, 1.0}) {
    worst_force_of(gain, 0.0, 100.0, 20, &error);
    EXPECT_NEAR(error, std::pow(1.0 - gain, 20), 1e-9) << gain;
  }
}

// k dt is 0.1: dashpots from much less to much more.
TEST(Servo, ComesToItsTargetWithAnyDashpot)
{
  double error = 0.0;
  for (const double gain : {0.005, 0.1, 0.5, 1.0})
    for (const double dashpot : {1e-3, 0.1, 10.0})
      for (const double target : {100.0, -100.0}) {
        const int steps = static_cast<int>(60.0 * (1.0 + 10.0 * dashpot) / gain);
        const double largest = worst_force_of(gain, dashpot, target, steps, &error);
        EXPECT_LT(error, 1e-6) << gain << " " << dashpot;
        EXPECT_LT(largest, 1.1) << gain << " " << dashpot;
      }
}

TEST(Servo, IsAsFastAsAllowed)
{
  Servo servo;
  servo.fastest = 0.5;
  EXPECT_EQ(servo.speed(100.0, {}, Vector3d::zero(), 1e-5), -0.5);    // towards what pushes back
  EXPECT_EQ(servo.speed(-100.0, {}, Vector3d::zero(), 1e-5), 0.5);
  EXPECT_EQ(servo.speed(0.0, {}, Vector3d::zero(), 1e-5), 0.0);
  ContactResistance soft;
  soft.add(Vector3d::zero(), Vector3d::unit_z(), {1.0, 0.0, 0.0, 0.0});
  EXPECT_EQ(servo.speed(100.0, soft, Vector3d::zero(), 1e-5), -0.5);
}

}    // namespace test_servo
