// Keywords of fix progress. Oracle: the values that the words stand for.

#include "progress/progress_schedule.h"

#include "testing/words_of.h"

#include <gtest/gtest.h>

#include <utility>

namespace test_progress_settings {

using namespace grist;
using namespace grist::testing;

TEST(ProgressSettings, OneIntervalAndText)
{
  std::string text;
  const ProgressInterval read = read_progress_settings(words_of("percent 2.5 text v_a"), text);
  EXPECT_EQ(read.unit, ProgressInterval::PERCENT);
  EXPECT_EQ(read.value, 2.5);
  EXPECT_EQ(text, "v_a");
  EXPECT_EQ(read_progress_settings(words_of(""), text).unit, ProgressInterval::SECONDS);
}

TEST(ProgressSettings, Errors)
{
  const auto read = [](WordReader &words) {
    std::string text;
    read_progress_settings(std::move(words), text);
  };
  EXPECT_EQ(error_of("steps 10 seconds 5", read),
            "Fix test: seconds 5 (lines come by steps already)");
  EXPECT_EQ(error_of("percent 101", read), "Fix test: percent 101 (must be at most 100)");
}

}    // namespace test_progress_settings
