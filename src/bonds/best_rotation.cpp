#include "bonds/best_rotation.h"

#include "common/decompositions.h"

namespace grist {

// Below this ratio of singular values, rounding decides on the rotation about the line of the
// directions.
static constexpr double PARALLEL = 1e-10;

Matrix3d best_rotation(const Matrix3d &sum)
{
  const auto [after, values, before] = singular_values(sum);
  if (values[1] <= PARALLEL * values[0])
    return rotation_matrix(quaternion_between(before.column[0], after.column[0]));
  const double handedness = determinant(after) * determinant(before);
  return after * Matrix3d::diagonal({1.0, 1.0, handedness > 0.0 ? 1.0 : -1.0}) * transposed(before);
}

}    // namespace grist
