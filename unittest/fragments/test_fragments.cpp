#include "fragments/fragments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <stdexcept>

using namespace grist;

namespace test_fragments {

using Links = std::vector<std::pair<int, int>>;

// Oracle: flood fill. Nodes in ascending order, so that each component is named after its smallest.
std::vector<int> flood_fill(int count, const Links &links)
{
  std::vector<int> name(count, -1);
  for (int start = 0; start < count; start++) {
    if (name[start] >= 0) continue;
    std::vector<int> open = {start};
    while (!open.empty()) {
      const int node = open.back();
      open.pop_back();
      name[node] = start;
      for (const auto &[a, b] : links) {
        if (a == node && name[b] < 0) open.push_back(b);
        if (b == node && name[a] < 0) open.push_back(a);
      }
    }
  }
  return name;
}

TEST(Fragments, EqualFloodFillOnRandomGraphs)
{
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 200; trial++) {
    const int count = 1 + random() % 60;
    Links links(random() % (count + count / 2));
    for (auto &link : links) link = {int(random() % count), int(random() % count)};
    const auto expected = flood_fill(count, links);
    EXPECT_EQ(connected_components(count, links), expected);
    EXPECT_EQ(count_components(count, links),
              int(std::set<int>(expected.begin(), expected.end()).size()));
  }
}

// Oracle: symmetry; names must not depend on the order or the direction of the links.
TEST(Fragments, OrderOfLinksDoesNotMatter)
{
  std::mt19937_64 random(3);
  Links links;
  for (int n = 0; n < 80; n++) links.emplace_back(random() % 100, random() % 100);
  const auto expected = connected_components(100, links);
  for (int trial = 0; trial < 20; trial++) {
    std::shuffle(links.begin(), links.end(), random);
    for (auto &link : links)
      if (random() % 2) std::swap(link.first, link.second);
    EXPECT_EQ(connected_components(100, links), expected);
  }
}

TEST(Fragments, LongChainsAndNothing)
{
  EXPECT_TRUE(connected_components(0, {}).empty());
  EXPECT_EQ(connected_components(3, {}), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(connected_components(3, {{2, 2}}), (std::vector<int>{0, 1, 2}));
  Links chain;
  for (int n = 99999; n > 0; n--) chain.emplace_back(n, n - 1);    // the worst order for the trees
  EXPECT_EQ(connected_components(100000, chain), std::vector<int>(100000, 0));
}

TEST(Fragments, RefuseLinksToNowhere)
{
  EXPECT_THROW(connected_components(-1, {}), std::invalid_argument);
  EXPECT_THROW(connected_components(2, {{0, -1}}), std::invalid_argument);
  try {
    connected_components(2, {{0, 2}});
    FAIL() << "link 0-2 was taken";
  } catch (const std::invalid_argument &refused) {
    EXPECT_NE(std::string(refused.what()).find("link 0-2"), std::string::npos);
  }
}

}    // namespace test_fragments
