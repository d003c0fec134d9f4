// The power of what dashpots of teams exert (bond_dashpots.h), compiled for each set of instructions
// (lanes/instructions.h).

#ifndef GRIST_BONDS_DASHPOT_LANES_H
#define GRIST_BONDS_DASHPOT_LANES_H

#include "bonds/bond_store.h"
#include "bonds/like_clusters.h"
#include "lanes/instructions.h"

namespace grist {

// Forces on an element of a team, lane by lane. A lane without a bond there has zeros.
struct alignas(64) DashpotRow {
  float force[3][BOND_LANES], torque[3][BOND_LANES];
};

struct DashpotLanes {
  // Power that the forces on a team put into the motion, element by element. rates: six numbers a
  // sphere, velocity and angular velocity.
  double (*power_of_rows)(const DashpotRow *rows, const BondTeam &team, const double *rates);

  static const DashpotLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
