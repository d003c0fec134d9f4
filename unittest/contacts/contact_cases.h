// Materials, coefficients and spheres that the tests of the contact law start from.

#ifndef GRIST_UNITTEST_CONTACTS_CONTACT_CASES_H
#define GRIST_UNITTEST_CONTACTS_CONTACT_CASES_H

#include "common/constants.h"
#include "contacts/contact_force.h"
#include "contacts/sphere_contact.h"

#include <cmath>
#include <vector>

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

// The laws that blocks are compiled for.
struct Laws {
  ContactKind kind = ContactKind::HERTZ_MINDLIN;
  RollingLaw rolling = RollingLaw::NONE;
  ContactForm form = ContactForm::CONSISTENT;
  CohesionLaw cohesion = CohesionLaw::NONE;
  TwistingLaw twisting = TwistingLaw::NONE;

  ContactMode mode(double dt, bool advance = true) const
  {
    return {kind, rolling, form, cohesion, dt, advance, false, twisting != TwistingLaw::NONE};
  }
};

inline std::vector<Laws> all_laws()
{
  std::vector<Laws> laws;
  for (const ContactKind kind : CONTACT_KINDS)
    for (const RollingLaw rolling : {RollingLaw::NONE, RollingLaw::TORQUE, RollingLaw::SPRING})
      for (const ContactForm form : {ContactForm::CONSISTENT, ContactForm::STOCK})
        laws.push_back({kind, rolling, form});
  for (const ContactKind kind : CONTACT_KINDS)
    for (const CohesionLaw cohesion :
         {CohesionLaw::SJKR, CohesionLaw::DMT, description(kind).cohesion})
      laws.push_back({kind, RollingLaw::SPRING, ContactForm::CONSISTENT, cohesion});
  for (const ContactKind kind : CONTACT_KINDS)
    for (const RollingLaw rolling : {RollingLaw::NONE, RollingLaw::TORQUE, RollingLaw::SPRING})
      laws.push_back({kind, rolling, ContactForm::CONSISTENT, CohesionLaw::EEPA});
  for (size_t n = 0, without = laws.size(); n < without; n++) {
    if (laws[n].form == ContactForm::STOCK) continue;
    laws.push_back(laws[n]);
    laws.back().twisting = TwistingLaw::MARSHALL;
  }
  return laws;
}

inline HistoryLayout history_of(const Laws &of)
{
  return of.mode(0.0).history();
}

// Large enough to matter at the overlaps and gaps of a crowd.
inline double strength_of(CohesionLaw cohesion)
{
  if (cohesion == CohesionLaw::SJKR) return 1e6;
  if (cohesion == CohesionLaw::DMT || cohesion == CohesionLaw::EEPA) return 10.0;
  return cohesion == CohesionLaw::JKR ? 30.0 : cohesion == CohesionLaw::CAPPED ? 0.2 : 0.0;
}

// A law of the given kind, with other numbers for every k.
inline ContactLaw law_number(int k, const Laws &of)
{
  const auto [kind, rolling, form, cohesion, twisting] = of;
  auto c = coefficients(0.3 + 0.1 * k, 0.2 + 0.1 * k);
  if (rolling == RollingLaw::SPRING) c = with_spring(c, 10 + k, 1e-3, 0.1);
  if (rolling == RollingLaw::TORQUE) c = with_torque(c, 0.1);
  if (k != 1) c.twisting = twisting;
  c.cohesion = {cohesion, (k == 0 ? 1.0 : k - 1.0) * strength_of(cohesion)};
  if (cohesion == CohesionLaw::EEPA) c.cohesion.plastic = {0.1 + 0.2 * k, 0.01 * k, 1.0 + 0.5 * k};
  if (kind == ContactKind::HOOKE) c.damping_ratio = 0.5;
  const Elasticity other = kind == ContactKind::HOOKE ? Elasticity{1e3 + 1e2 * k, 0.4}
                                                      : Elasticity{1e7 + 1e6 * k, 0.3};
  return contact_law(kind, form, kind == ContactKind::HOOKE ? other : RUBBER, other, c);
}

inline MovingSphere sphere(double radius, const Vector3d &position, double density = 2500)
{
  const double mass = density * 4.0 / 3.0 * PI * std::pow(radius, 3);
  return {position, Vector3d::zero(), Vector3d::zero(), radius, mass};
}

}    // namespace grist::testing

#endif
