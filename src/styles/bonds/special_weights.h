// The weights of special_bonds that breakable bonds need: bonded pairs are in the pairwise lists,
// with a mark and without a contact force, and all other pairs are ordinary.

#ifndef LMP_SPECIAL_WEIGHTS_H
#define LMP_SPECIAL_WEIGHTS_H

#include "force.h"

#include <algorithm>

namespace LAMMPS_NS {

// special_bonds lj 0 1 1 coul 1 1 1, unless the user has given others than LAMMPS' own defaults,
// which are all 0. With those LAMMPS would look for partners over two and three bonds when bonds
// are read: a hundred for each element, gigabytes for a mill.
inline void use_weights_of_bonds(Force *force)
{
  const auto is_default = [](const double *weights) {
    return std::all_of(weights + 1, weights + 4, [](double weight) { return weight == 0.0; });
  };
  if (!is_default(force->special_lj) || !is_default(force->special_coul)) return;
  for (int k = 1; k <= 3; k++) {
    force->special_lj[k] = k == 1 ? 0.0 : 1.0;
    force->special_coul[k] = 1.0;
  }
}

}    // namespace LAMMPS_NS

#endif
