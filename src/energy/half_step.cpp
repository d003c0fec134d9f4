#include "energy/half_step.h"

#include "energy/half_step_lanes.h"

namespace grist {

using Map = Eigen::Map<const Eigen::Vector3d>;

// The kernel reads and writes vectors by four numbers: the last sphere is left to ordinary code.
void complete_rates(const HalfStep &step, SphereRates *rates, int count)
{
  if (count == 0) return;
  const int last = count - 1;
  kernels_in_use<HalfStepLanes>().complete(step, &rates->velocity[0], last);
  const size_t at = 3 * static_cast<size_t>(last);
  rates[last] = {Map(step.velocity + at) + Map(step.field), Map(step.omega + at)};
  apply_force(rates[last], step.mass[last], step.radius[last], Map(step.force + at),
              Map(step.torque + at), step.duration);
}

}    // namespace grist
