// How a sphere moves at one instant: what the power of a force on it is made of.

#ifndef GRIST_ENERGY_SPHERE_RATES_H
#define GRIST_ENERGY_SPHERE_RATES_H

#include <Eigen/Core>

namespace grist {

struct SphereRates {
  Eigen::Vector3d velocity, spin;
};

}    // namespace grist

#endif
