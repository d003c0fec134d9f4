#include "contacts/contact_options.h"

#include "common/number_text.h"
#include "common/parcel_scaling.h"
#include "contacts/contact_laws.h"

#include <cmath>

namespace grist {

std::string ContactOption::text(const ContactPart &part) const
{
  return std::string(keyword) + " " + part.name;
}

std::string ContactOption::text(const ContactPart &part, const ContactNumber &number) const
{
  return text(part) + (*number.name ? " " : "") + number.name;
}

/* ---------------------------------------------------------------------- */

using Coefficients = ContactCoefficients;

template <double RollingCoefficients::*NUMBER>
static constexpr auto ROLLING_NUMBER =
    [](Coefficients &c) -> double & { return c.rolling.*NUMBER; };
template <double Plasticity::*NUMBER>
static constexpr auto PLASTIC_NUMBER =
    [](Coefficients &c) -> double & { return c.cohesion.plastic.*NUMBER; };
static constexpr auto COHESION_STRENGTH = [](Coefficients &c) -> double & {
  return c.cohesion.strength;
};

static ContactPart rolling_part(RollingLaw law)
{
  using Rolling = RollingCoefficients;
  switch (law) {
    case RollingLaw::NONE: return {"none", {}};
    case RollingLaw::TORQUE:
      return {"torque",
              {{"", ROLLING_NUMBER<&Rolling::friction>, ranges::NOT_NEGATIVE, Quantity::NUMBER}}};
    case RollingLaw::SPRING:
      return {
          "sds",
          {{"stiffness", ROLLING_NUMBER<&Rolling::stiffness>, ranges::POSITIVE,
            Quantity::STIFFNESS},
           {"damping", ROLLING_NUMBER<&Rolling::damping>, ranges::NOT_NEGATIVE, Quantity::DASHPOT},
           {"friction", ROLLING_NUMBER<&Rolling::friction>, ranges::NOT_NEGATIVE,
            Quantity::NUMBER}}};
  }
  return {};
}

static ContactPart twisting_part(TwistingLaw law)
{
  switch (law) {
    case TwistingLaw::NONE: return {"none", {}};
    case TwistingLaw::MARSHALL: return {"marshall", {}};
  }
  return {};
}

template <CohesionLaw COHESION>
static constexpr auto HAS_COHESION = [](const LawDescription &law) { return law.has(COHESION); };

static ContactPart cohesion_part(CohesionLaw law)
{
  using Suits = bool (*)(const LawDescription &);
  const auto with_strength = [](const char *name, Quantity quantity, Suits suits = nullptr) {
    return ContactPart{name, {{"", COHESION_STRENGTH, ranges::NOT_NEGATIVE, quantity}}, suits};
  };
  switch (law) {
    case CohesionLaw::NONE: return {"none", {}};
    case CohesionLaw::JKR:
      return with_strength("jkr", Quantity::ENERGY_PER_AREA, HAS_COHESION<CohesionLaw::JKR>);
    case CohesionLaw::SJKR: return with_strength("sjkr", Quantity::PRESSURE);
    case CohesionLaw::CAPPED:
      return with_strength("capped", Quantity::FORCE, HAS_COHESION<CohesionLaw::CAPPED>);
    case CohesionLaw::DMT: return with_strength("dmt", Quantity::ENERGY_PER_AREA);
    case CohesionLaw::EEPA:
      return {
          "eepa",
          {{"plasticity ratio", PLASTIC_NUMBER<&Plasticity::ratio>, ranges::ZERO_TO_BELOW_ONE,
            Quantity::NUMBER},
           {"surface energy", COHESION_STRENGTH, ranges::NOT_NEGATIVE, Quantity::ENERGY_PER_AREA},
           {"constant pull", PLASTIC_NUMBER<&Plasticity::pull>, ranges::NOT_NEGATIVE,
            Quantity::FORCE},
           {"exponent of adhesion", PLASTIC_NUMBER<&Plasticity::exponent>, ranges::POSITIVE,
            Quantity::NUMBER}}};
  }
  return {};
}

// The parts of a list of laws, by their number.
template <class Law, Law... LAWS>
static std::vector<ContactPart> parts_of(Values<LAWS...>, ContactPart (*part)(Law))
{
  return {part(LAWS)...};
}

const std::vector<ContactOption> &contact_options()
{
  static const std::vector<ContactOption> OPTIONS = {
      {"rolling", parts_of(RollingLaws(), rolling_part),
       [](const Coefficients &c) { return static_cast<int>(c.rolling.law); },
       [](Coefficients &c, int law) { c.rolling = {static_cast<RollingLaw>(law)}; },
       [](const Coefficients &from, Coefficients &to) { to.rolling = from.rolling; }},
      {"twisting", parts_of(TwistingLaws(), twisting_part),
       [](const Coefficients &c) { return static_cast<int>(c.twisting); },
       [](Coefficients &c, int law) { c.twisting = static_cast<TwistingLaw>(law); },
       [](const Coefficients &from, Coefficients &to) { to.twisting = from.twisting; }},
      {"cohesion", parts_of(CohesionLaws(), cohesion_part),
       [](const Coefficients &c) { return static_cast<int>(c.cohesion.law); },
       [](Coefficients &c, int law) { c.cohesion = {static_cast<CohesionLaw>(law)}; },
       [](const Coefficients &from, Coefficients &to) { to.cohesion = from.cohesion; }, true}};
  return OPTIONS;
}

const char *name_of(CohesionLaw cohesion)
{
  return cohesion_part(cohesion).name;
}

const std::vector<ContactNumber> &contact_numbers()
{
  static const std::vector<ContactNumber> NUMBERS = {
      {"restitution", [](Coefficients &c) -> double & { return c.restitution; },
       ranges::ABOVE_ZERO_TO_ONE, Quantity::NUMBER},
      {"friction", [](Coefficients &c) -> double & { return c.friction; }, ranges::NOT_NEGATIVE,
       Quantity::NUMBER},
      {"damping_t",
       [](Coefficients &c) -> double & { return c.damping_ratio; },
       {[](double v) { return v == Coefficients::HUANG || ranges::NOT_NEGATIVE.allows(v); },
        ranges::NOT_NEGATIVE.expected},
       Quantity::NUMBER}};
  return NUMBERS;
}

/* ---------------------------------------------------------------------- */

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

bool mixable(const ContactCoefficients &a, const ContactCoefficients &b)
{
  for (const ContactOption &option : contact_options()) {
    const int one = option.chosen(a), two = option.chosen(b);
    if (one != two && !(option.may_be_of_one && (one == 0 || two == 0))) return false;
  }
  return (a.damping_ratio == ContactCoefficients::HUANG) ==
      (b.damping_ratio == ContactCoefficients::HUANG);
}

ContactCoefficients mixed(const ContactCoefficients &a, const ContactCoefficients &b)
{
  ContactCoefficients mix;
  const auto mean = [&](const ContactNumber &number) {
    const double one = number.of(a);
    number.in(mix) = one < 0.0 ? one : std::sqrt(one * number.of(b));    // below 0: HUANG
  };
  for (const ContactNumber &number : contact_numbers()) mean(number);
  for (const ContactOption &option : contact_options()) {
    const int part = option.chosen(b) == 0 ? 0 : option.chosen(a);
    option.choose(mix, part);
    for (const ContactNumber &number : option.parts[part].numbers) mean(number);
  }
  return mix;
}

Elasticity of_parcels(const ParcelScale &scale, const LawDescription &law, Elasticity real)
{
  for (size_t k = 0; k < real.size(); k++)
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
