// When fragments and sizes are written. Oracle: the steps, by hand.

#include "fragments/output_schedule.h"

#include <gtest/gtest.h>

namespace test_output_schedule {

using namespace grist;

constexpr double DT = 0.1;

// Steps that are due in a run from step first to step last.
std::vector<std::int64_t> due_steps(OutputSchedule &schedule, std::int64_t first, std::int64_t last)
{
  std::vector<std::int64_t> due;
  schedule.start(first * DT, DT);
  for (std::int64_t step = first; step <= last; step++)
    if (schedule.is_due(step, step * DT, DT)) {
      due.push_back(step);
      schedule.last_step = step;
    }
  return due;
}

using Steps = std::vector<std::int64_t>;

TEST(OutputSchedule, MultiplesOfSteps)
{
  OutputSchedule schedule(4, {});
  EXPECT_EQ(due_steps(schedule, 0, 9), (Steps{0, 4, 8}));
}

TEST(OutputSchedule, StepNearestToEachTime)
{
  OutputSchedule schedule(0, {0.0, 0.24, 0.26, 0.7, 5.0});
  EXPECT_EQ(due_steps(schedule, 0, 9), (Steps{0, 2, 3, 7}));
}

TEST(OutputSchedule, TimesAndStepsTogether)
{
  OutputSchedule schedule(4, {0.4, 0.52});
  EXPECT_EQ(due_steps(schedule, 0, 9), (Steps{0, 4, 5, 8}));
}

TEST(OutputSchedule, NoStepTwiceWhereRunsMeet)
{
  OutputSchedule schedule(4, {0.8});
  EXPECT_EQ(due_steps(schedule, 0, 8), (Steps{0, 4, 8}));
  EXPECT_EQ(due_steps(schedule, 8, 12), (Steps{12}));
}

TEST(OutputSchedule, TimesBeforeARunAreLeftOut)
{
  OutputSchedule schedule(0, {0.1, 0.5, 0.9});
  EXPECT_EQ(due_steps(schedule, 6, 12), (Steps{9}));
}

}    // namespace test_output_schedule
