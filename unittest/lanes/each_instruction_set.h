// A fixture whose tests run once for each set of instructions that was compiled. They fail on a
// processor without the set, and are skipped there if it is AVX-512, which many lack.

#ifndef GRIST_UNITTEST_LANES_EACH_INSTRUCTION_SET_H
#define GRIST_UNITTEST_LANES_EACH_INSTRUCTION_SET_H

#include "lanes/instructions.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace grist::testing {

class EachInstructionSet : public ::testing::TestWithParam<Instructions> {
 protected:
  void SetUp() override
  {
    before = instructions();
    const auto &there = supported_instructions();
    if (GetParam() == Instructions::AVX512 && there.back() != Instructions::AVX512)
      GTEST_SKIP() << "this processor has no AVX-512";
    use_instructions(GetParam());
  }
  void TearDown() override { use_instructions(before); }

 private:
  Instructions before = Instructions::BASIC;
};

// Those that were compiled: three on x86-64.
inline std::vector<Instructions> compiled_instructions()
{
  if (std::string(name(Instructions::BASIC)) != "sse2") return {Instructions::BASIC};
  return {Instructions::BASIC, Instructions::AVX2, Instructions::AVX512};
}

// After the tests of a fixture derived from it.
#define GRIST_FOR_EACH_INSTRUCTION_SET(Fixture)                                        \
  INSTANTIATE_TEST_SUITE_P(                                                            \
      With, Fixture, ::testing::ValuesIn(::grist::testing::compiled_instructions()),   \
      [](const ::testing::TestParamInfo<::grist::Instructions> &info) -> std::string { \
        return ::grist::name(info.param);                                              \
      })

}    // namespace grist::testing

#endif
