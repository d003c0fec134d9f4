// The words of an input line, and the error of reading one, without LAMMPS.

#ifndef GRIST_TESTING_WORDS_OF_H
#define GRIST_TESTING_WORDS_OF_H

#include "common/word_reader.h"

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace grist::testing {

inline WordReader words_of(const std::string &line)
{
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return WordReader("Fix test", words);
}

// The error of read(words of the line); empty if there is none.
template <class Read> std::string error_of(const std::string &line, const Read &read)
{
  try {
    WordReader words = words_of(line);
    read(words);
  } catch (const std::invalid_argument &error) {
    return error.what();
  }
  return "";
}

}    // namespace grist::testing

#endif
