// The contact law of linear springs and dashpots.
//
// Oracles: the damped linear oscillator (restitution, duration, largest overlap) in closed form,
// Coulomb's limit, the springs written out.

#include "contacts/collision.h"
#include "contacts/contact_energy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace test_hooke {

using namespace grist;
using namespace grist::testing;

constexpr double STIFFNESS = 1e4, SHEAR_RATIO = 2.0 / 7.0;

ContactLaw hooke(double restitution, double friction, double damping_ratio = 0.5)
{
  ContactCoefficients c;
  c.restitution = restitution;
  c.friction = friction;
  c.damping_ratio = damping_ratio;
  const Elasticity pair = {STIFFNESS, SHEAR_RATIO};
  return contact_law(KIND_OF<Hooke>, ContactForm::CONSISTENT, pair, pair, c);
}

// From the moment of first touch.
Collision head_on(double restitution, double dt, double speed = 1.0)
{
  Collision c{
      hooke(restitution, 0.0), sphere(1e-3, {0, 0, 0}), sphere(2e-3, {3e-3, 0, 0}), {}, dt, {}};
  c.a.velocity = {speed, 0, 0};
  c.a.position.x += 1e-12;
  return c;
}

double effective_mass(const Collision &c)
{
  return c.a.mass * c.b.mass / (c.a.mass + c.b.mass);
}

// y'' + 2 z y' + y = 0, y(0) = 0, y'(0) = 1, for z < 1: when the force y + 2 z y' becomes zero,
// where y is then, and how fast.
struct Release {
  double time, overlap, speed;
  explicit Release(double z)
  {
    const double w = std::sqrt(1.0 - z * z);
    time = (PI - std::atan2(2.0 * z * w, 1.0 - 2.0 * z * z)) / w;
    overlap = std::exp(-z * time) * std::sin(w * time) / w;
    speed = -std::exp(-z * time) * (std::cos(w * time) - z / w * std::sin(w * time));
  }
};

// Damping ratio of an oscillator that is released then, by bisection.
double damping_ratio_of(double e)
{
  double low = 0.0, high = 1.0 - 1e-12;
  for (int k = 0; k < 60; k++) {
    const double middle = 0.5 * (low + high);
    (Release(middle).speed > e ? low : high) = middle;
  }
  return low;
}

TEST(Hooke, RestitutionIsExactAtAnySpeed)
{
  for (const double e : {0.1, 0.5, 0.9, 1.0})
    for (const double speed : {1.0, 0.01})
      EXPECT_NEAR(restitution_of(head_on(e, 1e-8, speed)), e, 2e-4) << e << " " << speed;
}

TEST(Hooke, DurationAndLargestOverlapAreThoseOfTheOscillator)
{
  for (const double e : {0.3, 0.8, 1.0}) {
    Collision c = head_on(e, 1e-8);
    const double zeta = damping_ratio_of(e), root = std::sqrt(1.0 - zeta * zeta);
    const double frequency = std::sqrt(STIFFNESS / effective_mass(c));
    double time = 0.0, largest = 0.0;
    c.evaluate(false);
    do {
      c.step();
      time += c.dt;
      largest = std::max(largest, c.a.position.x + 3e-3 - c.b.position.x);
    } while (c.touching());
    const Release release(zeta);
    const double parting = release.time + release.overlap / release.speed;
    EXPECT_NEAR(time * frequency / parting, 1.0, 1e-3) << e;
    const double expected = std::exp(-zeta / root * std::acos(zeta)) / frequency;
    EXPECT_NEAR(largest / expected, 1.0, 1e-3) << e;
  }
}

TEST(Hooke, SpringsAndDashpotsAreThoseOfTheCoefficients)
{
  MovingSphere a = sphere(1e-3, {0, 0, 0}), b = sphere(2e-3, {2.99e-3, 0, 0});
  a.velocity = {0.3, 0.02, 0};
  const double e = 0.6, dt = 1e-9, ratio = 0.7;
  const ContactLaw law = hooke(e, 1e9, ratio);
  SphereContactHistory history;
  const auto on = contact_force(law, sphere_contact(a, b, dt, true), history);
  const double mass = a.mass * b.mass / (a.mass + b.mass);
  const double c_n = 2.0 * damping_ratio_of(e) * std::sqrt(STIFFNESS * mass);
  // Half a step before, the line of centres was where the sideways velocity has a part along it.
  const double speed = 0.3 + 0.5 * dt * 0.02 * 0.02 / 2.99e-3;
  EXPECT_NEAR(on.force.x / -(STIFFNESS * 1e-5 + c_n * speed), 1.0, 1e-11);
  const double k_t = SHEAR_RATIO * STIFFNESS;
  EXPECT_NEAR(on.tangential.y / -(k_t * 0.02 * dt + ratio * c_n * 0.02), 1.0, 1e-11);
  EXPECT_NEAR(history.shear.y / (std::sqrt(k_t) * 0.02 * dt), 1.0, 1e-11);
}

TEST(Hooke, SlidingForceIsCoulombs)
{
  MovingSphere a = sphere(1e-3, {0, 0, 0}), b = sphere(1e-3, {1.98e-3, 0, 0});
  a.velocity = {0, 3, 4};
  SphereContactHistory history;
  SphereContactForce on;
  SphereContact contact = sphere_contact(a, b, 1e-5, true);
  contact.normal_turn = 0.0;    // they stay where they are
  for (int step = 0; step < 100; step++) on = contact_force(hooke(0.8, 0.3), contact, history);
  const Vector3d expected = -0.3 * STIFFNESS * 2e-5 * Vector3d{0, 0.6, 0.8};
  EXPECT_LT(norm(on.tangential - expected), 1e-11 * norm(expected));
}

TEST(Hooke, SlantingImpactConservesMomentumAndLosesEnergy)
{
  Collision c = head_on(0.7, 1e-7);
  c.law = hooke(0.7, 0.4);
  ContactLaw &law = c.law;
  law.parts[ROLLING_PART] = PART_NUMBER<RollingSpring>;
  law.numbers[ROLLING_PART] = {100, 1e-4, 0.2};
  c.a.velocity = {1.0, 0.4, 0.2};
  c.a.omega = {300, -200, 100};
  c.b.omega = {-50, 20, 400};
  const auto momentum = [&] { return c.a.mass * c.a.velocity + c.b.mass * c.b.velocity; };
  const auto angular = [&] {
    return c.a.mass * cross(c.a.position, c.a.velocity) + inertia(c.a) * c.a.omega +
        c.b.mass * cross(c.b.position, c.b.velocity) + inertia(c.b) * c.b.omega;
  };
  const Vector3d linear = momentum(), turning = angular();
  const double energy = c.kinetic();
  c.collide();
  EXPECT_LT(norm(momentum() - linear), 1e-12 * norm(linear));
  EXPECT_LT(norm(angular() - turning), 1e-12 * norm(turning));
  EXPECT_LT(c.kinetic(), energy);
}

TEST(Hooke, CollisionWithoutLossKeepsEnergy)
{
  for (const double friction : {0.0, 1e9}) {
    Collision c = head_on(1.0, 1e-8);
    c.law = hooke(1.0, friction);
    const double before = c.kinetic();
    c.collide();
    EXPECT_NEAR(c.kinetic() / before, 1.0, 1e-5);
  }
}

TEST(Hooke, NormalEnergyIsHalfTheStiffnessTimesTheSquareOfTheOverlap)
{
  const SphereContact contact =
      sphere_contact(sphere(1e-3, {0, 0, 0}), sphere(1e-3, {1.98e-3, 0, 0}), 1e-6, false);
  EXPECT_NEAR(stored_energy(hooke(0.5, 0.3), contact, {}).normal,
              0.5 * STIFFNESS * std::pow(contact.overlap, 2), 1e-13 * STIFFNESS);
}

TEST(Hooke, RefusesValuesOutOfRange)
{
  const auto &[stiffness, tangential] = Hooke::ROWS;
  for (const double value : {0.0, -1.0, HUGE_VAL, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(check(stiffness, value), std::invalid_argument);
    EXPECT_THROW(check(tangential, value), std::invalid_argument);
  }
}

TEST(ContactLaws, AreFoundByName)
{
  for (const ContactKind kind : contact_kinds())
    EXPECT_EQ(find_contact_kind(description(kind).name), kind);
  EXPECT_FALSE(find_contact_kind("hooke"));
}

}    // namespace test_hooke
