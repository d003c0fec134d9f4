// Sieve diameters, by fragment id. A diameter is computed once for a set of elements: afterwards
// their arrangement changes by elastic strain only.

#ifndef GRIST_FRAGMENTS_SIEVE_DIAMETERS_H
#define GRIST_FRAGMENTS_SIEVE_DIAMETERS_H

#include "fragments/fragment_list.h"
#include "fragments/fragment_shape.h"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace grist {

class SieveDiameters {
 public:
  // Sieve diameter of a fragment; elements and birth identify the set of elements.
  struct Known {
    std::int64_t id, elements;
    double birth, diameter;
  };

  double of(const Fragment &fragment, const std::vector<FragmentElement> &shape);

  // Fragments that were not asked for since the last call are forgotten.
  void forget_unused() { known = std::exchange(used, {}); }

  // For restart files: what is known of fragments of two elements or more; a single element is a
  // sphere.
  std::vector<Known> to_keep() const;
  void add(const Known &kept) { known[kept.id] = kept; }

 private:
  std::unordered_map<std::int64_t, Known> known, used;
};

}    // namespace grist

#endif
