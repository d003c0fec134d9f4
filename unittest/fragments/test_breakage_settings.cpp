// Keywords of fix breakage. Oracle: the values that the words stand for.

#include "fragments/breakage_settings.h"

#include "testing/words_of.h"

#include <gtest/gtest.h>

#include <utility>

namespace test_breakage_settings {

using namespace grist;
using namespace grist::testing;

std::string settings_error(const std::string &line)
{
  return error_of(line, [](WordReader &words) { read_breakage_settings(std::move(words)); });
}

TEST(BreakageSettings, FilesAndTimes)
{
  const BreakageSettings read = read_breakage_settings(
      words_of("100 append e.csv fragments f.csv at 0 0.5 below 0.25 size equivalent"));
  EXPECT_EQ(read.interval, 100);
  EXPECT_EQ(read.events_file, "e.csv");
  EXPECT_TRUE(read.append);
  EXPECT_EQ(read.fragments_file, "f.csv");
  EXPECT_EQ(read.times, (std::vector<double>{0.0, 0.5}));
  EXPECT_EQ(read.every, 0);
  EXPECT_EQ(read.below, 0.25);
  EXPECT_FALSE(read.by_sieve);
}

TEST(BreakageSettings, OutputAtEveryIntervalUnlessGiven)
{
  EXPECT_EQ(read_breakage_settings(words_of("100 sizes s.csv")).every, 100);
  EXPECT_EQ(read_breakage_settings(words_of("100 sizes s.csv every 7")).every, 7);
}

TEST(BreakageSettings, Errors)
{
  EXPECT_EQ(settings_error("100 every 7"),
            "Fix test: keyword every needs a file (keyword fragments or sizes)");
  EXPECT_EQ(settings_error("100 at 1"),
            "Fix test: keyword at needs a file (keyword fragments or sizes)");
  EXPECT_EQ(settings_error("100 fines 3 below 0.5"),
            "Fix test: fines 3 and below 0.5 (give one of them)");
  EXPECT_EQ(settings_error("100 at 2 1"), "Fix test: at 1 (times must ascend)");
}

}    // namespace test_breakage_settings
