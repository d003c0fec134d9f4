// Eight contacts: the numbers from which their power at any motion follows (contact_flows.h).
// Forces on a and a torque that take energy (contact_power_kernel.h), and where they act: the
// direction from b to a, and the distances of the contact from both centres.

#ifndef GRIST_CONTACTS_FLOW_BLOCK_H
#define GRIST_CONTACTS_FLOW_BLOCK_H

namespace grist {

struct alignas(64) FlowBlock {
  static constexpr int LANES = 8;
  using Lane = double[LANES];
  using Lane3 = double[3][LANES];

  Lane3 damping, shearing, rolling, normal;
  Lane arm_a, arm_b;

  Lane share;    // by which a contact counts
  int a[LANES], b[LANES];
};

// The same with a wall for b, whose motion is known at once: the power of the forces at it, flow by
// flow.
struct alignas(64) WallFlowBlock {
  static constexpr int LANES = FlowBlock::LANES;
  using Lane = FlowBlock::Lane;
  using Lane3 = FlowBlock::Lane3;

  Lane3 damping, shearing, rolling, normal;
  Lane arm_a;
  Lane at_wall[3];    // damping, shearing, rolling
  Lane share;         // 1, or 0 where there is no contact
  int a[LANES];
};

}    // namespace grist

#endif
