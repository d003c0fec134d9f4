// Materials, coefficients and spheres that the tests of the contact law start from.

#ifndef GRIST_UNITTEST_CONTACTS_CONTACT_CASES_H
#define GRIST_UNITTEST_CONTACTS_CONTACT_CASES_H

#include "common/constants.h"
#include "contacts/hertz_mindlin.h"

#include <cmath>

namespace grist::testing {

// A few rounded operations. Overlaps here are a hundredth of the radii.
constexpr double ROUNDING = 1e-13;

const ElasticMaterial GLASS = {7e10, 0.25}, RUBBER = {1e7, 0.49};

inline ContactCoefficients coefficients(double restitution, double friction)
{
  ContactCoefficients c;
  c.restitution = restitution;
  c.friction = friction;
  return c;
}

inline ContactCoefficients with_spring(ContactCoefficients c, double k, double gamma, double mu)
{
  c.rolling = RollingLaw::SPRING;
  c.rolling_stiffness = k;
  c.rolling_damping = gamma;
  c.rolling_friction = mu;
  return c;
}

inline ContactCoefficients with_torque(ContactCoefficients c, double mu)
{
  c.rolling = RollingLaw::TORQUE;
  c.rolling_friction = mu;
  return c;
}

inline MovingSphere sphere(double radius, const Vector3d &position, double density = 2500)
{
  const double mass = density * 4.0 / 3.0 * PI * std::pow(radius, 3);
  return {position, Vector3d::Zero(), Vector3d::Zero(), radius, mass};
}

}    // namespace grist::testing

#endif
