// One bond at the end of a step, where terms may change what it remembers (BondTerm::grow).

#ifndef GRIST_BONDS_BOND_GROWTH_H
#define GRIST_BONDS_BOND_GROWTH_H

#include "bonds/bond_loads.h"

namespace grist {

struct BondGrowth {
  const BondMaterial &material;    // with the scatter of its strengths
  const BondSection &section;
  const BondMotion &motion;    // of the step; its masses are not read
  double length;
  BondState &state;
  BondFailure failure;        // the strength that is reached; a term may set NONE
  double dissipated = 0.0;    // energy that the growth of damage has taken

  bool has_failed() const { return failure != BondFailure::NONE; }
  double share_of_strength() const
  {
    return grist::share_of_strength(material, section, state, length);
  }
};

}    // namespace grist

#endif
