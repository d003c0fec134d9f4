// A block of contacts, whose forces block_forces.h computes at once: arrays of a fixed length.
//
// A lane is one contact. Each lane is worked out by the same vector instructions whatever its place
// in the block and however many lanes are in use, so that forces do not depend on how contacts are
// put into blocks.

#ifndef GRIST_CONTACTS_CONTACT_BLOCK_H
#define GRIST_CONTACTS_CONTACT_BLOCK_H

#include "contacts/contact_law.h"

namespace grist {

struct BlockLanes {
  static constexpr int LANES = 32;
  using Lane = double[LANES];
  using Lane3 = double[3][LANES];
};

// What blocks of contacts of spheres and of those with a wall have in common: motion, the laws of the
// lanes, and what their contacts remember.
struct LawLanes : BlockLanes {
  alignas(64) Lane3 velocity;
  alignas(64) Lane3 omega_a, omega_b;
  alignas(64) Lane inertia;    // RollingLaw::TORQUE only
  alignas(64) Lane normal, tangential, damping, damping_ratio, friction;
  alignas(64) Lane rolling_stiffness, rolling_damping, rolling_friction;
  alignas(64) Lane3 shear;      // history, in and out; so are roll, memory and twist
  alignas(64) Lane3 roll;       // RollingLaw::SPRING only
  alignas(64) Lane pressing;    // result of evaluate(): what presses, of all modes

  // With cohesion only; for CohesionLaw::JKR also a result of evaluate(); of EEPA.
  alignas(64) Lane adhesion, touch_root;
  alignas(64) Lane plastic_ratio, plastic_root, constant_pull, adhesion_exponent;
  alignas(64) Lane3 memory;

  // Of ContactMode::twists only: whether the law has it, 1 or 0; history.
  alignas(64) Lane twisting, twist;

  LawLanes();
  void set_law(int lane, const ContactLaw &law);
};

// Where the spheres of the lanes are, filled in by the caller. In front of the laws: a kernel is 1 to 2 %
// quicker than with both apart.
struct PairGeometry : BlockLanes {
  alignas(64) Lane3 apart;    // centre of a minus centre of b; closer than radius_a + radius_b
  alignas(64) Lane radius_a, radius_b;
  alignas(64) Lane mass_product, mass_sum;    // m* is their quotient
};

struct ContactBlock : PairGeometry, LawLanes {
  // Results of evaluate() (block_forces.h).
  alignas(64) Lane3 force, torque_a, torque_b;

  alignas(64) Lane twisting_torque;    // of ContactMode::twists only: on a, along the normal

  // Of ContactMode::beside_bonds only: the overlap from which that of a contact counts.
  alignas(64) Lane reference;

  ContactBlock();
};

}    // namespace grist

#endif
