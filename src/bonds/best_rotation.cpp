#include "bonds/best_rotation.h"

#include "common/eigen_space.h"

#include <Eigen/SVD>

namespace grist {

// Below this ratio of singular values, rounding decides on the rotation about the line of the
// directions.
static constexpr double PARALLEL = 1e-10;

Matrix3d best_rotation(const Matrix3d &sum)
{
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(to_eigen(sum),
                                              Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Matrix3d after = from_eigen(svd.matrixU()), before = from_eigen(svd.matrixV());
  if (svd.singularValues()[1] <= PARALLEL * svd.singularValues()[0]) {
    return rotation_matrix(quaternion_between(before.column[0], after.column[0]));
  }
  const double handedness = determinant(after) * determinant(before);
  return after * Matrix3d::diagonal({1.0, 1.0, handedness > 0.0 ? 1.0 : -1.0}) * transposed(before);
}

}    // namespace grist
