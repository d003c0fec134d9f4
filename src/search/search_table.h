// The table of all contact searches.
//
// The command neighbor_style, its documentation, the tests and the benchmarks take from it which
// searches there are. A new search is a class in two files of its own and one entry in
// search_table.cpp.

#ifndef GRIST_SEARCH_SEARCH_TABLE_H
#define GRIST_SEARCH_SEARCH_TABLE_H

#include "search/pair_search.h"

#include <memory>
#include <string>
#include <vector>

namespace grist {

enum class SearchUse {
  RUNS,         // a neighbor_style that users choose
  COMPARISON    // for tests and benchmarks only
};

struct SearchEntry {
  const char *name;    // the neighbor_style: alphanumeric, with underscores
  SearchUse use;
  const char *title;    // in the results of benchmarks
  std::unique_ptr<PairSearch> (*make)();
  const char *text;      // in doc/neighbor_style.md
  const char *source;    // paper and section
};

const std::vector<SearchEntry> &search_table();

// Null if there is none with this name.
const SearchEntry *find_search(const std::string &name);

// Names of the neighbor styles, in the order of the table.
std::vector<std::string> neighbor_style_names();

}    // namespace grist

#endif
