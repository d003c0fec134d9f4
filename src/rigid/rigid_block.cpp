#include "rigid/rigid_block.h"

#include "common/preconditions.h"

#include "rigid/rigid_lanes.h"

namespace grist {

void PosedBody::pose()
{
  assert(is_unit(motion.orientation));
  axes = rotation_matrix(motion.orientation);
  omega = motion.angular_velocity();
}

void turn(TurningBodies &bodies, double dt)
{
  kernels_in_use<RigidLanes>().turn(bodies, dt);
}

void turn_block(PosedBody *const *bodies, int count, double dt)
{
  assert(count > 0 && count <= RIGID_BLOCK);
  TurningBodies lanes;
  for (int n = 0; n < RIGID_BLOCK; n++) {
    const RigidBody &motion = bodies[n < count ? n : 0]->motion;
    const Rotation &turn = motion.orientation;
    lanes.q[0][n] = turn.x;
    lanes.q[1][n] = turn.y;
    lanes.q[2][n] = turn.z;
    lanes.q[3][n] = turn.w;
    for (int k = 0; k < 3; k++) {
      lanes.momentum[k][n] = motion.angular_momentum[k];
      lanes.moments[k][n] = motion.moments[k];
    }
  }
  turn(lanes, dt);
  for (int n = 0; n < count; n++) {
    PosedBody &body = *bodies[n];
    for (int k = 0; k < 3; k++) body.omega[k] = lanes.omega[k][n];
    if (dt == 0.0) continue;
    body.motion.orientation = {lanes.q[3][n], lanes.q[0][n], lanes.q[1][n], lanes.q[2][n]};
    for (int k = 0; k < 3; k++)
      for (int m = 0; m < 3; m++) body.axes(k, m) = lanes.axes[k][m][n];
  }
}

}    // namespace grist
