// Each number of a contact of spheres, between spheres and on walls, in all unit styles of LAMMPS. The
// numbers are those of the lists of contacts/contact_options.h; what they are is said there alone.
//
// Oracle: testing/unit_cases.h.

#include "contacts/contact_laws.h"
#include "contacts/contact_options.h"
#include "testing/one_rank.h"
#include "testing/unit_scenes.h"
#include "testing/unit_styles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace test_units_of_contacts {

using namespace grist::testing;
using grist::ContactKind;
using grist::NumberRange;
using grist::Quantity;
using UnitsOfContacts = OneRankTest;

// A value that acts on spheres of 1 mm that meet at 0.3 m/s, in SI.
double value_of(Quantity quantity, const NumberRange &range)
{
  switch (quantity) {
    case Quantity::NUMBER: return range.allows(0.7) ? 0.7 : 0.3;
    case Quantity::PRESSURE: return 5e6;
    case Quantity::ENERGY_PER_VOLUME: return 4e4;
    case Quantity::STIFFNESS: return 1000.0;
    case Quantity::DASHPOT: return 0.02;
    case Quantity::ENERGY_PER_AREA: return 2.0;
    case Quantity::FORCE: return 2e-3;
    default: throw std::invalid_argument("add a value for this quantity of contacts");
  }
}

// A row of a number, whatever its type.
template <class Row> std::string word(const Row &row)
{
  return with_unit(value_of(row.quantity, row.range), dimension_text(row.quantity));
}

// Springs that yield do so in this impact.
std::string word_of_springs(const grist::LawDescription &law, const grist::ElasticKeyword &keyword)
{
  const bool yields = keyword.quantity == Quantity::PRESSURE && &keyword != law.elasticity.begin();
  return yields ? with_unit(2e5, dimension_text(Quantity::PRESSURE)) : word(keyword);
}

// All numbers of a contact that no option has, but that of this name.
std::string base(const grist::LawDescription &law, const std::string &but)
{
  std::string words;
  for (const auto &keyword : law.elasticity)
    if (but != keyword.name)
      words += std::string(" ") + keyword.name + " " + word_of_springs(law, keyword);
  for (const grist::ContactNumber &number : grist::contact_numbers())
    if (but != number.name) words += std::string(" ") + number.name + " " + word(number);
  return words;
}

std::string words_of(const grist::ContactOption &option, const grist::ContactPart &part)
{
  std::string words = option.text(part);
  for (const grist::ContactNumber &number : part.numbers) words += " " + word(number);
  return words;
}

struct Contact {
  std::string keyword, words, base, without;
};

std::vector<Contact> contacts_of(ContactKind kind)
{
  const grist::LawDescription &law = grist::description(kind);
  std::vector<Contact> all;
  const auto add = [&](const std::string &name, const std::string &word) {
    all.push_back({name, name + " " + word, base(law, name), ""});
  };
  for (const auto &keyword : law.elasticity) add(keyword.name, word_of_springs(law, keyword));
  for (const grist::ContactNumber &number : grist::contact_numbers())
    add(number.name, word(number));
  for (const grist::ContactOption &option : grist::contact_options())
    for (const grist::ContactPart &part : option.parts)
      if (&part != &option.parts.front() && part.suits[static_cast<int>(kind)])
        all.push_back({option.text(part), words_of(option, part), base(law, ""),
                       option.text(option.parts.front())});
  return all;
}

TEST_F(UnitsOfContacts, BetweenSpheres)
{
  for (const ContactKind kind : grist::contact_kinds()) {
    const grist::LawDescription &law = grist::description(kind);
    const std::string style = std::string("pair_style ") + law.name;
    for (const Contact &contact : contacts_of(kind)) {
      const UnitDeck deck = {SPHERES_THAT_MEET + style + "\npair_coeff * *" + contact.base +
                                 " {words}\n" + MOTION + RUNS_OF_CONTACTS,
                             {ENERGIES}};
      UnitCase one = {contact.keyword, contact.words, std::nullopt};
      if (!contact.without.empty()) one.without = contact.without;
      expect_same_in_all_units(style, deck, {one});
    }
  }
}

// Spheres with other coefficients than the wall.
TEST_F(UnitsOfContacts, OnWalls)
{
  const std::string plate = folder / "plate.stl";
  for (const ContactKind kind : grist::contact_kinds()) {
    const grist::LawDescription &law = grist::description(kind);
    std::string walls[] = {std::string("wall/") + law.name + " zplane <-0.01 length> NULL",
                           "wall/mesh " + plate +
                               " scale <1 length> shift 0 0 <-0.01 length> model " + law.name};
    for (const std::string &wall : walls)
      for (const Contact &contact : contacts_of(kind)) {
        const UnitDeck deck = {SPHERES_THAT_MEET + "write_mesh " + plate +
                                   " plane size 0.02 0.02\n" + "pair_style " + law.name +
                                   "\npair_coeff * *" + base(law, "") + "\nfix wall all " + wall +
                                   contact.base + " {words}\n" + MOTION + RUNS_OF_CONTACTS,
                               of_wall("wall")};
        UnitCase one = {contact.keyword, contact.words, std::nullopt};
        if (!contact.without.empty()) one.without = contact.without;
        expect_same_in_all_units("fix " + wall.substr(0, wall.find(' ')) + " of " + law.name, deck,
                                 {one});
      }
  }
}

}    // namespace test_units_of_contacts
