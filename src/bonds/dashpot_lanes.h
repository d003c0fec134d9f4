// The power of what dashpots of bonds exert (bond_dashpots.h), compiled for each set of instructions
// (lanes/instructions.h).

#ifndef GRIST_BONDS_DASHPOT_LANES_H
#define GRIST_BONDS_DASHPOT_LANES_H

#include "bonds/bond_dashpots.h"
#include "lanes/instructions.h"

#include <cstddef>

namespace grist {

// On the spheres. rates: six numbers a sphere, velocity and angular velocity.
struct DashpotLanes {
  double (*power_of_rows)(const DashpotRow *rows, std::size_t count, const double *rates);
  // On spheres below `owned` alone.
  double (*power_of_blocks)(const DashpotBlock *blocks, std::size_t count, const double *rates,
                            int owned);

  static const DashpotLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
