// The contact laws that there are, by their kind: the one place that lists them.

#ifndef GRIST_CONTACTS_CONTACT_LAWS_H
#define GRIST_CONTACTS_CONTACT_LAWS_H

#include "contacts/hertz_mindlin.h"
#include "contacts/hooke.h"
#include "lanes/instructions.h"

#include <array>
#include <cassert>
#include <optional>
#include <string>
#include <type_traits>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

// visit(std::integral_constant<..., value>()), for a value of the list.
template <class Visit, auto FIRST, auto... OTHERS>
auto with_value(Values<FIRST, OTHERS...>, decltype(FIRST) value, const Visit &visit)
{
  if constexpr (sizeof...(OTHERS) > 0)
    if (value != FIRST) return with_value(Values<OTHERS...>(), value, visit);
  assert(value == FIRST);
  return visit(std::integral_constant<decltype(FIRST), FIRST>());
}

template <class Visit> auto with_rolling(RollingLaw rolling, const Visit &visit)
{
  return with_value(RollingLaws(), rolling, visit);
}

template <class Visit> auto with_form(ContactForm form, const Visit &visit)
{
  return with_value(ContactForms(), form, visit);
}

// Whatever the contact law.
template <class Visit> auto with_any_cohesion(CohesionLaw cohesion, const Visit &visit)
{
  return with_value(CohesionLaws(), cohesion, visit);
}

// The laws of springs, by the number of their kind.
template <class... LAWS> struct LawTypes {
};
using SpringLaws = LawTypes<HertzMindlin, Hooke>;

template <class... LAWS>
constexpr std::array<ContactKind, sizeof...(LAWS)> kinds_of(LawTypes<LAWS...>)
{
  return {LAWS::KIND...};
}
constexpr auto CONTACT_KINDS = kinds_of(SpringLaws());

// visit(HertzMindlin()), ...: makes the kind a compile-time parameter of what visit() calls.
template <class Visit, class FIRST, class... OTHERS>
auto with_law_of(LawTypes<FIRST, OTHERS...>, ContactKind kind, const Visit &visit)
{
  if constexpr (sizeof...(OTHERS) > 0)
    if (kind != FIRST::KIND) return with_law_of(LawTypes<OTHERS...>(), kind, visit);
  assert(kind == FIRST::KIND);
  return visit(FIRST());
}

template <class Visit> auto with_law(ContactKind kind, const Visit &visit)
{
  return with_law_of(SpringLaws(), kind, visit);
}

// visit(std::integral_constant<CohesionLaw, ...>()), of the laws of cohesion that the contact law
// has in this form; without cohesion for others.
template <class LAW, ContactForm FORM, class Visit>
auto with_cohesion(CohesionLaw cohesion, const Visit &visit)
{
  return with_any_cohesion(cohesion, [&](auto of) {
    constexpr CohesionLaw COHESION = of();
    constexpr bool HAS = FORM == ContactForm::CONSISTENT && LAW::DESCRIPTION.has(COHESION);
    return visit(std::integral_constant < CohesionLaw, HAS ? COHESION : CohesionLaw::NONE > ());
  });
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
        return with_cohesion<decltype(law), form()>(mode.cohesion, [&](auto cohesion) {
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
