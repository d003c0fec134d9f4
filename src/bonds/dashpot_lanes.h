// The power of what dashpots of bonds exert (bond_dashpots.h), compiled for each set of instructions
// (lanes/instructions.h).

#ifndef GRIST_BONDS_DASHPOT_LANES_H
#define GRIST_BONDS_DASHPOT_LANES_H

#include "bonds/bond_store.h"
#include "lanes/instructions.h"

#include <cstddef>

namespace grist {

// Forces on an element of a team, lane by lane. A lane without a bond there has zeros, and any
// sphere.
struct alignas(64) DashpotRow {
  double force[3][BOND_LANES], torque[3][BOND_LANES];
  int sphere[BOND_LANES];
};

// Forces on the ends of bonds; b takes the opposite force. Zeros where there is no bond.
struct alignas(64) DashpotBlock {
  double force_a[3][BOND_LANES], torque_a[3][BOND_LANES], torque_b[3][BOND_LANES];
  int a[BOND_LANES], b[BOND_LANES];
};

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
