// Material, section and state of one parallel bond: the values that its law (bond_law.h) and its
// loads (bond_loads.h) are computed from. Vocabulary and signs are those of parallel_bond.h.

#ifndef GRIST_BONDS_BOND_MATERIAL_H
#define GRIST_BONDS_BOND_MATERIAL_H

#include "bonds/strength_scatter.h"
#include "common/space.h"

#include <limits>

namespace grist {

// Whether the contact of two bonded spheres acts in parallel with their intact bond, by the law of
// the pair style.
enum class BondContact {
  NO,
  YES,        // its overlap counts from that at bonding; from touch where there was none
  ABSOLUTE    // the whole overlap counts
};

const char *name_of(BondContact contact);    // as in bond_coeff

// Distance of centres from which its overlap counts, beside a bond of this initial length. Infinite:
// from touch.
double counts_from(BondContact contact, double length_initial);

// Coefficients of a bond type (`bond_coeff`), as material values; bond_numbers.h says what they are.
struct BondMaterial {
  double young = 0.0;
  double ratio = 2.5;      // k_n/k_s
  double tensile = 0.0;    // infinity never breaks
  double shear = 0.0;      // the same
  double radius = 1.0;     // lambda
  double beta = 1.0;       // Potyondy 2011
  double damping = 0.0;
  StrengthScatter scatter = {};    // of both strengths
  BondContact contact = BondContact::NO;
  bool rigid = false;        // no bond of this law: it marks the elements of a rigid cluster
  double angle = 0.0;        // degrees, by which pressure adds to the shear strength
  double friction = 0.0;     // its tan
  double softening = 0.0;    // 0: breaks at once
  double fatigue = 0.0;      // gamma (bond_damage.h); 0: none
  double strong_until = std::numeric_limits<double>::infinity();
  double gone_at = std::numeric_limits<double>::infinity();

  bool weakens() const { return gone_at < std::numeric_limits<double>::infinity(); }
};

// Share of both strengths at a temperature: whole up to strong_until, and down along a straight line
// to gone_at. Never 0: a bond without load stays.
double strength_at(const BondMaterial &material, double temperature);

// The material of one bond of scattered strength: both strengths times a factor, and the energy of
// a crack times its square, so that all bonds are equally brittle.
BondMaterial with_strength_factor(BondMaterial material, double factor);

// The largest share of strength of undamaged loads at which a bond that softens is broken
// (bond_damage.h); 0 without softening. At 1 and below a bond of this length cannot soften: the energy
// of its crack is less than what it stores at its strength.
double softening_reach(const BondMaterial &material, double length_initial);

// Coefficients of the viscous part of a bond between given spheres, fixed when the bond is made.
// That of twist is sqrt(2/ratio) times that of bending. Stored as floats: seven digits are enough,
// and take half the memory.
struct BondDamping {
  float stretch, shear;    // force per velocity
  float bend;              // moment per angular velocity
};

// Twist's coefficient over bending's.
double twist_damping(const BondMaterial &material);

// What loads have left of a bond (bond_damage.h). Both only change where the material says so.
struct BondDamage {
  // Its strengths over those that it had. With softening above 1: the largest share of strength that
  // the loads of the undamaged springs have reached.
  double strength = 1.0;
  // Fatigue: largest share of strength since the bond was loaded, or, after it was unloaded, the least
  // since then with its sign changed.
  double peak = 0.0;
  // Energy that softening has taken; where the bond is broken, with that of pressure along it.
  double taken = 0.0;
};

// State of one bond, kept from step to step. Shear force and moment are those of undamaged springs.
// length_initial == 0: not made yet.
// Ordered by the bond's own direction from a to b; the caller keeps that order.
struct BondState {
  double length_initial = 0.0;                // centre distance when the bond was made, L
  Vector3d normal = Vector3d::zero();         // at the last update
  Vector3d shear_force = Vector3d::zero();    // elastic, on a, across the normal
  Vector3d moment = Vector3d::zero();    // elastic, on a: twist along, bending across the normal
  BondDamage damage = {};

  // The same bond with its ends in the other order.
  BondState reversed() const { return {length_initial, -normal, -shear_force, -moment, damage}; }

  static constexpr int SIZE = 13;    // doubles that pack() writes
  void pack(double *buffer) const;
  static BondState unpack(const double *buffer);
};

// Where the two spheres are and how they move, at one evaluation. Velocities are those of the half
// step before the positions (velocity Verlet), so that velocity * dt is the displacement since the
// last evaluation.
struct BondMotion {
  Vector3d distance;            // centre of b minus centre of a
  Vector3d velocity;            // of b minus of a
  Vector3d omega_a, omega_b;    // angular velocities
  double radius_a, radius_b;
  double mass_a, mass_b;
  double dt;    // time since the last evaluation; 0: same instant, state unchanged
};

// Section and stiffnesses of a bond between given spheres (huang2020 Eqs. 5-7).
struct BondSection {
  double radius;                  // R = lambda * min(Ra, Rb)
  double area, inertia, polar;    // A = pi R^2, I = pi R^4/4, J = pi R^4/2
  double tension, shearing;       // k_n A, k_s A [force/length]
  double bending, twisting;       // k_n I, k_s J [moment/angle]
  double reach;                   // softening_reach()

  BondSection(const BondMaterial &material, double radius_a, double radius_b,
              double length_initial);
};

}    // namespace grist

#endif
