// Energy and power of one contact. Oracles: the integral of the law's own force, the power of its
// forces and torques on the two spheres, closed forms at the limit of friction.

#include "contacts/contact_cases.h"
#include "contacts/contact_energy.h"
#include "contacts/contact_motion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace test_contact_energy {

using namespace grist;
using namespace grist::testing;

constexpr double DT = 1e-6;

SphereContact at_overlap(double overlap)
{
  return sphere_contact(sphere(1e-3, {0, 0, 2.5e-3 - overlap}), sphere(1.5e-3, {0, 0, 0}), DT,
                        false);
}

TEST(ContactEnergy, NormalEnergyIsTheIntegralOfTheForce)
{
  const ContactLaw law = hertz_mindlin(RUBBER, GLASS, coefficients(0.5, 0.3));
  const double overlap = 3e-5;
  SphereContactHistory none;
  // By d = overlap u^2 the integrand 2 overlap u F goes as u^4, for which Simpson's rule converges
  // fast.
  const int intervals = 200;
  double sum = 0.0;
  for (int k = 1; k <= intervals; k++) {
    const double u = static_cast<double>(k) / intervals;
    const double weight = k == intervals ? 1.0 : (k % 2 ? 4.0 : 2.0);
    sum +=
        weight * 2.0 * u * overlap * contact_force(law, at_overlap(u * u * overlap), none).normal;
  }
  sum /= 3.0 * intervals;
  EXPECT_NEAR(stored_energy(law, at_overlap(overlap), none).normal / sum, 1.0, 1e-8);
}

// Of all springs with all parts of cohesion: pressed, half released, pressed deeper and released. Without
// a dashpot, what is put in is stored or, of laws that yield, dissipated.
TEST(ContactEnergy, WorkOnAnyLawIsStoredOrDissipated)
{
  constexpr double OVERLAP = 3e-5, STEPS = 4000;
  for (const Laws &of : all_laws()) {
    if (of.rolling != 0 || of.twisting != 0 || of.form == ContactForm::STOCK) continue;
    SCOPED_TRACE(of.text());
    ContactCoefficients c = coefficients_number(0, of);
    c.restitution = 1.0;
    const Elasticity elasticity = elasticity_of(of.kind, 0);
    const ContactLaw law = contact_law(of.kind, of.form, elasticity, elasticity, c);
    SphereContactHistory history;
    double overlap = 1e-3 * OVERLAP, work = 0.0, scale = 0.0, before = 0.0, taken_before = 0.0;
    double first = 0.0;
    bool begins = true;
    for (const double to : {OVERLAP, 0.5 * OVERLAP, 2.0 * OVERLAP, 0.02 * OVERLAP}) {
      const double step = (to - overlap) / STEPS;
      for (int n = 0; n < STEPS; n++) {
        overlap += step;
        SphereContact contact = at_overlap(overlap);
        contact.velocity = {0, 0, -step / DT};
        const SphereContactForce on = contact_force(law, contact, history);
        const double taken = dissipated_power(law, contact, on, {contact.velocity, {0, 0, 0}},
                                              {{0, 0, 0}, {0, 0, 0}}, history)
                                 .damping;
        if (begins) first = stored_energy(law, contact, history).normal;
        if (!begins) work += 0.5 * ((on.normal + before) * step - (taken + taken_before) * DT);
        begins = false;
        before = on.normal;
        taken_before = taken;
        scale = std::max(scale, std::fabs(work));
      }
      EXPECT_NEAR(stored_energy(law, at_overlap(overlap), history).normal - first, work,
                  2e-3 * scale)
          << to;
    }
  }
}

// Slip and overlap change together, without a dashpot and with friction that is never reached: the
// work done along the slip is what the spring holds, although its stiffness changes.
TEST(ContactEnergy, TangentialEnergyIsTheWorkOfTheSlip)
{
  const ContactLaw law = hertz_mindlin(RUBBER, RUBBER, coefficients(1.0, 1e9));
  const int steps = 20000;
  const double dt = DT, time = steps * dt;
  SphereContactHistory history;
  double work = 0.0, force_before = 0.0, most = 0.0;
  for (int n = 1; n <= steps; n++) {
    const double t = n * dt, overlap = 3e-5 * (1.0 + 0.8 * std::sin(20.0 * t / time));
    SphereContact contact = at_overlap(overlap);
    contact.advance = true;
    contact.velocity = {3e-5 / time * (2.0 + 9.0 * std::cos(9.0 * t / time)), 0, 0};
    contact.normal_turn = 0.0;
    const SphereContactForce on = contact_force(law, contact, history);
    const double force = -on.tangential.x;
    work += 0.5 * (force + force_before) * dt * contact.velocity.x;
    force_before = force;
    const double held = stored_energy(law, contact, history).shear;
    most = std::max(most, held);
    EXPECT_NEAR(held, work, 1e-3 * most) << n;
    if (std::fabs(held - work) > 1e-3 * most) break;
  }
  EXPECT_GT(most, 0.0);
}

// k s^2/2 below the limit, F^2/(2 k) at it; a spring without stiffness holds nothing.
TEST(ContactEnergy, SpringHoldsItsForceSquaredOverTwiceItsStiffness)
{
  for (const double stiffness : {1e-3, 0.5, 1.0, 2e6}) {
    const double most = contact_kernel::spring_energy(stiffness, 0.1, 0.1 * stiffness);
    EXPECT_NEAR(most / stiffness, 0.005, 1e-15);
    EXPECT_NEAR(contact_kernel::spring_energy(stiffness, 0.05, 0.1 * stiffness), 0.25 * most,
                ROUNDING * most);
    EXPECT_NEAR(contact_kernel::spring_energy(stiffness, 0.3, 0.1 * stiffness), most,
                ROUNDING * most);
  }
  EXPECT_EQ(contact_kernel::spring_energy(0.0, 0.1, 1.0), 0.0);
}

TEST(ContactEnergy, StockSpringsHoldNoMoreThanTheirLimit)
{
  const ContactLaw law = hertz_mindlin(
      RUBBER, RUBBER, with_spring(coefficients(0.5, 0.3), 100.0, 0.0, 0.1), ContactForm::STOCK);
  const SphereContact contact = at_overlap(3e-5);
  const ContactSprings k = contact_springs(law, contact);
  const double pressing = k.normal * contact.overlap;
  const auto rolling = numbers_of<RollingSpring>(law);
  SphereContactHistory history;
  history.shear = {0.5 * law.friction * pressing / k.shear, 0, 0};
  history.roll = {0, 0.5 * rolling.friction * pressing / rolling.stiffness, 0};
  const ContactEnergy held = stored_energy(law, contact, history);
  EXPECT_NEAR(held.shear, 0.5 * k.shear * squared_norm(history.shear), ROUNDING * held.shear);
  EXPECT_NEAR(held.roll, 0.5 * rolling.stiffness * squared_norm(history.roll),
              ROUNDING * held.roll);
  history.shear *= 10.0;
  history.roll *= 10.0;
  const ContactEnergy most = stored_energy(law, contact, history);
  EXPECT_NEAR(most.shear, 4.0 * held.shear, ROUNDING * most.shear);
  EXPECT_NEAR(most.roll, 4.0 * held.roll, ROUNDING * most.roll);

  const ContactLaw smooth =
      hertz_mindlin(RUBBER, RUBBER, coefficients(0.5, 0.0), ContactForm::STOCK);
  EXPECT_EQ(stored_energy(smooth, contact, history).shear, 0.0);
}

// What is taken, with what the normal spring takes, is minus the power of all forces and torques.
TEST(ContactEnergy, PowersAddUpToThatOfTheForces)
{
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  const auto vector = [&](double size) {
    return Vector3d{size * any(random), size * any(random), size * any(random)};
  };
  const ContactCoefficients laws[] = {coefficients(0.5, 0.3), coefficients(0.8, 100.0),
                                      with_torque(coefficients(0.5, 0.3), 0.2),
                                      with_spring(coefficients(0.5, 0.3), 100.0, 1e-3, 0.2)};
  for (const ContactCoefficients &c : laws)
    for (int trial = 0; trial < 50; trial++) {
      const ContactLaw law = hertz_mindlin(RUBBER, RUBBER, c);
      MovingSphere a = sphere(1e-3, Vector3d{1.2e-3, 1e-3, 1.9e-3}),
                   b = sphere(1.5e-3, vector(1e-5));
      a.velocity = vector(0.1);
      b.velocity = vector(0.1);
      a.omega = vector(100);
      b.omega = vector(100);
      const SphereContact contact = sphere_contact(a, b, DT, true);
      ASSERT_GT(contact.overlap, 0.0);
      SphereContactHistory history = {vector(1e-6), vector(1e-6)};
      const SphereContactForce on = contact_force(law, contact, history);
      const SphereRates rates_a = {vector(0.1), vector(100)}, rates_b = {vector(0.1), vector(100)};
      const double power = dot(on.force, rates_a.velocity - rates_b.velocity) +
          dot(on.torque_a, rates_a.omega) + dot(on.torque_b, rates_b.omega);
      const ContactSprings k = contact_springs(law, contact);
      const double elastic =
          k.normal * contact.overlap * dot(rates_a.velocity - rates_b.velocity, contact.normal);
      const ContactPower taken = dissipated_power(law, contact, on, rates_a, rates_b);
      const double scale = norm(on.force) * 0.3 + norm(on.torque_a) * 300;
      EXPECT_NEAR(taken.damping + taken.shearing + taken.rolling - elastic, -power, 1e-12 * scale);
    }
}

TEST(ContactEnergy, SlidingTakesAllByFriction)
{
  MovingSphere a = sphere(1e-3, {0, 0, 2.45e-3}), b = sphere(1.5e-3, {0, 0, 0});
  a.velocity = {0.5, 0, 0};
  const SphereRates moving = {a.velocity, Vector3d::zero()},
                    resting = {Vector3d::zero(), Vector3d::zero()};
  const SphereContact contact = sphere_contact(a, b, DT, true);
  for (const double friction : {0.0, 0.01}) {
    const ContactLaw law = hertz_mindlin(RUBBER, RUBBER, coefficients(0.5, friction));
    SphereContactHistory history;
    history.shear = {1e-4, 0, 0};
    const SphereContactForce on = contact_force(law, contact, history);
    const ContactPower taken = dissipated_power(law, contact, on, moving, resting);
    EXPECT_EQ(taken.damping, 0.0);
    EXPECT_NEAR(taken.shearing, friction * on.normal * 0.5, ROUNDING * on.normal);
  }
}

// Against a wall: the wall's own velocity and omega count.
TEST(ContactEnergy, AMovingWallTakesNothingFromWhatMovesWithIt)
{
  const ContactLaw law = hertz_mindlin(RUBBER, RUBBER, with_torque(coefficients(0.5, 0.3), 0.2));
  MovingSphere a = sphere(1e-3, {0, 0, 0.95e-3});
  const Vector3d spin{3, 4, 5}, centre{0.02, -0.01, 0.0};
  a.velocity = cross(spin, a.position - centre);
  a.omega = spin;
  const Vector3d surface = cross(spin, Vector3d{0, 0, 0} - centre);
  const SphereContact contact =
      wall_contact(a, Vector3d::unit_z(), 0.05e-3, 0.0, surface, spin, DT, false);
  SphereContactHistory none;
  const SphereContactForce on = contact_force(law, contact, none);
  const ContactPower taken =
      dissipated_power(law, contact, on, {a.velocity, a.omega}, {surface, spin});
  const double scale = on.normal * norm(a.velocity);
  EXPECT_NEAR(taken.damping, 0.0,
              1e-4 * scale);    // the lever R is longer than the height by the overlap
  EXPECT_NEAR(taken.rolling, 0.0, ROUNDING * scale);
}

}    // namespace test_contact_energy
