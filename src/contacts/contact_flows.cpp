#include "contacts/contact_flows.h"

#include "contacts/flow_lanes.h"

#include <algorithm>
#include <cassert>

namespace grist {

// The number of contacts in the step before is the estimate for this one.
void ContactFlows::begin_step(size_t spheres, bool one_by_one)
{
  constexpr size_t MANY = 40000;    // 5 MB
  keeps_sums =
      !one_by_one && (keep == Keep::SUMS || (keep == Keep::WHICH_IS_QUICKER && contacts > MANY));
  contacts = blocks_in_use = 0;
  sums.resize(keeps_sums ? spheres : 0);
  step++;
}

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
    if (keeps_sums)
      kernels_in_use<FlowLanes>().add_to_sums(block, std::min(LANES, count - first), step,
                                              sums.data());
  }
  contacts += count;
  if (keeps_sums) blocks_in_use = 0;
}

// Of each lane of the blocks.
std::vector<double> ContactFlows::find_powers(const SphereRates *rates) const
{
  assert(!keeps_sums);
  std::vector<double> powers(blocks_in_use * FlowBlock::LANES);
  if (blocks_in_use > 0)
    kernels_in_use<FlowLanes>().find_powers(blocks.data(), static_cast<int>(blocks_in_use),
                                            &rates->velocity[0], powers.data());
  return powers;
}

ContactPower ContactFlows::dissipated_power(const SphereRates *rates) const
{
  const FlowLanes &lanes = kernels_in_use<FlowLanes>();
  double powers[3] = {};
  if (contacts == 0) return {};
  const double *numbers = &rates->velocity[0];
  if (keeps_sums)
    lanes.add_powers_of_sums(sums.data(), static_cast<int>(sums.size()), step, numbers, powers);
  else
    lanes.add_powers(blocks.data(), static_cast<int>(blocks_in_use), numbers, powers);
  return {powers[0], powers[1], powers[2]};
}

}    // namespace grist
