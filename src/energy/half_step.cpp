#include "energy/half_step.h"

#include "energy/half_step_lanes.h"

namespace grist {

GRIST_DECLARE_TABLES(HalfStepLanes, HALF_STEP_LANES_TABLE)

using Map = Eigen::Map<const Eigen::Vector3d>;

// Kernels read and write vectors by four numbers: the last sphere is left to ordinary code.
void complete_rates(const HalfStep &step, SphereRates *rates, int count)
{
  if (count == 0) return;
  const int last = count - 1;
  GRIST_TABLE_IN_USE(HALF_STEP_LANES_TABLE).complete(step, &rates->velocity[0], last);
  const size_t at = 3 * static_cast<size_t>(last);
  rates[last] = {Map(step.velocity + at) + Map(step.field), Map(step.omega + at)};
  apply_force(rates[last], step.mass[last], step.radius[last], Map(step.force + at),
              Map(step.torque + at), step.duration);
}

double power_of_rows(const double *rows, const SphereRates *rates, int count)
{
  if (count == 0) return 0.0;
  const int last = count - 1;
  const double *row = rows + POWER_ROW * static_cast<size_t>(last);
  return GRIST_TABLE_IN_USE(HALF_STEP_LANES_TABLE).power(rows, &rates->velocity[0], last) +
      Map(row).dot(rates[last].velocity) + Map(row + 3).dot(rates[last].omega);
}

}    // namespace grist
