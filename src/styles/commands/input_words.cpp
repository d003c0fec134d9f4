#include "styles/commands/input_words.h"

#include "comm.h"
#include "error.h"
#include "lammps.h"
#include "utils.h"

#include <algorithm>
#include <cassert>
#include <set>

using namespace LAMMPS_NS;

InputWords::InputWords(LAMMPS *lmp, const std::string &user, const std::string &text) :
    WordReader(user, utils::split_words(text)), lmp(lmp)
{
}

// Each sentence once, however many lines have the word.
void InputWords::warn(const std::string &sentence) const
{
  static std::set<std::string> warned;
  if (lmp->comm->me == 0 && warned.insert(sentence).second)
    lmp->error->warning(FLERR, "{}", sentence);
}

void InputWords::report(const std::string &sentence) const
{
  lmp->error->all(FLERR, "{}", sentence);
}

static auto found_in(const std::vector<ForeignWord> &table, const std::string &word)
{
  return std::find_if(table.begin(), table.end(),
                      [&](const ForeignWord &one) { return one.word == word; });
}

int LAMMPS_NS::find_foreign_word(int narg, char **arg, int first,
                                 const std::vector<ForeignWord> &table,
                                 const std::vector<std::string> &named)
{
  assert(first >= 0);
  for (int n = first; n < narg; n++) {
    const bool is_name =
        n > first && std::find(named.begin(), named.end(), arg[n - 1]) != named.end();
    if (!is_name && found_in(table, arg[n]) != table.end()) return n;
  }
  return -1;
}

std::string LAMMPS_NS::cure_of(const std::string &word, const std::vector<ForeignWord> &table)
{
  const auto found = found_in(table, word);
  return found == table.end() ? "" : found->cure;
}
