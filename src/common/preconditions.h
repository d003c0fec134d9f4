// Preconditions that types do not express, for assert(): builds with sanitizers check them.

#ifndef GRIST_COMMON_PRECONDITIONS_H
#define GRIST_COMMON_PRECONDITIONS_H

#include "common/space.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace grist {

inline bool is_unit(const Vector3d &v)
{
  return std::abs(squared_norm(v) - 1.0) < 1e-9;
}

// Accepts the rounding errors that integrators leave.
inline bool is_rotation(const Matrix3d &m)
{
  return greatest_of(absolute(m * transposed(m) - Matrix3d::identity())) < 1e-6 &&
      determinant(m) > 0.0;
}

template <class Numbers> bool is_ascending(const Numbers &numbers)
{
  return std::is_sorted(numbers.begin(), numbers.end());
}

}    // namespace grist

#endif
