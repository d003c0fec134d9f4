#include "relief/vibration.h"

#include "common/decompositions.h"
#include "common/preconditions.h"
#include "relief/cluster_matrices.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace grist {

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

  const VectorXd masses = masses_of(model);
  const Eigen::SparseMatrix<double> stiffness = stiffness_matrix(model);
  std::mt19937_64 random(1);
  MatrixXd modes(model.size(), width);
  for (int row = 0; row < modes.rows(); row++)
    for (int column = 0; column < width; column++)
      modes(row, column) = static_cast<double>(random() >> 11) * 0x1p-53 - 0.5;

  VectorXd before = VectorXd::Zero(width);
  for (int round = 0; round < MOST_ROUNDS; round++) {
    for (int k = 0; k < width; k++) {
      ClusterVector load = from_eigen(masses.cwiseProduct(modes.col(k)));
      relief.balance(load);
      modes.col(k) = to_eigen(relief.answer(load));
    }
    const MatrixXd inertia = modes.transpose() * masses.asDiagonal() * modes;
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
