// The power of what dashpots of bonds exert (bond_dashpots.h), compiled for each set of instructions
// (lanes/instructions.h).

#ifndef GRIST_BONDS_DASHPOT_LANES_H
#define GRIST_BONDS_DASHPOT_LANES_H

#include "bonds/bond_store.h"
#include "bonds/like_clusters.h"
#include "lanes/instructions.h"

#include <cstddef>

namespace grist {

// Forces on an element of a team, lane by lane. A lane without a bond there has zeros.
struct alignas(64) DashpotRow {
  float force[3][BOND_LANES], torque[3][BOND_LANES];
};

// Forces on the ends of bonds; b takes the opposite force. Zeros where there is no bond.
struct alignas(64) DashpotBlock {
  double force_a[3][BOND_LANES], torque_a[3][BOND_LANES], torque_b[3][BOND_LANES];
  int a[BOND_LANES], b[BOND_LANES];
};

// On the spheres. rates: six numbers a sphere, velocity and angular velocity.
struct DashpotLanes {
  // Of a team, element by element.
  double (*power_of_rows)(const DashpotRow *rows, const BondTeam &team, const double *rates);
  // On spheres below `owned` alone.
  double (*power_of_blocks)(const DashpotBlock *blocks, std::size_t count, const double *rates,
                            int owned);

  static const DashpotLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
