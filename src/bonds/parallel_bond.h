// The parallel bond: an elastic, breakable beam of circular section between two spheres.
//
// Source: huang2020 Eqs. 1-7 (after Potyondy and Cundall 2004). With an angle of friction the shear
// strength is that of Mohr and Coulomb, c - tan(angle) F_n/A with F_n > 0 in tension, without the
// share of bending. Vocabulary:
//   normal      unit vector from sphere a to sphere b
//   bond centre the point at the fraction Ra/(Ra+Rb) of the way from a to b; forces act there
//   shear       relative displacement of the two spheres at the bond centre, across the normal
//   twist, bend relative rotation of the two spheres about, across the normal
// Forces and moments named "on a" act on sphere a; b takes the opposite force at the same bond
// centre. Any consistent unit system will do; nothing here depends on the size of a number.

#ifndef GRIST_BONDS_PARALLEL_BOND_H
#define GRIST_BONDS_PARALLEL_BOND_H

#include "bonds/bond_loads.h"

namespace grist {

// Energy that a bond has lost: by damage, which counts as that of broken bonds, and in what flows.
struct BondLosses {
  double damage = 0.0, flow = 0.0;
};

struct BondForces {
  Vector3d force_a;               // on a; -force_a acts on b, both at the bond centre
  Vector3d torque_a, torque_b;    // about the spheres' own centres, lever arms included
  double energy;                  // elastic energy stored in the bond
  BondFailure failure;     // other than NONE: a strength is reached, forces are those just before
  BondLosses lost = {};    // in this step
};

// A new, stress-free bond between spheres in this position.
BondState make_bond(const Vector3d &distance);

// The fraction `damping` of critical, for each motion with the inertia that it moves. In shear the
// spheres rotate, with the lever arms at the initial length.
BondDamping bond_damping(const BondMaterial &material, double radius_a, double radius_b,
                         double mass_a, double mass_b, double length_initial);

// Energy that a bond takes to break, in the state in which it has just reached its strength for good:
// what it stores, or what a term has taken on the way there.
double fracture_energy(const BondSection &section, double length, const BondState &state);

// Whether it is the latter, which has been lost already (BondLosses::damage).
bool takes_energy(const BondSection &section);

// What terms make of a state at the end of a step: the strength that is reached for good, and the
// energy that the growth of damage takes (softening_path.h), with all that is stored where the bond
// breaks. Over all steps in tension that is g times the area of the bond, whatever the steps are. The
// masses of the motion are not read.
struct Grown {
  BondFailure failure;
  double dissipated;
};
Grown grow(const BondMaterial &material, const BondSection &section, const BondMotion &motion,
           BondState &state, double length);

// One step of the bond law: turns and increments the state, returns forces, torques, and whether it
// fails.
BondForces update_bond(const BondMaterial &material, const BondMotion &motion, BondState &state);

// The same with the coefficients of damping given; the masses of the motion are not read.
BondForces update_bond(const BondMaterial &material, const BondDamping &damping,
                       const BondMotion &motion, BondState &state);

// What the springs of a state exert at this distance of b from a. share_a: share_of_a().
BondForces elastic_forces(const BondSection &section, const BondState &state, double share_a,
                          double length);

}    // namespace grist

#endif
