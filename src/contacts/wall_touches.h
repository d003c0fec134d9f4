// Spheres and where a wall touches them, to be put into a block of contacts (contact_block.h), and what
// comes out of it.

#ifndef GRIST_CONTACTS_WALL_TOUCHES_H
#define GRIST_CONTACTS_WALL_TOUCHES_H

#include "contacts/contact_block.h"

namespace grist {

// Arrays have a number for each lane, up to the next multiple of WHOLE: kernels work on whole vectors, and the extra lanes must
// be copies of one in use.
struct WallTouches {
  static constexpr int WHOLE = 8;
  static int lanes_of(int contacts) { return (contacts + WHOLE - 1) / WHOLE * WHOLE; }

  // Arrays over all spheres; vectors as three numbers side by side.
  const double *x, *velocity, *omega;

  double reference[3];    // the point that the wall's torque is about

  // Half of the time step that the springs advance by, else 0. ContactForm::STOCK: 0.
  double half_step;

  double center_velocity[3];    // of the point that the wall turns about

  // By lane. Numbers of a vector are `stride` apart. Velocities of the wall: null where it does not
  // move. Images, from the sphere to that which the wall touches: null where it has none. A history is SphereContactHistory.
  const int *sphere;
  const double *radius, *mass;
  const double *normal, *distance, *curvature, *wall_velocity, *wall_omega, *image;
  int stride;
  double *const *history;
};

// Contributions of the contacts of a block to their spheres.
struct WallForceRow {
  double force[3], torque[3], unused[2];
};
struct WallForceRows {
  WallForceRow of[ContactBlock::LANES];
};

// Sums over contacts: force and torque on the spheres, about the reference point, and the power of
// the wall on them.
struct WallSums {
  double force[3], torque[3], power;
};

}    // namespace grist

#endif
