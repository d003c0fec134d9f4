/* The coefficients of bond_style parallel as words: of the command bond_coeff, and of the section
   Bond Coeffs of a data file.
*/

#ifndef GRIST_STYLES_BOND_COEFFICIENTS_H
#define GRIST_STYLES_BOND_COEFFICIENTS_H

#include "bonds/parallel_bond.h"

#include <string>

namespace LAMMPS_NS {

// types rigid, or: types young E tensile s shear t [ratio r] [radius lambda] [beta b] [damping d]
// [weibull m seed | normal sd r seed] [contact no|yes|absolute]
grist::BondMaterial read_bond_coeff(class LAMMPS *lmp, int narg, char **arg);

// The same without the types.
std::string bond_coeff_text(const grist::BondMaterial &material);

}    // namespace LAMMPS_NS

#endif
