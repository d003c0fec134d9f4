#include "liquid/bridge_lanes.h"

#include "common/constants.h"
#include "lanes/lane_vectors.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

static_assert(BridgeBlock::LANES % LANES == 0);

// at_touch: force at touch over R.
void evaluate(const BridgeLaw &law, double at_touch, int count, BridgeBlock &block)
{
  const double viscous = 6.0 * PI * law.viscosity * 0.25;
  for (int n = 0; n < count; n += LANES) {
    const LaneVectors apart = load(block.apart, n);
    const Lanes a = load(block.radius_a + n), b = load(block.radius_b + n);
    const Lanes distance = square_root(dot(apart, apart)), gap = distance - a - b;
    const Lanes radius = 2.0 * a * b / (a + b), volume = load(block.volume + n);
    const Lanes open = select(gap > 0.0, gap, Lanes{}), least = law.smallest_gap * radius;
    const LaneMask is_wet = volume > 0.0;
    const Lanes s = open * square_root(radius / select(is_wet, volume, same(1.0)));
    const Lanes parting = dot(apart, load(block.velocity, n)) / distance;
    const Lanes pull = at_touch * radius / bridge_decay(s);
    const Lanes drag = viscous * radius * radius * parting / select(gap > least, gap, least);
    store(block.gap + n, gap);
    store(block.pull + n, select(is_wet, (pull + drag) / distance, Lanes{}));
    store(block.drag + n, select(is_wet, drag / distance, Lanes{}));
  }
}

constexpr BridgeLanes TABLE = {evaluate};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const BridgeLanes BridgeLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
