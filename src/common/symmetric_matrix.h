// Eigenvalues and eigenvectors of symmetric matrices of space, and equations with them.

#ifndef GRIST_COMMON_SYMMETRIC_MATRIX_H
#define GRIST_COMMON_SYMMETRIC_MATRIX_H

#include "common/space.h"

namespace grist {

struct Eigenvectors {
  Vector3d values;     // in ascending order
  Matrix3d vectors;    // of length 1, column by column; of either hand
};

Eigenvectors eigenvectors(const Matrix3d &symmetric);
Vector3d eigenvalues(const Matrix3d &symmetric);

// x of m x = right. The matrix is regular.
Vector3d solve_symmetric(const Matrix3d &m, const Vector3d &right);

}    // namespace grist

#endif
