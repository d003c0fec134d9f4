// How spheres move at the instant of their positions, where their velocities are those of half a
// step before: the force and torque on a sphere add the second half. Kernels are compiled for each set
// of instructions (lanes/instructions.h).

#ifndef GRIST_ENERGY_HALF_STEP_LANES_H
#define GRIST_ENERGY_HALF_STEP_LANES_H

#include "energy/sphere_rates.h"
#include "lanes/instructions.h"

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

// Rates are six numbers a sphere. All arrays must have an entry for sphere `count`
// as well; its rates may change.
struct HalfStepLanes {
  void (*complete)(const HalfStep &step, double *rates, int count);

  static const HalfStepLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
