// Elastic, perfectly plastic spheres.
//
// Oracles: restitution against speed in closed form (Thornton and Ning 1998); the pressure and the radius
// of the contact circle by Hertz, cut at the yield stress, integrated over the circle; the work along
// a path of loading and unloading; two integrations of time.

#include "contacts/thornton_ning.h"

#include "contacts/collision.h"
#include "contacts/contact_energy.h"
#include "contacts/contact_limits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace test_thornton_ning {

using namespace grist;
using namespace grist::testing;

const Elasticity METAL = {2e9, 0.3, 1e7};
constexpr double RADIUS_A = 1e-3, RADIUS_B = 1.5e-3, RADIUS = 0.6e-3;
const double MODULUS = METAL[0] / (2.0 * (1.0 - METAL[1] * METAL[1]));    // E*
const double YIELD_OVERLAP = RADIUS * std::pow(PI * METAL[2] / (2.0 * MODULUS), 2);

ContactLaw law_of(double restitution = 1.0, double friction = 0.0)
{
  return contact_law(KIND_OF<ThorntonNing>, ContactForm::CONSISTENT, METAL, METAL,
                     coefficients(restitution, friction));
}

SphereContact contact_at(double overlap, double approach = 0.0)
{
  SphereContact contact = sphere_contact(sphere(RADIUS_A, {0, 0, RADIUS_A + RADIUS_B - overlap}),
                                         sphere(RADIUS_B, {0, 0, 0}), 1e-9, true);
  contact.velocity = {0, 0, -approach};
  contact.half_step = 0.0;
  return contact;
}

double force_at(double overlap, SphereContactHistory &history)
{
  return contact_force(law_of(), contact_at(overlap), history).normal;
}

// Hertz' pressure p0 sqrt(1 - r^2/a^2) with p0 = 2 E* a / (pi R*), at most the yield stress, over the
// circle a^2 = R* d: by the midpoint rule in r^2.
double force_of_pressures(double overlap)
{
  constexpr int RINGS = 1000000;
  const double square = RADIUS * overlap, p0 = 2.0 * MODULUS * std::sqrt(square) / (PI * RADIUS);
  double force = 0.0;
  for (int n = 0; n < RINGS; n++) {
    const double pressure = p0 * std::sqrt(1.0 - (n + 0.5) / RINGS);
    force += PI * square / RINGS * std::min(pressure, METAL[2]);
  }
  return force;
}

TEST(ThorntonNing, LoadingIsThePressureOfHertzCutAtTheYieldStress)
{
  SphereContactHistory history;
  for (const double share : {0.2, 0.9, 1.0, 1.5, 4.0, 30.0}) {
    const double expected = force_of_pressures(share * YIELD_OVERLAP);
    EXPECT_NEAR(force_at(share * YIELD_OVERLAP, history) / expected, 1.0, 2e-7) << share;
  }
}

// A sphere of the radius R_p on the same circle, which is pressed by Hertz' law.
TEST(ThorntonNing, UnloadingIsHertzOfAFlatterSphere)
{
  for (const double share : {2.0, 10.0, 100.0}) {
    SphereContactHistory history;
    const double deepest = share * YIELD_OVERLAP, force = force_at(deepest, history);
    const double circle = std::sqrt(RADIUS * deepest);
    const double flatter = 4.0 / 3.0 * MODULUS * std::pow(circle, 3) / force;    // R_p
    const double end = deepest - circle * circle / flatter;
    ASSERT_GT(end, 0.0);
    for (const double overlap : {0.999 * deepest, 0.5 * (deepest + end), 1.001 * end}) {
      SphereContactHistory back = history;
      const double expected =
          4.0 / 3.0 * MODULUS * std::sqrt(flatter) * std::pow(overlap - end, 1.5);
      EXPECT_NEAR(force_at(overlap, back) / expected, 1.0, 1e-8) << share;
      EXPECT_NEAR(back.memory[0] / deepest, 1.0, 1e-10);
      EXPECT_NEAR(contact_radius(law_of(), overlap, RADIUS, back.memory) /
                      std::sqrt(flatter * (overlap - end)),
                  1.0, 1e-8);
    }
    EXPECT_EQ(force_at(0.5 * end, history), 0.0);
    EXPECT_NEAR(force_at(deepest, history) / force, 1.0, 1e-14);    // reloading
  }
}

// Thornton and Ning 1998, by the ratio of the speed of yield to that of impact.
double restitution_of_plastic(double ratio)
{
  const double square = ratio * ratio;
  return std::sqrt(6.0 * std::sqrt(3.0) / 5.0) * std::sqrt(1.0 - square / 6.0) *
      std::pow(ratio / (ratio + 2.0 * std::sqrt(6.0 / 5.0 - square / 5.0)), 0.25);
}

TEST(ThorntonNing, RestitutionFollowsTheSpeed)
{
  Collision c{
      law_of(), sphere(RADIUS_A, {0, 0, 0}), sphere(RADIUS_B, {RADIUS_A + RADIUS_B, 0, 0}), {}, 0.0,
      {}};
  const double mass = c.a.mass * c.b.mass / (c.a.mass + c.b.mass);
  const double at_yield = std::pow(PI / (2.0 * MODULUS), 2) *
      std::sqrt(8.0 * PI / 15.0 * std::pow(RADIUS, 3) / mass) * std::pow(METAL[2], 2.5);
  for (const double times : {0.3, 0.9, 1.0, 1.2, 2.0, 5.0, 10.0, 30.0, 100.0, 300.0}) {
    const double speed = times * at_yield;
    Collision now = c;
    now.a.velocity = {speed, 0, 0};
    now.dt = 2e-4 * contact_time(now.law, RADIUS, mass, speed);
    const double expected = times > 1.0 ? restitution_of_plastic(1.0 / times) : 1.0;
    EXPECT_NEAR(restitution_of(now) / expected, 1.0, 1e-3) << times;
  }
}

// Its own time of contact is that of unloading, twice.
TEST(ThorntonNing, ContactTimeIsThatOfUnloading)
{
  for (const double speed : {1e-4, 0.01, 1.0, 30.0}) {
    Collision c{law_of(),
                sphere(RADIUS_A, {0, 0, 0}),
                sphere(RADIUS_B, {RADIUS_A + RADIUS_B, 0, 0}),
                {},
                0.0,
                {}};
    const double mass = c.a.mass * c.b.mass / (c.a.mass + c.b.mass);
    const double time = contact_time(c.law, RADIUS, mass, speed);
    c.a.velocity = {speed, 0, 0};
    c.dt = 1e-4 * time;
    c.evaluate(false);
    int unloading = 0;
    do {
      c.step();
      unloading += c.a.velocity.x < c.b.velocity.x && c.on.normal > 0.0;
    } while (c.touching());
    EXPECT_NEAR(2.0 * unloading * c.dt / time, 1.0, 2e-3) << speed;
  }
}

// Loading, part of the way back, deeper, and back to the end: what is put in is stored or dissipated.
TEST(ThorntonNing, WorkIsStoredOrDissipated)
{
  const ContactLaw law = law_of();
  SphereContactHistory history;
  double work = 0.0, dissipated = 0.0, force = 0.0, power = 0.0, overlap = 1e-3 * YIELD_OVERLAP;
  const auto go = [&](double to) {
    constexpr int STEPS = 20000;
    const double step = (to - overlap) / STEPS;
    for (int n = 0; n < STEPS; n++) {
      overlap += step;
      const SphereContact contact = contact_at(overlap, step / 1e-9);
      const SphereContactForce on = contact_force(law, contact, history);
      const double now = dissipated_power(law, contact, on, {contact.velocity, {0, 0, 0}},
                                          {{0, 0, 0}, {0, 0, 0}}, history)
                             .damping;
      work += 0.5 * (force + on.normal) * step;
      dissipated += 0.5 * (power + now) * 1e-9;
      force = on.normal;
      power = now;
    }
    const double stored = stored_energy(law, contact_at(overlap), history).normal;
    EXPECT_NEAR((stored + dissipated) / work, 1.0, 1e-4) << to;
    return stored;
  };
  EXPECT_GT(go(20.0 * YIELD_OVERLAP), 0.0);
  EXPECT_GT(go(19.0 * YIELD_OVERLAP), 0.0);
  EXPECT_GT(go(50.0 * YIELD_OVERLAP), 0.0);
  EXPECT_EQ(go(1.0 * YIELD_OVERLAP), 0.0);
  EXPECT_GT(dissipated, 0.8 * work);
}

TEST(ThorntonNing, TwoMaterialsYieldAtTheLesserStress)
{
  const Elasticity soft = {METAL[0], METAL[1], 0.5 * METAL[2]};
  const auto yield = [](const Elasticity &a, const Elasticity &b) {
    return numbers_of<ThorntonNing>(contact_law(KIND_OF<ThorntonNing>, ContactForm::CONSISTENT, a,
                                                b, coefficients(1.0, 0.0)))
        .yield;
  };
  EXPECT_EQ(yield(METAL, soft), soft[2]);
  EXPECT_EQ(yield(soft, METAL), soft[2]);
}

}    // namespace test_thornton_ning
