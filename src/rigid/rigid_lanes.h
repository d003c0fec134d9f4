// The kernel of rotations of rigid bodies, compiled for each set of instructions
// (lanes/instructions.h): plain arrays, one lane a body. The caller is rigid_block.cpp.

#ifndef GRIST_RIGID_RIGID_LANES_H
#define GRIST_RIGID_RIGID_LANES_H

#include "lanes/instructions.h"

namespace grist {

constexpr int RIGID_BLOCK = 8;

struct alignas(64) TurningBodies {
  using Lane = double[RIGID_BLOCK];
  Lane q[4];           // orientation, x y z w; in and out
  Lane momentum[3];    // angular, in space
  Lane moments[3];     // principal
  Lane axes[3][3];     // out: from the body's axes to space, row by row
  Lane omega[3];       // out: angular velocity
};

struct RigidLanes {
  // dt = 0: nothing turns; axes and omega are found.
  void (*turn)(TurningBodies &bodies, double dt);

  static const RigidLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
