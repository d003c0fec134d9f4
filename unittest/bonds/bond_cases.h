// Bonds in the tests of the bond law.

#ifndef GRIST_UNITTEST_BONDS_BOND_CASES_H
#define GRIST_UNITTEST_BONDS_BOND_CASES_H

#include "bonds/parallel_bond.h"

#include <limits>

namespace grist::testing {

constexpr double NEVER = std::numeric_limits<double>::infinity();

inline BondMaterial elastic_material()
{
  BondMaterial material;
  material.young = 1e9;
  material.ratio = 2.5;
  material.tensile = material.shear = NEVER;
  material.radius = 0.8;
  return material;
}

}    // namespace grist::testing

#endif
