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

  void report(const std::string &sentence) const override;
};

}    // namespace LAMMPS_NS

#endif
