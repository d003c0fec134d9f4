// How much of a stream is due. Oracle: by hand.

#include "feeds/stream_schedule.h"

#include <gtest/gtest.h>

namespace {

using namespace grist;

TEST(StreamSchedule, MassGrowsFromStartToStop)
{
  StreamSchedule stream;
  stream.rate = 2.0;
  stream.start = 1.0;
  EXPECT_EQ(stream.due(0.5), 0.0);
  EXPECT_EQ(stream.due(4.0), 6.0);
  EXPECT_FALSE(stream.is_complete(1e9));
  stream.stop = 3.0;
  EXPECT_EQ(stream.due(4.0), 4.0);
  EXPECT_FALSE(stream.is_complete(2.5));
  EXPECT_TRUE(stream.is_complete(3.0));
}

TEST(StreamSchedule, NoMoreThanTheMassGiven)
{
  StreamSchedule stream;
  stream.rate = 2.0;
  stream.most = 5.0;
  EXPECT_EQ(stream.due(2.0), 4.0);
  EXPECT_EQ(stream.due(4.0), 5.0);
  EXPECT_FALSE(stream.is_complete(2.0));
  EXPECT_TRUE(stream.is_complete(2.5));
}

TEST(StreamSchedule, WholeStepsUntilASpaceIsLeft)
{
  EXPECT_EQ(steps_to_leave(1.0, 2.0, 0.25), 2);
  EXPECT_EQ(steps_to_leave(1.1, 2.0, 0.25), 3);
  EXPECT_EQ(steps_to_leave(1e-9, 2.0, 0.25), 1);
}

}    // namespace
