// Tests that are run on one rank only: with more ranks they would check the same once more, or an
// error would end the world.

#ifndef GRIST_TESTING_ONE_RANK_H
#define GRIST_TESTING_ONE_RANK_H

#include "testing/lammps_session.h"

#include <gtest/gtest.h>

// The first line of a test or of a SetUp(): skips the test where the world has more ranks.
#define ONE_RANK_IS_ENOUGH() \
  if (grist::testing::world_size() > 1) GTEST_SKIP() << "one rank is enough"

namespace grist::testing {

// All tests of a suite.
class OneRankTest : public ::testing::Test {
 protected:
  void SetUp() override { ONE_RANK_IS_ENOUGH(); }
  TestFolder folder;
};

}    // namespace grist::testing

#endif
