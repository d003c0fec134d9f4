// The constant torque of rolling friction. Oracle: its limit in closed form.

#include "contacts/collision.h"

#include <gtest/gtest.h>

namespace test_rolling_torque {

using namespace grist;
using namespace grist::testing;

// Two spheres of unequal size that roll on each other so slowly that the whole torque would turn
// them back.
TEST(RollingTorque, TakesAtMostATenthOfTheRollingInAStep)
{
  const double dt = 1e-5;
  MovingSphere a = sphere(1e-3, {0, 0, 0}), b = sphere(2e-3, {2.99e-3, 0, 0});
  a.omega = {5.0, 1e-6, 2e-6};
  const ContactLaw law = hertz_mindlin(RUBBER, RUBBER, with_torque(coefficients(0.5, 0.8), 0.5));
  SphereContactHistory history;
  const SphereContactForce on = contact_force(law, sphere_contact(a, b, dt, true), history);
  const double both = 1.0 / (1.0 / inertia(a) + 1.0 / inertia(b));
  const Vector3d expected = -0.1 * both / dt * Vector3d{0.0, 1e-6, 2e-6};
  EXPECT_LT(norm(on.rolling - expected), 1e-12 * norm(expected));
}

// Fast enough, it is friction times the reduced radius times the normal force, against the rolling.
TEST(RollingTorque, IsAShareOfTheNormalForce)
{
  MovingSphere a = sphere(1e-3, {0, 0, 0}), b = sphere(2e-3, {2.99e-3, 0, 0});
  a.omega = {5.0, 30.0, 40.0};
  const ContactLaw law = hertz_mindlin(RUBBER, RUBBER, with_torque(coefficients(0.5, 0.8), 1e-6));
  SphereContactHistory history;
  const SphereContactForce on = contact_force(law, sphere_contact(a, b, 1e-5, true), history);
  const Vector3d expected = -1e-6 * (2e-3 / 3.0) * on.normal * Vector3d{0.0, 0.6, 0.8};
  EXPECT_LT(norm(on.rolling - expected), 1e-12 * norm(expected));
}

}    // namespace test_rolling_torque
