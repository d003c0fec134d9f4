#include "relief/inertia_relief.h"

#include "common/preconditions.h"
#include "relief/cluster_matrices.h"

#include <Eigen/SparseCholesky>

#include <stdexcept>

namespace grist {

struct InertiaRelief::Factors {
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> of;
};

InertiaRelief::InertiaRelief(const ClusterModel &model) :
    cluster(model), mobility(inverse(model.inertia))
{
  const int rest = cluster.size() - 6;
  if (rest == 0) return;
  factors = std::make_unique<Factors>();
  factors->of.compute(stiffness_matrix(cluster).bottomRightCorner(rest, rest));
  if (factors->of.info() != Eigen::Success)
    throw std::invalid_argument("the stiffness of the cluster is singular");
}

InertiaRelief::InertiaRelief(InertiaRelief &&) noexcept = default;
InertiaRelief::~InertiaRelief() = default;

void InertiaRelief::balance(ClusterVector &load) const
{
  assert(load.size() == cluster.elements.size());
  Vector3d force = Vector3d::zero(), torque = Vector3d::zero();
  for (size_t n = 0; n < cluster.elements.size(); n++) {
    force += load[n].linear;
    torque += cross(cluster.elements[n].place, load[n].linear) + load[n].angular;
  }
  const ClusterVector rigid = cluster.rigid_displacement(force / cluster.mass, mobility * torque);
  for (size_t n = 0; n < cluster.elements.size(); n++) {
    load[n].linear -= cluster.elements[n].mass * rigid[n].linear;
    load[n].angular -= cluster.moment_of_inertia(n) * rigid[n].angular;
  }
}

ClusterVector InertiaRelief::answer(const ClusterVector &balanced) const
{
  assert(balanced.size() == cluster.elements.size());
  const Eigen::VectorXd load = to_eigen(balanced);
  assert(load.allFinite());
  Eigen::VectorXd solved = Eigen::VectorXd::Zero(load.size());
  const int rest = cluster.size() - 6;
  if (rest > 0) solved.tail(rest) = factors->of.solve(load.tail(rest));
  ClusterVector displacement = from_eigen(solved);
  cluster.remove_rigid_part(displacement);
  return displacement;
}

ClusterVector InertiaRelief::displacement(const std::vector<ElementLoad> &loads,
                                          const Vector3d &omega) const
{
  for ([[maybe_unused]] const ElementLoad &load : loads)
    assert(is_number_of(load.element, cluster.elements.size()));
  ClusterVector all(cluster.elements.size());
  for (const ElementLoad &load : loads) {
    all[load.element].linear += load.force;
    all[load.element].angular += load.torque;
  }
  for (size_t n = 0; n < cluster.elements.size(); n++) {    // centrifugal
    const ModelElement &e = cluster.elements[n];
    all[n].linear -= e.mass * cross(omega, cross(omega, e.place));
  }
  balance(all);
  return answer(all);
}

}    // namespace grist
