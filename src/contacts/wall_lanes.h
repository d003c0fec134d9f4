// The kernel of blocks of contacts with a wall, compiled for each set of instructions
// (lanes/instructions.h). The caller is block_forces.cpp.

#ifndef GRIST_CONTACTS_WALL_LANES_H
#define GRIST_CONTACTS_WALL_LANES_H

#include "contacts/wall_touches.h"
#include "energy/loss_block.h"
#include "lanes/instructions.h"

namespace grist {

struct WallLanes {
  // As the functions of these names in block_forces.h.
  void (*evaluate)(ContactBlock &block, int count, const ContactMode &mode,
                   LossBlock<ContactEntries> *losses);
  void (*gather)(const WallTouches &touches, const ContactMode &mode, int count,
                 ContactBlock &block);
  void (*keep)(const ContactBlock &block, const ContactMode &mode, const WallTouches &touches,
               int count);
  void (*scatter)(const ContactBlock &block, int count, WallForceRows &rows);
  WallSums (*sums)(const ContactBlock &block, int count);

  static const WallLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
