#include "contacts/contact_flows.h"

#include <algorithm>

namespace grist {

GRIST_DECLARE_TABLES(FlowLanes, FLOW_LANES_TABLE)

void ContactFlows::add(const ContactBlock &block, const int *a, const int *b, const double *share,
                       int count)
{
  const size_t needed = (count + FlowBlock::LANES - 1) / FlowBlock::LANES;
  if (blocks.size() < blocks_in_use + needed)
    blocks.resize(std::max(blocks_in_use + needed, blocks.size() + blocks.size() / 2));
  GRIST_TABLE_IN_USE(FLOW_LANES_TABLE).keep(block, a, b, share, count, &blocks[blocks_in_use]);
  blocks_in_use += needed;
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
