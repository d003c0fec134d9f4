// How spheres move at the instant of their positions, where their velocities are those of half a
// step before: the force and torque on a sphere add the second half.

#ifndef GRIST_ENERGY_HALF_STEP_H
#define GRIST_ENERGY_HALF_STEP_H

#include "energy/sphere_rates.h"

namespace grist {

// One entry a sphere; vectors as three doubles side by side.
struct HalfStep {
  const double *velocity, *omega;    // half a step before
  const double *force, *torque, *mass, *radius;
  double duration;    // of half a step, in units of velocity times mass over force
  double field[3];    // added to all velocities besides
};

// Sets the rates of spheres 0 to count - 1.
void complete_rates(const HalfStep &step, SphereRates *rates, int count);

}    // namespace grist

#endif
