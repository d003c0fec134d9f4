// Upper bounds of the stress that contact forces cause in any bond of a cluster, without solving
// for it: one number for each element.
//
// For any loads f_e, t_e of elements and any angular velocity w, the stress of no bond is above
//   sum_e (force[e] |f_e| + torque[e] |t_e|) + s |w|^2,
// by tension and by shear, compression counted as tension.

#ifndef GRIST_RELIEF_LOAD_BOUNDS_H
#define GRIST_RELIEF_LOAD_BOUNDS_H

#include "relief/inertia_relief.h"

#include <vector>

namespace grist {

// Stresses, or shares of strength where bonds are measured by these (cluster_model.h).
struct LoadBounds {
  std::vector<BondStress> force;     // by element: stress per force
  std::vector<BondStress> torque;    // stress per torque
  BondStress spin;                   // s: stress per square of angular velocity

  explicit LoadBounds(const InertiaRelief &relief);

  BondStress of(const std::vector<ElementLoad> &loads, const Vector3d &omega) const;
};

}    // namespace grist

#endif
