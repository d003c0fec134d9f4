// The kernels of blocks of bonds, compiled for each set of instructions (lanes/instructions.h):
// plain arrays in, plain arrays out. The callers are bond_block.cpp and bond_energy_block.cpp.

#ifndef GRIST_BONDS_BOND_LANES_H
#define GRIST_BONDS_BOND_LANES_H

#include "bonds/bond_dashpots.h"
#include "bonds/bond_store.h"
#include "bonds/like_clusters.h"
#include "lanes/instructions.h"

namespace grist {

// The caller's arrays, one entry a sphere; vectors as three doubles side by side.
struct BondedSpheres {
  const double *x, *v, *omega, *radius;
  double *force, *torque;
  int owned;    // spheres from here on are ghosts and take no force

  // Or null: the power of dashpots is added here.
  BondDashpots *dashpots = nullptr;

  // Or null: what has flowed (BondLosses) is added here, half to each owned end of a bond.
  double *flow = nullptr;
};

// Forces of a block: as BondForces, lane by lane.
struct alignas(64) BondBlockForces {
  double force_a[3][BOND_LANES];
  double torque_a[3][BOND_LANES], torque_b[3][BOND_LANES];
  double distance[3][BOND_LANES];    // from a to b
  double length[BOND_LANES];

  // The part of these that dashpots contribute; set only where it is asked for (BondedSpheres).
  double damping_force_a[3][BOND_LANES];
  double damping_torque_a[3][BOND_LANES], damping_torque_b[3][BOND_LANES];
};

// Materials, lane by lane: law_numbers().
struct alignas(64) BondLaws {
  double number[BOND_NUMBERS][BOND_LANES];
};

// Input of all blocks of a step.
struct BondStep {
  BondedSpheres spheres;
  double length_limit;    // as BondKernel
  double dt;
  bool stored_normals;    // OldNormals::STORED
  bool damped = false;    // some material is; else what blocks have stored does not count
  bool friction = false, changes_loads = false, watches = false;    // the same
};

// Lanes that the caller must look at, live or not.
struct BondLanesOutcome {
  BondMask not_evaluated = 0;    // including lanes with a large tilt or a forbidden length
  BondMask near_strength = 0;    // lanes that may have reached a strength
  BondMask watched = 0;          // lanes that a term wants to be looked at
};

// Spheres of a team, element by element and lane by lane, for as long as its blocks are evaluated.
struct alignas(64) TeamRow {
  double x[3][BOND_LANES], v[3][BOND_LANES], omega[3][BOND_LANES];
  double force[3][BOND_LANES], torque[3][BOND_LANES];
};

// The team and what its blocks need. Blocks, normals, strengths and memories: from its first block on.
struct TeamStep {
  const BondTeam *team, *next;    // next: to be prefetched, or null
  const BondLawOfType *laws;      // by bond type
  BondBlock *blocks;
  BondNormals *normals;
  const BondStrengths *strengths;    // null where none scatters
  BondMemories *memories;            // null where there are none
  TeamRow *rows;                     // one for each element
  bool shows_forces;                 // to TeamVisitor::show()
};

struct TeamVisitor {
  // Called for lanes of a block that the caller must look at, with their forces, which have not
  // been added. Others have.
  virtual void visit(int bond, BondMask lanes, const BondLanesOutcome &outcome,
                     BondBlockForces &out) = 0;

  // Called after each block that has live lanes, with the forces of those, if it is asked for.
  virtual void show(int bond, const BondBlockForces &out) = 0;

 protected:
  ~TeamVisitor() = default;
};

struct BondLanes {
  // Evaluates all blocks of a team, and adds the forces to its spheres.
  void (*evaluate_team)(const BondStep &step, const TeamStep &of, TeamVisitor &visitor);

  // Updates the states of the lanes and computes their forces. strengths, memories: null where there
  // are none.
  BondLanesOutcome (*evaluate)(const BondStep &step, const BondLaws &laws,
                               const BondStrengths *strengths, BondMemories *memories,
                               BondBlock &block, BondNormals &normals, BondBlockForces &out);

  static const BondLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
