// The parallel bond: an elastic, breakable beam of circular section between two spheres.
//
// Source: huang2020 Eqs. 1-7 (after Potyondy and Cundall 2004). Vocabulary:
//   normal      unit vector from sphere a to sphere b
//   bond centre the point at the fraction Ra/(Ra+Rb) of the way from a to b; forces act there
//   shear       relative displacement of the two spheres at the bond centre, across the normal
//   twist, bend relative rotation of the two spheres about, across the normal
// Forces and moments named "on a" act on sphere a; b takes the opposite force at the same bond
// centre. Any consistent unit system will do; nothing here depends on the size of a number.

#ifndef GRIST_BONDS_PARALLEL_BOND_H
#define GRIST_BONDS_PARALLEL_BOND_H

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace grist {

using Eigen::Vector3d;

// Coefficients of a bond type (`bond_coeff`), as material values.
struct BondMaterial {
  double young = 0.0;      // Young's modulus E of the bond material [pressure], > 0
  double ratio = 2.5;      // normal over shear stiffness k_n/k_s, > 0
  double tensile = 0.0;    // tensile strength [pressure], > 0; infinity never breaks
  double shear = 0.0;      // shear strength [pressure], > 0; infinity never breaks
  double radius = 1.0;     // bond radius over the smaller sphere radius (lambda), > 0
  double beta = 1.0;       // share of the moments in the stresses, 0 to 1 (Potyondy 2011)
  double damping = 0.0;    // fraction of critical damping of each of the four motions, >= 0
  double weibull = 0.0;    // modulus of the scatter of both strengths (strength_scatter.h); 0: none
  int seed = 0;            // of that scatter, > 0
  bool rigid = false;      // no bond of this law: it marks the elements of a rigid cluster
};

// The material of one bond of scattered strength: both strengths times a factor.
BondMaterial with_strength_factor(BondMaterial material, double factor);

// Throws std::invalid_argument, with the value in its text, for invalid values.
void check(const BondMaterial &material);

// Coefficients of the viscous part of a bond between given spheres, fixed when the bond is made.
// That of twist is sqrt(2/ratio) times that of bending. Stored as floats: seven digits are enough,
// and take half the memory.
struct BondDamping {
  float stretch, shear;    // force per velocity
  float bend;              // moment per angular velocity
};

// State of one bond, kept from step to step. length_initial == 0: not made yet.
// Ordered by the bond's own direction from a to b; the caller keeps that order.
struct BondState {
  double length_initial = 0.0;                // centre distance when the bond was made, L
  Vector3d normal = Vector3d::Zero();         // at the last update
  Vector3d shear_force = Vector3d::Zero();    // elastic, on a, across the normal
  Vector3d moment = Vector3d::Zero();    // elastic, on a: twist along, bending across the normal

  // The same bond with its ends in the other order.
  BondState reversed() const { return {length_initial, -normal, -shear_force, -moment}; }

  static constexpr int SIZE = 10;    // doubles that pack() writes
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

enum class BondFailure { NONE, TENSION, SHEAR, MIXED };
const char *name(BondFailure failure);

struct BondForces {
  Vector3d force_a;               // on a; -force_a acts on b, both at the bond centre
  Vector3d torque_a, torque_b;    // about the spheres' own centres, lever arms included
  double energy;                  // elastic energy stored in the bond
  BondFailure failure;    // other than NONE: a strength is reached, forces are those just before
};

// Section and stiffnesses of a bond between given spheres (huang2020 Eqs. 5-7).
struct BondSection {
  double radius;                  // R = lambda * min(Ra, Rb)
  double area, inertia, polar;    // A = pi R^2, I = pi R^4/4, J = pi R^4/2
  double tension, shearing;       // k_n A, k_s A [force/length]
  double bending, twisting;       // k_n I, k_s J [moment/angle]

  BondSection(const BondMaterial &material, double radius_a, double radius_b,
              double length_initial);
};

// A new, stress-free bond between spheres in this position.
BondState make_bond(const Vector3d &distance);

// The fraction `damping` of critical, for each motion with the inertia that it moves. In shear the
// spheres rotate, with the lever arms at the initial length.
BondDamping bond_damping(const BondMaterial &material, double radius_a, double radius_b,
                         double mass_a, double mass_b, double length_initial);

// Twist's coefficient over bending's.
double twist_damping(const BondMaterial &material);

// The strength that a state reaches at a given centre distance; only the elastic part counts.
BondFailure strength_reached(const BondMaterial &material, const BondSection &section,
                             const BondState &state, double length);

// One step of the bond law: turns and increments the state, returns forces, torques, and whether it
// fails.
BondForces update_bond(const BondMaterial &material, const BondMotion &motion, BondState &state);

// The same with the coefficients of damping given; the masses of the motion are not read.
BondForces update_bond(const BondMaterial &material, const BondDamping &damping,
                       const BondMotion &motion, BondState &state);

// Elastic energy of a state at a given centre distance.
double elastic_energy(const BondSection &section, const BondState &state, double length);

}    // namespace grist

#endif
