// The contact law of spheres: closed forms, a finer integration, conservation laws.
//
// Oracles: Hertz's force, Huang's Eqs. 22-27 written out, the restitution of a collision in closed
// form and by an integration of its own, Coulomb's limit, a sphere that rolls to rest, energy and
// momentum.

#include "contacts/collision.h"

#include "contacts/contact_options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace test_hertz_mindlin {

using namespace grist;
using namespace grist::testing;

Collision head_on(double restitution, double dt, ContactForm form = ContactForm::CONSISTENT)
{
  Collision c{hertz_mindlin(RUBBER, RUBBER, coefficients(restitution, 0.0), form),
              sphere(1e-3, {0, 0, 0}),
              sphere(2e-3, {3e-3, 0, 0}),
              {},
              dt,
              {}};
  c.a.velocity = {1.0, 0, 0};
  c.a.position.x += 1e-9;
  return c;
}

// d'' = -4/3 d^(3/2) - C d' in units of E*, R* and m* by Runge and Kutta, without a line of the
// law. The force pulls or not.
double fine_restitution(double z, bool pulls)
{
  const double dt = 1e-4;
  const auto acceleration = [&](double d, double v) {
    const double root = std::sqrt(std::max(d, 0.0));
    const double a = -4.0 / 3.0 * d * root - 2 * std::sqrt(5.0 / 6.0) * z * std::sqrt(2 * root) * v;
    return pulls ? a : std::min(a, 0.0);
  };
  double d = 1e-12, v = 1.0;
  while (d > 0.0) {
    const double a1 = acceleration(d, v), v2 = v + 0.5 * dt * a1;
    const double a2 = acceleration(d + 0.5 * dt * v, v2), v3 = v + 0.5 * dt * a2;
    const double a3 = acceleration(d + 0.5 * dt * v2, v3), v4 = v + dt * a3;
    const double a4 = acceleration(d + dt * v3, v4);
    d += dt / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return -v;
}

// -------------------------------------------------------------------------------------------------

TEST(HertzMindlin, StaticForceIsHertz)
{
  const MovingSphere a = sphere(1e-3, {0, 0, 0}), b = sphere(3e-3, {0, 3.99e-3, 0});
  const ContactLaw law = hertz_mindlin(GLASS, RUBBER, coefficients(0.5, 0.3));
  SphereContactHistory history;
  const auto on = contact_force(law, sphere_contact(a, b, 1e-6, true), history);
  const double young = 1.0 / ((1 - 0.25 * 0.25) / 7e10 + (1 - 0.49 * 0.49) / 1e7);
  const double expected = 4.0 / 3.0 * young * std::sqrt(0.75e-3) * std::pow(1e-5, 1.5);
  EXPECT_NEAR(on.force.y / -expected, 1.0, 1e-11);    // the overlap is a small difference
  EXPECT_EQ(on.force.x, 0.0);
  EXPECT_EQ(norm(on.torque_a) + norm(on.torque_b), 0.0);
}

TEST(HertzMindlin, DampingAndShearFollowThePaper)
{
  MovingSphere a = sphere(1e-3, {0, 0, 0}), b = sphere(3e-3, {3.99e-3, 0, 0});
  a.velocity = {0.3, 0.02, 0};
  const double e = 0.6, dt = 1e-9;
  const double young = 1.0 / ((1 - 0.25 * 0.25) / 7e10 + (1 - 0.49 * 0.49) / 1e7);
  const double shear = 1.0 / (2 * 1.75 * 1.25 / 7e10 + 2 * 1.51 * 1.49 / 1e7);
  const double mass = a.mass * b.mass / (a.mass + b.mass), root = std::sqrt(0.75e-3 * 1e-5);
  const double z_of_paper = -std::log(e) / std::sqrt(std::pow(std::log(e), 2) + PI * PI);
  for (const ContactForm form : {ContactForm::STOCK, ContactForm::CONSISTENT}) {
    const bool is_stock = form == ContactForm::STOCK;
    const ContactLaw law = hertz_mindlin(RUBBER, GLASS, coefficients(e, 1e9), form);
    SphereContactHistory history;
    const auto on = contact_force(law, sphere_contact(a, b, dt, true), history);
    const double z = is_stock ? z_of_paper : critical_share(e, form);
    const double c_n = 2 * std::sqrt(5.0 / 6.0) * z * std::sqrt(2 * young * root * mass);
    const double k_t = 8 * shear * root;
    const double c_t = 2 * std::sqrt(5.0 / 6.0) * z * std::sqrt(k_t * mass);
    // Half a step before, the line of centres was where the sideways velocity has a part along it.
    const double speed = is_stock ? 0.3 : 0.3 + 0.5 * dt * 0.02 * 0.02 / 3.99e-3;
    EXPECT_NEAR(on.force.x / -(4.0 / 3.0 * young * root * 1e-5 + c_n * speed), 1.0, 1e-11);
    EXPECT_NEAR(on.tangential.y / -(k_t * 0.02 * dt + c_t * 0.02), 1.0, 1e-11);
    const double kept = (is_stock ? 1.0 : std::sqrt(k_t)) * 0.02 * dt;
    EXPECT_NEAR(history.shear.y / kept, 1.0, 1e-11);
  }
}

// With u = d^(5/4) the head-on collision is that of a linear spring with z for its damping ratio: e
// is exact, at any speed. The closed form is checked by a fine integration of the bare equation,
// the law against both.
TEST(HertzMindlin, RestitutionIsAsGiven)
{
  for (const ContactForm form : {ContactForm::CONSISTENT, ContactForm::STOCK})
    for (const double e : {0.2, 0.5, 0.9}) {
      EXPECT_NEAR(fine_restitution(critical_share(e, form), form == ContactForm::STOCK), e, 1e-4);
      EXPECT_NEAR(restitution_of(head_on(e, 2e-6, form)), e, 0.01);    // about 200 steps
      Collision slow = head_on(e, 2e-8, form);
      EXPECT_NEAR(restitution_of(slow), e, 1e-3);
      slow.a.velocity *= 0.1;
      slow.a.position.x -= 0.9e-9;
      EXPECT_NEAR(restitution_of(slow), e, 1e-3);
    }
}

// Below exp(-2) the oscillator is damped beyond the critical: its other closed form, and the seam
// between the two.
TEST(HertzMindlin, RestitutionIsAsGivenWhereHardlyAnythingIsLeft)
{
  for (const double e : {0.14, 0.13, 0.05, 0.01})
    EXPECT_NEAR(fine_restitution(critical_share(e, ContactForm::CONSISTENT), false), e, 1e-4);
  EXPECT_NEAR(critical_share(std::exp(-2.0), ContactForm::CONSISTENT), 1.0, 1e-12);
  EXPECT_NEAR(critical_share(1.0, ContactForm::CONSISTENT), 0.0, 1e-12);
}

TEST(HertzMindlin, ContactsNeverPull)
{
  MovingSphere a = sphere(1e-3, {0, 0, 0}), b = sphere(1e-3, {1.999e-3, 0, 0});
  a.velocity = {-3, 0.4, 0};
  SphereContactHistory history;
  const ContactLaw law = hertz_mindlin(RUBBER, RUBBER, coefficients(0.3, 0.5));
  const auto on = contact_force(law, sphere_contact(a, b, 1e-6, true), history);
  EXPECT_EQ(norm(on.force), 0.0);
  const ContactLaw stock =
      hertz_mindlin(RUBBER, RUBBER, coefficients(0.3, 0.5), ContactForm::STOCK);
  EXPECT_LT(contact_force(stock, sphere_contact(a, b, 1e-6, true), history).normal, 0.0);
}

TEST(HertzMindlin, CollisionWithoutLossKeepsEnergy)
{
  // A slanting impact, with a tangential spring that never slides: what it stores comes back.
  for (const double friction : {0.0, 1e9}) {
    Collision c = head_on(1.0, 1e-8);
    c.law = hertz_mindlin(RUBBER, RUBBER, coefficients(1.0, friction));
    const double before = c.kinetic();
    c.collide();
    EXPECT_NEAR(c.kinetic() / before, 1.0, 1e-5);
  }
}

TEST(HertzMindlin, SlantingImpactConservesMomentum)
{
  Collision c = head_on(0.7, 1e-7);
  c.law = hertz_mindlin(RUBBER, RUBBER, with_spring(coefficients(0.7, 0.4), 100, 1e-4, 0.2));
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

TEST(HertzMindlin, SlidingForceIsCoulombs)
{
  MovingSphere a = sphere(1e-3, {0, 0, 0}), b = sphere(1e-3, {1.98e-3, 0, 0});
  a.velocity = {0, 3, 4};
  SphereContactHistory history;
  SphereContactForce on;
  const auto slide = [&](const ContactLaw &law) {
    history = {};
    for (int step = 0; step < 100; step++)
      on = contact_force(law, sphere_contact(a, b, 1e-5, true), history);
    const Vector3d expected = -0.3 * on.normal * Vector3d{0, 0.6, 0.8};
    EXPECT_LT(norm(on.tangential - expected), ROUNDING * norm(expected));
    return expected;
  };
  const double stiffness_of_unit = std::sqrt(0.5e-3 * 2e-5);
  const ContactLaw own = hertz_mindlin(RUBBER, RUBBER, coefficients(0.8, 0.3));
  const Vector3d force = slide(own);
  // The spring carries all of it.
  EXPECT_LT(norm(-std::sqrt(own.tangential * stiffness_of_unit) * history.shear - force),
            1e-11 * norm(force));

  // STOCK: what the spring keeps is what the limit leaves of it beside the dashpot.
  const ContactLaw law = hertz_mindlin(RUBBER, RUBBER, coefficients(0.8, 0.3), ContactForm::STOCK);
  const Vector3d expected = slide(law);
  const double stiffness = law.tangential * stiffness_of_unit;
  const double mass = 0.5 * a.mass;
  const double dashpot =
      law.damping_ratio * law.damping * std::sqrt(mass * law.normal / law.tangential * stiffness);
  const Vector3d kept = -(stiffness * history.shear + dashpot * a.velocity);
  EXPECT_LT(norm(kept - expected), 1e-10 * dashpot * norm(a.velocity));
}

TEST(HertzMindlin, NothingIsRememberedWhereNoTimePasses)
{
  MovingSphere a = sphere(1e-3, {0, 0, 0}), b = sphere(1e-3, {1.98e-3, 0, 0});
  a.velocity = {0.1, 3, 4};
  a.omega = {1, 2, 3};
  const ContactLaw law =
      hertz_mindlin(RUBBER, RUBBER, with_spring(coefficients(0.8, 0.01), 10, 0.1, 0.01));
  SphereContactHistory history{{0, 1e-5, 0}, {0, 0, 1e-5}};
  contact_force(law, sphere_contact(a, b, 1e-6, false), history);
  EXPECT_EQ(history.shear, (Vector3d{0, 1e-5, 0}));
  EXPECT_EQ(history.roll, (Vector3d{0, 0, 1e-5}));
}

TEST(HertzMindlin, RollingTorqueStopsASphereOnAPlane)
{
  // Rolling without sliding on a plane under its weight: M = mu R F_n about the contact gives a
  // deceleration 5/7 mu g, until it stands still.
  const double g = 9.81, mu = 0.05, dt = 2e-6, start = 0.05;
  MovingSphere a = sphere(1e-3, {0, 0, 0});
  const ContactLaw law = hertz_mindlin(RUBBER, RUBBER, with_torque(coefficients(0.5, 0.8), mu));
  const double overlap = std::pow(a.mass * g / (law.normal * std::sqrt(a.radius)), 2.0 / 3.0);
  a.velocity = {start, 0, 0};
  a.omega = {0, start / a.radius, 0};
  const double height = a.radius - overlap;
  SphereContactHistory history;
  const auto run = [&](double time) {
    for (int step = 0; step < time / dt; step++) {
      const auto contact = wall_contact(a, {0, 0, 1}, a.radius - height, 0.0, Vector3d::zero(),
                                        Vector3d::zero(), dt, true);
      const auto on = contact_force(law, contact, history);
      a.velocity += dt / a.mass * (on.force - on.normal * Vector3d{0, 0, 1});
      a.omega += dt / inertia(a) * on.torque_a;
    }
  };
  const double stop = start / (5.0 / 7.0 * mu * g);
  run(0.5 * stop);
  EXPECT_NEAR(a.velocity.x / start, 0.5, 0.01);
  EXPECT_NEAR(a.omega.y * a.radius / start, 0.5, 0.01);
  run(stop);
  EXPECT_NEAR(a.velocity.x / start, 0.0, 1e-3);    // and it is not turned back
  EXPECT_NEAR(a.omega.y * a.radius / start, 0.0, 1e-3);
}

TEST(HertzMindlin, RollingSpringHoldsATiltedSphere)
{
  // A torque below the limit R* mu F_n turns the sphere until the spring R*^2 k carries it.
  MovingSphere a = sphere(1e-3, {0, 0, 1e-3 - 1e-5});
  const ContactLaw law =
      hertz_mindlin(RUBBER, RUBBER, with_spring(coefficients(0.5, 0.5), 10.0, 1e-3, 0.2));
  SphereContactHistory history;
  const double load = 1e-7, dt = 1e-6;
  for (int step = 0; step < 200000; step++) {
    const auto on = contact_force(
        law, wall_contact(a, {0, 0, 1}, 1e-5, 0.0, Vector3d::zero(), Vector3d::zero(), dt, true),
        history);
    a.omega += dt / inertia(a) * (on.rolling + Vector3d{0, load, 0});
  }
  EXPECT_NEAR(norm(a.omega), 0.0, 1e-6);
  EXPECT_NEAR(norm(history.roll) * 10.0 * a.radius / load, 1.0, 1e-6);
}

TEST(HertzMindlin, SphereOnAHugeSphereIsASphereOnAWall)
{
  MovingSphere a = sphere(1e-3, {0, 0, 1e-3 - 1e-5});
  a.velocity = {0.1, 0.2, -0.3};
  a.omega = {10, 20, 30};
  MovingSphere huge = sphere(1e5, {0, 0, -1e5});
  // Slip with the whole radii; the other form has the arms of the force, R - d/2 here and R there.
  const ContactLaw law = hertz_mindlin(RUBBER, GLASS, coefficients(0.5, 0.5), ContactForm::STOCK);
  SphereContactHistory one, two;
  const auto on_huge = contact_force(law, sphere_contact(a, huge, 1e-6, true), one);
  const auto on_wall = contact_force(
      law, wall_contact(a, {0, 0, 1}, 1e-5, 0.0, Vector3d::zero(), Vector3d::zero(), 1e-6, true),
      two);
  EXPECT_LT(norm(on_huge.force - on_wall.force), 1e-5 * norm(on_wall.force));
  // A wall of radius 2 R that surrounds the sphere: R* = 2 R.
  EXPECT_NEAR(
      wall_contact(a, {0, 0, 1}, 1e-5, -500.0, Vector3d::zero(), Vector3d::zero(), 1, true).radius,
      2e-3, 1e-15);
}

TEST(HertzMindlin, RefusesValuesOutOfRange)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto &[young, poisson] = HertzMindlin::ROWS;
  for (const double value : {0.0, -1.0, nan, HUGE_VAL})
    EXPECT_THROW(check(young, value), std::invalid_argument);
  for (const double value : {0.51, -1.0, nan})
    EXPECT_THROW(check(poisson, value), std::invalid_argument);
  EXPECT_NO_THROW(check(young, 1e7));
  EXPECT_NO_THROW(check(poisson, 0.5));
  for (const double e : {0.0, -0.1, 1.1, nan})
    EXPECT_THROW(check(coefficients(e, 0.3)), std::invalid_argument);
  EXPECT_THROW(check(coefficients(1.0, -0.3)), std::invalid_argument);
  EXPECT_THROW(check(with_spring(coefficients(1.0, 0.3), 0.0, 0.0, 0.1)), std::invalid_argument);
  EXPECT_THROW(check(with_torque(coefficients(1.0, 0.3), -1.0)), std::invalid_argument);
  EXPECT_NO_THROW(check(with_torque(coefficients(1.0, 0.3), 0.1)));
}

TEST(HertzMindlin, MixesByGeometricMean)
{
  const auto a = with_spring(coefficients(0.4, 0.9), 4, 1, 0.1);
  const auto b = with_spring(coefficients(0.9, 0.1), 9, 4, 0.4);
  const auto mix = mixed(a, b);
  EXPECT_DOUBLE_EQ(mix.restitution, 0.6);
  EXPECT_DOUBLE_EQ(mix.friction, 0.3);
  const auto &rolling = mix.parts[ROLLING_PART].numbers;
  EXPECT_DOUBLE_EQ(rolling[0], 6);
  EXPECT_DOUBLE_EQ(rolling[1], 2);
  EXPECT_DOUBLE_EQ(rolling[2], 0.2);
  EXPECT_EQ(mix.damping_ratio, ContactCoefficients::HUANG);
  EXPECT_TRUE(mixable(a, b));
  EXPECT_FALSE(mixable(a, coefficients(0.5, 0.5)));
  auto given = b;
  given.damping_ratio = 0.5;
  EXPECT_FALSE(mixable(a, given));
}

}    // namespace test_hertz_mindlin
