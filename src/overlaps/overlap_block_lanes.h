// The kernel of blocks of contacts of bodies, compiled for each set of instructions
// (lanes/instructions.h). The caller is overlap_block.cpp.

#ifndef GRIST_OVERLAPS_OVERLAP_BLOCK_LANES_H
#define GRIST_OVERLAPS_OVERLAP_BLOCK_LANES_H

#include "lanes/instructions.h"
#include "overlaps/overlap_block.h"

namespace grist {

struct OverlapBlockLanes {
  // As the functions of these names there.
  void (*evaluate)(OverlapBlock &block, int count, const OverlapContactLaw &kind, double dt);

  void (*find_losses)(const OverlapBlock &block, int count, const OverlapContactLaw &kind,
                      double dt, const double *share, LossBlock<OverlapEntries> *to,
                      OverlapEnergy &stored);

  static const OverlapBlockLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
