// The battery over every contact search of the table: what its tests have in common.

#ifndef GRIST_UNITTEST_SEARCH_ALL_SEARCHES_H
#define GRIST_UNITTEST_SEARCH_ALL_SEARCHES_H

#include "search/brute_force.h"
#include "search/search_table.h"
#include "search/sphere_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

namespace grist {

inline bool operator==(const IndexPair &m, const IndexPair &n)
{
  return m.a == n.a && m.b == n.b;
}

inline bool operator<(const IndexPair &m, const IndexPair &n)
{
  return std::tie(m.a, m.b) < std::tie(n.a, n.b);
}

inline void PrintTo(const SearchEntry &entry, std::ostream *out)
{
  *out << entry.name;
}

class AllSearches : public ::testing::TestWithParam<SearchEntry> {
 protected:
  // The pairs as they come. What was in the vector before must not matter.
  static std::vector<IndexPair> find(PairSearch &search, const Scene &scene)
  {
    std::vector<IndexPair> pairs = {{-1, -1}};
    const auto start = std::chrono::steady_clock::now();
    const SearchOutcome outcome = search.find(scene.view(), pairs);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    EXPECT_TRUE(outcome.ok()) << outcome.text();
    const SearchReport &report = search.report();
    EXPECT_TRUE(report.seconds_subdivision >= 0.0 && report.seconds_resolution >= 0.0);
    EXPECT_LE(report.seconds_subdivision + report.seconds_resolution, seconds.count());
    return pairs;
  }

  static void expect_brute_force_pairs(PairSearch &search, const Scene &scene)
  {
    std::vector<IndexPair> found = find(search, scene);
    BruteForce oracle;
    const std::vector<IndexPair> wanted = find(oracle, scene);
    std::sort(found.begin(), found.end());
    EXPECT_TRUE(found == wanted) << difference(found, wanted);
    EXPECT_GE(search.report().distance_checks, static_cast<long>(found.size()));
  }

  void expect_brute_force_pairs(const Scene &scene) { expect_brute_force_pairs(*search, scene); }

  // With three skins, with and without pairs inside units.
  void expect_brute_force_pairs_any_skin(Scene scene)
  {
    std::vector<double> skins = {0.0};
    if (scene.count() > 0) {
      const auto [least, most] = std::minmax_element(scene.radii.begin(), scene.radii.end());
      skins = {0.0, 0.2 * *least, 2.5 * *most};
    }
    for (double skin : skins)
      for (bool within_units : {false, true}) {
        SCOPED_TRACE("skin " + std::to_string(skin) + (within_units ? " within units" : ""));
        scene.skin = skin;
        scene.within_units = within_units;
        expect_brute_force_pairs(scene);
      }
  }

  std::unique_ptr<PairSearch> search = GetParam().make();

 private:
  static std::string difference(const std::vector<IndexPair> &found,
                                const std::vector<IndexPair> &wanted)
  {
    const auto first_of = [](const std::vector<IndexPair> &all, const std::vector<IndexPair> &in) {
      std::vector<IndexPair> rest;
      std::set_difference(all.begin(), all.end(), in.begin(), in.end(), std::back_inserter(rest));
      if (rest.empty()) return std::string("none");
      return std::to_string(rest.size()) + ", first " + std::to_string(rest[0].a) + " " +
          std::to_string(rest[0].b);
    };
    return std::to_string(found.size()) + " pairs found, " + std::to_string(wanted.size()) +
        " wanted; missing: " + first_of(wanted, found) + "; too many: " + first_of(found, wanted);
  }
};

// After the tests of a fixture derived from it, or of itself.
#define GRIST_FOR_EACH_SEARCH(Fixture)                                         \
  INSTANTIATE_TEST_SUITE_P(Search, Fixture, testing::ValuesIn(search_table()), \
                           [](const auto &info) { return std::string(info.param.name); })

}    // namespace grist

#endif
