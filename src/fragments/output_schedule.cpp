#include "fragments/output_schedule.h"

#include "common/preconditions.h"

#include <algorithm>

namespace grist {

void OutputSchedule::start(double time, double dt)
{
  assert(dt >= 0.0);
  next = std::lower_bound(times.begin(), times.end(), time - 0.5 * dt) - times.begin();
}

bool OutputSchedule::is_due(std::int64_t step, double time, double dt)
{
  assert(dt >= 0.0);
  bool due = every > 0 && step % every == 0;
  for (; next < times.size() && times[next] <= time + 0.5 * dt; next++) due = true;
  return due && step != last_step;
}

}    // namespace grist
