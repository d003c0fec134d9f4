// What the values of a style are and in which unit: of its scalar, its vector, the columns of its
// array and its columns by atom; and of the columns of a CSV file.
//
// A column is written as "name [dimension]", "mass_out [mass]", where the style is made; no
// dimension means a number without a unit. A dimension is one of those of unit_of(), 1, or a
// quotient of two. The unit follows from the unit style of the run: "mass_out [kg]".

#ifndef LMP_OUTPUT_COLUMNS_H
#define LMP_OUTPUT_COLUMNS_H

#include <string>
#include <vector>

namespace LAMMPS_NS {

struct OutputColumns {
  std::vector<std::string> scalar, vector, array, atom;
};

// For the constructor of a style; lists that are empty stay as they were. Also writes the columns
// with their units to the log file, where `grist report` finds them.
void name_columns(class LAMMPS *lmp, const class Fix &fix, const OutputColumns &columns);
void name_columns(class LAMMPS *lmp, const class Compute &compute, const OutputColumns &columns);

// Further entries at the end of the vector of a fix.
void add_to_vector(class LAMMPS *lmp, const class Fix &fix,
                   const std::vector<std::string> &columns);

// A value as an input names it, "f_mill[1]", of an array "f_mill[*][1]".
struct NamedColumn {
  std::string reference, name, unit;    // unit: 1 for numbers without one
};

// The columns of all fixes and computes of an instance that have named theirs: those by atom, or all
// others.
std::vector<NamedColumn> global_columns(class LAMMPS *lmp);
std::vector<NamedColumn> atom_columns(class LAMMPS *lmp);

// The unit of a dimension: mass, distance, time, energy, velocity, force, torque, pressure, power,
// volume, of the unit style; percent, second, nanosecond, radian, 1; or a quotient of two, "mass/time".
std::string unit_of(const std::string &dimension, const std::string &unit_style);

// The head of a CSV file, "step,time [time]", with units instead of dimensions.
std::string with_units(const std::string &head, const std::string &unit_style);

}    // namespace LAMMPS_NS

#endif
