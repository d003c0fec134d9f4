#include "contacts/contact_flows.h"

#include "common/prefetch.h"

#include <algorithm>

namespace grist {

GRIST_DECLARE_TABLES(FlowLanes, FLOW_LANES_TABLE)

void ContactFlows::begin_step(size_t spheres)
{
  at_law = {};
  touched.clear();
  on.resize(spheres, {});
  step++;
}

void ContactFlows::prefetch_for(int i) const
{
  for (const double *line : {&on[i].of[0], &on[i].of[FlowSums::SIZE / 2]}) prefetch(line);
}

void ContactFlows::add(const ContactBlock &block, const int *a, const int *b, const double *share,
                       int count)
{
  const FlowLanes &lanes = GRIST_TABLE_IN_USE(FLOW_LANES_TABLE);
  int begun[2 * ContactBlock::LANES + 1];
  const int count_begun = lanes.add(block, a, b, share, count, step, on.data(), begun);
  touched.insert(touched.end(), begun, begun + count_begun);
  double powers[3];
  lanes.sum_powers(block, share, count, powers);
  at_law.damping += powers[0];
  at_law.shearing += powers[1];
  at_law.rolling += powers[2];
}

inline void ContactFlows::add_gain(int i, const HalfStep &now, ContactPower &sum) const
{
  using Map = Eigen::Map<const Eigen::Vector3d>;
  const SphereRates gain = now.gain(i);
  const double *of = on[i].of;
  const auto power = [&](int first) {
    return Map(of + first).dot(gain.velocity) + Map(of + first + 3).dot(gain.omega);
  };
  sum.damping -= power(FlowSums::DAMPING);
  sum.shearing -= power(FlowSums::SHEARING);
  sum.rolling -= Map(of + FlowSums::ROLLING).dot(gain.omega);
}

// Where most spheres are in contact all of them are read forward, which costs less a sphere.
ContactPower ContactFlows::power_taken(const HalfStep &now) const
{
  constexpr size_t FEW = 4;
  ContactPower sum = at_law;
  if (FEW * touched.size() < on.size()) {
    for (const int i : touched) add_gain(i, now, sum);
  } else {
    for (size_t i = 0; i < on.size(); i++)
      if (on[i].step == step) add_gain(static_cast<int>(i), now, sum);
  }
  return sum;
}

}    // namespace grist
