// Rotations of eight rigid bodies at once, and the axes and angular velocities that place their
// elements.

#ifndef GRIST_RIGID_RIGID_BLOCK_H
#define GRIST_RIGID_RIGID_BLOCK_H

#include "rigid/rigid_body.h"
#include "rigid/rigid_lanes.h"

namespace grist {

// A body and what follows from its orientation.
struct PosedBody {
  RigidBody motion;
  Matrix3d axes = Matrix3d::identity();    // from the body's axes to space
  Vector3d omega = Vector3d::zero();       // angular velocity

  void pose();    // axes and omega from the motion
};

// Eight bodies in lanes; what each takes part in is said there. dt = 0: nothing turns.
void turn(TurningBodies &bodies, double dt);

// As turn() and pose() of each of `count` bodies, up to RIGID_BLOCK. With dt = 0 only omega is
// found: orientation and axes stay to the last bit.
void turn_block(PosedBody *const *bodies, int count, double dt);

}    // namespace grist

#endif
