// The kernels of blocks of bonds, compiled for each set of instructions (common/instructions.h): plain arrays in, plain arrays out. The callers are
// bond_block.cpp and bond_energy_block.cpp.

#ifndef GRIST_BONDS_BOND_LANES_H
#define GRIST_BONDS_BOND_LANES_H

#include "bonds/bond_store.h"
#include "common/instructions.h"

namespace grist {

// The caller's arrays, one entry a sphere; vectors as three doubles side by side.
struct BondedSpheres {
  const double *x, *v, *omega, *radius;
  double *force, *torque;
  int owned;    // spheres from here on are ghosts and take no force
};

// Forces of a block: as BondForces, lane by lane.
struct alignas(64) BondBlockForces {
  double force_a[3][BOND_LANES];
  double torque_a[3][BOND_LANES], torque_b[3][BOND_LANES];
  double distance[3][BOND_LANES];    // from a to b
  double length[BOND_LANES];
};

// Materials, lane by lane.
struct alignas(64) BondLaws {
  double young[BOND_LANES], inverse_ratio[BOND_LANES], tensile[BOND_LANES], shear[BOND_LANES];
  double radius[BOND_LANES], beta[BOND_LANES], twist_damping[BOND_LANES];
};

// Of all blocks of a step.
struct BondStep {
  BondedSpheres spheres;
  double length_limit;    // as BondKernel
  double dt;
  bool stored_normals;    // OldNormals::STORED
  bool damped;            // some material is
};

// Lanes that the caller must look at, live or not.
struct BondLanesOutcome {
  BondMask not_evaluated =
      0;    // a tilt that is not small, or a length that is not allowed, among them
  BondMask near_strength = 0;    // one of them may have reached a strength
};

struct BondLanes {
  // Updates the states of the lanes and computes their forces. strengths: null where none scatters.
  BondLanesOutcome (*evaluate)(const BondStep &step, const BondLaws &laws,
                               const BondStrengths *strengths, BondBlock &block,
                               BondNormals &normals, BondBlockForces &out);

  // Adds to `sums` what the dashpots of each lane take from the motion `rates`, where `counts` is not 0. Rates: velocity 2 i and spin 2 i + 1 of
  // sphere i, side by side.
  void (*add_damping_power)(const BondedSpheres &spheres, const double *rates,
                            const double *twist_factor, const double *counts,
                            const BondBlock &block, double *sums);
};

const BondLanes &bond_lanes();    // of the instructions in use

inline namespace GRIST_INSTRUCTION_SET {
extern const BondLanes BOND_LANES_TABLE;
}

}    // namespace grist

#endif
