#include "search/search_table.h"

#include "search/brute_force.h"
#include "search/fixed_cubes.h"
#include "search/multilevel_grid.h"
#include "search/munjiza/mmr.h"
#include "search/munjiza/mr_linear.h"
#include "search/single_level_grid.h"
#include "search/two_level_grid.h"

namespace grist {

template <class Search> static std::unique_ptr<PairSearch> make()
{
  return std::make_unique<Search>();
}

template <CellRule RULE> static std::unique_ptr<PairSearch> make_single_level_grid()
{
  return std::make_unique<SingleLevelGrid>(RULE);
}

const std::vector<SearchEntry> &search_table()
{
  using Use = SearchUse;
  // clang-format off
  static const std::vector<SearchEntry> table = {
      {"multilevel", Use::RUNS, "multi-level grid", make<MultilevelGrid>,
       "bounding spheres of clusters in a primary grid; elements are compared only where two clusters meet",
       "Huang et al. 2020, section 3"},
      {"twolevel", Use::RUNS, "two-level grid", make<TwoLevelGrid>,
       "two levels of grids for multi-sphere particles",
       "Fang et al. 2015"},
      {"mr", Use::RUNS, "MR linear", make<MrLinear>,
       "list sorted by integer coordinates of cells, repaired from rebuild to rebuild",
       "Munjiza et al. 2006, sections 4 and 5"},
      {"mmr", Use::RUNS, "MMR", make<Mmr>,
       "the same in groups of similar size",
       "Munjiza et al. 2006, section 7"},
      {"cubes", Use::RUNS, "fixed cubes", make<FixedCubes>,
       "fixed cubes; each sphere is sorted into all cubes that it cuts",
       "Lazarevic et al. 2002, section 3"},
      {"grid", Use::RUNS, "single-level grid", make_single_level_grid<CellRule::MAXIMUM_DIAMETER>,
       "one grid with cells of the largest diameter",
       "Huang et al. 2020, section 2"},
      {"grid_minimum", Use::COMPARISON, "single-level grid, minimum diameter",
       make_single_level_grid<CellRule::MINIMUM_DIAMETER>,
       "one grid with cells of the smallest diameter",
       "Huang et al. 2020, section 2"},
      {"brute_force", Use::COMPARISON, "brute force", make<BruteForce>,
       "every sphere with every other; the oracle of all other searches",
       ""},
  };
  // clang-format on
  return table;
}

const SearchEntry *find_search(const std::string &name)
{
  for (const SearchEntry &entry : search_table())
    if (entry.name == name) return &entry;
  return nullptr;
}

std::vector<std::string> neighbor_style_names()
{
  std::vector<std::string> names;
  for (const SearchEntry &entry : search_table())
    if (entry.use == SearchUse::RUNS) names.emplace_back(entry.name);
  return names;
}

}    // namespace grist
