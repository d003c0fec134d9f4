#include "common/file_text.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <utility>

namespace grist {

const char *const UTF8_EXPECTED =
    "expected UTF-8 without control characters; LAMMPS takes parts of "
    "letters that are not ASCII out of input lines";

namespace {

// The first bytes of a sequence of UTF-8, how many others follow, and the range of the second byte,
// which excludes longer forms than necessary, halves of UTF-16 and numbers above 10ffff (The
// Unicode Standard, table 3-7).
struct Sequence {
  unsigned char first, last;
  std::size_t following;
  unsigned char second_from, second_to;
};

constexpr Sequence SEQUENCES[] = {{0x20, 0x7e, 0, 0, 0},       {0xc2, 0xc2, 1, 0xa0, 0xbf},
                                  {0xc3, 0xdf, 1, 0x80, 0xbf}, {0xe0, 0xe0, 2, 0xa0, 0xbf},
                                  {0xe1, 0xec, 2, 0x80, 0xbf}, {0xed, 0xed, 2, 0x80, 0x9f},
                                  {0xee, 0xef, 2, 0x80, 0xbf}, {0xf0, 0xf0, 3, 0x90, 0xbf},
                                  {0xf1, 0xf3, 3, 0x80, 0xbf}, {0xf4, 0xf4, 3, 0x80, 0x8f}};

bool is_within(unsigned char byte, unsigned char from, unsigned char to)
{
  return byte >= from && byte <= to;
}

// The bytes of the sequence that begins at `at`; 0 if none does.
std::size_t sequence_length(const std::string &text, std::size_t at)
{
  const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(text[n]); };
  for (const Sequence &sequence : SEQUENCES) {
    if (!is_within(byte(at), sequence.first, sequence.last)) continue;
    if (text.size() - at <= sequence.following) return 0;
    for (std::size_t n = 1; n <= sequence.following; n++)
      if (!is_within(byte(at + n), n == 1 ? sequence.second_from : 0x80,
                     n == 1 ? sequence.second_to : 0xbf))
        return 0;
    return 1 + sequence.following;
  }
  return 0;
}

using Replacement = std::pair<char, const char *>;

template <std::size_t COUNT>
std::string replaced(const std::string &text, const std::array<Replacement, COUNT> &replacements)
{
  assert(is_utf8_text(text));
  std::string result;
  for (const char letter : text) {
    const auto *found = replacements.begin();
    while (found != replacements.end() && found->first != letter) found++;
    result += found == replacements.end() ? std::string(1, letter) : found->second;
  }
  return result;
}

}    // namespace

// Also free of U+FFFE and U+FFFF, which XML excludes.
bool is_utf8_text(const std::string &text)
{
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_length(text, at);
    if (length == 0) return false;
    at += length;
  }
  return text.find("\xef\xbf\xbe") == std::string::npos &&
      text.find("\xef\xbf\xbf") == std::string::npos;
}

std::string xml_text(const std::string &text)
{
  return replaced(
      text,
      std::array<Replacement, 4>{{{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}}});
}

std::string json_text(const std::string &text)
{
  return replaced(text, std::array<Replacement, 2>{{{'"', "\\\""}, {'\\', "\\\\"}}});
}

std::string text_of_json(const std::string &text)
{
  std::string result;
  for (std::size_t at = 0; at < text.size(); at++) {
    if (text[at] == '\\' && at + 1 < text.size()) at++;
    result += text[at];
  }
  return result;
}

}    // namespace grist
