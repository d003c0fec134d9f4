// The results of one lane of a block of contacts with a wall (wall_block.h).

#ifndef GRIST_CONTACTS_WALL_CONTACTS_H
#define GRIST_CONTACTS_WALL_CONTACTS_H

#include "contacts/sphere_contact.h"
#include "contacts/wall_block.h"

namespace grist {

inline Vector3d get(const WallBlock::Lane3 &from, int lane)
{
  return {from[0][lane], from[1][lane], from[2][lane]};
}

inline SphereContactForce force_of(const WallBlock &block, int lane)
{
  SphereContactForce on;
  on.force = get(block.force, lane);
  on.torque_a = get(block.torque, lane);
  on.rolling = get(block.rolling, lane);
  on.torque_b = -on.rolling;
  on.normal = block.normal_force[lane];
  on.pressing = block.pressing[lane];
  on.tangential = get(block.tangential_force, lane);
  return on;
}

}    // namespace grist

#endif
