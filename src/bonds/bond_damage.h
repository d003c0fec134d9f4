// Damage of a bond that does not break at once: softening once its strength is reached, and fatigue
// by loads below its strength.
//
// Softening: the springs without damage would carry the trial loads, and u is the share of the
// strength that these take (bond_loads.h). Beyond u = 1 all springs lose the share
//   d = reach (u - 1) / (u (reach - 1)),
// u being the largest so far, so that the tensile stress falls along a straight line to zero at
// u = reach, where the bond breaks. reach = 2 g E / (s^2 L): the area under stress over opening in
// tension is then g, the rise included. Pressure along the bond is carried by the whole spring.
//
// Fatigue: Tavares and King, Powder Technology 123 (2002) 138, derived again for a linear spring. A
// load that takes the share u of the strength and then less than half of that is a cycle, whose
// energy over that of fracture is u^2; the next one begins at twice the least share since then. The
// energy of fracture is then (1 - D) of what it was, the strengths sqrt(1 - D), with
//   D = [gamma / (gamma + 2 - 2 D) u^2]^(gamma/2)  (common/fatigue_law.h).

#ifndef GRIST_BONDS_BOND_DAMAGE_H
#define GRIST_BONDS_BOND_DAMAGE_H

#include "bonds/bond_material.h"

namespace grist {

// Share 1 - d of the stiffness that is left. reach: 0 for all of it.
double stiffness_kept(double reach, double strength);

// Damage D that the bond has, 0 to 1: of its stiffness, or of its energy of fracture.
double damage_of(double reach, const BondDamage &damage);

// The factor of the strengths of a bond for the kernels, which ask for the exact one near it: not
// above it.
float strength_left(double scatter, const BondDamage &damage);

// Takes note of the share of its present strength that a bond uses; weakens it where a cycle ends.
void follow_cycle(const BondMaterial &material, double share, BondDamage &damage);

}    // namespace grist

#endif
