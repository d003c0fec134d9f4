#include "progress/progress_schedule.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

// A long run needs fewer lines: not more often than this share of its time.
static constexpr double LEAST_SHARE = 0.01;

// A step that comes this much too early counts as in time: otherwise the line would wait for
// another plan.
static constexpr double ALMOST = 0.9;

void ProgressSchedule::start(std::int64_t step, std::int64_t begin_, std::int64_t end_)
{
  assert(begin_ <= end_ && interval.value > 0.0);
  begin = begin_;
  end = end_;
  line_step = step;
  next_step = interval.unit == ProgressInterval::SECONDS ? step + 1 : step_after(step);
}

// By steps or percent: the first due step behind this one.
std::int64_t ProgressSchedule::step_after(std::int64_t step) const
{
  if (interval.unit == ProgressInterval::STEPS) {
    const auto every = static_cast<std::int64_t>(interval.value);
    return (step / every + 1) * every;
  }
  const double per_line = (end - begin) * interval.value / 100.0;
  if (per_line < 1.0) return step + 1;
  std::int64_t after = step;
  for (double line = std::floor((step - begin) / per_line); after <= step; line++)
    after = begin + static_cast<std::int64_t>(std::ceil(line * per_line));
  return std::min(after, std::max(end, step + 1));
}

// When `wanted` seconds will have passed since the last line, at the speed since then.
std::int64_t ProgressSchedule::planned_step(std::int64_t step, double since_line,
                                            double wanted) const
{
  const std::int64_t done = std::max<std::int64_t>(step - line_step, 1);
  const double missing = done * (wanted / std::max(since_line, 1e-9) - 1.0);
  return step + static_cast<std::int64_t>(std::clamp(missing, 1.0, static_cast<double>(done)));
}

bool ProgressSchedule::is_due(std::int64_t step, double since_line, double since_start)
{
  assert(step == next_step);
  if (interval.unit != ProgressInterval::SECONDS) {
    next_step = step_after(step);
    line_step = step;
    return true;
  }
  const double wanted = std::max(interval.value, LEAST_SHARE * since_start);
  if (since_line < ALMOST * wanted) {
    next_step = planned_step(step, since_line, wanted);
    return false;
  }
  const double steps = (step - line_step) * wanted / since_line;    // of the next interval
  next_step = step + std::max<std::int64_t>(static_cast<std::int64_t>(ALMOST * steps), 1);
  line_step = step;
  return true;
}

}    // namespace grist
