// Deformation and bond loads of a cluster that moves as a rigid body under contact forces: the
// static response to the forces minus the inertia of the motion that they cause (inertia relief).
//
// Uniform accelerations, such as gravity, cause no deformation and need not be given.

#ifndef GRIST_RELIEF_INERTIA_RELIEF_H
#define GRIST_RELIEF_INERTIA_RELIEF_H

#include "common/space.h"
#include "relief/cluster_model.h"

#include <memory>
#include <vector>

namespace grist {

// On one element, in the axes of the cluster; the torque about the element's centre.
struct ElementLoad {
  int element;
  Vector3d force, torque;
};

class InertiaRelief {
 public:
  explicit InertiaRelief(const ClusterModel &model);
  InertiaRelief(InertiaRelief &&) noexcept;
  ~InertiaRelief();

  // Displacements of the cluster at this angular velocity (in its axes). They start from where a
  // rigid cluster would be, and change neither the centre of mass nor, to first order, the angular
  // momentum.
  ClusterVector displacement(const std::vector<ElementLoad> &loads, const Vector3d &omega) const;

  std::vector<BondLoad> bond_loads(const std::vector<ElementLoad> &loads,
                                   const Vector3d &omega) const
  {
    return cluster.bond_loads(displacement(loads, omega));
  }

  // The load less the inertia of the rigid acceleration: no sum, no moment.
  void balance(ClusterVector &load) const;

  // The displacement under a balanced load, without its rigid part.
  ClusterVector answer(const ClusterVector &balanced) const;

  const ClusterModel &model() const { return cluster; }

 private:
  ClusterModel cluster;
  Matrix3d mobility;    // inverse of the inertia
  struct Factors;
  std::unique_ptr<Factors> factors;    // of the stiffness with the first element held; or null
};

// The lowest modes of a free cluster: inertia relief holds while contacts last longer than its
// first period. Angular frequencies without damping, ascending, to a relative 1e-6; the six rigid
// modes do not count. As many as `count` and the cluster has. By inverse iteration of a subspace
// (Bathe 1971).
std::vector<double> lowest_frequencies(const InertiaRelief &relief, int count);

}    // namespace grist

#endif
