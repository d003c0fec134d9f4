// Contact search by comparing every sphere with every other: the oracle of all other searches.

#ifndef GRIST_SEARCH_BRUTE_FORCE_H
#define GRIST_SEARCH_BRUTE_FORCE_H

#include "search/pair_search.h"

namespace grist {

// Pairs come in ascending order.
class BruteForce : public PairSearch {
 protected:
  void search(const SphereView &spheres, std::vector<IndexPair> &pairs) override;
};

}    // namespace grist

#endif
