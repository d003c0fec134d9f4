// Characteristic sizes of all fragments, from their masses and diameters.

#ifndef LMP_FRAGMENT_SIZES_H
#define LMP_FRAGMENT_SIZES_H

#include "styles/clusters/fragment_table.h"

#include "clusters/size_distribution.h"

#include <vector>

namespace LAMMPS_NS {

struct FragmentSizes {
  double d10 = 0.0, d50 = 0.0, d80 = 0.0;    // diameters that 10, 50 and 80 % of the mass pass
  double fragments = 0.0;                    // number
  double fines_fraction = 0.0;               // of the mass
  double mass = 0.0;
};

// by_sieve: the size of a fragment is its sieve diameter, not the equivalent one.
grist::SizeDistribution size_distribution(const std::vector<Fragment> &fragments, bool by_sieve);

// Fragments of fewer than fines_below elements are fines. mass: of all fragments.
FragmentSizes fragment_sizes(const std::vector<Fragment> &fragments, double mass,
                             const grist::SizeDistribution &distribution, int fines_below);

}    // namespace LAMMPS_NS

#endif
