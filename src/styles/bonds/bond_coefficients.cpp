#include "styles/bonds/bond_coefficients.h"

#include "common/constants.h"

#include "fmt/format.h"
#include "styles/commands/input_words.h"

#include "bonds/bond_numbers.h"

#include <cmath>
#include <stdexcept>

using namespace LAMMPS_NS;
using grist::BondMaterial;

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
  grist::for_each_part(grist::BondTerms(),
                       [&](auto term) { term.add_keywords(keywords, words, material); });
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
  std::string text = words_of(grist::bond_numbers(m.friction > 0.0), m);
  grist::for_each_part(grist::BondTerms(), [&](auto term) { text += term.words(m); });
  return text;
}
