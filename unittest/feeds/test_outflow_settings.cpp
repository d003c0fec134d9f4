// Keywords of fix outflow. Oracle: the values that the words stand for.

#include "common/space.h"
#include "feeds/outflow_settings.h"

#include "testing/words_of.h"

#include <gtest/gtest.h>

#include <utility>

namespace test_outflow_settings {

using namespace grist;
using namespace grist::testing;

std::string settings_error(const std::string &line)
{
  return error_of(line, [](WordReader &words) { read_outflow_settings(std::move(words)); });
}

TEST(OutflowSettings, PlaneAndFile)
{
  const OutflowSettings read = read_outflow_settings(
      words_of("10 plane 1 2 3 0 0 -2 append out.csv sizes 0.1 0.2 component none"));
  EXPECT_EQ(read.interval, 10);
  EXPECT_EQ(read.every, 10);
  EXPECT_EQ(read.place, OutflowPlace::PLANE);
  EXPECT_EQ(read.point, (Vector3d{1, 2, 3}));
  EXPECT_EQ(read.normal, (Vector3d{0, 0, -1}));
  EXPECT_EQ(read.file, "out.csv");
  EXPECT_TRUE(read.append);
  EXPECT_EQ(read.sizes, (std::vector<double>{0.1, 0.2}));
  EXPECT_FALSE(read.by_type);
}

TEST(OutflowSettings, OtherPlaces)
{
  EXPECT_EQ(read_outflow_settings(words_of("1 box every 4")).every, 4);
  EXPECT_EQ(read_outflow_settings(words_of("1 region below")).region, "below");
  EXPECT_TRUE(read_outflow_settings(words_of("1 box size sieve")).by_sieve);
  EXPECT_FALSE(read_outflow_settings(words_of("1 box size equivalent")).by_sieve);
  EXPECT_FALSE(read_outflow_settings(words_of("1 box")).by_sieve);
}

TEST(OutflowSettings, Errors)
{
  EXPECT_EQ(settings_error("1 box sizes 0.2 0.1"), "Fix test: sizes 0.1 (sizes must ascend)");
  EXPECT_EQ(settings_error("1 box file a append b"), "Fix test: append b (the file is a already)");
  EXPECT_EQ(settings_error("1 plane 0 0 0 1"),
            "Fix test: plane needs a point and a normal (px py pz nx ny nz)");
}

}    // namespace test_outflow_settings
