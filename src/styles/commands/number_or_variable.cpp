#include "styles/commands/number_or_variable.h"

#include "styles/commands/input_words.h"
#include "styles/commands/motion_variables.h"

#include "error.h"
#include "input.h"
#include "lammps.h"
#include "update.h"
#include "variable.h"

#include <cassert>
#include <cmath>

using namespace LAMMPS_NS;

NumberOrVariable NumberOrVariable::read(InputWords &words, const grist::NumberDescription &what)
{
  NumberOrVariable read;
  read.what = &what;
  if (words.left() && !words.next_is_number()) {
    const std::string word = words.word(what.name);
    if (word.compare(0, 2, "v_") != 0 || word.size() == 2)
      words.refuse(what.name, word, "expected a number or v_name");
    read.name = word.substr(2);
  } else
    read.number = what.read(words);
  return read;
}

void NumberOrVariable::find(LAMMPS *lmp, const std::string &user)
{
  if (is_variable()) index = find_equal_variable(lmp, user, name);
}

double NumberOrVariable::value(LAMMPS *lmp, const std::string &user) const
{
  assert(!is_variable() || index >= 0);
  if (!is_variable()) return number;
  const double now = lmp->input->variable->compute_equal(index);
  if (!std::isfinite(now))
    lmp->error->all(FLERR, "{}: variable {} is {:g} at step {} (expected a finite number)", user,
                    name, now, lmp->update->ntimestep);
  if (what && !what->range.allows(now))
    lmp->error->all(FLERR, "{}: {} {:g} at step {} ({})", user, what->name, now,
                    lmp->update->ntimestep, what->range.expected);
  return now;
}
