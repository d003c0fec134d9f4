// The power of what dashpots of bonds exert (bond_drag.h), compiled for each set of instructions
// (common/instructions.h).

#ifndef GRIST_BONDS_DRAG_LANES_H
#define GRIST_BONDS_DRAG_LANES_H

#include "bonds/bond_drag.h"
#include "common/instructions.h"

#include <cstddef>

namespace grist {

// On the spheres. rates: six numbers a sphere, velocity and angular velocity.
struct DragLanes {
  double (*power_of_rows)(const DragRow *rows, std::size_t count, const double *rates);
  // On spheres below `owned` alone.
  double (*power_of_blocks)(const DragBlock *blocks, std::size_t count, const double *rates,
                            int owned);
};

inline namespace GRIST_INSTRUCTION_SET {
extern const DragLanes DRAG_LANES_TABLE;
}

}    // namespace grist

#endif
