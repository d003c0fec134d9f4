#include "common/decompositions.h"

#include "common/eigen_space.h"
#include "common/preconditions.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>

#include <cassert>
#include <cmath>

namespace grist {

using Solver = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>;
using Values = Eigen::Map<const Eigen::VectorXd>;
using Square = Eigen::Map<const Eigen::MatrixXd>;

static Values values_of(const std::vector<double> &numbers)
{
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}

static Square square_of(const std::vector<double> &numbers, Eigen::Index size)
{
  assert(numbers.size() == static_cast<size_t>(size * size));
  return {numbers.data(), size, size};
}

template <class Matrix> static std::vector<double> numbers_of(const Matrix &m)
{
  return {m.data(), m.data() + m.size()};
}

Eigenvectors eigenvectors(const Matrix3d &symmetric)
{
  assert(is_symmetric(symmetric));
  const Solver solver(to_eigen(symmetric));
  return {from_eigen(solver.eigenvalues()), from_eigen(solver.eigenvectors())};
}

Vector3d eigenvalues(const Matrix3d &symmetric)
{
  assert(is_symmetric(symmetric));
  return from_eigen(Solver(to_eigen(symmetric), Eigen::EigenvaluesOnly).eigenvalues());
}

SingularValues singular_values(const Matrix3d &m)
{
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(to_eigen(m),
                                              Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {from_eigen(svd.matrixU()), from_eigen(svd.singularValues()), from_eigen(svd.matrixV())};
}

Vector3d solve_symmetric(const Matrix3d &m, const Vector3d &right)
{
  assert(is_symmetric(m));
  return from_eigen(to_eigen(m).ldlt().solve(to_eigen(right)));
}

// One solver for both: each takes seconds to compile.
using LeastSquares = Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;

Vector3d least_squares(const std::vector<Vector3d> &rows, const std::vector<double> &right)
{
  assert(rows.size() >= 3);
  assert(rows.size() == right.size());
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(rows.size()), 3);
  for (Eigen::Index k = 0; k < matrix.rows(); k++)
    matrix.row(k) = to_eigen(rows[static_cast<size_t>(k)]).transpose();
  const Eigen::VectorXd solution = LeastSquares(matrix).solve(values_of(right));
  return vector_at(solution.data());
}

std::vector<double> shortest_solution(const std::vector<double> &m,
                                      const std::vector<double> &right, double tolerance)
{
  assert(is_share(tolerance));
  const Values wanted = values_of(right);
  LeastSquares solver;
  solver.setThreshold(tolerance);
  solver.compute(square_of(m, wanted.size()));
  const Eigen::VectorXd solution = solver.solve(wanted);
  return numbers_of(solution);
}

VibrationModes vibration_modes(const std::vector<double> &stiffness,
                               const std::vector<double> &inertia)
{
  assert(stiffness.size() == inertia.size());
  const auto size = static_cast<Eigen::Index>(std::lround(std::sqrt(stiffness.size())));
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(square_of(stiffness, size),
                                                                         square_of(inertia, size));
  return {numbers_of(solver.eigenvalues()), numbers_of(solver.eigenvectors())};
}

}    // namespace grist
