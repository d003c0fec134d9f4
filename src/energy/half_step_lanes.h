// Motion of spheres at the full step (half_step.h), compiled for each set of instructions
// (lanes/instructions.h). Rates are six numbers a sphere.

#ifndef GRIST_ENERGY_HALF_STEP_LANES_H
#define GRIST_ENERGY_HALF_STEP_LANES_H

#include "energy/half_step.h"
#include "lanes/instructions.h"

namespace grist {

// Completes the rates of spheres 0 to count - 1. All arrays must have an entry for sphere `count`
// as well; its rates may change.
struct HalfStepLanes {
  void (*complete)(const HalfStep &step, double *rates, int count);

  static const HalfStepLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
