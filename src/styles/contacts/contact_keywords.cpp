#include "styles/contacts/contact_keywords.h"

#include "error.h"
#include "fmt/format.h"
#include "force.h"
#include "lammps.h"
#include "styles/commands/input_words.h"

#include "common/parcel_scaling.h"

#include <cmath>
#include <stdexcept>

using namespace LAMMPS_NS;
using grist::ContactCoefficients;
using grist::ContactForm;
using grist::ContactKind;
using grist::ContactNumber;
using grist::ContactOption;
using grist::Elasticity;
using grist::LawDescription;

ContactKeywords::ContactKeywords(LAMMPS *lmp, const std::string &user, ContactKind kind, int narg,
                                 char **arg, int first)
{
  InputWords words(lmp, user, narg, arg, first);
  read_all(lmp, user, kind, words, {});
}

ContactKeywords::ContactKeywords(LAMMPS *lmp, const std::string &user, ContactKind kind,
                                 InputWords &words, const std::vector<Keyword> &others)
{
  read_all(lmp, user, kind, words, others);
}

void ContactKeywords::read_all(LAMMPS *lmp, const std::string &user, ContactKind kind,
                               InputWords &words, const std::vector<Keyword> &others)
{
  const LawDescription &law = grist::description(kind);
  read(words, kind, others);
  try {
    check(law);
  } catch (const std::invalid_argument &invalid) {
    lmp->error->all(FLERR, "{}: {}", user, invalid.what());
  }
}

void ContactKeywords::read(InputWords &words, ContactKind kind, const std::vector<Keyword> &others)
{
  const LawDescription &law = grist::description(kind);
  std::vector<Keyword> keywords;
  for (int k = 0; k < law.elasticity.count; k++)
    keywords.push_back({law.elasticity[k].name, [&, k] {
                          const grist::ElasticKeyword &row = law.elasticity[k];
                          elasticity[k] = words.real(row.name, row.quantity);
                        }});
  for (const ContactNumber &number : grist::contact_numbers())
    keywords.push_back({number.name, [&] {
                          read_number(words, number, law);
                          given.insert(number.name);
                        }});
  for (const ContactOption &option : grist::contact_options())
    keywords.push_back({option.keyword, [&] {
                          read_option(words, option, kind);
                          given.insert(option.keyword);
                        }});
  keywords.push_back({"heat", [&] { read_heat(words); }});
  keywords.push_back({"stock", [&] { contact_form = read_stock(words); }});
  if (law.by_material)
    keywords.push_back(
        {"young/real", [&] { young_real = words.positive("young/real", Quantity::PRESSURE); }});
  std::set<std::string> seen;
  for (Keyword &keyword : keywords)
    keyword.read = [&words, &seen, name = keyword.name, read = keyword.read] {
      if (!seen.insert(name).second) words.fail(name + " is given twice (expected once)");
      read();
    };
  keywords.insert(keywords.end(), others.begin(), others.end());
  words.read_keywords(keywords);
}

grist::ContactForm LAMMPS_NS::read_stock(InputWords &words)
{
  return words.yes_or_no("stock") ? ContactForm::STOCK : ContactForm::CONSISTENT;
}

const char *LAMMPS_NS::stock_text(ContactForm law)
{
  return law == ContactForm::STOCK ? "stock yes" : "stock no";
}

void ContactKeywords::read_heat(InputWords &words)
{
  words.need(2, "heat", "a conductivity and a specific heat");
  conductivity = words.not_negative("heat conductivity", Quantity::CONDUCTIVITY);
  capacity = words.positive("heat capacity", Quantity::SPECIFIC_HEAT);
}

void ContactKeywords::read_number(InputWords &words, const ContactNumber &number,
                                  const LawDescription &law)
{
  double &value = number.in(coefficients);
  const bool may_be_huang =
      &value == &coefficients.damping_ratio && law.damping_ratio == ContactCoefficients::HUANG;
  if (may_be_huang && words.next_is("huang")) {
    words.word(number.name);
    value = ContactCoefficients::HUANG;
    return;
  }
  value = words.real(number.name, number.quantity);
  if (value == ContactCoefficients::HUANG || (may_be_huang && !number.range.allows(value)))
    words.refuse(number.name, value,
                 may_be_huang ? "must be huang, 0 or more" : number.range.expected);
}

// "a ratio, a friction and an exponent of adhesion".
static std::string numbers_of(const grist::ContactPart &part)
{
  std::string text;
  for (size_t n = 0; n < part.numbers.size(); n++) {
    const std::string name = part.numbers[n].name;
    text += n == 0 ? "" : n + 1 < part.numbers.size() ? ", " : " and ";
    text += (std::string("aeiou").find(name[0]) == std::string::npos ? "a " : "an ") + name;
  }
  return text;
}

void ContactKeywords::read_option(InputWords &words, const ContactOption &option, ContactKind kind)
{
  std::vector<std::string> names;
  for (const grist::ContactPart &part : option.parts)
    if (part.suits[static_cast<int>(kind)]) names.emplace_back(part.name);
  const std::string name = words.one_of(option.keyword, names);
  int chosen = 0;
  while (name != option.parts[chosen].name) chosen++;
  coefficients.parts[option.number] = {chosen, {}};
  const grist::ContactPart &part = option.parts[chosen];
  if (part.numbers.size() > 1)
    words.need(static_cast<int>(part.numbers.size()), option.text(part), numbers_of(part));
  for (const ContactNumber &number : part.numbers)
    number.in(coefficients) = words.real(option.text(part, number), number.quantity);
}

void LAMMPS_NS::refuse_in_stock(LAMMPS *lmp, const std::string &user, ContactKind kind,
                                ContactForm form, const ContactCoefficients &coefficients)
{
  if (form != ContactForm::STOCK) return;
  const bool has_form = with_law(kind, [](auto law) { return decltype(law)::IN_STOCK; });
  const std::string part = has_form ? not_in_stock(coefficients) : grist::description(kind).name;
  if (!part.empty())
    lmp->error->all(FLERR, "{}: {} with stock yes (expected stock no)", user, part);
}

// Checks only what was given: defaults are in range.
void ContactKeywords::check(const LawDescription &law) const
{
  for (int k = 0; k < law.elasticity.count; k++)
    if (elasticity[k]) grist::check(law.elasticity[k], *elasticity[k]);
  ContactCoefficients checked;
  set(checked);
  grist::check(checked);
}

void ContactKeywords::set(Elasticity &to) const
{
  for (size_t k = 0; k < to.size(); k++) to[k] = elasticity[k].value_or(to[k]);
}

void ContactKeywords::set(ContactCoefficients &to) const
{
  for (const ContactNumber &number : grist::contact_numbers())
    if (given.count(number.name)) number.in(to) = number.of(coefficients);
  for (const ContactOption &option : grist::contact_options())
    if (given.count(option.keyword)) to.parts[option.number] = coefficients.parts[option.number];
}

void ContactKeywords::set(grist::HeatMaterial &to) const
{
  to.conductivity = conductivity.value_or(to.conductivity);
  to.capacity = capacity.value_or(to.capacity);
  to.young_real = young_real.value_or(to.young_real);
}

std::string LAMMPS_NS::keywords_of(const grist::HeatMaterial &material)
{
  std::string words;
  if (material.capacity > 0.0)
    words += fmt::format(" heat {:.17g} {:.17g}", material.conductivity, material.capacity);
  if (material.young_real > 0.0) words += fmt::format(" young/real {:.17g}", material.young_real);
  return words;
}

std::string LAMMPS_NS::keywords_of(ContactKind kind, const Elasticity &elasticity)
{
  std::string text;
  for (const grist::ElasticKeyword &row : grist::description(kind).elasticity)
    text += fmt::format("{}{} {:.17g}", text.empty() ? "" : " ", row.name,
                        elasticity[&row - grist::description(kind).elasticity.begin()]);
  return text;
}

std::string LAMMPS_NS::keywords_of(const ContactCoefficients &c)
{
  std::string text;
  for (const ContactNumber &number : grist::contact_numbers()) {
    const double value = number.of(c);
    text += value == ContactCoefficients::HUANG ? fmt::format("{} huang ", number.name)
                                                : fmt::format("{} {:.17g} ", number.name, value);
  }
  for (const ContactOption &option : grist::contact_options()) {
    const grist::ContactPart &part = option.part_of(c);
    text += option.text(part) + " ";
    for (const ContactNumber &number : part.numbers) text += fmt::format("{:.17g} ", number.of(c));
  }
  text.pop_back();
  return text;
}

Elasticity LAMMPS_NS::default_elasticity(ContactKind kind)
{
  Elasticity initial = {};
  const auto &keywords = grist::description(kind).elasticity;
  for (int k = 0; k < keywords.count; k++) initial[k] = keywords[k].initial;
  return initial;
}

ContactCoefficients LAMMPS_NS::default_coefficients(ContactKind kind)
{
  ContactCoefficients coefficients;
  coefficients.damping_ratio = grist::description(kind).damping_ratio;
  return coefficients;
}

const char *LAMMPS_NS::missing_keyword(ContactKind kind, const Elasticity &elasticity)
{
  for (int k = 0; k < grist::description(kind).elasticity.count; k++)
    if (std::isnan(elasticity[k])) return grist::description(kind).elasticity[k].name;
  return nullptr;
}

grist::ContactLaw LAMMPS_NS::law_between(LAMMPS *lmp, ContactKind kind, grist::ContactForm form,
                                         Elasticity a, Elasticity b,
                                         const ContactCoefficients &coefficients,
                                         const grist::ParcelScale &parcels)
{
  const LawDescription &law = grist::description(kind);
  for (int k = 0; k < law.elasticity.count; k++)
    for (Elasticity *of : {&a, &b})
      (*of)[k] = in_force_units(law.elasticity[k].quantity, (*of)[k], lmp->force->nktv2p);
  return grist::contact_law(kind, form, of_parcels(parcels, law, a), of_parcels(parcels, law, b),
                            of_parcels(parcels, coefficients));
}
