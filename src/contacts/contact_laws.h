// The contact laws that there are, by their kind: the one place that lists them.

#ifndef GRIST_CONTACTS_CONTACT_LAWS_H
#define GRIST_CONTACTS_CONTACT_LAWS_H

#include "contacts/hertz_mindlin.h"
#include "contacts/hooke.h"
#include "lanes/instructions.h"

#include <optional>
#include <string>
#include <type_traits>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

constexpr ContactKind CONTACT_KINDS[] = {ContactKind::HERTZ_MINDLIN, ContactKind::HOOKE};

// visit(HertzMindlin()) or visit(Hooke()): makes the kind a compile-time parameter of what visit()
// calls.
template <class Visit> auto with_law(ContactKind kind, const Visit &visit)
{
  if (kind == ContactKind::HOOKE) return visit(Hooke());
  return visit(HertzMindlin());
}

// visit(std::integral_constant<RollingLaw, ...>()).
template <class Visit> auto with_rolling(RollingLaw rolling, const Visit &visit)
{
  if (rolling == RollingLaw::TORQUE)
    return visit(std::integral_constant<RollingLaw, RollingLaw::TORQUE>());
  if (rolling == RollingLaw::SPRING)
    return visit(std::integral_constant<RollingLaw, RollingLaw::SPRING>());
  return visit(std::integral_constant<RollingLaw, RollingLaw::NONE>());
}

// visit(std::integral_constant<ContactForm, ...>()).
template <class Visit> auto with_form(ContactForm law, const Visit &visit)
{
  if (law == ContactForm::STOCK)
    return visit(std::integral_constant<ContactForm, ContactForm::STOCK>());
  return visit(std::integral_constant<ContactForm, ContactForm::CONSISTENT>());
}

// visit(std::integral_constant<CohesionLaw, ...>()), whatever the contact law.
template <class Visit> auto with_any_cohesion(CohesionLaw cohesion, const Visit &visit)
{
  if (cohesion == CohesionLaw::JKR)
    return visit(std::integral_constant<CohesionLaw, CohesionLaw::JKR>());
  if (cohesion == CohesionLaw::SJKR)
    return visit(std::integral_constant<CohesionLaw, CohesionLaw::SJKR>());
  if (cohesion == CohesionLaw::DMT)
    return visit(std::integral_constant<CohesionLaw, CohesionLaw::DMT>());
  if (cohesion == CohesionLaw::CAPPED)
    return visit(std::integral_constant<CohesionLaw, CohesionLaw::CAPPED>());
  if (cohesion == CohesionLaw::EEPA)
    return visit(std::integral_constant<CohesionLaw, CohesionLaw::EEPA>());
  return visit(std::integral_constant<CohesionLaw, CohesionLaw::NONE>());
}

// visit(std::integral_constant<CohesionLaw, ...>()), of the laws of cohesion that the contact law
// has in this form and with this rolling.
template <class LAW, ContactForm FORM, RollingLaw ROLLING, class Visit>
auto with_cohesion(CohesionLaw cohesion, const Visit &visit)
{
  if constexpr (FORM == ContactForm::CONSISTENT) {
    constexpr CohesionLaw own = LAW::DESCRIPTION.cohesion;
    if (cohesion == CohesionLaw::SJKR)
      return visit(std::integral_constant<CohesionLaw, CohesionLaw::SJKR>());
    if (cohesion == CohesionLaw::DMT)
      return visit(std::integral_constant<CohesionLaw, CohesionLaw::DMT>());
    if constexpr (ROLLING != RollingLaw::SPRING)
      if (cohesion == CohesionLaw::EEPA)
        return visit(std::integral_constant<CohesionLaw, CohesionLaw::EEPA>());
    if (cohesion == own) return visit(std::integral_constant<CohesionLaw, own>());
  }
  return visit(std::integral_constant<CohesionLaw, CohesionLaw::NONE>());
}

// A ContactMode as a type, for functions that are compiled for each.
template <class LAW, RollingLaw ROLLING_LAW, ContactForm CONTACT_FORM, CohesionLaw COHESION_LAW>
struct FixedMode {
  using Law = LAW;
  static constexpr RollingLaw ROLLING = ROLLING_LAW;
  static constexpr ContactForm FORM = CONTACT_FORM;
  static constexpr CohesionLaw COHESION = COHESION_LAW;
};

// visit(FixedMode<...>()).
template <class Visit> auto with_mode(const ContactMode &mode, const Visit &visit)
{
  return with_law(mode.kind, [&](auto law) {
    return with_rolling(mode.rolling, [&](auto rolling) {
      return with_form(mode.form, [&](auto form) {
        return with_cohesion<decltype(law), form(), rolling()>(mode.cohesion, [&](auto cohesion) {
          return visit(FixedMode<decltype(law), rolling(), form(), cohesion()>());
        });
      });
    });
  });
}

inline const LawDescription &description(ContactKind kind)
{
  return *with_law(kind, [](auto law) { return &decltype(law)::DESCRIPTION; });
}

// The kind of this name, or none.
inline std::optional<ContactKind> find_contact_kind(const std::string &name)
{
  for (const ContactKind kind : CONTACT_KINDS)
    if (name == description(kind).name) return kind;
  return std::nullopt;
}

inline ContactLaw contact_law(ContactKind kind, ContactForm form, const Elasticity &a,
                              const Elasticity &b, const ContactCoefficients &coefficients)
{
  return with_law(kind, [&](auto law) { return decltype(law)::between(form, a, b, coefficients); });
}

// Springs of the law alone, without cohesion.
inline ContactSprings contact_springs(const ContactLaw &law, double overlap, double radius,
                                      double mass)
{
  return with_law(law.kind,
                  [&](auto form) { return decltype(form)::springs(law, overlap, radius, mass); });
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
