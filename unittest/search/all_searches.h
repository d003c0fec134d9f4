// Every contact search there is, for tests and benchmarks that run over all of them.

#ifndef GRIST_UNITTEST_ALL_SEARCHES_H
#define GRIST_UNITTEST_ALL_SEARCHES_H

#include "search/brute_force.h"
#include "search/fixed_cubes.h"
#include "search/multilevel_grid.h"
#include "search/munjiza/mmr.h"
#include "search/munjiza/mr_linear.h"
#include "search/pair_search.h"
#include "search/single_level_grid.h"
#include "search/two_level_grid.h"

#include <memory>
#include <string>
#include <vector>

namespace grist {

// The name is for GoogleTest: letters and digits only.
struct SearchMaker {
  std::string name;
  std::unique_ptr<PairSearch> (*make)();
};

template <class Search> std::unique_ptr<PairSearch> make_search()
{
  return std::make_unique<Search>();
}

template <CellRule RULE> std::unique_ptr<PairSearch> make_single_level_grid()
{
  return std::make_unique<SingleLevelGrid>(RULE);
}

inline std::vector<SearchMaker> search_makers()
{
  return {
      {"BruteForce", make_search<BruteForce>},
      {"SingleLevelGrid", make_single_level_grid<CellRule::MAXIMUM_DIAMETER>},
      {"SingleLevelGridMinimum", make_single_level_grid<CellRule::MINIMUM_DIAMETER>},
      {"MultilevelGrid", make_search<MultilevelGrid>},
      {"TwoLevelGrid", make_search<TwoLevelGrid>},
      {"MrLinear", make_search<MrLinear>},
      {"Mmr", make_search<Mmr>},
      {"FixedCubes", make_search<FixedCubes>},
  };
}

inline std::vector<std::unique_ptr<PairSearch>> all_searches()
{
  std::vector<std::unique_ptr<PairSearch>> searches;
  for (const SearchMaker &maker : search_makers()) searches.push_back(maker.make());
  return searches;
}

}    // namespace grist

#endif
