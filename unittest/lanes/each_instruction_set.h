// A fixture whose tests run once for each set of instructions that this processor has.

#ifndef GRIST_UNITTEST_LANES_EACH_INSTRUCTION_SET_H
#define GRIST_UNITTEST_LANES_EACH_INSTRUCTION_SET_H

#include "lanes/instructions.h"

#include <gtest/gtest.h>

#include <string>

namespace grist::testing {

class EachInstructionSet : public ::testing::TestWithParam<Instructions> {
 protected:
  void SetUp() override
  {
    before = instructions();
    use_instructions(GetParam());
  }
  void TearDown() override { use_instructions(before); }

 private:
  Instructions before = Instructions::BASIC;
};

// After the tests of a fixture derived from it.
#define GRIST_FOR_EACH_INSTRUCTION_SET(Fixture)                                        \
  INSTANTIATE_TEST_SUITE_P(                                                            \
      With, Fixture, ::testing::ValuesIn(::grist::supported_instructions()),           \
      [](const ::testing::TestParamInfo<::grist::Instructions> &info) -> std::string { \
        return ::grist::name(info.param);                                              \
      })

}    // namespace grist::testing

#endif
