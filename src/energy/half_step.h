// How spheres move at the instant of their positions, where their velocities are those of half a step before: the force and torque on
// a sphere add the second half. Worked out where it is asked for, so that no array of it goes through memory.

#ifndef GRIST_ENERGY_HALF_STEP_H
#define GRIST_ENERGY_HALF_STEP_H

#include "energy/sphere_rates.h"

#include <cstddef>

namespace grist {

// One entry a sphere; vectors as three doubles side by side.
struct HalfStep {
  const double *velocity, *omega;        // half a step before
  int computed = 0;                      // spheres below this: from force and torque
  const SphereRates *known = nullptr;    // of the others, at the instant of the positions
  const double *force = nullptr, *torque = nullptr, *mass = nullptr, *radius = nullptr;
  double duration = 0.0;    // of half a step, in units of velocity times mass over force
  Eigen::Vector3d field =
      Eigen::Vector3d::Zero();    // what it adds to the velocities of computed spheres besides

  // What the half step adds.
  SphereRates gain(int i) const
  {
    const Map v = at(velocity, i), spin = at(omega, i);
    if (i >= computed) return {known[i].velocity - v, known[i].omega - spin};
    // By one division.
    const double gyration2 = SPHERE_INERTIA * radius[i] * radius[i];
    const double by_inertia = duration / (mass[i] * gyration2);
    return {field + by_inertia * gyration2 * at(force, i), by_inertia * at(torque, i)};
  }

  SphereRates rates(int i) const
  {
    if (i >= computed) return known[i];
    SphereRates rates = gain(i);
    rates.velocity += at(velocity, i);
    rates.omega += at(omega, i);
    return rates;
  }

 private:
  using Map = Eigen::Map<const Eigen::Vector3d>;
  static Map at(const double *vectors, int i) { return Map(vectors + 3 * static_cast<size_t>(i)); }
};

// All of them known.
inline HalfStep known_step(const double *velocity, const double *omega, const SphereRates *rates)
{
  HalfStep step{velocity, omega};
  step.known = rates;
  return step;
}

}    // namespace grist

#endif
