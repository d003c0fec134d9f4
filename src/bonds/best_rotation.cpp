#include "bonds/best_rotation.h"

#include <Eigen/Geometry>
#include <Eigen/SVD>

namespace grist {

// Below this ratio of singular values, rounding decides on the rotation about the line of the
// directions.
static constexpr double PARALLEL = 1e-10;

Eigen::Matrix3d best_rotation(const Eigen::Matrix3d &sum)
{
  using Eigen::Matrix3d;
  const Eigen::JacobiSVD<Matrix3d> svd(sum, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Matrix3d &after = svd.matrixU(), &before = svd.matrixV();
  if (svd.singularValues()[1] <= PARALLEL * svd.singularValues()[0]) {
    const Eigen::Vector3d from = before.col(0), to = after.col(0);
    return Eigen::Quaterniond::FromTwoVectors(from, to).toRotationMatrix();
  }
  const double handedness = after.determinant() * before.determinant();
  return after * Eigen::Vector3d(1.0, 1.0, handedness > 0.0 ? 1.0 : -1.0).asDiagonal() *
      before.transpose();
}

}    // namespace grist
