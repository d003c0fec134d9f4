#include "meshes/mesh_words.h"

#include <cstdlib>
#include <stdexcept>

namespace grist {

void refuse_mesh(const std::string &text)
{
  throw std::invalid_argument("mesh: " + text);
}

std::string quoted_word(const std::string &word)
{
  constexpr std::size_t LONGEST = 40;
  return "\"" + word.substr(0, LONGEST) + "\"";
}

// UTF-16 with its mark; zero bytes are left out.
static std::string narrowed(const std::string &contents, bool low_byte_first)
{
  std::string text;
  for (size_t n = 2; n + 1 < contents.size(); n += 2) {
    const char low = contents[low_byte_first ? n : n + 1];
    const char high = contents[low_byte_first ? n + 1 : n];
    if (high != 0 || (low & 0x80) != 0)
      text += '?';
    else if (low != 0)
      text += low;
  }
  return text;
}

static std::string without_mark(const std::string &contents)
{
  if (contents.compare(0, 3, "\xEF\xBB\xBF") == 0) return contents.substr(3);
  if (contents.compare(0, 2, "\xFF\xFE") == 0) return narrowed(contents, true);
  if (contents.compare(0, 2, "\xFE\xFF") == 0) return narrowed(contents, false);
  return contents;
}

std::string plain_text(const std::string &contents)
{
  const std::string marked = without_mark(contents);
  std::string text;
  text.reserve(marked.size());
  for (size_t n = 0; n < marked.size(); n++) {
    const char character = marked[n];
    if (character == '\r') {
      if (n + 1 == marked.size() || marked[n + 1] != '\n') text += '\n';
    } else {
      text += character == '\t' || character == '\v' || character == '\f' ? ' ' : character;
    }
  }
  return text;
}

std::string lower_case(std::string text)
{
  for (char &character : text)
    if (character >= 'A' && character <= 'Z') character += 'a' - 'A';
  return text;
}

double next_number(std::istream &in, const char *what)
{
  std::string word;
  if (!(in >> word)) refuse_mesh(std::string("ends within ") + what);
  char *end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (end == word.c_str() || *end != '\0')
    refuse_mesh(quoted_word(word) + " in " + what + " is not a number");
  return value;
}

Vector3d next_point(std::istream &in, const char *what)
{
  Vector3d p;
  for (int k = 0; k < 3; k++) p[k] = next_number(in, what);
  return p;
}

}    // namespace grist
