// Rows of numbers. Oracle: what the words say, the powers of L of their dimensions, and the unit of
// pressure.

#include "common/number_row.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace test_number_row {

using namespace grist;

struct Part {
  double strength = 0.0;
};

struct Thing {
  double share = 0.25, low = std::numeric_limits<double>::infinity(), high = low, stiffness = -1.0;
  Part part;
};

constexpr NumberRange STRENGTH = {[](double v) { return v > 0.0; }, "must be positive"};

const NumberRows<Thing> ROWS = {
    {"share", in<&Thing::share>, Quantity::NUMBER, ranges::ZERO_TO_ONE, "part of all"},
    {"range low", in<&Thing::low>, Quantity::TEMPERATURE, ranges::FINITE, "a lower end"},
    {"range high", in<&Thing::high>, Quantity::TEMPERATURE, ranges::FINITE, "an upper end"},
    {"strength", in<&Thing::part, &Part::strength>, Quantity::PRESSURE, STRENGTH, "strength",
     Presence::REQUIRED},
    {"stiffness", in<&Thing::stiffness>, Quantity::STIFFNESS, ranges::POSITIVE, "of a spring"}};

// A row, and a reading, without a dimension do not compile.
using Member = double &(*) (Thing &);
template <class... Fields>
constexpr bool MAKES_ROW =
    std::is_constructible_v<NumberRow<Thing>, const char *, Member, Fields...>;
static_assert(MAKES_ROW<Quantity, NumberRange, const char *>);
static_assert(!MAKES_ROW<NumberRange, const char *>);
static_assert(!MAKES_ROW<Quantity, const char *>);

template <class... Values> struct Reading {
  template <class Words>
  static auto test(Words *words) -> decltype(words->finite("x", std::declval<Values>()...), 0);
  static void test(...);
  static constexpr bool COMPILES =
      !std::is_void_v<decltype(test(static_cast<WordReader *>(nullptr)))>;
};
static_assert(Reading<Quantity>::COMPILES);
static_assert(!Reading<>::COMPILES);

Thing read(const std::vector<std::string> &line)
{
  WordReader words("Thing", line);
  Thing thing;
  std::vector<Keyword> keywords;
  add_keywords(keywords, ROWS, words, thing);
  words.read_keywords(keywords);
  return thing;
}

std::string error_of(const std::vector<std::string> &line)
{
  try {
    check(ROWS, read(line));
  } catch (const std::invalid_argument &invalid) {
    return invalid.what();
  }
  return "";
}

TEST(NumberRow, WordsAreReadBackAsTheyWere)
{
  const Thing thing = read({"range", "0.1", "0.7", "strength", "none", "share", "0.3"});
  EXPECT_EQ(thing.low, 0.1);
  EXPECT_EQ(thing.high, 0.7);
  EXPECT_TRUE(std::isinf(thing.part.strength));
  EXPECT_EQ(
      words_of(ROWS, thing),
      " share 0.29999999999999999 range 0.10000000000000001 0.69999999999999996 strength none");
  EXPECT_FALSE(has_required(ROWS, Thing()));
  EXPECT_TRUE(has_required(ROWS, thing));
}

TEST(NumberRow, WrongValuesAreOneSentence)
{
  EXPECT_EQ(error_of({"strength", "1"}), "");
  EXPECT_EQ(error_of({}), "strength 0 (must be positive)");
  EXPECT_EQ(error_of({"share", "1.5"}), "Thing: share 1.5 (must be 0 to 1)");
  EXPECT_EQ(error_of({"share", "none"}), "Thing: share none (expected a number)");
  EXPECT_EQ(error_of({"range", "1"}), "Thing: range needs a lower end and an upper end");
  EXPECT_EQ(error_of({"shape", "1"}),
            "Thing: unknown keyword shape (expected share, range, strength or stiffness)");
  Thing wrong = read({"strength", "1"});
  wrong.stiffness = -2.0;
  EXPECT_THROW(check(ROWS, wrong), std::invalid_argument);
}

TEST(NumberRow, UnitsAndParcelsFollowFromTheDimension)
{
  ParcelTable table;
  Thing given = read({"strength", "6", "share", "0.5", "range", "1", "2"});
  given.stiffness = 5.0;
  const Thing law = as_evaluated(ROWS, given, 2.0, ParcelScale(3.0, &table));
  EXPECT_EQ(law.part.strength, 3.0);
  EXPECT_EQ(law.stiffness, 15.0);
  EXPECT_EQ(law.share, 0.5);
  EXPECT_EQ(law.high, 2.0);
  EXPECT_NE(table.text().find("stiffness"), std::string::npos);
}

TEST(NumberRow, PageHasUnitAndDefault)
{
  const std::string texts[] = {"part of all (default 0.25)", "a lower end (temperature units)",
                               "an upper end (temperature units)",
                               "strength (pressure units, required)",
                               "of a spring (force/distance units)"};
  for (size_t k = 0; k < ROWS.size(); k++) EXPECT_EQ(ROWS[k].page_text(), texts[k]);
}

}    // namespace test_number_row
