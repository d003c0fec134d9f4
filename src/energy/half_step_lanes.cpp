#include "energy/half_step_lanes.h"

#include "common/constants.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

// A vector of space and the number after it, which is ignored.
using Four = double __attribute__((vector_size(4 * sizeof(double))));

Four load_four(const double *from)
{
  Four four;
  std::memcpy(&four, from, sizeof(four));
  return four;
}
void store_four(double *to, const Four &four)
{
  std::memcpy(to, &four, sizeof(four));
}

// Sphere by sphere in order, as the number after a vector is the first of the next one.
void complete(const HalfStep &step, double *rates, int count)
{
  constexpr int MANY = 32;    // divisions side by side
  const Four field = {step.field[0], step.field[1], step.field[2], 0.0};
  for (int first = 0; first < count; first += MANY) {
    double by_mass[MANY], by_inertia[MANY];
    const int here = std::min(MANY, count - first);
    for (int k = 0; k < here; k++) {
      const double radius = step.radius[first + k];
      const double gyration2 = SPHERE_INERTIA * radius * radius;
      by_inertia[k] =
          step.duration / (step.mass[first + k] * gyration2);    // one division for both
      by_mass[k] = by_inertia[k] * gyration2;
    }
    for (int k = 0; k < here; k++) {
      const std::size_t at = 3 * static_cast<std::size_t>(first + k);
      store_four(rates + 2 * at,
                 load_four(step.velocity + at) + field + by_mass[k] * load_four(step.force + at));
      store_four(rates + 2 * at + 3,
                 load_four(step.omega + at) + by_inertia[k] * load_four(step.torque + at));
    }
  }
}

constexpr HalfStepLanes TABLE = {complete};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const HalfStepLanes HalfStepLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
