// Characteristic sizes of all fragments, from their masses and diameters; sieve diameters that are
// remembered.

#ifndef GRIST_FRAGMENTS_FRAGMENT_SIZES_H
#define GRIST_FRAGMENTS_FRAGMENT_SIZES_H

#include "fragments/fragment_list.h"
#include "fragments/fragment_shape.h"
#include "fragments/size_distribution.h"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace grist {

struct FragmentSizes {
  double d10 = 0.0, d50 = 0.0, d80 = 0.0;    // diameters that 10, 50 and 80 % of the mass pass
  double fragments = 0.0;                    // number
  double fines_fraction = 0.0;               // of the mass
  double mass = 0.0;
  double t10 = 0.0;    // mass share of pieces below a tenth of the body of origin
};

// by_sieve: the size of a fragment is its sieve diameter, not the equivalent one.
double size_of(const Fragment &fragment, bool by_sieve);
SizeDistribution size_distribution(const std::vector<Fragment> &fragments, bool by_sieve);

FragmentSizes fragment_sizes(const FragmentList &list, const SizeDistribution &distribution,
                             bool by_sieve);

// Sieve diameters, by fragment id. A diameter is computed once for a set of elements: afterwards
// their arrangement changes by elastic strain only.
class SieveDiameters {
 public:
  // Sieve diameter of a fragment; elements and birth identify the set of elements.
  struct Known {
    std::int64_t id, elements;
    double birth, diameter;
  };

  // shape: its elements, or the corners of its blocks.
  double of(const Fragment &fragment, const std::vector<FragmentElement> &shape);

  // Fragments that were not asked for since the last call are forgotten.
  void forget_unused() { known = std::exchange(used, {}); }

  // For restart files: what is known; a single element is a sphere, and left out, unless elements are
  // blocks.
  std::vector<Known> to_keep(bool of_blocks) const;
  void add(const Known &kept) { known[kept.id] = kept; }

 private:
  std::unordered_map<std::int64_t, Known> known, used;
};

}    // namespace grist

#endif
