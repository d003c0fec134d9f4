#include "common/symmetric_matrix.h"

#include "common/eigen_space.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

namespace grist {

using Solver = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>;

Eigenvectors eigenvectors(const Matrix3d &symmetric)
{
  const Solver solver(to_eigen(symmetric));
  return {from_eigen(solver.eigenvalues()), from_eigen(solver.eigenvectors())};
}

Vector3d eigenvalues(const Matrix3d &symmetric)
{
  return from_eigen(Solver(to_eigen(symmetric), Eigen::EigenvaluesOnly).eigenvalues());
}

Vector3d solve_symmetric(const Matrix3d &m, const Vector3d &right)
{
  return from_eigen(to_eigen(m).ldlt().solve(to_eigen(right)));
}

}    // namespace grist
