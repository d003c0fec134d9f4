// Materials, coefficients and spheres that the tests of the contact law start from.

#ifndef GRIST_UNITTEST_CONTACTS_CONTACT_CASES_H
#define GRIST_UNITTEST_CONTACTS_CONTACT_CASES_H

#include "common/constants.h"
#include "contacts/sphere_contact.h"

#include <cmath>

namespace grist::testing {

// A few rounded operations. Overlaps here are a hundredth of the radii.
constexpr double ROUNDING = 1e-13;

const Elasticity GLASS = {7e10, 0.25}, RUBBER = {1e7, 0.49};    // E, nu

inline ContactCoefficients coefficients(double restitution, double friction)
{
  ContactCoefficients c;
  c.restitution = restitution;
  c.friction = friction;
  c.damping_ratio = ContactCoefficients::HUANG;
  return c;
}

inline ContactCoefficients with_spring(ContactCoefficients c, double k, double gamma, double mu)
{
  c.rolling = {RollingLaw::SPRING, k, gamma, mu};
  return c;
}

inline ContactCoefficients with_torque(ContactCoefficients c, double mu)
{
  c.rolling = {RollingLaw::TORQUE, 0.0, 0.0, mu};
  return c;
}

inline ContactLaw hertz_mindlin(const Elasticity &a, const Elasticity &b,
                                const ContactCoefficients &c,
                                ContactForm form = ContactForm::CONSISTENT)
{
  return contact_law(ContactKind::HERTZ_MINDLIN, form, a, b, c);
}

inline MovingSphere sphere(double radius, const Vector3d &position, double density = 2500)
{
  const double mass = density * 4.0 / 3.0 * PI * std::pow(radius, 3);
  return {position, Vector3d::Zero(), Vector3d::Zero(), radius, mass};
}

}    // namespace grist::testing

#endif
