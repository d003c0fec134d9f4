// Forces and torques that take energy, from a block of contacts to the sums of their spheres (contact_flows.h), compiled for each set of
// instructions (common/instructions.h).

#ifndef GRIST_CONTACTS_FLOW_LANES_H
#define GRIST_CONTACTS_FLOW_LANES_H

#include "common/instructions.h"
#include "contacts/contact_block.h"

#include <cstdint>

namespace grist {

// Of one sphere, flow by flow, and the number of the step that they are of.
struct alignas(64) FlowSums {
  static constexpr int SIZE = 16;
  enum { DAMPING = 0, SHEARING = 6, ROLLING = 12 };
  double of[SIZE - 1];
  std::int64_t step;
};

struct FlowLanes {
  // Adds the first lanes of an evaluated block, between spheres a[n] and b[n], which are never the same, to sums of this step. A contact counts by its
  // share: numbers, up to the next multiple of 8. Returns how many spheres are the first time among those of this step, and puts them into `begun`,
  // which has room for two a lane and one more.
  int (*add)(const ContactBlock &block, const int *a, const int *b, const double *share, int count,
             std::int64_t step, FlowSums *on, int *begun);

  // The powers of those lanes: damping, shearing, rolling.
  void (*sum_powers)(const ContactBlock &block, const double *share, int count,
                     double (&powers)[3]);
};

inline namespace GRIST_INSTRUCTION_SET {
extern const FlowLanes FLOW_LANES_TABLE;
}

}    // namespace grist

#endif
