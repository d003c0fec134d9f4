/* A number of an input, or an equal-style variable in its place: 12.5 or v_name. */

#ifndef GRIST_STYLES_NUMBER_OR_VARIABLE_H
#define GRIST_STYLES_NUMBER_OR_VARIABLE_H

#include "common/number_row.h"

#include <cassert>
#include <string>

namespace LAMMPS_NS {

class NumberOrVariable {
 public:
  NumberOrVariable(double number = 0.0) : number(number) {}

  // Within the range of `what`, which must remain.
  static NumberOrVariable read(class InputWords &words, const grist::NumberDescription &what);

  const grist::NumberDescription &description() const
  {
    assert(what);
    return *what;
  }
  bool is_variable() const { return !name.empty(); }

  // At the start of a run. `user` begins errors.
  void find(class LAMMPS *lmp, const std::string &user);

  // The present value; of a variable between clearstep_compute() and addstep_compute() of class
  // Modify. An error if it is not finite or out of range.
  double value(class LAMMPS *lmp, const std::string &user) const;

 private:
  const grist::NumberDescription *what = nullptr;
  double number;
  std::string name;    // of the variable; empty: a number
  int index = -1;
};

}    // namespace LAMMPS_NS

#endif
