// What contacts take (contact_flows.h), block by block, compiled for each set of instructions (common/instructions.h).

#ifndef GRIST_CONTACTS_FLOW_LANES_H
#define GRIST_CONTACTS_FLOW_LANES_H

#include "common/instructions.h"
#include "contacts/flow_block.h"

namespace grist {

struct FlowLanes {
  // Adds what contacts take: damping, shearing, rolling. rates: six numbers a sphere, velocity and angular velocity.
  void (*add_powers)(const FlowBlock *blocks, int count, const double *rates, double (&powers)[3]);
};

inline namespace GRIST_INSTRUCTION_SET {
extern const FlowLanes FLOW_LANES_TABLE;
}

}    // namespace grist

#endif
