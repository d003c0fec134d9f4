#include "lanes/instructions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace test_instructions {

using namespace grist;

TEST(InstructionSets, TheBestThatTheProcessorHasIsUsed)
{
  const auto &sets = supported_instructions();
  ASSERT_FALSE(sets.empty());
  EXPECT_EQ(sets.front(), Instructions::BASIC);
  EXPECT_TRUE(std::is_sorted(sets.begin(), sets.end()));
  if (!std::getenv("GRIST_INSTRUCTIONS")) { EXPECT_EQ(instructions(), sets.back()); }
}

// Oracle: the names in doc/install.md.
TEST(InstructionSets, HaveTheNamesThatUsersWrite)
{
  EXPECT_EQ(names_of({Instructions::AVX2, Instructions::AVX512}), "avx2, avx512");
  const std::string least = name(Instructions::BASIC);
  EXPECT_TRUE(least == "sse2" || least == "basic") << least;
}

TEST(InstructionSets, OneIsChosenByItsName)
{
  const Instructions before = instructions();
  for (const Instructions set : supported_instructions()) {
    EXPECT_EQ(find_instructions(name(set)), set);
    use_instructions(set);
    EXPECT_EQ(instructions(), set);
  }
  use_instructions(before);
}

TEST(InstructionSets, UnknownOnesAreRefusedWithThoseThatThereAre)
{
  try {
    find_instructions("avx3");
    FAIL() << "avx3 was taken";
  } catch (const std::invalid_argument &e) {
    const std::string text = e.what();
    EXPECT_EQ(text.rfind("instructions avx3 (this processor has ", 0), 0u) << text;
    for (const Instructions set : supported_instructions())
      EXPECT_NE(text.find(name(set)), std::string::npos) << text;
  }
}

}    // namespace test_instructions
