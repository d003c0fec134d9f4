// The kernel of blocks of contacts with a wall, compiled for each set of instructions (common/instructions.h). The caller is wall_block.cpp.

#ifndef GRIST_CONTACTS_WALL_LANES_H
#define GRIST_CONTACTS_WALL_LANES_H

#include "common/instructions.h"
#include "contacts/wall_block.h"

namespace grist {

struct WallLanes {
  void (*evaluate)(WallBlock &block, int count, ContactKind kind, RollingLaw rolling,
                   ContactForm form, CohesionLaw cohesion, double dt, bool advance);
};

inline namespace GRIST_INSTRUCTION_SET {
extern const WallLanes WALL_LANES_TABLE;
}

}    // namespace grist

#endif
