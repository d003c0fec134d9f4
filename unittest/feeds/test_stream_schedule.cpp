// How much of a stream is due. Oracle: by hand.

#include "feeds/stream_schedule.h"

#include <gtest/gtest.h>

namespace test_stream_schedule {

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

// 2 from time 1 to 3, then 0.5: 4 at 3, 6 at 7. The time jumps by 10.
TEST(StreamSchedule, AnotherRateHoldsFromTheChangeOn)
{
  StreamSchedule stream;
  stream.rate = 0.5;
  stream.start = 1.0;
  stream.change_from(2.0, 3.0);
  EXPECT_EQ(stream.due(3.0), 4.0);
  EXPECT_EQ(stream.due(7.0), 6.0);
  stream.stop = 5.0;
  EXPECT_EQ(stream.due(7.0), 5.0);
  stream.move(10.0);
  EXPECT_EQ(stream.due(14.0), 4.5);
  EXPECT_EQ(stream.due(17.0), 5.0);

  StreamSchedule ended;    // at 2, before the change
  ended.rate = 3.0;
  ended.stop = 2.0;
  ended.change_from(1.0, 4.0);
  EXPECT_EQ(ended.due(9.0), 2.0);

  StreamSchedule later;    // has not started
  later.rate = 3.0;
  later.start = 5.0;
  later.change_from(1.0, 4.0);
  EXPECT_EQ(later.due(4.5), 0.0);
  EXPECT_EQ(later.due(7.0), 6.0);
}

TEST(StreamSchedule, WholeStepsUntilASpaceIsLeft)
{
  EXPECT_EQ(steps_to_leave(1.0, 2.0, 0.25), 2);
  EXPECT_EQ(steps_to_leave(1.1, 2.0, 0.25), 3);
  EXPECT_EQ(steps_to_leave(1e-9, 2.0, 0.25), 1);
  EXPECT_GT(steps_to_leave(1.0, 1e-300, 1e-9), 1000000000);
}

// Rate 2 from time 1 to 3 with a lead of 0.5: nothing before the start, all of it 0.5 early.
TEST(StreamSchedule, LeadsFromTheStartOn)
{
  StreamSchedule stream;
  stream.rate = 2.0;
  stream.start = 1.0;
  stream.stop = 3.0;
  stream.lead = 0.5;
  EXPECT_EQ(stream.due(0.9), 0.0);
  EXPECT_EQ(stream.due(1.0), 1.0);
  EXPECT_EQ(stream.due(2.0), 3.0);
  EXPECT_EQ(stream.due(9.0), 4.0);
  EXPECT_FALSE(stream.is_complete(2.4));
  EXPECT_TRUE(stream.is_complete(2.5));
}

}    // namespace test_stream_schedule
