// Words of an input line. Oracles: the values that the words stand for, and the sentence of each error.

#include "common/space.h"
#include "common/word_reader.h"

#include "testing/words_of.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace test_word_reader {

using namespace grist;
using namespace grist::testing;

TEST(WordReader, AnOldWordIsTheNewOne)
{
  for (const RenamedWord &word : renamed_words()) {
    double now = 0.0, old = 0.0;
    words_of(std::string(word.old) + " 0.5").read_keywords({{word.now, [&] { now = 1.0; }}}, "0.5");
    WordReader both = words_of(std::string(word.old) + " 0.5");
    both.read_keywords({{word.now, [&] { now = 2.0; }},
                        {word.old, [&] { old = both.finite("old", Quantity::NUMBER); }}});
    EXPECT_EQ(now, 1.0) << word.old;
    EXPECT_EQ(old, 0.5) << "a keyword of today is no old word";
  }
}

TEST(WordReader, ReadsValuesInTheirOrder)
{
  WordReader words = words_of("name 1.5 -2 3 8 yes 1 2 3 0 0 5 0.5 last");
  EXPECT_EQ(words.position(), 0);
  EXPECT_FALSE(words.next_is_number());
  EXPECT_EQ(words.word("a"), "name");
  EXPECT_TRUE(words.next_is_number());
  EXPECT_EQ(words.positive("b", Quantity::NUMBER), 1.5);
  EXPECT_EQ(words.finite("c", Quantity::NUMBER), -2.0);
  EXPECT_EQ(words.whole("d", 3), 3);
  EXPECT_EQ(words.big_whole("e", 1), 8);
  EXPECT_TRUE(words.yes_or_no("f"));
  EXPECT_EQ(words.vector("g", Quantity::NUMBER), (Vector3d{1, 2, 3}));
  EXPECT_EQ(words.axis("h"), (Vector3d{0, 0, 1}));
  EXPECT_EQ(words.between("i", Quantity::NUMBER, 0.5, 1.0), 0.5);
  EXPECT_TRUE(words.next_is("last"));
  EXPECT_TRUE(words.left());
  EXPECT_EQ(words.one_of("j", {"first", "last"}), "last");
  EXPECT_FALSE(words.left());
  EXPECT_FALSE(words.next_is("last"));
  EXPECT_FALSE(words.next_is_number());
  EXPECT_EQ(words.position(), 14);
}

TEST(WordReader, MissingValues)
{
  const std::string missing = "Fix test: key needs a value";
  EXPECT_EQ(error_of("", [](auto &words) { words.word("key"); }), missing);
  EXPECT_EQ(error_of("", [](auto &words) { words.one_of("key", {"a"}); }), missing);
  EXPECT_EQ(error_of("", [](auto &words) { words.real("key", Quantity::NUMBER); }), missing);
  EXPECT_EQ(error_of("", [](auto &words) { words.whole("key", 0); }), missing);
  EXPECT_EQ(error_of("1 2", [](auto &words) { words.vector("key", Quantity::NUMBER); }),
            "Fix test: key needs three numbers");
  EXPECT_EQ(error_of("1 2", [](auto &words) { words.need(3, "move", "a, b and c"); }),
            "Fix test: move needs a, b and c");
  EXPECT_EQ(error_of("1 2 3", [](auto &words) { words.need(3, "move", "a, b and c"); }), "");
}

TEST(WordReader, WordsThatAreNoNumbers)
{
  const auto real = [](auto &words) { words.real("key", Quantity::NUMBER); };
  for (const char *word : {"soon", "1.5x", "nan", "inf", "0x10", "1e", "-"})
    EXPECT_EQ(error_of(word, real), std::string("Fix test: key ") + word + " (expected a number)");
  for (const char *word : {"soon", "1.5", "1e3"})
    EXPECT_EQ(error_of(word, [](auto &words) { words.whole("key", 0); }),
              std::string("Fix test: key ") + word + " (expected an integer)");
}

TEST(WordReader, FormsOfNumbers)
{
  const std::pair<const char *, double> forms[] = {
      {"5.", 5.0}, {".5", 0.5}, {"+2", 2.0}, {"-.5e+1", -5.0}, {"1E3", 1e3}};
  for (const auto &[text, value] : forms)
    EXPECT_EQ(words_of(text).real("key", Quantity::NUMBER), value) << text;
  for (const char *word : {".", "1.5.2", "1e+", "++1", "e5"})
    EXPECT_FALSE(words_of(word).next_is_number()) << word;
}

// A word as long as a file filled the stack.
TEST(WordReader, LongWords)
{
  const std::string ones(1000000, '1');
  const WordReader words = words_of(ones);
  EXPECT_TRUE(words.next_is_number());
  EXPECT_FALSE(words_of(ones + "x").next_is_number());
  EXPECT_TRUE(words_of("." + ones + "e+5").next_is_number());
}

TEST(WordReader, NumbersThatNoTypeHolds)
{
  EXPECT_EQ(error_of("1e999", [](auto &words) { words.real("key", Quantity::NUMBER); }),
            "Floating point number 1e999 in input script or data file is out of range");
  EXPECT_EQ(error_of("9223372036854775808", [](auto &words) { words.big_whole("key", 0); }),
            "Integer 9223372036854775808 in input script or data file is out of range");
}

TEST(WordReader, NumbersOutOfRange)
{
  EXPECT_EQ(error_of("0", [](auto &words) { words.positive("key", Quantity::NUMBER); }),
            "Fix test: key 0 (must be positive)");
  EXPECT_EQ(error_of("-1e9", [](auto &words) { words.not_negative("key", Quantity::NUMBER); }),
            "Fix test: key -1e+09 (must not be negative)");
  EXPECT_EQ(error_of("0", [](auto &words) { words.not_negative("key", Quantity::NUMBER); }), "");
  EXPECT_EQ(
      error_of("1.0000001", [](auto &words) { words.between("key", Quantity::NUMBER, 0.25, 1.0); }),
      "Fix test: key 1.0000001 (must be 0.25 to 1)");
  EXPECT_EQ(error_of("-1", [](auto &words) { words.whole("key", 2); }),
            "Fix test: key -1 (must be >= 2)");
  EXPECT_EQ(error_of("2147483648", [](auto &words) { words.whole("key", 2); }),
            "Fix test: key 2147483648 (must be <= 2147483647)");
  EXPECT_EQ(error_of("2147483648", [](auto &words) { words.big_whole("key", 2); }), "");
  EXPECT_EQ(error_of("0", [](auto &words) { words.big_whole("key", 1); }),
            "Fix test: key 0 (must be >= 1)");
  EXPECT_EQ(error_of("0 0 0", [](auto &words) { words.axis("key"); }),
            "Fix test: key 0 0 0 (must be longer than 0 and of finite length)");
  EXPECT_EQ(error_of("1e-200 0 1e-250", [](auto &words) { words.axis("key"); }),
            "Fix test: key 1e-200 0 1e-250 (must be longer than 0 and of finite length)");
  EXPECT_EQ(error_of("1e200 0 0", [](auto &words) { words.axis("key"); }),
            "Fix test: key 1e+200 0 0 (must be longer than 0 and of finite length)");
}

TEST(WordReader, WordsThatAreNoneOfAList)
{
  const auto side = [](auto &words) { words.one_of("side", {"left", "right", "both"}); };
  EXPECT_EQ(error_of("up", side), "Fix test: side up (expected left, right or both)");
  EXPECT_EQ(error_of("maybe", [](auto &words) { words.yes_or_no("key"); }),
            "Fix test: key maybe (expected yes or no)");
  EXPECT_EQ(listed({}), "");
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b"}), "a or b");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b or c");
}

TEST(WordReader, KeywordsInAnyOrder)
{
  WordReader words = words_of("top 2 every 10 top 3");
  int every = 0;
  std::vector<double> top;
  words.read_keywords({{"every", [&] { every = words.whole("every", 1); }},
                       {"top", [&] { top.push_back(words.finite("top", Quantity::NUMBER)); }}});
  EXPECT_EQ(every, 10);
  EXPECT_EQ(top, (std::vector<double>{2.0, 3.0}));
  EXPECT_FALSE(words.left());
}

// The end word is a value where a keyword takes it as one.
TEST(WordReader, KeywordsUpToAnEndWord)
{
  WordReader words = words_of("name model every 10 model hertz");
  std::string name;
  int every = 0;
  words.read_keywords({{"every", [&] { every = words.whole("every", 1); }},
                       {"name", [&] { name = words.word("name"); }}},
                      "model");
  EXPECT_EQ(name, "model");
  EXPECT_EQ(every, 10);
  EXPECT_TRUE(words.next_is("model"));
  EXPECT_EQ(words.position(), 4);
  EXPECT_EQ(words.text(1, 3), "model every");
  EXPECT_EQ(words.text(4), "model hertz");
}

TEST(WordReader, UnknownKeywordsListTheKnownOnes)
{
  const auto read = [](auto &words) {
    words.read_keywords(
        {{"every", [&] { words.word("every"); }}, {"top", [&] { words.word("top"); }}});
  };
  EXPECT_EQ(error_of("every 1 evrey 2", read),
            "Fix test: unknown keyword evrey (expected every or top)");
  EXPECT_EQ(error_of("top", read), "Fix test: top needs a value");
  EXPECT_EQ(error_of("x",
                     [](auto &words) {
                       words.read_keywords({{"every", [] {}}}, "model");
                     }),
            "Fix test: unknown keyword x (expected every or model)");
  EXPECT_EQ(error_of("x", [](auto &words) { words.read_keywords({}); }),
            "Fix test: unknown keyword x (none is expected)");
}

TEST(WordReader, RefusalsWithAnyValue)
{
  const auto refusal = [&](const auto &value) {
    return error_of("", [&](auto &words) { words.refuse("key", value, "expected less"); });
  };
  EXPECT_EQ(refusal("text"), "Fix test: key text (expected less)");
  EXPECT_EQ(refusal(std::string("text")), "Fix test: key text (expected less)");
  EXPECT_EQ(refusal(-3), "Fix test: key -3 (expected less)");
  EXPECT_EQ(refusal(std::size_t(3)), "Fix test: key 3 (expected less)");
  EXPECT_EQ(refusal(std::int64_t(1) << 40), "Fix test: key 1099511627776 (expected less)");
  EXPECT_EQ(refusal(0.1), "Fix test: key 0.1 (expected less)");
}

}    // namespace test_word_reader
