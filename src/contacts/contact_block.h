// A block of contacts of spheres with spheres, or with a wall, whose forces block_forces.h computes at
// once: arrays of a fixed length. A wall is a partner without radius and with infinite mass, whose motion
// is prescribed (wall_contact()).
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

  // Where the spheres of the lanes are, filled in by the caller. In front of the laws: a kernel is 1 to 2 %
  // quicker than with both apart.
  alignas(64) Lane3 apart;    // centre of a minus centre of b; at a wall its normal, of length 1
  alignas(64) Lane radius_a, radius_b;         // closer than their sum; 0 for a wall
  alignas(64) Lane mass_product, mass_sum;     // m* is their quotient; at a wall the mass and 1
  alignas(64) Lane wall_overlap, curvature;    // at a wall only; names as in wall_contact()

  // Motion. The velocity is that of a minus that of b, or of the wall.
  alignas(64) Lane3 velocity;
  alignas(64) Lane3 omega_a, omega_b;
  alignas(64) Lane inertia;    // of rolling that needs it only

  // Laws, as in ContactLaw: what all have, and of each part.
  alignas(64) Lane of_all[5];
  alignas(64) Lane numbers[ContactLaw::SLOTS][MOST_NUMBERS];

  alignas(64) Lane3 shear;                    // history, in and out; so are roll, memory and twist
  alignas(64) Lane3 roll;                     // of rolling that remembers only
  alignas(64) Lane normal_force, pressing;    // results of evaluate(), as in SphereContactForce
  alignas(64) Lane prepared;                  // another, of cohesion that prepares only
  alignas(64) Lane memory[MOST_REMEMBERED];
  alignas(64) Lane twist;

  // Results of evaluate() (block_forces.h). That of twisting is on a, along the normal;
  // 0 without a law of it.
  alignas(64) Lane3 force, torque_a, torque_b;
  alignas(64) Lane twisting_torque;

  // With ContactMode::beside_bonds only: the overlap from which that of a contact counts.
  alignas(64) Lane reference;

  // For sums at a wall: the centre, or its image at the wall, from the reference point, and the velocity
  // of the wall.
  alignas(64) Lane3 arm, wall_velocity;

  // Of two spheres, while they are evaluated: the distance of the centres, and 1 over it and the sums
  // of radii and masses.
  alignas(64) Lane distance, inverse;

  ContactBlock();
  void set_law(int lane, const ContactLaw &law);
};

}    // namespace grist

#endif
