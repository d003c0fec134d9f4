// The rotation between two poses of a body, from directions in both (Wahba's problem).
//
// Source: Kabsch 1976 (A solution for the best rotation to relate two sets of vectors), by singular
// values.

#ifndef GRIST_BONDS_BEST_ROTATION_H
#define GRIST_BONDS_BEST_ROTATION_H

#include "common/decompositions.h"

namespace grist {

// sum: over all directions, after * before^T, of unit vectors. The rotation R with the least sum of
// |after - R before|^2; a proper one, also where the body was mirrored. Of directions that are all
// parallel, the least rotation of their line.
inline Matrix3d best_rotation(const Matrix3d &sum)
{
  // Below this ratio of singular values, rounding decides on the rotation about the line of the
  // directions.
  constexpr double PARALLEL = 1e-10;

  const auto [after, values, before] = singular_values(sum);
  if (values[1] <= PARALLEL * values[0])
    return rotation_matrix(quaternion_between(before.column[0], after.column[0]));
  const double handedness = determinant(after) * determinant(before);
  return after * Matrix3d::diagonal({1.0, 1.0, handedness > 0.0 ? 1.0 : -1.0}) * transposed(before);
}

}    // namespace grist

#endif
