// Power of blocks of losses, compiled for each set of instructions (lanes/instructions.h). The caller
// is losses.cpp. rates: six numbers a sphere, velocity and angular velocity.

#ifndef GRIST_ENERGY_LOSS_LANES_H
#define GRIST_ENERGY_LOSS_LANES_H

#include "energy/loss_block.h"
#include "lanes/instructions.h"

namespace grist {

template <class SORT> struct LossKernels {
  // Adds what each part of all entries takes. each: what each entry takes with all its parts; or null.
  void (*add_powers)(const LossBlock<SORT> *blocks, int count, bool at_wall, const double *rates,
                     double (&powers)[LossBlock<SORT>::PARTS], double *each);

  // Takes off the forces what does not count here. share: of each entry, at any address; 0 where
  // there is none, and the block may hold anything.
  void (*take_shares)(LossBlock<SORT> &block, const double *share, bool at_wall);
};

struct LossLanes :
    LossKernels<ContactEntries>,
    LossKernels<OverlapEntries>,
    LossKernels<BridgeEntries> {
  static const LossLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
