#include "contacts/contact_laws.h"

#include <algorithm>

namespace grist {

std::vector<ContactKind> contact_kinds()
{
  std::vector<ContactKind> kinds;
  for (int n = 0; n < SpringLaws::COUNT; n++) kinds.push_back(ContactKind{n});
  return kinds;
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
  const auto keep = [&law](typename PART::Numbers own) {
    if constexpr (NUMBERS<PART> > 0) {
      const auto *first = reinterpret_cast<const double *>(&own);
      std::copy_n(first, NUMBERS<PART>, law.numbers[slot_of<PART>()].data());
    }
  };
  if constexpr (PART::AS_GIVEN)
    keep(numbers_at<PART>([&given](int k) { return given.numbers[k]; }));
  else
    keep(PART::template numbers<LAW>(given, a, b));
}

ContactLaw contact_law(ContactKind kind, ContactForm form, const Elasticity &a, const Elasticity &b,
                       const ContactCoefficients &coefficients)
{
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
      with_part(list, chosen.part,
                [&](auto part) { set_numbers<decltype(part), LAW>(law, chosen, a, b); });
    });
  });
  return law;
}

ContactSprings contact_springs(const ContactLaw &law, double overlap, double radius, double mass)
{
  return with_normal_law(law, [&](auto of) {
    using MODE = decltype(of);
    contact_kernel::Contact contact = {};
    contact.overlap = overlap;
    contact.radius = radius;
    contact.mass = mass;
    return MODE::Law::springs_at(kernel_law<MODE>(law), contact);
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
  return with_any_cohesion(law.parts[COHESION_PART], [&](auto part) {
    return decltype(part)::reach(law, numbers_of<decltype(part)>(law), radius);
  });
}

HistoryLayout ContactMode::history() const
{
  return with_mode(*this, [&](auto of) {
    using MODE = decltype(of);
    return HistoryLayout(MODE::Rolling::MEMORY.vectors > 0, MODE::REMEMBERED, twisting != 0);
  });
}

}    // namespace grist
