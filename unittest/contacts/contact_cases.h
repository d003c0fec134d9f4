// Materials, coefficients and spheres that the tests of the contact law start from.

#ifndef GRIST_UNITTEST_CONTACTS_CONTACT_CASES_H
#define GRIST_UNITTEST_CONTACTS_CONTACT_CASES_H

#include "common/constants.h"
#include "contacts/contact_force.h"
#include "contacts/contact_options.h"
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
  choose<RollingSpring>(c, {k, gamma, mu});
  return c;
}

inline ContactCoefficients with_torque(ContactCoefficients c, double mu)
{
  choose<RollingTorque>(c, {mu});
  return c;
}

inline ContactLaw hertz_mindlin(const Elasticity &a, const Elasticity &b,
                                const ContactCoefficients &c,
                                ContactForm form = ContactForm::CONSISTENT)
{
  return contact_law(KIND_OF<HertzMindlin>, form, a, b, c);
}

// The laws that blocks are compiled for.
struct Laws {
  ContactKind kind = KIND_OF<HertzMindlin>;
  int rolling = 0;
  ContactForm form = ContactForm::CONSISTENT;
  int cohesion = 0, twisting = 0;

  ContactMode mode(double dt, bool advance = true) const
  {
    return {kind, rolling, form, cohesion, dt, advance, false, twisting};
  }
  bool is_in_stock() const
  {
    for (const ContactOption &option : contact_options())
      if (const int part = option.number == ROLLING_PART ? rolling
              : option.number == TWISTING_PART           ? twisting
                                                         : cohesion;
          !option.parts[part].in_stock)
        return false;
    return with_law(kind, [](auto law) { return decltype(law)::IN_STOCK; });
  }
  std::string text() const
  {
    return std::string(description(kind).name) + " " + std::to_string(rolling) + " " +
        std::to_string(static_cast<int>(form)) + " " + std::to_string(cohesion) + " " +
        std::to_string(twisting);
  }
};

// All springs with all parts that go with them.
inline std::vector<Laws> all_laws()
{
  std::vector<Laws> laws;
  const auto count = [](int option) {
    return static_cast<int>(contact_options()[option].parts.size());
  };
  for (const ContactKind kind : contact_kinds())
    for (int rolling = 0; rolling < count(ROLLING_PART); rolling++)
      for (int cohesion = 0; cohesion < count(COHESION_PART); cohesion++)
        for (int twisting = 0; twisting < count(TWISTING_PART); twisting++) {
          if (!cohesion_part(cohesion).suits[static_cast<int>(kind)]) continue;
          laws.push_back({kind, rolling, ContactForm::CONSISTENT, cohesion, twisting});
          if (!laws.back().is_in_stock()) continue;
          laws.push_back(laws.back());
          laws.back().form = ContactForm::STOCK;
        }
  return laws;
}

inline HistoryLayout history_of(const Laws &of)
{
  return of.mode(0.0).history();
}

// A value of a number of a part, large enough to matter at the overlaps and gaps of a crowd; another one
// for every k.
inline double sample_of(const PartNumber &number, int k)
{
  switch (number.quantity) {
    case Quantity::ENERGY_PER_VOLUME: return 1e6;
    case Quantity::ENERGY_PER_AREA: return 20.0;
    case Quantity::FORCE: return 0.1;
    case Quantity::STIFFNESS: return 10.0 + k;
    case Quantity::DASHPOT: return 1e-3;
    default: break;
  }
  return number.range.allows(1.5) && !number.range.allows(0.0) ? 1.0 + 0.5 * k : 0.1 + 0.2 * k;
}
inline Elasticity elasticity_of(ContactKind kind, int k)
{
  Elasticity values = {};
  const auto &rows = description(kind).elasticity;
  for (int n = 0; n < rows.count; n++) {
    const Quantity quantity = rows[n].quantity;
    values[n] = quantity == Quantity::PRESSURE ? (n == 0 ? 1e7 + 1e6 * k : 1e5 + 1e4 * k)
        : quantity == Quantity::STIFFNESS      ? 1e3 + 1e2 * k
                                               : 0.3;
  }
  return values;
}

// Coefficients with these parts; the cohesion of k = 1 is zero, and twisting is left out there.
inline ContactCoefficients coefficients_number(int k, const Laws &of)
{
  auto c = coefficients(0.3 + 0.08 * k, 0.2 + 0.1 * k);
  c.parts[ROLLING_PART].part = of.rolling;
  c.parts[TWISTING_PART].part = k == 1 ? 0 : of.twisting;
  c.parts[COHESION_PART].part = of.cohesion;
  for (const ContactOption &option : contact_options())
    for (const ContactNumber &number : option.part_of(c).numbers) {
      number.in(c) = sample_of(number, k);
      if (option.number == COHESION_PART && number.quantity != Quantity::NUMBER)
        number.in(c) *= k == 0 ? 1.0 : k - 1.0;
    }
  if (!description(of.kind).by_material) c.damping_ratio = 0.5;
  return c;
}
inline ContactLaw law_number(int k, const Laws &of)
{
  return contact_law(of.kind, of.form, elasticity_of(of.kind, 0), elasticity_of(of.kind, k),
                     coefficients_number(k, of));
}

inline MovingSphere sphere(double radius, const Vector3d &position, double density = 2500)
{
  const double mass = density * 4.0 / 3.0 * PI * std::pow(radius, 3);
  return {position, Vector3d::zero(), Vector3d::zero(), radius, mass};
}

}    // namespace grist::testing

#endif
