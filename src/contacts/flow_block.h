// Eight contacts: the numbers from which their power at any motion follows (contact_flows.h).

#ifndef GRIST_CONTACTS_FLOW_BLOCK_H
#define GRIST_CONTACTS_FLOW_BLOCK_H

namespace grist {

struct alignas(64) FlowBlock {
  static constexpr int LANES = 8;
  using Lane = double[LANES];
  using Lane3 = double[3][LANES];

  // Forces on a and a torque that take energy (contact_power_kernel.h), and where they act: the
  // direction from b to a, and the distances of the contact from both centres.
  Lane3 damping, shearing, rolling, normal;
  Lane arm_a, arm_b;

  Lane share;    // by which a contact counts
  int a[LANES], b[LANES];
};

}    // namespace grist

#endif
