// Contact laws by the numbers of their parts (contact_parts.h): what a mode is as a type, and the law
// between two materials.

#ifndef GRIST_CONTACTS_CONTACT_LAWS_H
#define GRIST_CONTACTS_CONTACT_LAWS_H

#include "contacts/contact_parts.h"

#include <optional>
#include <string>
#include <vector>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

// visit(HertzMindlin()), ...: makes the kind a compile-time parameter of what visit() calls.
template <class Visit> auto with_law(ContactKind kind, const Visit &visit)
{
  return with_part(SpringLaws(), static_cast<int>(kind), visit);
}

// Whatever the law of springs.
template <class Visit> auto with_any_cohesion(int cohesion, const Visit &visit)
{
  return with_part(CohesionParts(), cohesion, visit);
}

// A ContactMode as a type, for functions that are compiled for each.
template <class LAW, class ROLLING, ContactForm CONTACT_FORM, class COHESION> struct FixedMode {
  using Law = LAW;
  using Rolling = ROLLING;
  using Twisting = NoTwisting;
  using Cohesion = COHESION;
  static constexpr ContactForm FORM = CONTACT_FORM;
  static constexpr int REMEMBERED = LAW::MEMORY.numbers + COHESION::MEMORY.numbers;

  static_assert(REMEMBERED <= MOST_REMEMBERED, "raise MOST_REMEMBERED");
  static_assert(LAW::MEMORY.vectors == 0 && COHESION::MEMORY.vectors == 0);
  static_assert(ROLLING::MEMORY.vectors <= 1 && ROLLING::MEMORY.numbers == 0);
};

template <class MODE, class TWISTING> struct TwistingMode : MODE {
  using Twisting = TWISTING;
  static_assert(TWISTING::MEMORY.vectors == 0 && TWISTING::MEMORY.numbers == 1);
};

// visit(FixedMode<...>()), with rolling of this list. A part that does not go with the springs or the
// form becomes none.
template <class LAW, ContactForm FORM, class ROLLINGS, class Visit>
auto with_parts(ROLLINGS, int rolling, int cohesion, const Visit &visit)
{
  return with_part(ROLLINGS(), rolling, [&](auto of_rolling) {
    return with_any_cohesion(cohesion, [&](auto of_cohesion) {
      using COHESION = decltype(of_cohesion);
      constexpr bool GOES =
          (FORM == ContactForm::CONSISTENT || COHESION::IN_STOCK) && COHESION::template SUITS<LAW>;
      using USED = std::conditional_t<GOES, COHESION, NoCohesion>;
      return visit(FixedMode<LAW, decltype(of_rolling), FORM, USED>());
    });
  });
}
template <class ROLLINGS, class Visit>
auto with_mode(ROLLINGS list, ContactKind kind, int rolling, ContactForm form, int cohesion,
               const Visit &visit)
{
  return with_law(kind, [&](auto law) {
    using LAW = decltype(law);
    if constexpr (LAW::IN_STOCK)
      if (form == ContactForm::STOCK)
        return with_parts<LAW, ContactForm::STOCK>(list, rolling, cohesion, visit);
    return with_parts<LAW, ContactForm::CONSISTENT>(list, rolling, cohesion, visit);
  });
}
template <class Visit> auto with_mode(const ContactMode &mode, const Visit &visit)
{
  return with_mode(RollingParts(), mode.kind, mode.rolling, mode.form, mode.cohesion, visit);
}
template <class Visit> auto with_mode(const ContactLaw &law, const Visit &visit)
{
  return with_mode(RollingParts(), law.kind, law.parts[ROLLING_PART], law.form,
                   law.parts[COHESION_PART], visit);
}

template <class... PARTS> PartMemory memory_of(Parts<PARTS...>, int number)
{
  constexpr PartMemory MEMORIES[] = {PARTS::MEMORY...};
  return MEMORIES[number];
}
inline HistoryLayout history_of(const ContactMode &mode)
{
  const int remembered = memory_of(SpringLaws(), static_cast<int>(mode.kind)).numbers +
      memory_of(CohesionParts(), mode.cohesion).numbers;
  return {memory_of(RollingParts(), mode.rolling).vectors > 0, remembered, mode.twisting != 0};
}

template <class... PARTS> constexpr bool needs_inertia(Parts<PARTS...>, int rolling)
{
  constexpr bool NEEDS[] = {PARTS::NEEDS_INERTIA...};
  return NEEDS[rolling];
}
inline bool needs_inertia(const ContactMode &mode)
{
  return needs_inertia(RollingParts(), mode.rolling);
}

// Without rolling, which the normal force does not depend on.
template <class Visit> auto with_normal_law(const ContactLaw &law, const Visit &visit)
{
  return with_mode(Parts<NoRolling>(), law.kind, 0, law.form, law.parts[COHESION_PART], visit);
}

template <class MODE> constexpr bool TWISTS = !std::is_same_v<typename MODE::Twisting, NoTwisting>;

// visit(TwistingMode<MODE, ...>()) where the mode has twisting, or visit(MODE()).
template <class MODE, class Visit> void with_twisting(int twisting, const Visit &visit)
{
  with_part(TwistingParts(), twisting, [&](auto of) {
    using PART = decltype(of);
    constexpr bool GOES = MODE::FORM == ContactForm::CONSISTENT || PART::IN_STOCK;
    if constexpr (GOES && !std::is_same_v<PART, NoTwisting>)
      visit(TwistingMode<MODE, PART>());
    else
      visit(MODE());
  });
}

inline const LawDescription &description(ContactKind kind)
{
  return *with_law(kind, [](auto law) { return &decltype(law)::DESCRIPTION; });
}

}    // namespace GRIST_INSTRUCTION_SET

// In the order of their list.
std::vector<ContactKind> contact_kinds();

// "hertz/mindlin, hooke/history or zero": their names, and others.
std::string listed_springs(const std::vector<std::string> &others = {});

// The kind of this name, or none.
std::optional<ContactKind> find_contact_kind(const std::string &name);

ContactLaw contact_law(ContactKind kind, ContactForm form, const Elasticity &a, const Elasticity &b,
                       const ContactCoefficients &coefficients);

// By the springs of the law alone: those of a contact that remembers nothing, and the radius of the circle
// on which spheres touch.
ContactSprings contact_springs(const ContactLaw &law, double overlap, double radius, double mass);
double contact_radius(const ContactLaw &law, double overlap, double radius,
                      const std::array<double, MOST_REMEMBERED> &remembered);

// Whether its cohesion is above zero, and how far beyond touch it may act, >= 0.
bool pulls(const ContactLaw &law);
double reach(const ContactLaw &law, double radius);

}    // namespace grist

#endif
