// Displacements, loads and matrices of a cluster as Eigen's: for sources that solve with them.

#ifndef GRIST_RELIEF_CLUSTER_MATRICES_H
#define GRIST_RELIEF_CLUSTER_MATRICES_H

#include "relief/cluster_model.h"

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace grist {

// Six numbers an element.
inline Eigen::VectorXd to_eigen(const ClusterVector &of)
{
  Eigen::VectorXd all(6 * of.size());
  for (size_t n = 0; n < of.size(); n++) {
    copy_to(all.data() + 6 * n, of[n].linear);
    copy_to(all.data() + 6 * n + 3, of[n].angular);
  }
  return all;
}
inline ClusterVector from_eigen(const Eigen::VectorXd &all)
{
  ClusterVector of(all.size() / 6);
  for (size_t n = 0; n < of.size(); n++)
    of[n] = {vector_at(all.data() + 6 * n), vector_at(all.data() + 6 * n + 3)};
  return of;
}

inline Eigen::SparseMatrix<double> stiffness_matrix(const ClusterModel &model)
{
  std::vector<Eigen::Triplet<double>> entries;
  for (const MatrixEntry &entry : model.stiffness())
    entries.emplace_back(entry.row, entry.column, entry.value);
  Eigen::SparseMatrix<double> all(model.size(), model.size());
  all.setFromTriplets(entries.begin(), entries.end());
  return all;
}

// The diagonal of the matrix of inertia.
inline Eigen::VectorXd masses_of(const ClusterModel &model)
{
  ClusterVector all;
  for (size_t n = 0; n < model.elements.size(); n++)
    all.push_back(
        {Vector3d::all(model.elements[n].mass), Vector3d::all(model.moment_of_inertia(n))});
  return to_eigen(all);
}

}    // namespace grist

#endif
