#include "meshes/mesh_words.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace grist {

void refuse_mesh(const std::string &text)
{
  throw std::invalid_argument("mesh: " + text);
}

std::string quoted_word(std::string_view word)
{
  constexpr std::size_t LONGEST = 40;
  return "\"" + std::string(word.substr(0, LONGEST)) + "\"";
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
  constexpr char END_OF_TEXT = '\x1A';    // of DOS
  while (!text.empty() && (text.back() == END_OF_TEXT || text.back() == '\0')) text.pop_back();
  return text;
}

std::string lower_case(std::string text)
{
  for (char &character : text)
    if (character >= 'A' && character <= 'Z') character += 'a' - 'A';
  return text;
}

MeshText::MeshText(std::string plain, char comment) : text(std::move(plain)), comment(comment) {}

bool MeshText::next_line()
{
  if (next >= text.size()) {
    at = end;
    return false;
  }
  at = next;
  end = std::min(text.find('\n', at), text.size());
  next = end + 1;
  count++;
  if (comment != '\0') end = at + std::min(rest().find(comment), end - at);
  return true;
}

bool MeshText::next_line_of_words()
{
  while (next_line())
    if (has_word()) return true;
  return false;
}

bool MeshText::has_word()
{
  at += std::min(rest().find_first_not_of(' '), end - at);
  return at < end;
}

std::string_view MeshText::word()
{
  if (!has_word()) return {};
  const std::string_view found = rest().substr(0, rest().find(' '));
  at += found.size();
  return found;
}

void MeshText::skip(std::size_t characters)
{
  at += std::min(characters, end - at);
}

double MeshText::number(std::string_view word, const std::string &what) const
{
  if (word.empty()) refuse("ends within " + what);
  char *stop = nullptr;
  const double value = std::strtod(word.data(), &stop);    // stops at blanks, ends and comments
  if (stop == word.data() || stop != word.data() + word.size())
    refuse(quoted_word(word) + " in " + what + " is not a number" +
           (word.find(',') == word.npos ? "" : " (decimals are behind a point)"));
  return value;
}

Vector3d MeshText::point(const std::string &what)
{
  Vector3d p;
  for (double &x : p) x = number(word(), what);
  if (!is_finite(p)) refuse(what + " is not finite");
  return p;
}

}    // namespace grist
