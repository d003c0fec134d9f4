// The input line of a command, word by word. `what` is the keyword that asks, for the text of errors.

#ifndef LMP_INPUT_WORDS_H
#define LMP_INPUT_WORDS_H

#include "error.h"
#include "pointers.h"
#include "styles/common/lammps_compat.h"
#include "utils.h"

#include <cmath>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class InputWords {
 public:
  InputWords(LAMMPS *lmp, const std::string &command, int narg, char **arg) :
      lmp(lmp), error(lmp->error), command(command), words(arg, arg + narg)
  {
  }

  bool left() const { return at < words.size(); }
  bool next_is(const char *word) const { return left() && words[at] == word; }
  bool next_is_number() const { return left() && utils::is_double(words[at]); }
  std::string word(const std::string &what)
  {
    if (!left()) utils::missing_cmd_args(FLERR, command + " " + what, error);
    return words[at++];
  }
  double real(const std::string &what) { return utils::numeric(FLERR, word(what), false, lmp); }
  double positive(const std::string &what)
  {
    const double value = real(what);
    if (!(value > 0.0) || !std::isfinite(value)) refuse(what, value, "must be positive");
    return value;
  }
  double not_negative(const std::string &what)
  {
    const double value = real(what);
    if (!(value >= 0.0) || !std::isfinite(value)) refuse(what, value, "must not be negative");
    return value;
  }
  int whole(const std::string &what, int least)
  {
    const int value = utils::inumeric(FLERR, word(what), false, lmp);
    if (value < least) refuse(what, value, fmt::format("must be >= {}", least));
    return value;
  }
  bool yes_or_no(const std::string &what)
  {
    const std::string answer = word(what);
    if (answer != "yes" && answer != "no") refuse(what, answer, "yes or no");
    return answer == "yes";
  }
  template <typename Value>
  [[noreturn]] void refuse(const std::string &what, const Value &value, const std::string &expected)
  {
    error->all(FLERR, "Command {}: {} {} ({})", command, what, value, expected);
  }

 private:
  LAMMPS *lmp;
  Error *error;    // of this name, as LAMMPS' macros expect it
  std::string command;
  std::vector<std::string> words;
  size_t at = 0;
};

}    // namespace LAMMPS_NS

#endif
