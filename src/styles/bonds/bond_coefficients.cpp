#include "styles/bonds/bond_coefficients.h"

#include "common/constants.h"

#include "fmt/format.h"
#include "styles/common/input_words.h"

#include "bonds/bond_numbers.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

using namespace LAMMPS_NS;
using grist::BondContact;
using grist::BondMaterial;
using Scatter = grist::StrengthScatter;

// The number of a law and its seed. A second law is an error.
static void read_scatter(InputWords &words, Scatter::Law law, Scatter &scatter)
{
  if (scatter.exists() && scatter.law != law)
    words.fail("weibull and normal exclude each other (the strength of a bond has one of them)");
  const auto number = grist::scatter_number(law);
  scatter = {law, number.read(words), words.whole(std::string(number.name) + " seed", 1)};
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
  return fmt::format(" {} {} {}", grist::scatter_number(scatter.law).name,
                     grist::number_word(scatter.value), scatter.seed);
}

BondMaterial LAMMPS_NS::read_bond_coeff(InputWords &words, const std::string &types)
{
  BondMaterial material;
  if (words.next_is("rigid")) {
    words.word("rigid");
    words.read_keywords({});
    material.rigid = true;
    return material;
  }
  std::vector<Keyword> keywords;
  for (const bool with_friction : {false, true})
    add_keywords(keywords, grist::bond_numbers(with_friction), words, material);
  keywords.insert(
      keywords.end(),
      {{"weibull",
        [&] {
          words.need(2, "weibull", "a modulus and a seed");
          read_scatter(words, Scatter::Law::WEIBULL, material.scatter);
        }},
       {"normal",
        [&] {
          if (!words.next_is("sd"))
            words.fail("normal needs sd, a standard deviation over the mean strength, and a seed");
          words.word("normal");
          words.need(2, "normal sd", "a standard deviation over the mean strength and a seed");
          read_scatter(words, Scatter::Law::NORMAL, material.scatter);
        }},
       {"contact", [&] { material.contact = read_contact(words); }}});
  words.read_keywords(keywords);
  material.friction = std::tan(material.angle * grist::DEGREE);

  const bool cohesion = words.has_read("cohesion"), angle = words.has_read("angle");
  if (words.has_read("shear") && (cohesion || angle))
    words.fail("shear and cohesion exclude each other (cohesion c angle phi is a shear strength "
               "that pressure raises)");
  if (cohesion != angle)
    words.fail(fmt::format("bond_coeff lacks {} (cohesion and angle belong together)",
                           cohesion ? "angle" : "cohesion"));
  for (const auto &row : grist::bond_numbers(cohesion))
    if (row.presence == grist::Presence::REQUIRED && !words.has_read(row.name))
      words.fail(fmt::format("bond_coeff for type {} lacks the keyword {}", types, row.name));
  try {
    grist::check(material);
  } catch (const std::invalid_argument &invalid) {
    words.fail(invalid.what());
  }
  return material;
}

std::string LAMMPS_NS::bond_coeff_text(const BondMaterial &m)
{
  if (m.rigid) return " rigid";
  return words_of(grist::bond_numbers(m.friction > 0.0), m) + scatter_text(m.scatter) +
      (m.contact != BondContact::NO ? fmt::format(" contact {}", name_of(m.contact)) : "");
}
