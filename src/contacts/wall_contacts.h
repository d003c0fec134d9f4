// The results of one lane of a block of contacts with a wall (wall_block.h).

#ifndef GRIST_CONTACTS_WALL_CONTACTS_H
#define GRIST_CONTACTS_WALL_CONTACTS_H

#include "contacts/sphere_contact.h"
#include "contacts/wall_block.h"
#include "lanes/vector_sums.h"

namespace grist {

inline SphereContactForce force_of(const WallBlock &block, int lane)
{
  SphereContactForce on;
  on.force = lane_vector(block.force, lane);
  on.torque_a = lane_vector(block.torque, lane);
  on.rolling = lane_vector(block.rolling, lane);
  on.torque_b = -on.rolling;
  on.normal = block.normal_force[lane];
  on.pressing = block.pressing[lane];
  on.tangential = lane_vector(block.tangential_force, lane);
  return on;
}

}    // namespace grist

#endif
