// The numbers of a type of face bonds, each stated once (common/number_row.h).

#ifndef GRIST_BONDS_FACE_NUMBERS_H
#define GRIST_BONDS_FACE_NUMBERS_H

#include "bonds/face_bond.h"
#include "common/number_row.h"

#include <string>

namespace grist {

const NumberRows<FaceMaterial> &face_numbers();

// The words behind the types, which are named in errors; and the same words, with a blank before
// each.
FaceMaterial read_face_material(WordReader &words, const std::string &types);
std::string face_material_text(const FaceMaterial &material);

// Pressures as force/length^2.
FaceMaterial in_force_units(const FaceMaterial &material, double nktv2p);

}    // namespace grist

#endif
