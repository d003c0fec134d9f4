// What contacts take (contact_flows.h), block by block, compiled for each set of instructions (common/instructions.h).

#ifndef GRIST_CONTACTS_FLOW_LANES_H
#define GRIST_CONTACTS_FLOW_LANES_H

#include "common/instructions.h"
#include "contacts/contact_block.h"

namespace grist {

// Of eight contacts, what their power at any motion follows from.
struct alignas(64) FlowBlock {
  static constexpr int LANES = 8;
  double damping[3][LANES], shearing[3][LANES];    // forces
  double rolling[3][LANES];                        // torque
  double normal[3][LANES], arm_a[LANES], arm_b[LANES];
  double share[LANES];    // by which a contact counts
  int a[LANES], b[LANES];
};

struct FlowLanes {
  // The first `count` lanes of an evaluated block, between spheres a[n] and b[n]. All numbers up to the next multiple of FlowBlock::LANES are read: where
  // there is no contact the share is 0, and the rest is of another one. Writes as many blocks as that takes.
  void (*keep)(const ContactBlock &block, const int *a, const int *b, const double *share,
               int count, FlowBlock *to);

  // Adds what they take: damping, shearing, rolling. rates: six numbers a sphere, velocity and angular velocity.
  void (*add_powers)(const FlowBlock *blocks, int count, const double *rates, double (&powers)[3]);
};

inline namespace GRIST_INSTRUCTION_SET {
extern const FlowLanes FLOW_LANES_TABLE;
}

}    // namespace grist

#endif
