/* The coefficients of bond_style parallel as words: of the command bond_coeff, of the section Bond
   Coeffs of a data file, and of restart files.
*/

#ifndef GRIST_STYLES_BOND_COEFFICIENTS_H
#define GRIST_STYLES_BOND_COEFFICIENTS_H

#include "bonds/bond_material.h"

#include <string>

namespace LAMMPS_NS {

// The words behind the types, which are named in errors.
grist::BondMaterial read_bond_coeff(class InputWords &words, const std::string &types);

// The same words, with a blank before each; numbers are read back as they were.
std::string bond_coeff_text(const grist::BondMaterial &material);

}    // namespace LAMMPS_NS

#endif
