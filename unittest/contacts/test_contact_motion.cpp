// Contacts of spheres as they move: rigid turning, rolling over, sliding.
//
// Oracles: a pair or a sphere on a wall that turns as one body has no slip, and its springs turn
// with it; Coulomb's law and the law of gross sliding; friction never gives energy.

#include "common/space.h"
#include "common/space_text.h"
#include "contacts/collision.h"
#include "contacts/contact_energy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace test_contact_motion {

using namespace grist;
using namespace grist::testing;

constexpr int STEPS = 5000;    // a turn

const Vector3d AXES[] = {Vector3d::unit_x(), Vector3d::unit_y(), Vector3d::unit_z(),
                         normalized(Vector3d{1, 2, -2}), normalized(Vector3d{-3, 1, 5})};

ContactLaw with_springs(ContactForm form = ContactForm::CONSISTENT)
{
  return hertz_mindlin(RUBBER, RUBBER, with_spring(coefficients(0.5, 0.3), 10.0, 1e-3, 0.2), form);
}

// Two spheres that turn as one body about an axis through a point beside them. Velocities are those
// of the middle of the step, the chords; a step of friction is then wrong by the third power of its
// angle.
struct TurningPair {
  Vector3d axis, pivot = {0.02, -0.01, 0.03};
  Vector3d x_a = {0, 0, 0}, x_b = {1e-3, 1.5e-3, 1.6e-3};
  double dt = 1e-4, omega = 2 * PI / (STEPS * dt);

  static constexpr double REST =
      1e-3;    // friction by these errors in a turn, over the normal force

  Vector3d arm(const Vector3d &start, int step) const
  {
    return rotation_matrix(omega * dt * step, axis) * (start - pivot);
  }
  MovingSphere at(const Vector3d &start, double radius, int step) const
  {
    MovingSphere s = sphere(radius, pivot + arm(start, step));
    s.omega = omega * axis;
    s.velocity = (arm(start, step) - arm(start, step - 1)) / dt;
    return s;
  }
  SphereContact contact(int step) const
  {
    return sphere_contact(at(x_a, 1e-3, step), at(x_b, 1.45e-3, step), dt, true);
  }
};

TEST(ContactMotion, APairThatTurnsAsOneBodyHasNoFriction)
{
  for (const Vector3d &axis : AXES) {
    const TurningPair pair{axis};
    ASSERT_GT(pair.contact(0).overlap, 1e-5);
    SphereContactHistory history;
    for (int step = 1; step <= STEPS; step++) {
      const auto on = contact_force(with_springs(), pair.contact(step), history);
      ASSERT_LT(norm(on.tangential), pair.REST * on.normal) << axis << " " << step;
      ASSERT_LT(norm(on.rolling), 1e-6 * on.normal * 1e-3);
    }
  }
}

// What LAMMPS does, for comparison: the same pair is at its limit after 14 degrees.
TEST(ContactMotion, StockSlipsWhereAPairTurnsAsOneBody)
{
  const TurningPair pair{normalized(Vector3d{1.6, 0, -1})};
  SphereContactHistory history;
  double friction = 0.0;
  for (int step = 1; step <= STEPS / 8; step++) {
    const auto on = contact_force(with_springs(ContactForm::STOCK), pair.contact(step), history);
    friction = norm(on.tangential) / on.normal;
  }
  EXPECT_NEAR(friction, 0.3, 1e-6);
}

TEST(ContactMotion, SpringsTurnWithThePair)
{
  for (const Vector3d &axis : AXES) {
    const TurningPair pair{axis};
    const SphereContact start = pair.contact(0);
    const Vector3d along = unit_orthogonal(start.normal);
    const Vector3d across = cross(start.normal, along);
    const SphereContactHistory loaded = {1e-5 * along + 2e-5 * across, 1e-6 * across};
    SphereContactHistory history = loaded;
    SphereContact first = start;
    first.advance = false;
    SphereContactHistory unused = loaded;
    const SphereContactForce before = contact_force(with_springs(), first, unused);
    ASSERT_GT(norm(before.tangential), 1e-3 * before.normal);
    ASSERT_LT(norm(before.tangential), 0.29 * before.normal);
    for (int step = 1; step <= STEPS; step++) {
      const auto on = contact_force(with_springs(), pair.contact(step), history);
      const Vector3d expected = rotation_matrix(2 * PI * step / STEPS, axis) * before.tangential;
      ASSERT_LT(norm(on.tangential - expected), pair.REST * on.normal) << axis << step;
    }
    EXPECT_LT(norm(history.roll - loaded.roll), 1e-5 * norm(loaded.roll));
  }
}

// A sphere at rest on a wall, that is in a drum that turns.
TEST(ContactMotion, ASphereThatTurnsWithItsWallHasNoFrictionAndKeepsItsSprings)
{
  const double overlap = 1e-4, dt = 1e-4, omega = 2 * PI / (STEPS * dt);
  const Vector3d pivot{0.02, -0.01, 0.03}, normal = normalized(Vector3d{1, 3, 2});
  const Vector3d along = unit_orthogonal(normal);
  for (const double shear : {0.0, 2e-5})
    for (const Vector3d &axis : AXES) {
      SphereContactHistory history{shear * along, Vector3d::zero()};
      Vector3d before = Vector3d::zero();
      for (int step = 0; step <= STEPS; step++) {
        const Matrix3d turn = rotation_matrix(omega * dt * step, axis);
        MovingSphere a = sphere(1e-3, pivot + turn * (Vector3d::zero() - pivot));
        a.omega = omega * axis;
        const Matrix3d back =
            rotation_matrix(step > 0 ? -0.5 * omega * dt : 0.0, axis);    // to mid-step
        a.velocity = cross(a.omega, back * (a.position - pivot));
        const Vector3d n = turn * normal, below = a.position - a.radius * n;
        const Vector3d of_wall = cross(a.omega, back * (below - pivot));
        const SphereContact contact =
            wall_contact(a, n, overlap, 0.0, of_wall, a.omega, dt, step > 0);
        const auto on = contact_force(with_springs(), contact, history);
        if (step == 0) before = on.tangential;
        ASSERT_LT(norm(on.tangential - turn * before), 1e-5 * norm(before) + 1e-8 * on.normal);
      }
    }
}

// 60 degrees, e = 0.5, mu = 0.3: it slides throughout. Impulse of friction mu (1 + e) m v_n. So
// slow that the pair does not turn.
TEST(ContactMotion, SlidingImpactEndsByTheLawOfGrossSliding)
{
  for (const ContactKind kind : contact_kinds()) {
    const Elasticity elasticity = kind == KIND_OF<Hooke> ? Elasticity{1e4, 2.0 / 7.0}
                                                         : Elasticity{RUBBER[0], RUBBER[1], 1e9};
    ContactCoefficients given = coefficients(0.5, 0.3);
    if (kind == KIND_OF<Hooke>) given.damping_ratio = 0.5;
    Collision c{contact_law(kind, ContactForm::CONSISTENT, elasticity, elasticity, given),
                sphere(1e-3, {0, 0, 0}),
                sphere(1e-3, {2e-3, 0, 0}),
                {},
                1e-7,
                {}};
    const double speed = kind == KIND_OF<Hooke> ? 1e-2 : 1e-3;
    c.a.velocity = {speed, std::sqrt(3.0) * speed, 0};
    c.evaluate(false);
    do {
      c.step();
      ASSERT_NEAR(norm(c.on.tangential), 0.3 * c.on.normal, 1e-9 * c.on.normal);
      ASSERT_LE(dot(c.on.tangential, c.a.velocity - c.b.velocity), 0.0);
    } while (c.touching());
    const Vector3d end = c.a.velocity - c.b.velocity;
    EXPECT_NEAR(end.y / speed, std::sqrt(3.0) - 0.3 * 1.5, 1e-3);
    EXPECT_NEAR(end.x / speed, -0.5, 2e-3);
  }
}

// Spring and dashpot in any motion: what friction takes, the work on the slip less what the spring
// gains and less what the dashpot takes below the limit, is never negative.
TEST(ContactMotion, FrictionTakesEnergyAtEveryStep)
{
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  const ContactLaw law = hertz_mindlin(RUBBER, RUBBER, coefficients(0.5, 0.3));
  for (int trial = 0; trial < 50; trial++) {
    MovingSphere a = sphere(1e-3, {0, 0, 0}), b = sphere(1e-3, {1.98e-3, 0, 0});
    SphereContactHistory history;
    Vector3d slip = Vector3d::zero();
    double taken = 0.0, largest = 0.0;
    for (int step = 0; step < 2000; step++) {
      slip += 0.01 * Vector3d{0, any(random), any(random)};
      b.position.x += 1e-7 * any(random);
      a.velocity = slip;
      SphereContact contact = sphere_contact(a, b, 1e-7, true);
      contact.normal_turn = 0.0;
      const double before = stored_energy(law, contact, history).shear;
      const SphereContactForce on = contact_force(law, contact, history);
      const double after = stored_energy(law, contact, history).shear;
      const double work = -dot(on.tangential, slip) * 1e-7;
      taken = work - (after - before);
      largest = std::max(largest, std::fabs(work));
      ASSERT_GE(taken, -1e-12 * largest) << trial << " " << step;
    }
  }
}

}    // namespace test_contact_motion
