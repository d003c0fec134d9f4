// Motions of spheres, lane by lane, for kernels that are compiled for each set of instructions
// (lanes/instructions.h).

#ifndef GRIST_ENERGY_MOTION_LANES_H
#define GRIST_ENERGY_MOTION_LANES_H

#include "lanes/lane_rows.h"

#include <cstddef>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct LaneMotions {
  LaneVectors velocity, omega;
};

// rates: six numbers a sphere, velocity and angular velocity.
inline LaneMotions motions_of(const int *spheres, const double *rates)
{
  Lanes of[6];
  load_six([&](int k) { return rates + 6 * static_cast<std::size_t>(spheres[k]); }, of);
  return {{of[0], of[1], of[2]}, {of[3], of[4], of[5]}};
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
