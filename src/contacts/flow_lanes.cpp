#include "contacts/flow_lanes.h"

#include "common/prefetch.h"
#include "energy/motion_lanes.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

constexpr int EIGHT = FlowBlock::LANES;
static_assert(EIGHT % HALF_LANES == 0);

void prefetch_motions(const FlowBlock &block, const double *rates)
{
  for (int n = 0; n < EIGHT; n++)
    for (const int sphere : {block.a[n], block.b[n]}) {
      const double *of = rates + 6 * static_cast<std::size_t>(sphere);
      prefetch(of);
      prefetch(of + 5);
    }
}

// Forces act at the contact: that of damping has its lever there, too, where it is not along the normal.
void add_powers(const FlowBlock *blocks, int count, const double *rates, double (&powers)[3])
{
  constexpr int AHEAD = 4;
  HalfLanes sums[3] = {};
  for (int k = 0; k < count; k++) {
    const FlowBlock &block = blocks[k];
    if (k + AHEAD < count) prefetch_motions(blocks[k + AHEAD], rates);
    for (int n = 0; n < EIGHT; n += HALF_LANES) {
      const HalfMotions a = motions_of(block.a + n, rates), b = motions_of(block.b + n, rates);
      const HalfVectors turn =
          load_row(block.arm_a + n) * a.omega + load_row(block.arm_b + n) * b.omega;
      const HalfVectors motion =
          a.velocity - b.velocity - cross(turn, load_vectors(block.normal, n));
      const HalfLanes share = load_row(block.share + n);
      sums[0] -= share * dot(load_vectors(block.damping, n), motion);
      sums[1] -= share * dot(load_vectors(block.shearing, n), motion);
      sums[2] -= share * dot(load_vectors(block.rolling, n), a.omega - b.omega);
    }
  }
  for (int flow = 0; flow < 3; flow++) powers[flow] += sum_of(sums[flow]);
}

}    // namespace

const FlowLanes FLOW_LANES_TABLE = {add_powers};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist
