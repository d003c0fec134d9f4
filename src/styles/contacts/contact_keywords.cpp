#include "styles/contacts/contact_keywords.h"

#include "error.h"
#include "fmt/format.h"
#include "force.h"
#include "lammps.h"
#include "styles/common/input_words.h"

#include "common/parcel_scaling.h"
#include "contacts/parcel_coefficients.h"

#include <cmath>
#include <stdexcept>

using namespace LAMMPS_NS;
using grist::CohesionLaw;
using grist::ContactCoefficients;
using grist::ContactForm;
using grist::ContactKind;
using grist::Elasticity;
using grist::LawDescription;
using grist::RollingLaw;

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
  read(words, law, others);
  try {
    check(law);
  } catch (const std::invalid_argument &invalid) {
    lmp->error->all(FLERR, "{}: {}", user, invalid.what());
  }
}

void ContactKeywords::read(InputWords &words, const LawDescription &law,
                           const std::vector<Keyword> &others)
{
  const auto number = [&words](std::optional<double> &to, const char *name) {
    return Keyword{name, [&words, &to, name] { to = words.real(name); }};
  };
  std::vector<Keyword> keywords = {
      number(elasticity[0], law.elasticity[0].name),
      number(elasticity[1], law.elasticity[1].name),
      number(restitution, "restitution"),
      number(friction, "friction"),
      {"damping_t", [&] { read_damping(words, law.damping_ratio == ContactCoefficients::HUANG); }},
      {"rolling", [&] { read_rolling(words); }},
      {"twisting",
       [&] {
         const bool has = words.one_of("twisting", {"none", "marshall"}) == "marshall";
         twisting = has ? grist::TwistingLaw::MARSHALL : grist::TwistingLaw::NONE;
       }},
      {"cohesion", [&] { read_cohesion(words, law.cohesion); }},
      {"heat", [&] { read_heat(words); }},
      {"stock", [&] { contact_form = read_stock(words); }}};
  if (law.by_material)
    keywords.push_back({"young/real", [&] { young_real = words.positive("young/real"); }});
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
  conductivity = words.not_negative("heat conductivity");
  capacity = words.positive("heat capacity");
}

void ContactKeywords::read_damping(InputWords &words, bool may_be_huang)
{
  if (may_be_huang && words.next_is("huang")) {
    words.word("damping_t");
    damping = ContactCoefficients::HUANG;
    return;
  }
  damping = words.real("damping_t");
  if (!(*damping >= 0.0))
    words.refuse("damping_t", *damping,
                 may_be_huang ? "must be huang, 0 or more" : "must not be negative");
}

void ContactKeywords::read_rolling(InputWords &words)
{
  const std::string law = words.one_of("rolling", {"none", "torque", "sds"});
  rolling = grist::RollingCoefficients();
  if (law == "none") return;
  if (law == "torque") {
    rolling->law = RollingLaw::TORQUE;
    rolling->friction = words.real("rolling torque");
    return;
  }
  words.need(3, "rolling sds", "a stiffness, a damping and a friction");
  rolling->law = RollingLaw::SPRING;
  rolling->stiffness = words.real("rolling sds");
  rolling->damping = words.real("rolling sds");
  rolling->friction = words.real("rolling sds");
}

void ContactKeywords::read_cohesion(InputWords &words, CohesionLaw own)
{
  const CohesionLaw laws[] = {CohesionLaw::NONE, CohesionLaw::SJKR, CohesionLaw::DMT,
                              CohesionLaw::EEPA, own};
  std::vector<std::string> names;
  for (const CohesionLaw law : laws) names.emplace_back(name_of(law));
  const std::string name = words.one_of("cohesion", names);
  cohesion = grist::Cohesion();
  for (const CohesionLaw law : laws)
    if (name == name_of(law)) cohesion->law = law;
  if (cohesion->law == CohesionLaw::NONE) return;
  if (cohesion->law == CohesionLaw::EEPA) {
    words.need(4, "cohesion eepa",
               "a plasticity ratio, a surface energy, a constant pull and an exponent of adhesion");
    cohesion->plastic.ratio = words.real("cohesion eepa");
  }
  cohesion->strength = words.real("cohesion " + name);
  if (cohesion->law != CohesionLaw::EEPA) return;
  cohesion->plastic.pull = words.real("cohesion eepa");
  cohesion->plastic.exponent = words.real("cohesion eepa");
}

void LAMMPS_NS::refuse_cohesion(LAMMPS *lmp, const std::string &user, ContactForm form,
                                RollingLaw rolling, CohesionLaw cohesion)
{
  if (form == ContactForm::STOCK && cohesion != CohesionLaw::NONE)
    lmp->error->all(FLERR, "{}: cohesion {} with stock yes (expected stock no)", user,
                    name_of(cohesion));
  if (rolling == RollingLaw::SPRING && cohesion == CohesionLaw::EEPA)
    lmp->error->all(FLERR,
                    "{}: cohesion eepa and rolling sds in one run (expected rolling none or torque "
                    "for all types)",
                    user);
}

void LAMMPS_NS::refuse_twisting(LAMMPS *lmp, const std::string &user, ContactForm form, bool twists)
{
  if (form == ContactForm::STOCK && twists)
    lmp->error->all(FLERR, "{}: twisting marshall with stock yes (expected stock no)", user);
}

// Checks only what was given: defaults are in range.
void ContactKeywords::check(const LawDescription &law) const
{
  for (size_t k = 0; k < elasticity.size(); k++)
    if (elasticity[k]) grist::check(law.elasticity[k], *elasticity[k]);
  ContactCoefficients coefficients;
  set(coefficients);
  grist::check(coefficients);
}

void ContactKeywords::set(Elasticity &to) const
{
  for (size_t k = 0; k < to.size(); k++) to[k] = elasticity[k].value_or(to[k]);
}

void ContactKeywords::set(ContactCoefficients &to) const
{
  to.restitution = restitution.value_or(to.restitution);
  to.friction = friction.value_or(to.friction);
  to.damping_ratio = damping.value_or(to.damping_ratio);
  to.rolling = rolling.value_or(to.rolling);
  to.twisting = twisting.value_or(to.twisting);
  to.cohesion = cohesion.value_or(to.cohesion);
}

void ContactKeywords::set(grist::HeatMaterial &to) const
{
  to.conductivity = conductivity.value_or(to.conductivity);
  to.capacity = capacity.value_or(to.capacity);
  to.young_real = young_real.value_or(to.young_real);
}

/* ---------------------------------------------------------------------- */

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
  const LawDescription &law = grist::description(kind);
  return fmt::format("{} {:.17g} {} {:.17g}", law.elasticity[0].name, elasticity[0],
                     law.elasticity[1].name, elasticity[1]);
}

std::string LAMMPS_NS::keywords_of(const ContactCoefficients &c)
{
  const std::string damping = c.damping_ratio == ContactCoefficients::HUANG
      ? "huang"
      : fmt::format("{:.17g}", c.damping_ratio);
  std::string rolling = "none";
  if (c.rolling.law == RollingLaw::TORQUE)
    rolling = fmt::format("torque {:.17g}", c.rolling.friction);
  else if (c.rolling.law == RollingLaw::SPRING)
    rolling = fmt::format("sds {:.17g} {:.17g} {:.17g}", c.rolling.stiffness, c.rolling.damping,
                          c.rolling.friction);
  std::string cohesion = name_of(c.cohesion.law);
  const grist::Plasticity &plastic = c.cohesion.plastic;
  if (c.cohesion.law == CohesionLaw::EEPA)
    cohesion += fmt::format(" {:.17g} {:.17g} {:.17g} {:.17g}", plastic.ratio, c.cohesion.strength,
                            plastic.pull, plastic.exponent);
  else if (c.cohesion.law != CohesionLaw::NONE)
    cohesion += fmt::format(" {:.17g}", c.cohesion.strength);
  return fmt::format(
      "restitution {:.17g} friction {:.17g} damping_t {} rolling {} twisting {} cohesion {}",
      c.restitution, c.friction, damping, rolling,
      c.twisting == grist::TwistingLaw::NONE ? "none" : "marshall", cohesion);
}

Elasticity LAMMPS_NS::default_elasticity(ContactKind kind)
{
  const auto &keywords = grist::description(kind).elasticity;
  return {keywords[0].initial, keywords[1].initial};
}

ContactCoefficients LAMMPS_NS::default_coefficients(ContactKind kind)
{
  ContactCoefficients coefficients;
  coefficients.damping_ratio = grist::description(kind).damping_ratio;
  return coefficients;
}

const char *LAMMPS_NS::missing_keyword(ContactKind kind, const Elasticity &elasticity)
{
  for (size_t k = 0; k < elasticity.size(); k++)
    if (std::isnan(elasticity[k])) return grist::description(kind).elasticity[k].name;
  return nullptr;
}

grist::ContactLaw LAMMPS_NS::law_between(LAMMPS *lmp, ContactKind kind, grist::ContactForm form,
                                         Elasticity a, Elasticity b,
                                         const ContactCoefficients &coefficients,
                                         const grist::ParcelScale &parcels)
{
  for (size_t k = 0; k < a.size(); k++) {
    if (!grist::description(kind).elasticity[k].is_pressure) continue;
    a[k] /= lmp->force->nktv2p;
    b[k] /= lmp->force->nktv2p;
  }
  const LawDescription &law = grist::description(kind);
  return grist::contact_law(kind, form, of_parcels(parcels, law, a), of_parcels(parcels, law, b),
                            of_parcels(parcels, coefficients));
}
