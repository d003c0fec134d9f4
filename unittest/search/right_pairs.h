// A search against brute force, on one scene.

#ifndef GRIST_UNITTEST_SEARCH_RIGHT_PAIRS_H
#define GRIST_UNITTEST_SEARCH_RIGHT_PAIRS_H

#include "search/brute_force.h"
#include "search/sphere_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace grist {

using Pairs = std::vector<std::pair<int, int>>;

inline Pairs sorted_pairs(PairSearch &search, const Scene &scene)
{
  std::vector<IndexPair> found;
  EXPECT_TRUE(search.find(scene.view(), found).ok());
  Pairs pairs;
  for (const IndexPair &pair : found) pairs.emplace_back(pair.a, pair.b);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Oracle: brute force.
inline void expect_right_pairs(PairSearch &search, const Scene &scene)
{
  BruteForce oracle;
  EXPECT_TRUE(sorted_pairs(search, scene) == sorted_pairs(oracle, scene));
}

}    // namespace grist

#endif
