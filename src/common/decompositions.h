// What matrices are made of, and equations with them. Eigen solves them in one file, because its
// solvers take seconds to compile wherever they are read.

#ifndef GRIST_COMMON_DECOMPOSITIONS_H
#define GRIST_COMMON_DECOMPOSITIONS_H

#include "common/space.h"

#include <vector>

namespace grist {

struct Eigenvectors {
  Vector3d values;     // in ascending order
  Matrix3d vectors;    // of length 1, column by column; of either hand
};

Eigenvectors eigenvectors(const Matrix3d &symmetric);
Vector3d eigenvalues(const Matrix3d &symmetric);

// The matrix is left * diagonal(values) * transposed(right); both are orthogonal, of either hand.
struct SingularValues {
  Matrix3d left;
  Vector3d values;    // in descending order, not negative
  Matrix3d right;
};

SingularValues singular_values(const Matrix3d &m);

// x of m x = right. The matrix is regular.
Vector3d solve_symmetric(const Matrix3d &m, const Vector3d &right);

// The x whose products with the rows come nearest to the right sides, by the sum of squares. The
// rows are of one size and span space.
Vector3d least_squares(const std::vector<Vector3d> &rows, const std::vector<double> &right);

// The shortest x of m x = right in the sense of least squares. Singular values below `tolerance`
// times the greatest count as zero. m: right.size() by right.size(), column by column.
std::vector<double> shortest_solution(const std::vector<double> &m,
                                      const std::vector<double> &right, double tolerance);

// The squares w of the frequencies of small vibrations and their modes, K v = w M v.
struct VibrationModes {
  std::vector<double> squares;    // in ascending order
  std::vector<double> modes;      // column by column; v . M v = 1
};

// Both matrices are symmetric, column by column, M is positive definite.
VibrationModes vibration_modes(const std::vector<double> &stiffness,
                               const std::vector<double> &inertia);

}    // namespace grist

#endif
