/* A number of an input, or an equal-style variable in its place: 12.5 or v_name. */

#ifndef GRIST_STYLES_NUMBER_OR_VARIABLE_H
#define GRIST_STYLES_NUMBER_OR_VARIABLE_H

#include <string>

namespace LAMMPS_NS {

class NumberOrVariable {
 public:
  NumberOrVariable(double number = 0.0) : number(number) {}

  // `what` names it in errors.
  static NumberOrVariable read(class InputWords &words, const std::string &what);

  static NumberOrVariable read_not_negative(class InputWords &words, const std::string &what);

  bool is_variable() const { return !name.empty(); }

  // At the start of a run. `user` begins errors.
  void find(class LAMMPS *lmp, const std::string &user);

  // The present value; of a variable between clearstep_compute() and addstep_compute() of class
  // Modify. An error if it is not finite, or is negative where it must not be.
  double value(class LAMMPS *lmp, const std::string &user) const;
  double not_negative(class LAMMPS *lmp, const std::string &user, const std::string &what) const;

 private:
  double number;
  std::string name;    // of the variable; empty: a number
  int index = -1;
};

}    // namespace LAMMPS_NS

#endif
