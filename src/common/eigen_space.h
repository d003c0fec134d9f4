// Between the types of common/space.h and Eigen's: for sources that solve or decompose, never for
// headers, because Eigen takes most of the time of a compilation.

#ifndef GRIST_COMMON_EIGEN_SPACE_H
#define GRIST_COMMON_EIGEN_SPACE_H

#include "common/space.h"

#include <Eigen/Core>

namespace grist {

inline Eigen::Vector3d to_eigen(const Vector3d &a)
{
  return {a.x, a.y, a.z};
}
inline Eigen::Matrix3d to_eigen(const Matrix3d &m)
{
  return Eigen::Map<const Eigen::Matrix3d>(m.data());
}
// Takes a vector, a matrix, or an expression that becomes one.
template <class Derived> auto from_eigen(const Eigen::MatrixBase<Derived> &value)
{
  if constexpr (Derived::ColsAtCompileTime == 1)
    return vector_at(Eigen::Vector3d(value).data());
  else
    return matrix_at(Eigen::Matrix3d(value).data());
}

}    // namespace grist

#endif
