#include "styles/common/number_or_variable.h"

#include "styles/common/input_words.h"
#include "styles/common/motion_variables.h"

#include "error.h"
#include "input.h"
#include "lammps.h"
#include "update.h"
#include "variable.h"

#include <cmath>

using namespace LAMMPS_NS;

NumberOrVariable NumberOrVariable::read(InputWords &words, const std::string &what)
{
  NumberOrVariable read;
  if (words.left() && !words.next_is_number()) {
    const std::string word = words.word(what);
    if (word.compare(0, 2, "v_") != 0 || word.size() == 2)
      words.refuse(what, word, "expected a number or v_name");
    read.name = word.substr(2);
  } else
    read.number = words.finite(what);
  return read;
}

NumberOrVariable NumberOrVariable::read_not_negative(InputWords &words, const std::string &what)
{
  const NumberOrVariable given = read(words, what);
  if (given.number < 0.0) words.refuse(what, given.number, "must not be negative");
  return given;
}

void NumberOrVariable::find(LAMMPS *lmp, const std::string &user)
{
  if (is_variable()) index = find_equal_variable(lmp, user, name);
}

double NumberOrVariable::value(LAMMPS *lmp, const std::string &user) const
{
  if (!is_variable()) return number;
  const double now = lmp->input->variable->compute_equal(index);
  if (!std::isfinite(now))
    lmp->error->all(FLERR, "{}: variable {} is {} at step {} (expected a finite number)", user,
                    name, now, lmp->update->ntimestep);
  return now;
}

double NumberOrVariable::not_negative(LAMMPS *lmp, const std::string &user,
                                      const std::string &what) const
{
  const double now = value(lmp, user);
  if (now < 0.0)
    lmp->error->all(FLERR, "{}: {} {} at step {} (must not be negative)", user, what, now,
                    lmp->update->ntimestep);
  return now;
}
