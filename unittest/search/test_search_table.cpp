// The table of searches, and the documentation that must agree with it.

#include "search/search_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <sstream>

using namespace grist;

namespace test_search_table {

TEST(SearchTable, NamesAreUniqueAndPlain)
{
  std::set<std::string> names = {"default"};    // the style that stands for LAMMPS' own lists
  for (const SearchEntry &entry : search_table()) {
    const std::string name = entry.name;
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_TRUE(std::all_of(name.begin(), name.end(), [](unsigned char c) {
      return std::isalnum(c) || c == '_';
    })) << name;
    EXPECT_EQ(find_search(name), &entry);
    EXPECT_NE(entry.make(), nullptr);
  }
  EXPECT_EQ(find_search("octree"), nullptr);
}

// Each neighbor style stands in the page as the table has it, and what is there for comparison
// alone does not.
TEST(SearchTable, PageNamesEveryNeighborStyle)
{
  std::ifstream file(GRIST_SOURCE_DIR "/doc/neighbor_style.md");
  ASSERT_TRUE(file);
  std::ostringstream page;
  page << file.rdbuf();
  for (const SearchEntry &entry : search_table()) {
    const std::string row =
        std::string("| ") + entry.name + " | " + entry.text + " | " + entry.source + " |\n";
    const bool is_there = page.str().find(row) != std::string::npos;
    EXPECT_EQ(is_there, entry.use == SearchUse::RUNS) << "doc/neighbor_style.md: " << row;
  }
}

}    // namespace test_search_table
