// Energies of blocks of bonds, compiled for each set of instructions (lanes/instructions.h). The
// callers are bond_block.cpp and bond_energy_block.cpp.

#ifndef GRIST_BONDS_BOND_ENERGY_LANES_H
#define GRIST_BONDS_BOND_ENERGY_LANES_H

#include "bonds/bond_lanes.h"

namespace grist {

// Elastic energy and virial, lane by lane: xx, yy, zz, xy, xz, yz.
struct alignas(64) BondTally {
  double energy[BOND_LANES] = {};
  double virial[6][BOND_LANES] = {};
};

struct BondEnergyLanes {
  // Adds those of a block that has just been evaluated: half of them for each end that is owned.
  // memories: null without.
  void (*tally)(const BondedSpheres &spheres, const BondLaws &laws, const BondBlock &block,
                const BondMemories *memories, const BondBlockForces &on, BondTally &sum);

  // Adds to `sums` what the dashpots of each lane take from the motion `rates`, where `counts` is
  // not 0. Rates: velocity 2 i and omega 2 i + 1 of sphere i, side by side. dt: of the step in
  // which the dashpots were evaluated.
  void (*add_damping_power)(const BondedSpheres &spheres, double dt, const double *rates,
                            const double *twist_factor, const double *counts,
                            const BondBlock &block, double *sums);

  static const BondEnergyLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
