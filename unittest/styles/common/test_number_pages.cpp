// The pages of the documentation hold the numbers of users as the styles read them. Oracle: the rows
// of numbers, which also make readers, checks, parcels, units and restart files.

#include "bonds/bond_numbers.h"

#include <gtest/gtest.h>

#include <fstream>
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

template <class Of> void expect_in(const std::string &page, const NumberRows<Of> &rows)
{
  const std::vector<std::string> entries = entries_of(page);
  for (const NumberRow<Of> &row : rows) {
    const std::string name = std::string(row.name) + " ", text = row.page_text();
    const bool is_there = std::any_of(entries.begin(), entries.end(), [&](const auto &entry) {
      return entry.rfind(name, 0) == 0 && entry.find(text) != std::string::npos;
    });
    EXPECT_TRUE(is_there) << page << " lacks: " << name << "... " << text;
  }
}

TEST(NumberPages, HaveEachRow)
{
  for (const bool with_friction : {false, true})
    expect_in("bond_parallel.md", bond_numbers(with_friction));
}

}    // namespace test_number_pages
