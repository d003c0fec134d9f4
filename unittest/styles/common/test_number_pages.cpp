// The pages of the documentation hold the numbers of users as the styles read them. Oracle: the rows
// of numbers, which also make readers, checks, parcels, units and restart files.

#include "bonds/bond_numbers.h"
#include "breakage/breakage_models.h"
#include "contacts/contact_laws.h"
#include "contacts/contact_options.h"
#include "heat/heat_numbers.h"
#include "liquid/liquid_numbers.h"
#include "overlaps/overlap_numbers.h"
#include "styles/walls/mesh_wall_keywords.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace test_number_pages {

using namespace grist;

// The keywords in the syntax of a page: the text of each in one line, without emphasis.
std::vector<std::string> entries_of(const std::string &page)
{
  std::ifstream file(GRIST_SOURCE_DIR "/doc/" + page);
  EXPECT_TRUE(file) << page;
  constexpr size_t CONTINUED = 12;    // blanks before a line that continues an entry
  std::vector<std::string> entries;
  for (std::string line; std::getline(file, line) && line != "## Examples";) {
    const size_t indent = line.find_first_not_of(' ');
    if (indent == std::string::npos) continue;
    if (indent < CONTINUED || entries.empty()) entries.emplace_back();
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      word.erase(std::remove(word.begin(), word.end(), '*'), word.end());
      if (!word.empty()) entries.back() += word + " ";
    }
  }
  return entries;
}

// An entry that begins with a word of the name. A text without unit and default has none in its page.
void expect_in(const std::string &page, const std::string &name, const std::string &text)
{
  const std::vector<std::string> entries = entries_of(page);
  EXPECT_TRUE(
      std::any_of(entries.begin(), entries.end(),
                  [&](const std::string &entry) {
                    const size_t at = entry.find(text);
                    return (" " + name + " ").find(" " + entry.substr(0, entry.find(' ') + 1)) !=
                        std::string::npos &&
                        at != std::string::npos &&
                        (text.back() == ')' || entry.compare(at + text.size(), 2, " (") != 0);
                  }))
      << page << " lacks: " << name << " ... " << text;
}

template <class Of> void expect_in(const std::string &page, const NumberRows<Of> &rows)
{
  for (const NumberRow<Of> &row : rows) expect_in(page, row.name, row.page_text());
}

// Without a default.
void expect_in(const std::string &page, std::initializer_list<NumberDescription> numbers)
{
  for (const NumberDescription &number : numbers)
    expect_in(page, number.name, number.page_text(std::numeric_limits<double>::quiet_NaN()));
}

// The page of each law of springs: its own keywords with their units, all options, and of each those parts
// that go with it.
TEST(NumberPages, HaveEachPartOfContacts)
{
  for (const ContactKind kind : contact_kinds()) {
    std::string page = std::string("pair_") + description(kind).name + ".md";
    std::replace(page.begin(), page.end(), '/', '_');
    std::string all;    // with a blank before and behind each word
    for (const std::string &entry : entries_of(page)) all += " " + entry;
    const auto expect_word = [&](const std::string &text) {
      EXPECT_NE(all.find(" " + text + " "), std::string::npos) << page << " lacks: " << text;
    };
    for (const ElasticKeyword &keyword : description(kind).elasticity) {
      expect_word(keyword.name);
      const std::string unit = dimension_of(keyword.quantity).unit;
      EXPECT_NE(all.find(unit), std::string::npos) << page << " lacks: " << unit;
    }
    for (const ContactNumber &number : contact_numbers()) expect_word(number.name);
    for (const ContactOption &option : contact_options())
      for (const ContactPart &part : option.parts)
        if (part.suits[static_cast<int>(kind)]) expect_word(option.text(part));
  }
}

TEST(NumberPages, HaveEachRow)
{
  for (const bool with_friction : {false, true})
    expect_in("bond_parallel.md", bond_numbers(with_friction));
  expect_in("fix_liquid.md", liquid_numbers());
  expect_in("fix_break_polyhedra.md", TavaresModel::rows());
  expect_in("fix_break_polyhedra.md", AbT10Model::rows());
  expect_in("pair_polyhedron.md", overlap_numbers());
  for (const NormalLaw law : {NormalLaw::VOLUME, NormalLaw::ENERGY})
    expect_in("pair_polyhedron.md", "K", stiffness_number(law).page_text(0.0));
  expect_in("fix_wall_mesh.md", LAMMPS_NS::mesh_wall_numbers());
  expect_in("fix_wall_mesh.md", LAMMPS_NS::wear_numbers());
  expect_in("fix_wall_mesh.md", LAMMPS_NS::deform_numbers());
  expect_in("fix_wall_mesh.md", LAMMPS_NS::servo_numbers());
  for (const LAMMPS_NS::ServoKind &kind : LAMMPS_NS::servo_kinds())
    expect_in("fix_wall_mesh.md", {kind.target, kind.fastest});
  using namespace heat_numbers;
  expect_in("fix_heat_gran.md", {INITIAL, SOURCE, FEED, CONVECTION, SURROUNDINGS});
}

}    // namespace test_number_pages
