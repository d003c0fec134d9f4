// Preconditions that types do not express, for assert(): builds with sanitizers check them.

#ifndef GRIST_COMMON_PRECONDITIONS_H
#define GRIST_COMMON_PRECONDITIONS_H

#include <Eigen/Core>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace grist {

inline bool is_unit(const Eigen::Vector3d &v)
{
  return std::abs(v.squaredNorm() - 1.0) < 1e-9;
}

// Accepts the rounding errors that integrators leave.
inline bool is_rotation(const Eigen::Matrix3d &m)
{
  return (m * m.transpose() - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-6 &&
      m.determinant() > 0.0;
}

template <class Numbers> bool is_ascending(const Numbers &numbers)
{
  return std::is_sorted(numbers.begin(), numbers.end());
}

}    // namespace grist

#endif
