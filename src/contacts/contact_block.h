// A block of contacts, whose forces block_forces.h computes at once: arrays of a fixed length.
//
// A lane is one contact. Each lane is worked out by the same vector instructions whatever its place
// in the block and however many lanes are in use, so that forces do not depend on how contacts are
// put into blocks.

#ifndef GRIST_CONTACTS_CONTACT_BLOCK_H
#define GRIST_CONTACTS_CONTACT_BLOCK_H

#include "contacts/contact_law.h"

namespace grist {

struct ContactBlock {
  static constexpr int LANES = 32;
  using Lane = double[LANES];
  using Lane3 = double[3][LANES];

  // Input, filled in by the caller. Names as in SphereContact.
  alignas(64) Lane3 apart;    // centre of a minus centre of b; closer than radius_a + radius_b
  alignas(64) Lane3 velocity;
  alignas(64) Lane3 omega_a, omega_b;
  alignas(64) Lane radius_a, radius_b;
  alignas(64) Lane mass_product, mass_sum;    // m* is their quotient
  alignas(64) Lane inertia;                   // RollingLaw::TORQUE only
  alignas(64) Lane normal, tangential, damping, damping_ratio, friction;
  alignas(64) Lane rolling_stiffness, rolling_damping, rolling_friction;
  alignas(64) Lane3 shear;    // history, in and out
  alignas(64) Lane3 roll;     // RollingLaw::SPRING only

  // Results of evaluate() (block_forces.h).
  alignas(64) Lane3 force, torque_a, torque_b;

  // With cohesion only: input as above; for CohesionLaw::JKR also a result of evaluate(). Last, so
  // that the layout of the others is the same without.
  alignas(64) Lane adhesion, touch_root;
  alignas(64) Lane plastic_ratio, plastic_root, constant_pull, adhesion_exponent;
  alignas(64) Lane3 memory;    // of CohesionLaw::EEPA: history, in and out

  // Of ContactMode::twists only: whether the law has it, 1 or 0; history, in and out; torque on a
  // along the normal; what presses, of all modes.
  alignas(64) Lane twisting, twist, twisting_torque, pressing;

  // Of ContactMode::beside_bonds only: the overlap from which that of a contact counts.
  alignas(64) Lane reference;

  ContactBlock();
  void set_law(int lane, const ContactLaw &law);
};

}    // namespace grist

#endif
