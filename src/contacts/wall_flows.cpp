#include "contacts/wall_flows.h"

#include "contacts/flow_lanes.h"

#include <algorithm>

namespace grist {

static constexpr int FLOW_LANES = WallFlowBlock::LANES;

WallFlowBlock *WallFlows::room_for(int count)
{
  const size_t needed = in_use + (count + FLOW_LANES - 1) / FLOW_LANES;
  if (blocks.size() < needed) blocks.resize(std::max(needed, 2 * blocks.size()));
  return &blocks[in_use];
}

void WallFlows::add(const int *spheres, int count)
{
  for (int first = 0; first < count; first += FLOW_LANES) {
    WallFlowBlock &block = blocks[in_use++];
    std::copy_n(spheres + first, FLOW_LANES, block.a);
    for (int k = 0; k < FLOW_LANES; k++) block.share[k] = first + k < count ? 1.0 : 0.0;
  }
}

ContactPower WallFlows::dissipated_power(const SphereRates *rates) const
{
  if (in_use == 0) return {};
  double powers[3] = {};
  kernels_in_use<FlowLanes>().add_powers_at_wall(blocks.data(), static_cast<int>(in_use),
                                                 &rates->velocity[0], powers);
  return {powers[0], powers[1], powers[2]};
}

}    // namespace grist
