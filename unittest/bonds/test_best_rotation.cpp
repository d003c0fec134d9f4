// The rotation between two poses. Oracle: the rotation that made the second pose.

#include "bonds/best_rotation.h"
#include "common/space.h"

#include <gtest/gtest.h>

#include <vector>

using namespace grist;
using grist::Matrix3d;
using grist::Vector3d;

namespace test_best_rotation {

constexpr double ROUNDING = 1e-14;

Matrix3d turn(double angle, const Vector3d &axis)
{
  return rotation_matrix(angle, normalized(axis));
}

Matrix3d sum_of(const std::vector<Vector3d> &before, const Matrix3d &rotation)
{
  Matrix3d sum = Matrix3d::zero();
  for (const Vector3d &v : before) sum += outer_product(rotation * v, v);
  return sum;
}

const std::vector<Vector3d> IN_SPACE = {Vector3d{1, 0, 0}, Vector3d{0, 0.6, 0.8},
                                        Vector3d{0.48, -0.6, 0.64}};
const std::vector<Vector3d> IN_A_PLANE = {Vector3d{1, 0, 0}, Vector3d{0.6, 0.8, 0}};
const std::vector<Vector3d> ON_A_LINE = {Vector3d{0.6, 0.8, 0}, Vector3d{-0.6, -0.8, 0}};

TEST(BestRotation, IsTheOneThatTurnedTheDirections)
{
  for (const double angle : {0.0, 1e-5, 0.3, 2.0, 3.1, 3.14159265358979})
    for (const Vector3d &axis : {Vector3d{0, 0, 1}, Vector3d{1, 2, 3}, Vector3d{-1, 0.1, 0.5}})
      for (const auto &directions : {IN_SPACE, IN_A_PLANE}) {
        const Matrix3d rotation = turn(angle, axis);
        EXPECT_LT(norm(best_rotation(sum_of(directions, rotation)) - rotation), 10 * ROUNDING)
            << angle;
      }
}

// About their own line parallel directions say nothing: the axis is across it.
TEST(BestRotation, TurnsALineByTheLeastRotation)
{
  const Vector3d line = ON_A_LINE.front();
  for (const double angle : {0.0, 0.3, 2.0, 3.1}) {
    const Matrix3d rotation = turn(angle, Vector3d{-0.8, 0.6, 0});
    EXPECT_LT(norm(best_rotation(sum_of(ON_A_LINE, rotation)) - rotation), 10 * ROUNDING);
    const Matrix3d with_spin = rotation * turn(1.0, line);
    EXPECT_LT(norm(best_rotation(sum_of(ON_A_LINE, with_spin)) - rotation), 10 * ROUNDING);
  }
}

TEST(BestRotation, IsProperForAMirroredBody)
{
  const Matrix3d mirrored = sum_of(IN_SPACE, Matrix3d::diagonal(Vector3d{1, 1, -1}));
  EXPECT_NEAR(determinant(best_rotation(mirrored)), 1.0, ROUNDING);
}

}    // namespace test_best_rotation
