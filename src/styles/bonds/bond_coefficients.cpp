#include "styles/bonds/bond_coefficients.h"

#include "common/constants.h"

#include "error.h"
#include "fmt/format.h"
#include "lammps.h"
#include "styles/common/input_words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

using namespace LAMMPS_NS;
using grist::BondContact;
using grist::BondMaterial;
using Scatter = grist::StrengthScatter;

// A strength, or none.
static double read_strength(InputWords &words, const std::string &name)
{
  if (!words.next_is("none")) return words.real(name);
  words.word(name);
  return std::numeric_limits<double>::infinity();
}

static std::string strength_text(double value)
{
  return std::isinf(value) ? "none" : fmt::format("{:.17g}", value);
}

// The number of a law and its seed. A second law is an error.
static void read_scatter(InputWords &words, const std::string &name, Scatter::Law law,
                         Scatter &scatter)
{
  if (scatter.exists() && scatter.law != law)
    words.fail("weibull and normal exclude each other (the strength of a bond has one of them)");
  scatter.law = law;
  scatter.value = words.positive(name);
  scatter.seed = words.whole(name + " seed", 1);
}

static BondContact read_contact(InputWords &words)
{
  constexpr BondContact CHOICES[] = {BondContact::NO, BondContact::YES, BondContact::ABSOLUTE};
  std::vector<std::string> names;
  for (const BondContact contact : CHOICES) names.emplace_back(name_of(contact));
  const std::string word = words.one_of("contact", names);
  return CHOICES[std::find(names.begin(), names.end(), word) - names.begin()];
}

static std::string scatter_text(const Scatter &scatter)
{
  if (!scatter.exists()) return {};
  return fmt::format(" {} {:.17g} {}",
                     scatter.law == Scatter::Law::WEIBULL ? "weibull" : "normal sd", scatter.value,
                     scatter.seed);
}

BondMaterial LAMMPS_NS::read_bond_coeff(LAMMPS *lmp, int narg, char **arg)
{
  InputWords words(lmp, "Bond style parallel", narg, arg, 1);
  BondMaterial material;
  if (narg == 2 && words.next_is("rigid")) {
    material.rigid = true;
    return material;
  }
  std::set<std::string> given;
  const auto number = [&](const char *name, double &value) {
    return Keyword{name, [&words, &given, &value, name] {
                     given.insert(name);
                     value = words.real(name);
                   }};
  };
  const auto strength = [&](const char *name, double &value) {
    return Keyword{name, [&words, &given, &value, name] {
                     given.insert(name);
                     value = read_strength(words, name);
                   }};
  };
  words.read_keywords({number("young", material.young),
                       number("ratio", material.ratio),
                       strength("tensile", material.tensile),
                       strength("shear", material.shear),
                       strength("cohesion", material.shear),
                       {"angle",
                        [&] {
                          given.insert("angle");
                          const double angle = words.between("angle", 0.0, 89.0);
                          material.friction = std::tan(angle * grist::DEGREE);
                        }},
                       number("radius", material.radius),
                       number("beta", material.beta),
                       number("damping", material.damping),
                       {"weibull",
                        [&] {
                          words.need(2, "weibull", "a modulus and a seed");
                          read_scatter(words, "weibull", Scatter::Law::WEIBULL, material.scatter);
                        }},
                       {"contact", [&] { material.contact = read_contact(words); }},
                       {"soften", [&] { material.softening = words.positive("soften"); }},
                       {"weaken",
                        [&] {
                          words.need(2, "weaken", "two temperatures");
                          material.strong_until = words.real("weaken");
                          material.gone_at = words.real("weaken");
                        }},
                       {"fatigue", [&] { material.fatigue = words.positive("fatigue"); }},
                       {"normal", [&] {
                          if (!words.next_is("sd"))
                            words.fail("normal needs sd, a standard deviation over the mean "
                                       "strength, and a seed");
                          words.word("normal");
                          words.need(2, "normal sd",
                                     "a standard deviation over the mean strength "
                                     "and a seed");
                          read_scatter(words, "normal sd", Scatter::Law::NORMAL, material.scatter);
                        }}});
  if (given.count("shear") > 0 && given.count("cohesion") + given.count("angle") > 0)
    words.fail("shear and cohesion exclude each other (cohesion c angle phi is a shear strength "
               "that pressure raises)");
  for (const char *name : {"cohesion", "angle"})
    if (given.count("cohesion") + given.count("angle") == 1 && given.count(name) == 0)
      words.fail(std::string("bond_coeff lacks ") + name + " (cohesion and angle belong together)");
  const char *shear = given.count("cohesion") > 0 ? "cohesion" : "shear";
  for (const char *name : {"young", "tensile", shear})
    if (given.count(name) == 0)
      lmp->error->all(FLERR, "Bond style parallel: bond_coeff for type {} lacks the keyword {}",
                      arg[0], name);
  try {
    grist::check(material);
  } catch (const std::invalid_argument &invalid) {
    lmp->error->all(FLERR, "Bond style parallel: {}", invalid.what());
  }
  return material;
}

std::string LAMMPS_NS::bond_coeff_text(const BondMaterial &m)
{
  if (m.rigid) return "rigid";
  const std::string text = fmt::format(
      "young {:.17g} ratio {:.17g} tensile {} {} {} radius {:.17g} beta {:.17g} damping {:.17g}",
      m.young, m.ratio, strength_text(m.tensile), m.friction > 0.0 ? "cohesion" : "shear",
      strength_text(m.shear), m.radius, m.beta, m.damping);
  const bool has_contact = m.contact != BondContact::NO;
  const std::string angle =
      m.friction > 0.0 ? fmt::format(" angle {:.17g}", std::atan(m.friction) / grist::DEGREE) : "";
  const std::string damage = m.softening > 0.0 ? fmt::format(" soften {:.17g}", m.softening)
      : m.fatigue > 0.0                        ? fmt::format(" fatigue {:.17g}", m.fatigue)
      : m.weakens() ? fmt::format(" weaken {:.17g} {:.17g}", m.strong_until, m.gone_at)
                    : "";
  return text + angle + scatter_text(m.scatter) + damage +
      (has_contact ? fmt::format(" contact {}", name_of(m.contact)) : "");
}
