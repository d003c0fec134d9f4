// Numbers in messages. Oracles: the text that printf's formats define, and reading the text back.

#include "common/number_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace test_number_text {

using namespace grist;

TEST(NumberText, HasTenDigitsAtMost)
{
  EXPECT_EQ(number_text(0.0), "0");
  EXPECT_EQ(number_text(-1e9), "-1e+09");
  EXPECT_EQ(number_text(1.0 / 3.0), "0.333333");
  EXPECT_EQ(number_text(2.5e-20), "2.5e-20");
}

// As short as it reads back as the same number, otherwise ten digits.
TEST(NumberText, OfGivenNumbersIsAsTyped)
{
  EXPECT_EQ(given_number_text(0.3), "0.3");
  EXPECT_EQ(given_number_text(1.0 / 3.0), "0.333333");
  EXPECT_EQ(given_number_text(-1e9), "-1e+09");
  EXPECT_EQ(given_number_text(1e6), "1e+06");
  EXPECT_EQ(given_number_text(1.0000001), "1.0000001");
  EXPECT_EQ(given_number_text(123456.0), "123456");
  EXPECT_EQ(given_number_text(1234567.0), "1234567");
}

TEST(NumberText, OfNumbersThatAreNotFinite)
{
  EXPECT_EQ(given_number_text(HUGE_VAL), "inf");
  EXPECT_EQ(given_number_text(-HUGE_VAL), "-inf");
  EXPECT_EQ(given_number_text(std::nan("")), "nan");
}

TEST(NumberText, ExactTextReadsBack)
{
  for (const double value : {1.0 / 3.0, 0.1, 6.02214076e23, -5e-324, 1.7976931348623157e308}) {
    const std::string text = exact_number_text(value);
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), value) << text;
  }
}

TEST(NumberText, RequireNamesTheValue)
{
  EXPECT_NO_THROW(require(true, "radius", 1.0, "must be positive"));
  try {
    require(false, "radius", -0.001, "must be positive");
    FAIL() << "accepted";
  } catch (const std::invalid_argument &error) {
    EXPECT_STREQ(error.what(), "radius -0.001 (must be positive)");
  }
}

}    // namespace test_number_text
