// How a solid sphere moves at one instant: the power of a force on it, and its kinetic energy,
// follow from this.

#ifndef GRIST_ENERGY_SPHERE_RATES_H
#define GRIST_ENERGY_SPHERE_RATES_H

#include "common/constants.h"
#include "common/space.h"

#include <cassert>

namespace grist {

struct SphereRates {
  Vector3d velocity, omega;
};
static_assert(sizeof(SphereRates) == 6 * sizeof(double), "kernels read six numbers a sphere");

// Includes translation and rotation.
inline double twice_kinetic_energy(const SphereRates &rates, double mass, double radius)
{
  return mass *
      (squared_norm(rates.velocity) + sphere_gyration2(radius) * squared_norm(rates.omega));
}

// Changes the rates by a force and a torque that act for a time dt.
inline void apply_force(SphereRates &rates, double mass, double radius, const Vector3d &force,
                        const Vector3d &torque, double dt)
{
  assert(mass > 0.0 && radius > 0.0);
  const double by_mass = dt / mass;
  const double by_inertia = by_mass / sphere_gyration2(radius);
  rates.velocity += by_mass * force;
  rates.omega += by_inertia * torque;
}

}    // namespace grist

#endif
