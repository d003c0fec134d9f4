// The kernel of blocks of contacts of bodies, compiled for each set of instructions
// (lanes/instructions.h). The caller is overlap_block.cpp.

#ifndef GRIST_OVERLAPS_OVERLAP_BLOCK_LANES_H
#define GRIST_OVERLAPS_OVERLAP_BLOCK_LANES_H

#include "lanes/instructions.h"
#include "overlaps/overlap_block.h"
#include "overlaps/overlap_energy.h"

namespace grist {

struct OverlapBlockLanes {
  void (*evaluate)(OverlapBlock &block, int count, const OverlapContactLaw &kind, double dt);

  // After it: the share of each lane, 0 where there is none, of what takes energy, but not which
  // bodies it is of. Adds what is stored.
  void (*find_flows)(const OverlapBlock &block, const OverlapContactLaw &kind, double dt,
                     const OverlapBlock::Lane &share, OverlapFlowBlock &to, OverlapEnergy &stored);

  // Adds what contacts take: damping, pressing, shearing. rates: six numbers a body, velocity and
  // angular velocity.
  void (*add_powers)(const OverlapFlowBlock *blocks, int count, const double *rates,
                     double (&powers)[3]);

  static const OverlapBlockLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
