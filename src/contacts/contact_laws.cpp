#include "contacts/contact_laws.h"

#include "common/preconditions.h"
#include "common/word_reader.h"

#include <algorithm>
#include <cmath>

namespace grist {

std::vector<ContactKind> contact_kinds()
{
  std::vector<ContactKind> kinds;
  for (int n = 0; n < SpringLaws::COUNT; n++) kinds.push_back(ContactKind{n});
  return kinds;
}

std::string listed_springs(const std::vector<std::string> &others)
{
  std::vector<std::string> names;
  for (const ContactKind kind : contact_kinds()) names.emplace_back(description(kind).name);
  names.insert(names.end(), others.begin(), others.end());
  return listed(names);
}

std::optional<ContactKind> find_contact_kind(const std::string &name)
{
  for (const ContactKind kind : contact_kinds())
    if (name == description(kind).name) return kind;
  return std::nullopt;
}

template <class PART, class LAW>
static void set_numbers(ContactLaw &law, const ChosenPart &given, const Elasticity &a,
                        const Elasticity &b)
{
  constexpr int COUNT = NUMBERS<PART>;
  const auto keep = [&](typename PART::Numbers own) {
    const auto *first = reinterpret_cast<const double *>(&own);
    std::copy_n(first, COUNT, law.numbers[slot_of<PART>()].data());
  };
  if constexpr (PART::AS_GIVEN)
    keep(numbers_at<PART>([&given](int k) { return given.numbers[k]; }));
  else
    keep(PART::template numbers<LAW>(given, a, b));
}

ContactLaw contact_law(ContactKind kind, ContactForm form, const Elasticity &a, const Elasticity &b,
                       const ContactCoefficients &coefficients)
{
  assert(coefficients.restitution > 0.0 && coefficients.restitution <= 1.0);
  assert(coefficients.friction >= 0.0);
  ContactLaw law;
  law.kind = kind;
  law.form = form;
  with_law(kind, [&](auto springs) {
    using LAW = decltype(springs);
    static_cast<SpringNumbers &>(law) = LAW::between(form, a, b, coefficients);
    set_numbers<LAW, LAW>(law, {}, a, b);
    for_each_option([&](ContactOptionNumber option, const char *, auto list) {
      const ChosenPart &chosen = coefficients.parts[option];
      law.parts[option] = chosen.part;
      with_part(list, chosen.part, [&](auto part) {
        using PART = decltype(part);
        if constexpr (PART::template SUITS<LAW>) set_numbers<PART, LAW>(law, chosen, a, b);
      });
    });
  });
  return law;
}

// visit(MODE, KernelLaw<MODE>, contact), without cohesion.
template <class Visit>
static auto with_springs(const ContactLaw &law, double overlap, double radius, double mass,
                         const Visit &visit)
{
  assert(radius > 0.0 && mass > 0.0);
  contact_kernel::Contact contact = {};
  contact.overlap = overlap;
  contact.radius = radius;
  contact.mass = mass;
  return with_law(law.kind, [&](auto springs) {
    using MODE = FixedMode<decltype(springs), NoRolling, ContactForm::CONSISTENT, NoCohesion>;
    return visit(MODE(), kernel_law<MODE>(law), contact);
  });
}

ContactSprings contact_springs(const ContactLaw &law, double overlap, double radius, double mass)
{
  return with_springs(law, overlap, radius, mass,
                      [](auto mode, const auto &of, const auto &contact) {
                        return decltype(mode)::Law::springs_at(of, contact);
                      });
}

double contact_radius(const ContactLaw &law, double overlap, double radius,
                      const std::array<double, MOST_REMEMBERED> &remembered)
{
  if (!(overlap > 0.0)) return 0.0;
  return with_springs(law, overlap, radius, 1.0, [&](auto mode, const auto &of, auto contact) {
    std::copy(remembered.begin(), remembered.end(), contact.memory);
    return std::sqrt(decltype(mode)::Law::contact_square(of, contact));
  });
}

bool pulls(const ContactLaw &law)
{
  return with_any_cohesion(law.parts[COHESION_PART], [&](auto part) {
    return decltype(part)::pulls(numbers_of<decltype(part)>(law));
  });
}

double reach(const ContactLaw &law, double radius)
{
  assert(radius > 0.0);
  return with_any_cohesion(law.parts[COHESION_PART], [&](auto part) {
    return decltype(part)::reach(law, numbers_of<decltype(part)>(law), radius);
  });
}

HistoryLayout ContactMode::history() const
{
  return history_of(*this);
}

}    // namespace grist
