// Friction against twisting (Marshall 2009), in closed form.

#include "contacts/contact_cases.h"
#include "contacts/contact_energy.h"
#include "contacts/contact_force.h"

#include "gtest/gtest.h"

#include <cmath>

namespace grist::testing {
namespace test_twisting {

constexpr double DT = 1e-6, OVERLAP = 2e-5, FRICTION = 0.4;

// Two spheres on the x axis, pressed together, of which a turns about it.
struct Twisted {
  ContactLaw law;
  MovingSphere a = sphere(1e-3, {2.5e-3 - OVERLAP, 0, 0});
  MovingSphere b = sphere(1.5e-3, {0, 0, 0});
  SphereContactHistory history = {};
  double radius = 0.6e-3;    // R*

  SphereContactForce turn(double rate)
  {
    a.omega = {rate, 0, 0};
    return contact_force(law, sphere_contact(a, b, DT, true), history);
  }
};

ContactCoefficients twisting(int cohesion = 0, double strength = 0.0)
{
  ContactCoefficients c = coefficients(0.5, FRICTION);
  choose<TwistingMarshall>(c);
  c.damping_ratio = 0.7;
  c.parts[COHESION_PART] = {cohesion, {strength}};
  if (cohesion == PART_NUMBER<Eepa>) choose<Eepa>(c, {0.5, strength, 0.0, 1.0});
  return c;
}

std::vector<ContactLaw> twisting_laws()
{
  std::vector<ContactLaw> laws;
  for (const ContactKind kind : contact_kinds())
    for (const int cohesion : {PART_NUMBER<NoCohesion>, PART_NUMBER<Dmt>, PART_NUMBER<Eepa>}) {
      if (!cohesion_part(cohesion).suits[static_cast<int>(kind)]) continue;
      const Elasticity material = kind == KIND_OF<Hooke> ? Elasticity{1e4, 0.4}
                                                         : Elasticity{RUBBER[0], RUBBER[1], 1e5};
      laws.push_back(
          contact_law(kind, ContactForm::CONSISTENT, material, material,
                      twisting(cohesion, cohesion == PART_NUMBER<NoCohesion> ? 0.0 : 0.3)));
    }
  return laws;
}

TEST(Twisting, SpringAndDashpotUpToTheLimit)
{
  for (const ContactLaw &law : twisting_laws()) {
    Twisted pair{law};
    const SphereContact at = sphere_contact(pair.a, pair.b, DT, false);
    const ContactSprings springs = contact_springs(law, at);
    const double square = pair.radius * OVERLAP;    // a^2
    const double spring = 0.5 * square * springs.shear;
    const double dashpot = 0.5 * square * law.damping_ratio * springs.damping;
    const double limit = 2.0 / 3.0 * std::sqrt(square) * FRICTION * pair.turn(0.0).pressing;
    const double yield = limit / spring, rate = 0.01 * yield / DT;
    double angle = 0.0;
    int slid = 0, held = 0;
    for (int step = 0; step < 600; step++) {
      const double now = step < 150 ? rate : step < 400 ? -rate : 0.5 * rate;
      angle = std::max(-yield, std::min(yield, angle + DT * now));
      const double wanted = -spring * angle - dashpot * now;
      const SphereContactForce on = pair.turn(now);
      const double torque = std::max(-limit, std::min(limit, wanted));
      std::fabs(wanted) < limit ? held++ : slid++;
      ASSERT_NEAR(on.torque_a.x, torque, 1e-11 * limit) << step;
      ASSERT_NEAR(on.torque_b.x, -torque, 1e-11 * limit);
      ASSERT_NEAR(on.rolling.x, torque, 1e-11 * limit);
      ASSERT_NEAR(stored_energy(law, at, pair.history).roll, 0.5 * spring * angle * angle,
                  1e-11 * spring * yield * yield);
    }
    EXPECT_GT(slid, 50);
    EXPECT_GT(held, 150);
  }
}

// What sliding takes: the limit times the angle by which it slides.
TEST(Twisting, DissipatesTheLimitTimesTheAngle)
{
  for (const ContactLaw &law : twisting_laws()) {
    Twisted pair{law};
    pair.law.damping_ratio = 0.0;
    const SphereContact still = sphere_contact(pair.a, pair.b, DT, false);
    const double square = pair.radius * OVERLAP;
    const double spring = 0.5 * square * contact_springs(law, still).shear;
    const double limit = 2.0 / 3.0 * std::sqrt(square) * FRICTION * pair.turn(0.0).pressing;
    const double yield = limit / spring, rate = 0.001 * yield / DT;
    double taken = 0.0;
    const int steps = 3000;
    for (int step = 0; step < steps; step++) {
      const SphereContactForce on = pair.turn(rate);
      const SphereContact at = sphere_contact(pair.a, pair.b, DT, true);
      taken += DT *
          dissipated_power(law, at, on, {Vector3d::zero(), pair.a.omega},
                           {Vector3d::zero(), Vector3d::zero()}, pair.history)
              .rolling;
    }
    const double stored = stored_energy(law, still, pair.history).roll;
    EXPECT_NEAR(stored, 0.5 * spring * yield * yield, 1e-11 * stored);
    EXPECT_NEAR(taken - stored, limit * (steps * rate * DT - yield), 1e-3 * stored);
  }
}

// The contact radius of JKR: d = a^2/R - sqrt(2 pi w a / E).
TEST(Twisting, OfAnAdhesiveContactHasItsContactRadius)
{
  constexpr double WORK = 2.0;
  Twisted pair{hertz_mindlin(RUBBER, RUBBER, twisting(PART_NUMBER<Jkr>, WORK))};
  const double modulus = 0.5 * RUBBER[0] / (1 - RUBBER[1] * RUBBER[1]);
  double low = 0.0, high = 1e-3;
  const auto overlap = [&](double a) {
    return a * a / pair.radius - std::sqrt(2 * PI * WORK * a / modulus);
  };
  low = std::cbrt(PI * WORK * pair.radius * pair.radius / (8 * modulus));    // least of overlap()
  for (int k = 0; k < 200; k++)
    (overlap(0.5 * (low + high)) < OVERLAP ? low : high) = 0.5 * (low + high);
  const double a = low;
  const double pressing = pair.turn(0.0).pressing;
  const double limit = 2.0 / 3.0 * a * FRICTION * pressing;
  for (int step = 0; step < 2000; step++) pair.turn(-50.0);
  EXPECT_NEAR(pair.turn(-50.0).torque_a.x, limit, 1e-9 * limit);
}

// A pair that turns as one body, about its normal too, does not twist.
TEST(Twisting, NoneInAPairThatTurnsAsOneBody)
{
  for (const ContactLaw &law : twisting_laws()) {
    Twisted pair{law};
    pair.b.omega = {300, 0, 0};
    for (int step = 0; step < 100; step++) ASSERT_EQ(pair.turn(300).torque_a.x, 0.0);
  }
}

}    // namespace test_twisting
}    // namespace grist::testing
