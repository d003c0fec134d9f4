// When fragments and sizes are written: at multiples of a number of steps, and at the step nearest
// to each chosen time; no step twice.

#ifndef GRIST_FRAGMENTS_OUTPUT_SCHEDULE_H
#define GRIST_FRAGMENTS_OUTPUT_SCHEDULE_H

#include "common/preconditions.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace grist {

class OutputSchedule {
 public:
  std::int64_t last_step = -1;    // of the last output; -1: none yet

  // every: 0: not by steps; times: ascending.
  OutputSchedule(std::int64_t every, const std::vector<double> &times) : every(every), times(times)
  {
    assert(every >= 0 && is_ascending(times));
  }

  // Times before the start of a run are left out.
  void start(double time, double dt)
  {
    assert(dt >= 0.0);
    next = std::lower_bound(times.begin(), times.end(), time - 0.5 * dt) - times.begin();
  }

  // To be called once a step, with the time at it.
  bool is_due(std::int64_t step, double time, double dt)
  {
    assert(dt >= 0.0);
    bool due = every > 0 && step % every == 0;
    for (; next < times.size() && times[next] <= time + 0.5 * dt; next++) due = true;
    return due && step != last_step;
  }

 private:
  std::int64_t every;
  std::vector<double> times;
  std::size_t next = 0;    // of times
};

}    // namespace grist

#endif
