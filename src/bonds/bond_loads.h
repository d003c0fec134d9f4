// The loads of a bond, their energy, and the share of its strength that they use: values for output, and
// the criterion of failure.

#ifndef GRIST_BONDS_BOND_LOADS_H
#define GRIST_BONDS_BOND_LOADS_H

#include "bonds/bond_material.h"

namespace grist {

// Elastic parts; viscous forces break no bond and are left out.
struct BondLoads {
  double tension;     // force along the bond, positive in tension
  double shear;       // force across it, >= 0
  double bending;     // moment across it, >= 0
  double twisting;    // moment on a along the normal from a to b; the same seen from b
};

BondLoads bond_loads(const BondSection &section, const BondState &state, double length);

// The same if all springs were undamaged. The strength of a bond is compared with these.
BondLoads trial_loads(const BondSection &section, const BondState &state, double length);

// Largest stresses at the edge of the section, with the share beta of the moments (huang2020 Eq. 7
// and after).
struct BondStresses {
  double normal;    // tension and bending, positive in tension
  double shear;     // shear and twist
  double slip;      // that, with what friction adds: tan(angle) times tension over area
};

BondStresses bond_stresses(const BondMaterial &material, const BondSection &section,
                           const BondLoads &loads);

// The larger of the stresses `normal` and `slip` over their strengths; 1 breaks. 0 where pressure alone acts or
// nothing can break.
double share_of_strength(const BondMaterial &material, const BondStresses &stresses);

// The same of a bond in this state, of the strength that damage has left. 1 while it softens.
double share_of_strength(const BondMaterial &material, const BondSection &section,
                         const BondState &state, double length);

enum class BondFailure { NONE, TENSION, SHEAR, MIXED };
const char *name(BondFailure failure);

// The strength that a state reaches at a given centre distance; only the elastic part counts.
BondFailure strength_reached(const BondMaterial &material, const BondSection &section,
                             const BondState &state, double length);

// Elastic energy of a state at a given centre distance.
double elastic_energy(const BondSection &section, const BondState &state, double length);

// The two parts of it without damage: along the bond, and of all other springs.
double energy_of_stretch(const BondSection &section, double stretch);
double energy_of_others(const BondSection &section, const BondState &state);

}    // namespace grist

#endif
