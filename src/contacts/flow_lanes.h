// What the contacts of each sphere take together (contact_flows.h), compiled for each set of
// instructions (lanes/instructions.h).

#ifndef GRIST_CONTACTS_FLOW_LANES_H
#define GRIST_CONTACTS_FLOW_LANES_H

#include "energy/loss_block.h"
#include "lanes/instructions.h"

#include <cstdint>

namespace grist {

// Sums over the contacts of a sphere, flow by flow: forces and torques; and the step that they
// belong to.
struct alignas(64) FlowSums {
  static constexpr int SIZE = 16;
  enum { DAMPING = 0, SHEARING = 6, ROLLING = 12 };
  double of[SIZE - 1];
  std::int64_t step;    // next to the sums, so that one cache line less is read and written
};

struct FlowLanes {
  // Adds a block to the sums of its spheres, of which a and b are never the same. Sums of another
  // step are taken for zero.
  void (*add_to_sums)(const LossBlock<ContactEntries> &block, int count, std::int64_t step,
                      FlowSums *sums);

  // Adds what sums of this step of spheres 0 to count - 1 take: damping, shearing, rolling. rates:
  // six numbers a sphere, velocity and angular velocity.
  void (*add_powers_of_sums)(const FlowSums *sums, int count, std::int64_t step,
                             const double *rates, double (&powers)[3]);

  static const FlowLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
