// The results of one lane of a block of contacts with a wall (contact_block.h).

#ifndef GRIST_CONTACTS_WALL_CONTACTS_H
#define GRIST_CONTACTS_WALL_CONTACTS_H

#include "contacts/sphere_contact.h"
#include "contacts/wall_touches.h"
#include "lanes/vector_sums.h"

namespace grist {

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
