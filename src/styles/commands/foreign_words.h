/* Words of another program in an input line, which end with what they are called here. */

#ifndef GRIST_STYLES_FOREIGN_WORDS_H
#define GRIST_STYLES_FOREIGN_WORDS_H

#include <string>
#include <vector>

namespace LAMMPS_NS {

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
