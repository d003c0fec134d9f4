#include "relief/inertia_relief.h"

#include "common/preconditions.h"

#include <Eigen/LU>

#include <stdexcept>

namespace grist {

InertiaRelief::InertiaRelief(const ClusterModel &model) :
    cluster(model), mobility(model.inertia.inverse())
{
  const int rest = cluster.size() - 6;
  if (rest == 0) return;
  const Eigen::SparseMatrix<double> held = cluster.stiffness().bottomRightCorner(rest, rest);
  factors.compute(held);
  if (factors.info() != Eigen::Success)
    throw std::invalid_argument("the stiffness of the cluster is singular");
}

void InertiaRelief::balance(VectorXd &load) const
{
  Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
  for (size_t n = 0; n < cluster.elements.size(); n++) {
    const Vector3d on = load.segment<3>(6 * n);
    force += on;
    torque += cluster.elements[n].place.cross(on) + Vector3d(load.segment<3>(6 * n + 3));
  }
  load -= cluster.masses().cwiseProduct(
      cluster.rigid_displacement(force / cluster.mass, mobility * torque));
}

VectorXd InertiaRelief::answer(const VectorXd &balanced) const
{
  assert(balanced.allFinite());
  VectorXd displacement = VectorXd::Zero(cluster.size());
  const int rest = cluster.size() - 6;
  if (rest > 0) displacement.tail(rest) = factors.solve(balanced.tail(rest));
  cluster.remove_rigid_part(displacement);
  return displacement;
}

VectorXd InertiaRelief::displacement(const std::vector<ElementLoad> &loads,
                                     const Vector3d &omega) const
{
  VectorXd all = VectorXd::Zero(cluster.size());
  for (const ElementLoad &load : loads) {
    all.segment<3>(6 * load.element) += load.force;
    all.segment<3>(6 * load.element + 3) += load.torque;
  }
  for (size_t n = 0; n < cluster.elements.size(); n++) {    // centrifugal
    const ModelElement &e = cluster.elements[n];
    all.segment<3>(6 * n) -= e.mass * omega.cross(omega.cross(e.place));
  }
  balance(all);
  return answer(all);
}

}    // namespace grist
