// Characteristic sizes of all fragments, from their masses and diameters.

#ifndef GRIST_FRAGMENTS_FRAGMENT_SIZES_H
#define GRIST_FRAGMENTS_FRAGMENT_SIZES_H

#include "fragments/fragment_list.h"

#include "fragments/size_distribution.h"

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

}    // namespace grist

#endif
