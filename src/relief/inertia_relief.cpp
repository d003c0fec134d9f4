#include "relief/inertia_relief.h"

#include "common/decompositions.h"
#include "common/preconditions.h"
#include "relief/cluster_matrices.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <random>
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
    load[n].angular -= cluster.elements[n].inertia * rigid[n].angular;
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
    all[n].angular -= cross(omega, e.inertia * omega);
  }
  balance(all);
  return answer(all);
}

using Eigen::MatrixXd;
using Eigen::VectorXd;

std::vector<double> lowest_frequencies(const InertiaRelief &relief, int count)
{
  assert(count > 0);
  constexpr int SPARE = 6, MOST_ROUNDS = 200;
  constexpr double CLOSE = 1e-9;
  const ClusterModel &model = relief.model();
  const int wanted = std::min(count, model.size() - 6);
  const int width = std::min(count + SPARE, model.size() - 6);
  if (wanted <= 0) return {};

  const Eigen::SparseMatrix<double> masses = mass_matrix(model);
  const Eigen::SparseMatrix<double> stiffness = stiffness_matrix(model);
  std::mt19937_64 random(1);
  MatrixXd modes(model.size(), width);
  for (int row = 0; row < modes.rows(); row++)
    for (int column = 0; column < width; column++)
      modes(row, column) = static_cast<double>(random() >> 11) * 0x1p-53 - 0.5;

  VectorXd before = VectorXd::Zero(width);
  for (int round = 0; round < MOST_ROUNDS; round++) {
    for (int k = 0; k < width; k++) {
      ClusterVector load = from_eigen(masses * modes.col(k));
      relief.balance(load);
      modes.col(k) = to_eigen(relief.answer(load));
    }
    const MatrixXd inertia = modes.transpose() * (masses * modes);
    const MatrixXd elastic = modes.transpose() * (stiffness * modes);
    const VibrationModes ritz = vibration_modes({elastic.data(), elastic.data() + elastic.size()},
                                                {inertia.data(), inertia.data() + inertia.size()});
    modes = modes * Eigen::Map<const MatrixXd>(ritz.modes.data(), width, width);
    const VectorXd squares = Eigen::Map<const VectorXd>(ritz.squares.data(), width);
    const bool is_done = ((squares - before).head(wanted).array().abs() <=
                          CLOSE * squares.head(wanted).array().abs())
                             .all();
    before = squares;
    if (is_done) break;
  }
  std::vector<double> frequencies;
  for (int k = 0; k < wanted; k++) frequencies.push_back(std::sqrt(before[k]));
  return frequencies;
}

}    // namespace grist
