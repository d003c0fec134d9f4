// Spheres that stick together, rotate, roll and rock, integrated as LAMMPS does (velocity Verlet:
// the law has the velocities of the middle of the step).
//
// Oracles: conservation of energy, with an error of second order in the time step; friction never
// gives energy; a pair that turns as one body moves neither springs nor dashpots.

#include "common/space.h"
#include "common/space_text.h"
#include "contacts/collision.h"
#include "contacts/contact_energy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace test_spinning_contacts {

using namespace grist;
using namespace grist::testing;

const Elasticity SOFT = {1e8, 0.3};
constexpr double RADIUS = 0.01, TIME = 0.2, STEP = 4e-5;

ContactLaw adhesive(double restitution, bool rolls)
{
  ContactCoefficients c = coefficients(restitution, 5.0);
  if (rolls) c = with_spring(c, 2e4, 0.0, 5.0);
  choose<Jkr>(c, {50.0});
  return hertz_mindlin(SOFT, SOFT, c);
}

// Rests without a force. The cohesion holds it together.
Collision pair_at_rest(const ContactLaw &law)
{
  const auto elastic = [&](double half) {
    return conservative_force(
        law,
        sphere_contact(sphere(RADIUS, {half, 0, 0}), sphere(RADIUS, {-half, 0, 0}), STEP, false));
  };
  double near = 0.995 * RADIUS, far = RADIUS;
  while (far - near > 1e-15 * RADIUS) {
    const double half = 0.5 * (near + far);
    (elastic(half) > 0.0 ? near : far) = half;
  }
  return {law, sphere(RADIUS, {near, 0, 0}), sphere(RADIUS, {-near, 0, 0}), {}, STEP, {}};
}

struct Spinning {
  Collision pair;
  double friction = 0.0, start = 0.0;

  Spinning(const ContactLaw &law, const Vector3d &spin, double dt) : pair(pair_at_rest(law))
  {
    pair.dt = dt;
    pair.a.omega = spin + Vector3d{0, 2, 0};
    pair.b.omega = spin + Vector3d{0, 0, 2};
    pair.a.velocity = cross(spin, pair.a.position);
    pair.b.velocity = cross(spin, pair.b.position);
    pair.evaluate(false);
    start = energy();
  }
  ContactEnergy stored() const
  {
    return stored_energy(pair.law, sphere_contact(pair.a, pair.b, pair.dt, false), pair.history);
  }
  double energy() const
  {
    const ContactEnergy at = stored();
    return pair.kinetic() + at.normal + at.shear + at.roll;
  }
  // Returns the power of friction, by the velocities of the full step.
  ContactPower step()
  {
    pair.kick();
    pair.a.position += pair.dt * pair.a.velocity;
    pair.b.position += pair.dt * pair.b.velocity;
    pair.evaluate(true);
    const SphereContact contact = sphere_contact(pair.a, pair.b, pair.dt, true);
    pair.kick();
    return dissipated_power(pair.law, contact, pair.on, {pair.a.velocity, pair.a.omega},
                            {pair.b.velocity, pair.b.omega});
  }
  double drift(double time)
  {
    double most = 0.0;
    for (double t = 0.0; t < time; t += pair.dt) {
      step();
      most = std::max(most, std::fabs(energy() / start - 1.0));
    }
    return most;
  }
};

const Vector3d SPINS[] = {{200, 0, 0}, {100, 20, 15}};

TEST(SpinningContacts, APairThatSticksKeepsItsEnergy)
{
  for (const bool rolls : {false, true})
    for (const Vector3d &spin : SPINS) {
      const ContactLaw law = adhesive(1.0, rolls);
      const double drift = Spinning(law, spin, STEP).drift(TIME);
      EXPECT_LT(drift, 1e-4) << rolls << ' ' << spin;
      EXPECT_NEAR(drift / Spinning(law, spin, 0.5 * STEP).drift(TIME), 4.0, 1.2)
          << rolls << ' ' << spin;
    }
}

// The work on the slip less what the springs gain, summed by the trapezoidal rule. It is no more
// below zero than that rule is wrong.
TEST(SpinningContacts, FrictionGivesNoEnergy)
{
  for (const bool rolls : {false, true})
    for (const Vector3d &spin : SPINS) {
      Spinning pair(adhesive(1.0, rolls), spin, STEP);
      const double rocking = 0.5 * inertia(pair.pair.a) * 8.0;    // of both spheres
      const auto springs = [&] { return pair.stored().shear + pair.stored().roll; };
      const double before = springs();
      double work = 0.0, last = 0.0, least = 0.0;
      for (double t = 0.0; t < TIME; t += STEP) {
        const ContactPower power = pair.step();
        work += 0.5 * STEP * (last + power.shearing + power.rolling);
        last = power.shearing + power.rolling;
        least = std::min(least, work - (springs() - before));
      }
      EXPECT_GT(least, -0.05 * rocking) << rolls << ' ' << spin;
    }
}

// With dashpots: the pair comes to rest in the frame that turns with it, and its cohesion alone
// carries the centrifugal load.
TEST(SpinningContacts, DashpotsOfAPairThatTurnsAsOneBodyAreAtRest)
{
  for (const double restitution : {0.3, 0.8}) {
    Spinning pair(adhesive(restitution, false), {0, 0, 60}, STEP);
    pair.pair.a.omega = pair.pair.b.omega = {0, 0, 60};
    pair.drift(TIME);
    const SphereContact contact = sphere_contact(pair.pair.a, pair.pair.b, STEP, true);
    const double spin = pair.pair.a.omega.z, radius = 0.5 / contact.normal_turn;
    const double load = pair.pair.a.mass * spin * spin * radius;
    EXPECT_NEAR(-conservative_force(pair.pair.law, contact) / load, 1.0, 1e-3) << restitution;
    EXPECT_NEAR(-pair.pair.on.normal / load, 1.0, 1e-3) << restitution;
    EXPECT_LT(norm(pair.pair.on.tangential), 1e-3 * load);
  }
}

// Velocities of the middle of the step are chords. What remains is of second order in the angle.
TEST(SpinningContacts, RigidRotationAboutAnyAxisHasNoSlip)
{
  ContactLaw law = adhesive(0.5, false);
  const Vector3d place_a{RADIUS, 0, 0}, place_b{-0.98 * RADIUS, 0, 0};
  for (const Vector3d &axis : {Vector3d{0, 0, 1}, Vector3d{0.6, 0, 0.8}, Vector3d{0.8, 0.36, 0.48}})
    for (const double angle : {1e-3, 1e-2}) {
      const Matrix3d turn = rotation_matrix(angle, axis);
      MovingSphere a = sphere(RADIUS, turn * place_a), b = sphere(RADIUS, turn * place_b);
      a.omega = b.omega = angle / STEP * axis;
      a.velocity = (a.position - place_a) / STEP;
      b.velocity = (b.position - place_b) / STEP;
      const SphereContact contact = sphere_contact(a, b, STEP, true);
      SphereContactHistory history;
      const SphereContactForce on = contact_force(law, contact, history);
      const ContactSprings k = contact_springs(law, contact);
      const double speed = 2 * RADIUS * angle / STEP;
      EXPECT_LT(std::fabs(on.normal - conservative_force(law, contact)),
                0.5 * angle * angle * k.damping * speed)
          << axis << ' ' << angle;
      EXPECT_LT(norm(history.shear), 0.5 * angle * angle * std::sqrt(k.shear) * speed * STEP)
          << axis << ' ' << angle;
    }
}

}    // namespace test_spinning_contacts
