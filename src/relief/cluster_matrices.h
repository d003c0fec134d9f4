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

inline Eigen::SparseMatrix<double> mass_matrix(const ClusterModel &model)
{
  std::vector<Eigen::Triplet<double>> entries;
  for (int n = 0; n < static_cast<int>(model.elements.size()); n++) {
    const ModelElement &e = model.elements[n];
    for (int i = 0; i < 3; i++) entries.emplace_back(6 * n + i, 6 * n + i, e.mass);
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++)
        entries.emplace_back(6 * n + 3 + i, 6 * n + 3 + k, e.inertia(i, k));
  }
  Eigen::SparseMatrix<double> all(model.size(), model.size());
  all.setFromTriplets(entries.begin(), entries.end());
  return all;
}

}    // namespace grist

#endif
