// How spheres move at the instant of their positions, where their velocities are those of half a
// step before: the force and torque on a sphere add the second half. Before these are known, the
// change of the last step foresees it. Kernels are compiled for each set of instructions
// (lanes/instructions.h).

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

// How a sphere moved at the last step, and the share of the change since then that is expected to
// follow until the instant of the positions: 1/2 from half step to half step, 1 from a full step to
// half a step later, 0 where nothing is known.
struct MotionBefore {
  SphereRates rates{};
  double share = 0.0, unused = 0.0;
};
static_assert(sizeof(MotionBefore) == 8 * sizeof(double), "kernels read eight numbers a sphere");

// Sets the rates of spheres 0 to count - 1, and keeps their motion for the next step. Vectors as in
// HalfStep.
void foresee_rates(const double *velocity, const double *omega, MotionBefore *before,
                   SphereRates *rates, int count);
void foresee_rates(const SphereRates &now, MotionBefore &before, SphereRates &rates);    // of one

// Rates are six numbers a sphere. All arrays must have an entry for sphere `count`
// as well; its rates may change.
struct HalfStepLanes {
  void (*complete)(const HalfStep &step, double *rates, int count);
  void (*foresee)(const double *velocity, const double *omega, double *before, double *rates,
                  int count);

  static const HalfStepLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
