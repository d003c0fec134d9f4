#include "styles/commands/input_words.h"

#include "error.h"
#include "lammps.h"
#include "utils.h"

using namespace LAMMPS_NS;

InputWords::InputWords(LAMMPS *lmp, const std::string &user, const std::string &text) :
    WordReader(user, utils::split_words(text)), lmp(lmp)
{
}

void InputWords::report(const std::string &sentence) const
{
  lmp->error->all(FLERR, "{}", sentence);
}
