// The state in which a cluster that has moved as a rigid body is released: deformed, and in balance
// with its loads and the inertia of its motion, so that forces do not jump.

#ifndef GRIST_RELIEF_RELEASED_STATE_H
#define GRIST_RELIEF_RELEASED_STATE_H

#include "relief/inertia_relief.h"

#include <vector>

namespace grist {

// The bonds of a cluster that is displaced, exactly.
class DisplacedBonds {
 public:
  virtual ~DisplacedBonds() = default;

  // Adds what bonds exert on elements, about their displaced centres. If `loads` is given, it gets
  // the loads of all bonds. Returned: the energy that they store.
  virtual double add(const ClusterVector &displacement, ClusterVector &to,
                     std::vector<BondLoad> *loads) const = 0;
};

struct ReleasedState {
  ClusterVector displacement;     // from where the rigid cluster is; keeps the centre of mass
  std::vector<BondLoad> bonds;    // on a; forces along the bonds are those of the displaced lengths
  ClusterVector on_elements;      // of all bonds
  double energy;                  // that they store
  Matrix3d inertia;               // of the displaced cluster, about its centre of mass
  double imbalance;               // greatest force that is left over, over the greatest load
};

// Inertia relief with the lengths and directions of the bonds as they are after the displacement:
// second-order changes of length would otherwise be loads. Forces stay on the lines on which they
// act before. By Newton's iteration with the stiffness of the undeformed cluster. Loads and angular
// velocity as in InertiaRelief::displacement().
ReleasedState released_state(const InertiaRelief &relief, const DisplacedBonds &bonds,
                             const std::vector<ElementLoad> &loads, const Vector3d &omega);

// Of spheres with parallel bonds.
ReleasedState released_state(const InertiaRelief &relief, const std::vector<ElementLoad> &loads,
                             const Vector3d &omega);

}    // namespace grist

#endif
