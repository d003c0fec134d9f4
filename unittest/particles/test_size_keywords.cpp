// Size distributions on an input line. Oracle: the numbers that the words stand for.

#include "particles/size_law.h"

#include "testing/words_of.h"

#include <gtest/gtest.h>

#include <vector>

namespace test_size_keywords {

using namespace grist;
using namespace grist::testing;
using Kind = SizeLaw::Kind;

SizeLaw law_of(const std::string &line)
{
  WordReader words = words_of(line);
  return read_size(words);
}

std::string size_error(const std::string &line)
{
  return error_of(line, [](WordReader &words) { read_size(words); });
}

TEST(SizeKeywords, LawsAndTheirNumbers)
{
  EXPECT_EQ(law_of("0.5").kind, Kind::FIXED);
  EXPECT_EQ(law_of("0.5").first, 0.5);
  const SizeLaw uniform = law_of("uniform 1 2 by mass limits 1.2 1.8");
  EXPECT_EQ(uniform.kind, Kind::UNIFORM);
  EXPECT_EQ(uniform.second, 2.0);
  EXPECT_TRUE(uniform.by_mass);
  EXPECT_EQ(uniform.least, 1.2);
  EXPECT_EQ(uniform.most, 1.8);
  EXPECT_FALSE(law_of("lognormal 2 0.5").by_mass);
  EXPECT_TRUE(law_of("rosin_rammler 2 0.8").by_mass);
  const SizeLaw sieves = law_of("sieves 1 2 0.25 4 0.75");
  EXPECT_EQ(sieves.openings, (std::vector<double>{1, 2, 4}));
  EXPECT_EQ(sieves.shares, (std::vector<double>{0.25, 0.75}));
}

TEST(SizeKeywords, NumbersThatDoNotGoTogether)
{
  EXPECT_EQ(size_error("uniform 2 0.5"),
            "Fix test: size uniform 2 0.5 (the second must not be below the first)");
  EXPECT_EQ(size_error("sieves 1 0.001 0.5"),
            "Fix test: size sieves 0.001 (must be above the opening before it, 1)");
  EXPECT_EQ(size_error("sieves 1 2 1.5"), "Fix test: size sieves share 1.5 (must be 0 to 1)");
  EXPECT_EQ(size_error("uniform 1 2 limits 1.5 1.2"),
            "Fix test: size limits 1.5 1.2 (the second must not be below the first)");
}

}    // namespace test_size_keywords
