// The kernel of blocks of contacts of bodies, compiled for each set of instructions
// (lanes/instructions.h). The caller is overlap_block.cpp.

#ifndef GRIST_OVERLAPS_OVERLAP_BLOCK_LANES_H
#define GRIST_OVERLAPS_OVERLAP_BLOCK_LANES_H

#include "lanes/instructions.h"
#include "overlaps/overlap_block.h"

namespace grist {

struct OverlapBlockLanes {
  void (*evaluate)(OverlapBlock &block, int count, const OverlapContactLaw &kind, double dt);

  static const OverlapBlockLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
