// What every fuzz target has: its input as text, and what a reader may do with it.
//
// A target is a file fuzz_NAME.cpp with LLVMFuzzerTestOneInput(). libFuzzer calls it with inputs
// that it makes from those of corpora/NAME (`./grist fuzz`), replay.cpp with these alone (ctest).

#ifndef GRIST_FUZZ_FUZZ_TARGET_H
#define GRIST_FUZZ_FUZZ_TARGET_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace grist::fuzz {

// Ends the program where a result is wrong, also without asserts.
inline void expect(bool holds, const char *what)
{
  if (holds) return;
  std::fprintf(stderr, "expected: %s\n", what);
  std::abort();
}

// Errors are one sentence that fits the screen.
constexpr std::size_t LONGEST_ERROR = 1000;

// Runs a reader. Input that it does not take may end in std::invalid_argument with a sentence, and
// in nothing else: styles catch nothing else. Returns whether the input was taken.
template <class Reader> bool takes(Reader &&reader)
{
  try {
    reader();
    return true;
  } catch (const std::invalid_argument &refused) {
    const std::string sentence = refused.what();
    expect(!sentence.empty(), "an error with a text");
    expect(sentence.size() <= LONGEST_ERROR, "an error that fits the screen");
    expect(sentence.find('\n') == std::string::npos, "an error of one line");
    return false;
  }
}

inline std::string text_of(const std::uint8_t *data, std::size_t size)
{
  return std::string(reinterpret_cast<const char *>(data), size);
}

}    // namespace grist::fuzz

#endif
