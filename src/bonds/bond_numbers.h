// The numbers of a bond type, each stated once (common/number_row.h).

#ifndef GRIST_BONDS_BOND_NUMBERS_H
#define GRIST_BONDS_BOND_NUMBERS_H

#include "bonds/bond_material.h"
#include "common/number_row.h"

namespace grist {

// With friction the shear strength is `cohesion`, otherwise `shear`.
const NumberRows<BondMaterial> &bond_numbers(bool with_friction);

// Throws std::invalid_argument, with the value in its text, for invalid values.
void check(const BondMaterial &material);

}    // namespace grist

#endif
