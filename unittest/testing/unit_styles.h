// The unit styles of LAMMPS: how large their units are, and numbers with units, so that one input is
// written in all of them.
//
//   UnitStyle("cgs").written("young <1e7 pressure>")    "young 100000000"
//
// Sizes are those with which LAMMPS computes: in metal, real and electron force is not mass times
// acceleration, and pressure is not force per area, but by the constants ftm2v and nktv2p, which have
// seven digits and more. documented() has what the page of `units` says. Units of density and of
// viscosity are mass/volume and pressure*time, as LAMMPS' `set` and the pages of Grist have them;
// the page of `units` names g/cm3 and Poise in metal and real.

#ifndef GRIST_TESTING_UNIT_STYLES_H
#define GRIST_TESTING_UNIT_STYLES_H

#include "common/quantity.h"

#include <string>
#include <vector>

namespace grist::testing {

// In SI, by the page of the command `units`; of lj any.
struct DocumentedUnits {
  const char *style;
  double mass, length, time, energy, velocity, force, torque, pressure, temperature;
};

const std::vector<DocumentedUnits> &documented_units();    // si first

class UnitStyle {
 public:
  explicit UnitStyle(const std::string &name);

  const std::string &name() const { return style; }

  // Of a product of units in SI: "force/length", "pressure*time", "1/time".
  double size(const std::string &dimension) const;

  // By how much force times length and mass times velocity^2 are different energies: the constants
  // of electron are rounded.
  double energy_gap() const { return gap; }

  // The text with <number dimension> as numbers of this unit style.
  std::string written(const std::string &text) const;

 private:
  double size_of(const std::string &unit) const;

  std::string style;
  DocumentedUnits base;
  double force, pressure, gap;
};

// Of all unit styles, si first.
const std::vector<UnitStyle> &unit_styles();

// What the pages of Grist give as the unit of such a number.
std::string dimension_text(Quantity quantity);

// "<0.3 1>"
std::string with_unit(double value, const std::string &dimension);
std::string with_unit(double value, Quantity quantity);

// The text once for each of its numbers with units, that number times the factor.
std::vector<std::string> with_one_changed(const std::string &text, double factor);

}    // namespace grist::testing

#endif
