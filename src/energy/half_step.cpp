
#include "common/preconditions.h"
#include "common/space.h"
#include "energy/half_step_lanes.h"

namespace grist {

// The kernel reads and writes vectors by four numbers: the last sphere is left to ordinary code.
void complete_rates(const HalfStep &step, SphereRates *rates, int count)
{
  assert(count >= 0 && step.duration >= 0.0);
  if (count == 0) return;
  const int last = count - 1;
  kernels_in_use<HalfStepLanes>().complete(step, &rates->velocity[0], last);
  const size_t at = 3 * static_cast<size_t>(last);
  rates[last] = {vector_at(step.velocity + at) + vector_at(step.field), vector_at(step.omega + at)};
  apply_force(rates[last], step.mass[last], step.radius[last], vector_at(step.force + at),
              vector_at(step.torque + at), step.duration);
}

}    // namespace grist
