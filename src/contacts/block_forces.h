// The forces of a block of contacts at once, by the instructions in use: contact_kernel.h in one
// vectorised loop over arrays of a fixed length.

#ifndef GRIST_CONTACTS_BLOCK_FORCES_H
#define GRIST_CONTACTS_BLOCK_FORCES_H

#include "contacts/contact_block.h"
#include "contacts/sphere_contact.h"
#include "contacts/wall_touches.h"
#include "energy/loss_block.h"
#include "lanes/vector_sums.h"

namespace grist {

// The first `count` lanes, whose laws all are of this mode. Where nothing advances, shear and roll
// come out as they would be limited now, and are not to be kept; `memory` is, as it follows overlaps. losses:
// null, or blocks for what dissipates energy (energy/losses.h), as many as hold these lanes.
void evaluate(ContactBlock &block, int count, const ContactMode &mode,
              LossBlock<ContactEntries> *losses = nullptr);

// Afterwards: the energy of springs whose work counts as loss until they return it, and the contact
// radius; whole vectors are set.
void find_heat(const ContactBlock &block, int count, const ContactMode &mode, double *held,
               double *radius);

// evaluate() at a wall.
void evaluate_at_wall(ContactBlock &block, int count, const ContactMode &mode,
                      LossBlock<ContactEntries> *losses = nullptr);

// Fills in the first lanes, but laws.
void gather(const WallTouches &touches, const ContactMode &mode, int count, ContactBlock &block);

// Afterwards: the histories of the first lanes, if they are to be kept, and what is added to
// spheres and to the wall.
void keep(const ContactBlock &block, const ContactMode &mode, const WallTouches &touches,
          int count);

// Instead where nothing advances: overlaps are remembered all the same.
void keep_memories(const ContactBlock &block, const ContactMode &mode, const WallTouches &touches,
                   int count);
void scatter(const ContactBlock &block, int count, WallForceRows &rows);
WallSums sums(const ContactBlock &block, int count);

// The results of one lane at a wall.
inline SphereContactForce force_of(const ContactBlock &block, int lane)
{
  SphereContactForce on;
  on.force = lane_vector(block.force, lane);
  on.torque_a = lane_vector(block.torque_a, lane);
  on.torque_b = lane_vector(block.torque_b, lane);
  on.rolling = -on.torque_b;
  on.normal = block.normal_force[lane];
  on.pressing = block.pressing[lane];
  on.tangential = on.force - on.normal * lane_vector(block.apart, lane);
  return on;
}

}    // namespace grist

#endif
