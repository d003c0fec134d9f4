// When lines of progress are due. Oracle: the steps, by hand; a clock of known speed.

#include "progress/progress_schedule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace test_progress_schedule {

using namespace grist;
using Steps = std::vector<std::int64_t>;

// seconds(n): computing time of the first n steps.
struct Lines {
  Steps steps;
  std::vector<double> times;
  int looks = 0;
};

Lines lines_of(const ProgressInterval &interval, std::int64_t begin, std::int64_t end,
               std::int64_t first, std::int64_t last,
               const std::function<double(std::int64_t)> &seconds)
{
  ProgressSchedule schedule(interval);
  schedule.start(first, begin, end);
  Lines lines;
  double line = 0.0;
  for (std::int64_t step = first + 1; step <= last; step++) {
    EXPECT_GE(schedule.next(), step);
    if (step < schedule.next()) continue;
    lines.looks++;
    const double now = seconds(step - first);
    if (!schedule.is_due(step, now - line, now)) continue;
    lines.steps.push_back(step);
    lines.times.push_back(now);
    line = now;
  }
  return lines;
}

double no_time(std::int64_t)
{
  return 0.0;
}

TEST(ProgressSchedule, StepsAreMultiples)
{
  EXPECT_EQ(lines_of({ProgressInterval::STEPS, 30}, 5, 100, 5, 100, no_time).steps,
            (Steps{30, 60, 90}));
}

TEST(ProgressSchedule, PercentOfTheRun)
{
  EXPECT_EQ(lines_of({ProgressInterval::PERCENT, 25}, 100, 300, 100, 300, no_time).steps,
            (Steps{150, 200, 250, 300}));
  // The second half of a run in two parts, and a share that is no whole number of steps.
  EXPECT_EQ(lines_of({ProgressInterval::PERCENT, 30}, 0, 11, 5, 11, no_time).steps,
            (Steps{7, 10, 11}));
  // Less than a step: every step.
  EXPECT_EQ(lines_of({ProgressInterval::PERCENT, 1e-7}, 0, 4, 0, 4, no_time).steps,
            (Steps{1, 2, 3, 4}));
  // Beyond the end, where a run goes on: every step.
  EXPECT_EQ(lines_of({ProgressInterval::PERCENT, 50}, 0, 10, 10, 13, no_time).steps,
            (Steps{11, 12, 13}));
}

TEST(ProgressSchedule, SecondsOfASteadyRunWithFewLooks)
{
  // 1 ms a step, 100 s.
  const Lines lines = lines_of({ProgressInterval::SECONDS, 5.0}, 0, 100000, 0, 100000,
                               [](std::int64_t n) { return 1e-3 * n; });
  EXPECT_GE(lines.steps.size(), 20u);
  EXPECT_LE(lines.steps.size(), 22u);
  double before = 0.0;
  for (const double time : lines.times) {
    EXPECT_GE(time - before, 4.49);
    EXPECT_LE(time - before, 5.01);
    before = time;
  }
  EXPECT_LE(lines.looks, 14 + 2 * static_cast<int>(lines.steps.size()));
}

TEST(ProgressSchedule, SecondsFollowASpeedThatChanges)
{
  // Ten times as slow after the first third.
  const Lines lines =
      lines_of({ProgressInterval::SECONDS, 5.0}, 0, 30000, 0, 30000,
               [](std::int64_t n) { return n < 10000 ? 1e-3 * n : 10.0 + 1e-2 * (n - 10000); });
  for (size_t k = 4; k < lines.times.size(); k++) {
    EXPECT_GE(lines.times[k] - lines.times[k - 1], 4.49);
    EXPECT_LE(lines.times[k] - lines.times[k - 1], 5.01);
  }
  EXPECT_GE(lines.times.size(), 35u);
}

TEST(ProgressSchedule, LongRunsHaveALineInEveryHundredthOfTheirTime)
{
  // 10 s a step, 10^5 s; then lines at least 1 % of the time apart.
  const Lines lines = lines_of({ProgressInterval::SECONDS, 5.0}, 0, 10000, 0, 10000,
                               [](std::int64_t n) { return 10.0 * n; });
  for (size_t k = 1; k < lines.times.size(); k++)
    EXPECT_GE(lines.times[k] - lines.times[k - 1], 0.009 * lines.times[k]);
  EXPECT_GE(lines.times.size(), 400u);
  EXPECT_LE(lines.times.size(), 700u);
}

}    // namespace test_progress_schedule
