// The words of an input line of LAMMPS. A wrong word ends LAMMPS with an error on all ranks.

#ifndef LMP_INPUT_WORDS_H
#define LMP_INPUT_WORDS_H

#include "common/word_reader.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

using grist::Keyword;
using grist::Quantity;

class InputWords : public grist::WordReader {
 public:
  // Words arg[first] to arg[narg - 1]; `user` begins all errors.
  InputWords(class LAMMPS *lmp, const std::string &user, int narg, char **arg, int first = 0) :
      WordReader(user, std::vector<std::string>(arg, arg + narg), first), lmp(lmp)
  {
  }

  InputWords(class LAMMPS *lmp, const std::string &user, const std::string &text);

 private:
  class LAMMPS *lmp;

  void warn(const std::string &sentence) const override;
  void report(const std::string &sentence) const override;
};

// A word of another program in an input line, and what it is called here.
struct ForeignWord {
  std::string word, cure;    // "massrate", "expected rate"
};

// The number of the first word of a line, from `first` on, that is one of a table; -1: none. The
// value behind one of `named`, the keywords whose value is a name, is none.
int find_foreign_word(int narg, char **arg, int first, const std::vector<ForeignWord> &table,
                      const std::vector<std::string> &named);

// What to write instead of a word of the table.
std::string cure_of(const std::string &word, const std::vector<ForeignWord> &table);

}    // namespace LAMMPS_NS

#endif
