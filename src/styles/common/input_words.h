// The words of an input line, read in sequence: positional arguments first, then keywords in any
// order.
//
// Errors are one sentence that begins with the user of the words and names the keyword and the
// value:
//   Fix breakage: unknown keyword fils (expected file, fragments or sizes)
//   Fix wall/mesh: move rotate needs a point, an axis and a period
//   Bond style parallel: young -1 (must be positive)

#ifndef LMP_INPUT_WORDS_H
#define LMP_INPUT_WORDS_H

#include "lmptype.h"

#include <Eigen/Core>

#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace LAMMPS_NS {

// A keyword, and the function that reads its values.
struct Keyword {
  std::string name;
  std::function<void()> read;
};

// "a", "a or b", "a, b or c".
std::string listed(const std::vector<std::string> &names);

class InputWords {
 public:
  // Words arg[first] to arg[narg - 1]. `user` begins all errors: "Fix breakage", "Command
  // write_mesh".
  InputWords(class LAMMPS *lmp, const std::string &user, int narg, char **arg, int first = 0);

  bool left() const { return at < words.size(); }
  bool next_is(const char *word) const { return left() && words[at] == word; }
  bool next_is_number() const;
  int position() const { return static_cast<int>(at); }    // index in arg of the next word

  // The next value; `what` names it in errors.
  std::string word(const std::string &what);
  std::string one_of(const std::string &what, const std::vector<std::string> &choices);
  bool yes_or_no(const std::string &what);    // or on, true, off, false
  double real(const std::string &what);       // may be infinite or not a number
  double finite(const std::string &what);
  double positive(const std::string &what);
  double not_negative(const std::string &what);
  double between(const std::string &what, double least, double most);
  int whole(const std::string &what, int least);
  bigint big_whole(const std::string &what, bigint least);
  Eigen::Vector3d vector(const std::string &what);
  Eigen::Vector3d axis(const std::string &what);    // of length 1, given at any length above 0

  // An error unless `count` more words are there: "<user>: <what> needs <values>".
  void need(int count, const std::string &what, const std::string &values) const;

  // Keywords to the end of the line, or up to the word `end`, which is left there.
  void read_keywords(const std::vector<Keyword> &keywords, const std::string &end = "");

  // "<user>: <what> <value> (<expected>)".
  template <typename Value>
  [[noreturn]] void refuse(const std::string &what, const Value &value,
                           const std::string &expected) const
  {
    refuse_text(what, text_of(value), expected);
  }

 private:
  class LAMMPS *lmp;
  std::string user;
  std::vector<std::string> words;
  std::size_t at;

  static std::string text_of(const std::string &value) { return value; }
  static std::string text_of(const char *value) { return value; }
  static std::string text_of(double value);
  template <typename Whole, std::enable_if_t<std::is_integral_v<Whole>, int> = 0>
  static std::string text_of(Whole value)
  {
    return std::to_string(value);
  }
  [[noreturn]] void refuse_text(const std::string &what, const std::string &value,
                                const std::string &expected) const;
};

// The two positions behind a keyword such as xplane: lo and hi, with NULL for no plane.
struct PlaneAcross {
  double position, inwards;    // 1: the domain is above the plane, -1: below
};
std::vector<PlaneAcross> read_planes_across(InputWords &words, const std::string &keyword);

}    // namespace LAMMPS_NS

#endif
