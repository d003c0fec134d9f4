#include "liquid/bridge_lanes.h"

#include "common/constants.h"
#include "lanes/lane_vectors.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

static_assert(BridgeBlock::LANES % LANES == 0);

void evaluate(const BridgeLaw &law, int count, BridgeBlock &block)
{
  const double viscous = 6.0 * PI * law.viscosity * 0.25;
  for (int n = 0; n < count; n += LANES) {
    const LaneVectors apart = load(block.apart, n);
    const Lanes a = load(block.radius_a + n), b = load(block.radius_b + n);
    const Lanes distance = square_root(dot(apart, apart)), gap = distance - a - b;
    const Lanes radius = 2.0 * a * b / (a + b), least = law.smallest_gap * radius;
    const Lanes open = select(gap > 0.0, gap, Lanes{}), most = load(block.most + n);
    const Lanes pull = load(block.at_touch + n) /
        bridge_decay(open, load(block.linear + n), load(block.square + n));
    const Lanes free = viscous * radius * radius / select(gap > least, gap, least);
    const Lanes parting = dot(apart, load(block.velocity, n)) / distance;
    const Lanes drag = select(free < most, free, most) * parting;
    store(block.gap + n, gap);
    store(block.pull + n, (pull + drag) / distance);
    store(block.drag + n, drag / distance);
  }
}

constexpr BridgeLanes TABLE = {evaluate};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const BridgeLanes BridgeLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
