#include "contacts/contact_options.h"

#include "common/number_text.h"
#include "common/parcel_scaling.h"
#include "common/preconditions.h"
#include "common/word_reader.h"
#include "contacts/contact_laws.h"

#include <cmath>
#include <type_traits>

namespace grist {

std::string ContactOption::text(const ContactPart &part, const ContactNumber &number) const
{
  return text(part) + (*number.name ? " " : "") + number.name;
}

// The parts of a list, by their number.
template <class... PARTS> static std::vector<ContactPart> parts_of(int option, Parts<PARTS...>)
{
  std::vector<ContactPart> parts;
  const auto add = [&](auto part) {
    using PART = decltype(part);
    static_assert(PART::ROWS.size() <= MOST_GIVEN, "raise MOST_GIVEN");
    static_assert(!PART::AS_GIVEN || PART::ROWS.size() == NUMBERS<PART>,
                  "numbers of a part that are those given: one for each row");
    ContactPart of = {PART::NAME, {}, {}, PART::IN_STOCK, false, false, false};
    for (const PartNumber &row : PART::ROWS)
      of.numbers.push_back({row, nullptr, option, static_cast<int>(of.numbers.size())});
    for (const ContactKind kind : contact_kinds())
      of.suits.push_back(
          with_law(kind, [](auto law) { return PART::template SUITS<decltype(law)>; }));
    if constexpr (std::is_base_of_v<CohesionPart, PART>) {
      of.acts_apart = PART::ACTS_APART;
      of.remembers_touch = PART::REMEMBERS_TOUCH;
      of.jumps = PART::JUMPS;
    }
    parts.push_back(of);
  };
  (add(PARTS()), ...);
  return parts;
}

const std::vector<ContactOption> &contact_options()
{
  static const std::vector<ContactOption> OPTIONS = [] {
    std::vector<ContactOption> options;
    for_each_option([&](ContactOptionNumber option, const char *keyword, auto list) {
      options.push_back({option, keyword, parts_of(option, list), option == COHESION_PART});
    });
    return options;
  }();
  return OPTIONS;
}

std::string names_of_cohesion(bool acts_apart)
{
  std::vector<std::string> names;
  for (const ContactPart &part : contact_options()[COHESION_PART].parts)
    if (part.acts_apart == acts_apart) names.emplace_back(part.name);
  return listed(names);
}

const std::vector<ContactNumber> &contact_numbers()
{
  using Coefficients = ContactCoefficients;
  constexpr NumberRange DAMPING = {
      [](double v) { return v == Coefficients::HUANG || ranges::NOT_NEGATIVE.allows(v); },
      ranges::NOT_NEGATIVE.expected};
  static const std::vector<ContactNumber> NUMBERS = {
      {{"restitution", ranges::ABOVE_ZERO_TO_ONE, Quantity::NUMBER}, &Coefficients::restitution},
      {{"friction", ranges::NOT_NEGATIVE, Quantity::NUMBER}, &Coefficients::friction},
      {{"damping_t", DAMPING, Quantity::NUMBER}, &Coefficients::damping_ratio}};
  return NUMBERS;
}

void check(const ContactCoefficients &c)
{
  for (const ContactNumber &number : contact_numbers())
    require(number.range.allows(number.of(c)), number.name, number.of(c), number.range.expected);
  for (const ContactOption &option : contact_options()) {
    const ContactPart &part = option.part_of(c);
    for (const ContactNumber &number : part.numbers)
      require(number.range.allows(number.of(c)), option.text(part, number), number.of(c),
              number.range.expected);
  }
}

std::string not_in_stock(const ContactCoefficients &c)
{
  for (const ContactOption &option : contact_options())
    if (!option.part_of(c).in_stock) return option.text(option.part_of(c));
  return {};
}

void CommonParts::add(const std::array<int, CONTACT_OPTIONS> &others)
{
  for (int option = 0; option < CONTACT_OPTIONS; option++) {
    const int part = others[option];
    if (parts[option] != 0 && part != 0 && parts[option] != part) {
      clash = option;
      other = part;
    }
    if (parts[option] == 0) parts[option] = part;
  }
}

std::string CommonParts::text_of_clash() const
{
  const ContactOption &option = contact_options()[clash];
  return option.text(option.parts[parts[clash]]) + " and " + option.text(option.parts[other]);
}

bool mixable(const ContactCoefficients &a, const ContactCoefficients &b)
{
  for (const ContactOption &option : contact_options()) {
    const int one = a.parts[option.number].part, two = b.parts[option.number].part;
    if (one != two && !(option.mixes_with_none && (one == 0 || two == 0))) return false;
  }
  return (a.damping_ratio == ContactCoefficients::HUANG) ==
      (b.damping_ratio == ContactCoefficients::HUANG);
}

ContactCoefficients mixed(const ContactCoefficients &a, const ContactCoefficients &b)
{
  assert(mixable(a, b));
  ContactCoefficients mix;
  const auto mean = [&](const ContactNumber &number) {
    const double one = number.of(a);
    number.in(mix) = one < 0.0 ? one : std::sqrt(one * number.of(b));    // below 0: HUANG
  };
  for (const ContactNumber &number : contact_numbers()) mean(number);
  for (const ContactOption &option : contact_options()) {
    const int part = b.parts[option.number].part == 0 ? 0 : a.parts[option.number].part;
    mix.parts[option.number].part = part;
    for (const ContactNumber &number : option.parts[part].numbers) mean(number);
  }
  return mix;
}

Elasticity of_parcels(const ParcelScale &scale, const LawDescription &law, Elasticity real)
{
  for (int k = 0; k < law.elasticity.count; k++)
    real[k] = scale(law.elasticity[k].name, law.elasticity[k].quantity, real[k]);
  return real;
}

ContactCoefficients of_parcels(const ParcelScale &scale, ContactCoefficients real)
{
  for (const ContactOption &option : contact_options()) {
    const ContactPart &part = option.part_of(real);
    for (const ContactNumber &number : part.numbers)
      number.in(real) = scale(option.text(part, number), number.quantity, number.of(real));
  }
  return real;
}

}    // namespace grist
