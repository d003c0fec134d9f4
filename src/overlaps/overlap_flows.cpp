#include "overlaps/overlap_flows.h"

#include "overlaps/overlap_block_lanes.h"

#include <algorithm>

namespace grist {

void OverlapFlows::add(const OverlapBlock &block, int count, const OverlapContactLaw &kind,
                       double dt, const int *a, const int *b, const double *share)
{
  constexpr int LANES = OverlapFlowBlock::LANES;
  if (in_use == blocks.size()) blocks.resize(std::max<size_t>(1, 2 * blocks.size()));
  OverlapFlowBlock &to = blocks[in_use++];
  alignas(64) OverlapFlowBlock::Lane counts = {};
  std::copy_n(share, count, counts);
  std::copy_n(a, count, to.a);
  std::copy_n(b, count, to.b);
  std::fill(to.a + count, to.a + LANES, a[0]);
  std::fill(to.b + count, to.b + LANES, b[0]);
  kernels_in_use<OverlapBlockLanes>().find_flows(block, kind, dt, counts, to, energy);
}

OverlapPower OverlapFlows::dissipated_power(const SphereRates *rates) const
{
  if (in_use == 0) return {};
  double powers[3] = {};
  kernels_in_use<OverlapBlockLanes>().add_powers(blocks.data(), static_cast<int>(in_use),
                                                 &rates->velocity[0], powers);
  return {powers[0], powers[1], powers[2]};
}

}    // namespace grist
