// Text of mesh files: their lines, words and numbers, and the error that all mesh readers throw.

#ifndef GRIST_MESHES_MESH_WORDS_H
#define GRIST_MESHES_MESH_WORDS_H

#include "common/space.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace grist {

// Throws std::invalid_argument: "mesh: <text>".
[[noreturn]] void refuse_mesh(const std::string &text);

// A word of a file in an error: in quotes, its first characters if it is long.
std::string quoted_word(std::string_view word);

// The text of a file whatever wrote it: no byte order mark, one byte a character (UTF-16 too;
// characters beyond ASCII become "?"), lines that end with "\n" alone, blanks in place of tabs.
std::string plain_text(const std::string &contents);

std::string lower_case(std::string text);    // of ASCII characters

// The words of a text that is plain, line by line.
class MeshText {
 public:
  // Comments begin with this character, anywhere in a line; 0: there are none.
  explicit MeshText(std::string plain, char comment = '\0');

  bool next_line();              // to the next line; false at the end of the text
  bool next_line_of_words();     // to the next line that has words; false if there is none
  bool has_word();               // on the rest of the line
  std::string_view word();       // the next one of the line; empty at its end
  std::string_view any_word()    // the next one of this line or of those below; empty at the end
  {
    return has_word() || next_line_of_words() ? word() : std::string_view();
  }
  std::string_view rest() const    // of the line
  {
    return std::string_view(text).substr(at, end - at);
  }
  void skip(std::size_t count);    // of characters of the rest

  // Words as numbers, "nan" and "inf" too. `what` names the place in errors.
  double number(std::string_view word, const std::string &what) const;
  Vector3d point(const std::string &what);    // three numbers of the line

  int line() const { return count; }                         // from 1
  [[noreturn]] void refuse(const std::string &what) const    // "mesh: line 3: <what>"
  {
    refuse_mesh("line " + std::to_string(count) + ": " + what);
  }

 private:
  std::string text;
  char comment;
  std::size_t at = 0, end = 0;    // the rest of the line, without its comment
  std::size_t next = 0;           // where the next line begins
  int count = 0;
};

}    // namespace grist

#endif
