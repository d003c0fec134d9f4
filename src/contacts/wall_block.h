// The forces of a block of contacts with a wall at once, as contact_block.h has those of spheres: contact_kernel.h in one
// vectorised loop. A wall is a partner without radius, too heavy to be moved, that moves as it is told to (wall_contact()).

#ifndef GRIST_CONTACTS_WALL_BLOCK_H
#define GRIST_CONTACTS_WALL_BLOCK_H

#include "contacts/contact_block.h"

namespace grist {

struct WallBlock {
  static constexpr int LANES = ContactBlock::LANES;
  using Lane = ContactBlock::Lane;
  using Lane3 = ContactBlock::Lane3;

  // What the caller fills in. Names as in wall_contact().
  alignas(64) Lane3 direction;    // the normal, from the wall to the sphere
  alignas(64) Lane3 velocity;     // of the sphere, minus that of the wall
  alignas(64) Lane3 omega_a, omega_b;
  alignas(64) Lane overlap, radius, curvature, mass;
  alignas(64) Lane inertia;    // RollingLaw::TORQUE only
  alignas(64) Lane normal, tangential, damping, damping_ratio, friction;
  alignas(64) Lane rolling_stiffness, rolling_damping, rolling_friction;
  alignas(64) Lane adhesion;    // with cohesion only
  alignas(64) Lane3 shear;      // history, in and out
  alignas(64) Lane3 roll;       // RollingLaw::SPRING only

  // What evaluate() works out. Names as in SphereContactForce; torque is torque_a.
  alignas(64) Lane3 force, torque, tangential_force, rolling;
  alignas(64) Lane normal_force, pressing;
  alignas(64) Lane touch_root;    // CohesionLaw::JKR only

  WallBlock();
  void set_law(int lane, const ContactLaw &law);
};

// As evaluate() of a ContactBlock.
void evaluate(WallBlock &block, int count, ContactKind kind, RollingLaw rolling, ContactForm form,
              CohesionLaw cohesion, double dt, bool advance);

}    // namespace grist

#endif
