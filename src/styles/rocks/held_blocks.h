/* What each block keeps of the rock that it is held in, and which rocks of this rank are held now.

   Vocabulary:
   held       moved with its rock as a rigid body; its faces rest
   released   has been held, and is bonded again since a face came near its strength
   lost       has lost a face since it was held first: stays bonded for good
   place      of a block: in the principal axes of its rock, from the centre of mass

   Each block carries the motion of the whole rock, so that it is known wherever a block is. All
   ranks with blocks of a rock move it by the same numbers.
*/

#ifndef LMP_HELD_BLOCKS_H
#define LMP_HELD_BLOCKS_H

#include "common/archive.h"
#include "common/space.h"
#include "rigid/rigid_body.h"

#include <vector>

namespace LAMMPS_NS {

struct HoldRocks {
  double release = 0.5;    // share of a face's strength
  double back = -1.0;      // below this share a rock becomes rigid again; < 0: half of `release`
  double compression = 0.3;    // weight of compression against tension
  int largest = 200;           // blocks
};

// Of the rock that a block is held in, the same on all of its blocks.
struct RockMotion {
  grist::RigidBody motion;
  double by_spin = 0.0;    // share of strength per square of the angular velocity, at most
  double period = 0.0;     // the first
};

enum class Holding : int { FREE, HELD, RELEASED, LOST };

struct HeldBlock {
  Holding state = Holding::FREE;
  int count = 0;                 // blocks of its rock
  int faces = 0;                 // when it was held first
  int body = -1;                 // number of its rock on this rank; -1: as `rock` says
  double unloaded_from = 0.0;    // step from which it may be held again
  double wait = 0.0;             // steps without load before this
  grist::Vector3d place = grist::Vector3d::zero();
  grist::Quaterniond turn = grist::Quaterniond::identity();    // of its axes in those of the rock
  double by_force = 0.0, by_torque = 0.0;    // share of strength per force and torque, at most
  RockMotion rock;
};

}    // namespace LAMMPS_NS

#endif
