// Text of a user in XML and JSON.
//
// Oracles: the escapes that the two formats define, undone again; the well-formed sequences of
// UTF-8, counted.

#include "common/file_text.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace test_file_text {

const std::string NASTY = "R&D <\"a\\b\"> it's &amp; \xc3\x9f";

std::string undone(std::string text,
                   const std::vector<std::pair<std::string, std::string>> &escapes)
{
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const auto *escape = &escapes.front();
    while (escape != &escapes.back() + 1 && text.compare(at, escape->first.size(), escape->first))
      escape++;
    const bool found = escape != &escapes.back() + 1;
    result += found ? escape->second : text.substr(at, 1);
    at += found ? escape->first.size() : 1;
  }
  return result;
}

TEST(FileText, XmlIsUndoneByItsEntities)
{
  const std::string text = grist::xml_text(NASTY);
  EXPECT_EQ(text, "R&amp;D &lt;&quot;a\\b&quot;&gt; it's &amp;amp; \xc3\x9f");
  EXPECT_EQ(undone(text, {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}}), NASTY);
}

TEST(FileText, JsonIsUndoneByItsEscapes)
{
  const std::string text = grist::json_text(NASTY);
  EXPECT_EQ(text, "R&D <\\\"a\\\\b\\\"> it's &amp; \xc3\x9f");
  EXPECT_EQ(undone(text, {{"\\\"", "\""}, {"\\\\", "\\"}}), NASTY);
  EXPECT_EQ(grist::text_of_json(text), NASTY);
}

// All texts of one and two bytes: 95 characters of ASCII that can be printed, their pairs, and the
// 1888 characters from U+00A0 to U+07FF.
TEST(FileText, Utf8OfOneAndTwoBytes)
{
  int single = 0, pairs = 0;
  for (int a = 0; a < 256; a++) {
    single += grist::is_utf8_text({static_cast<char>(a)});
    for (int b = 0; b < 256; b++)
      pairs += grist::is_utf8_text({static_cast<char>(a), static_cast<char>(b)});
  }
  EXPECT_EQ(single, 95);
  EXPECT_EQ(pairs, 95 * 95 + 0x800 - 0xa0);
}

TEST(FileText, Utf8OfThreeAndFourBytes)
{
  for (const char *good : {"", "\xe2\x82\xac", "\xed\x9f\xbf", "\xee\x80\x80", "\xf0\x9d\x84\x9e",
                           "a\xf4\x8f\xbf\xbd", "\xef\xbf\xbd"})
    EXPECT_TRUE(grist::is_utf8_text(good)) << good;
  for (const char *bad :
       {"\xe2\x82", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
        "\xf8\x88\x80\x80\x80", "a\x80", "\xef\xbf\xbf", "a\nb", "\x7f"})
    EXPECT_FALSE(grist::is_utf8_text(bad)) << bad;
}

}    // namespace test_file_text
