#include "contacts/contact_flows.h"

#include "contacts/flow_lanes.h"

#include <algorithm>

namespace grist {

GRIST_DECLARE_TABLES(FlowLanes, FLOW_LANES_TABLE)

FlowBlock *ContactFlows::room_for(int count)
{
  const size_t needed = blocks_in_use + blocks_of(count);
  if (blocks.size() < needed) blocks.resize(std::max(needed, blocks.size() + blocks.size() / 2));
  return &blocks[blocks_in_use];
}

void ContactFlows::add(const int *a, const int *b, const double *share, int count)
{
  constexpr int LANES = FlowBlock::LANES;
  for (int first = 0; first < count; first += LANES) {
    FlowBlock &block = blocks[blocks_in_use++];
    std::copy_n(share + first, LANES, block.share);
    std::copy_n(a + first, LANES, block.a);
    std::copy_n(b + first, LANES, block.b);
  }
}

ContactPower ContactFlows::power_taken(const SphereRates *rates) const
{
  double powers[3] = {};
  if (blocks_in_use > 0)
    GRIST_TABLE_IN_USE(FLOW_LANES_TABLE)
        .add_powers(blocks.data(), static_cast<int>(blocks_in_use), &rates->velocity[0], powers);
  return {powers[0], powers[1], powers[2]};
}

}    // namespace grist
