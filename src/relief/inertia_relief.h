// Deformation and bond loads of a cluster that moves as a rigid body under contact forces: the
// static response to the forces minus the inertia of the motion that they cause (inertia relief).
//
// Uniform accelerations, such as gravity, cause no deformation and need not be given.

#ifndef GRIST_RELIEF_INERTIA_RELIEF_H
#define GRIST_RELIEF_INERTIA_RELIEF_H

#include "relief/cluster_model.h"

#include <Eigen/SparseCholesky>

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

  // Displacements of the cluster at this angular velocity (in its axes). They start from where a
  // rigid cluster would be, and change neither the centre of mass nor, to first order, the angular
  // momentum.
  VectorXd displacement(const std::vector<ElementLoad> &loads, const Vector3d &omega) const;

  std::vector<BondLoad> bond_loads(const std::vector<ElementLoad> &loads,
                                   const Vector3d &omega) const
  {
    return cluster.bond_loads(displacement(loads, omega));
  }

  // The load less the inertia of the rigid acceleration: no sum, no moment.
  void balance(VectorXd &load) const;

  // The displacement under a balanced load, without its rigid part.
  VectorXd answer(const VectorXd &balanced) const;

  const ClusterModel &model() const { return cluster; }

 private:
  ClusterModel cluster;
  Matrix3d mobility;    // inverse of the inertia
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>
      factors;    // of the stiffness with the first element held
};

}    // namespace grist

#endif
