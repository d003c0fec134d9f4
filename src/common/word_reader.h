// The words of an input line, read in sequence: positional arguments first, then keywords in any
// order.
//
// Wrong words are one sentence that begins with the user of the words and names the keyword and the
// value. It is thrown as std::invalid_argument; LAMMPS' styles end with it (InputWords):
//   Fix breakage: unknown keyword fils (expected file, fragments or sizes)
//   Fix wall/mesh: move rotate needs a point, an axis and a period
//   Bond style parallel: young -1 (must be positive)

#ifndef GRIST_COMMON_WORD_READER_H
#define GRIST_COMMON_WORD_READER_H

#include "common/quantity.h"
#include "common/space.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

namespace grist {

// A keyword, and the function that reads its values.
struct Keyword {
  std::string name;
  std::function<void()> read;
  bool once = false;    // a second time is an error
};

// Old keywords, which are read as the new ones for one version of Grist.
struct RenamedWord {
  const char *old, *now;
};
const std::vector<RenamedWord> &renamed_words();

// "a", "a or b", "a, b or c".
std::string listed(const std::vector<std::string> &names, const std::string &last = "or");

class WordReader {
 public:
  // The words of a line from number `first` on. `user` begins all errors: "Fix breakage", "Command
  // write_mesh".
  WordReader(std::string user, std::vector<std::string> words, int first = 0);
  virtual ~WordReader() = default;

  bool left() const { return at < words.size(); }
  bool next_is(const char *word) const { return left() && words[at] == word; }
  bool next_is_number() const;
  int position() const { return static_cast<int>(at); }    // number of the next word in the line

  // Words number `from` to `to` - 1 of the line, or to its end, with blanks between them.
  std::string text(int from, int to = -1) const;

  // The next value; `what` names it in errors.
  std::string word(const std::string &what);
  std::string one_of(const std::string &what, const std::vector<std::string> &choices);
  bool yes_or_no(const std::string &what);    // or on, true, off, false
  int whole(const std::string &what, int least);
  std::int64_t big_whole(const std::string &what, std::int64_t least);
  Vector3d axis(const std::string &what);    // of length 1, given at any length above 0

  // The next number, or three. Its dimension has no default: each reading says what it reads.
  double real(const std::string &what, Quantity);
  double finite(const std::string &what, Quantity);
  double positive(const std::string &what, Quantity);
  double not_negative(const std::string &what, Quantity);
  double between(const std::string &what, Quantity, double least, double most);
  Vector3d vector(const std::string &what, Quantity);

  // An error unless `count` more words are there: "<user>: <what> needs <values>".
  void need(int count, const std::string &what, const std::string &values) const;

  // Keywords to the end of the line, or up to the word `end`, which is left there.
  void read_keywords(const std::vector<Keyword> &keywords, const std::string &end = "");
  bool has_read(const std::string &keyword) const { return keywords_read.count(keyword) > 0; }

  // "<user>: <problem>".
  [[noreturn]] void fail(const std::string &problem) const;

  // "<user>: <what> <value> (<expected>)".
  template <typename Value>
  [[noreturn]] void refuse(const std::string &what, const Value &value,
                           const std::string &expected) const
  {
    fail(what + " " + text_of(value) + " (" + expected + ")");
  }

 protected:
  // Called with a sentence where an old word of the table below is read.
  virtual void warn(const std::string &) const {}

  // Called with each error before it is thrown; may end the program.
  virtual void report(const std::string &) const {}

 private:
  std::string user;
  std::vector<std::string> words;
  std::size_t at;
  std::set<std::string> keywords_read;

  [[noreturn]] void end_with(const std::string &sentence) const;
  std::int64_t integer_of(const std::string &text) const;
  static std::string text_of(const std::string &value) { return value; }
  static std::string text_of(const char *value) { return value; }
  static std::string text_of(double value);
  template <typename Whole, std::enable_if_t<std::is_integral_v<Whole>, int> = 0>
  static std::string text_of(Whole value)
  {
    return std::to_string(value);
  }
};

// The two positions behind a keyword such as xplane: lo and hi, with NULL for no plane.
struct PlaneAcross {
  double position, inwards;    // 1: the domain is above the plane, -1: below
};
std::vector<PlaneAcross> read_planes_across(WordReader &words, const std::string &keyword);

}    // namespace grist

#endif
