#include "common/decompositions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

using namespace grist;

// Oracle: what these decompositions and solutions are.
namespace test_decompositions {

constexpr int CASES = 200;

class Random {
 public:
  double number() { return uniform(engine); }
  Vector3d vector() { return {number(), number(), number()}; }
  Matrix3d matrix() { return {{vector(), vector(), vector()}}; }

 private:
  std::mt19937_64 engine{17};
  std::uniform_real_distribution<double> uniform{-1.0, 1.0};
};

TEST(Decompositions, SymmetricMatrices)
{
  Random random;
  for (int n = 0; n < CASES; n++) {
    const Matrix3d half = random.matrix(), m = half + transposed(half);
    const Eigenvectors axes = eigenvectors(m);
    for (int k = 0; k < 3; k++)
      EXPECT_LT(norm(m * axes.vectors.column[k] - axes.values[k] * axes.vectors.column[k]), 1e-14);
    EXPECT_LT(norm(axes.vectors * transposed(axes.vectors) - Matrix3d::identity()), 1e-14);
    EXPECT_LE(axes.values[0], axes.values[1]);
    EXPECT_LE(axes.values[1], axes.values[2]);
    EXPECT_LT(norm(eigenvalues(m) - axes.values), 1e-14);
    const Matrix3d square = half * transposed(half);
    const Vector3d right = random.vector(), found = solve_symmetric(square, right);
    EXPECT_LT(norm(square * found - right), 1e-13 * norm(found) + 1e-15);
  }
}

TEST(Decompositions, SingularValues)
{
  Random random;
  for (int n = 0; n < CASES; n++) {
    const Matrix3d m = random.matrix();
    const auto [left, values, right] = singular_values(m);
    EXPECT_LT(norm(left * Matrix3d::diagonal(values) * transposed(right) - m), 1e-14);
    EXPECT_LT(norm(left * transposed(left) - Matrix3d::identity()), 1e-14);
    EXPECT_LT(norm(right * transposed(right) - Matrix3d::identity()), 1e-14);
    EXPECT_GE(values[0], values[1]);
    EXPECT_GE(values[1], values[2]);
    EXPECT_GE(values[2], 0.0);
  }
}

// The remainder is normal to every column.
TEST(Decompositions, LeastSquares)
{
  Random random;
  for (int n = 0; n < CASES; n++) {
    std::vector<Vector3d> rows;
    std::vector<double> right;
    for (int k = 0; k < 7; k++) {
      rows.push_back(random.vector());
      right.push_back(random.number());
    }
    const Vector3d x = least_squares(rows, right);
    Vector3d along = Vector3d::zero();
    for (size_t k = 0; k < rows.size(); k++) along += (dot(rows[k], x) - right[k]) * rows[k];
    EXPECT_LT(norm(along), 1e-13);
  }
}

// With m = a a^T the right side counts along a alone, and so does the shortest solution.
TEST(Decompositions, TheShortestSolutionOfWhatIsRedundant)
{
  const std::vector<double> a = {1.0, -2.0, 0.5, 3.0}, right = {0.3, 1.0, -2.0, 0.7};
  std::vector<double> m;
  double squares = 0.0, along = 0.0;
  for (size_t k = 0; k < a.size(); k++) {
    for (const double other : a) m.push_back(a[k] * other);
    squares += a[k] * a[k];
    along += a[k] * right[k];
  }
  const std::vector<double> x = shortest_solution(m, right, 1e-9);
  for (size_t k = 0; k < a.size(); k++)
    EXPECT_NEAR(x[k], a[k] * along / (squares * squares), 1e-15);
}

// Two masses of 2 and 1 between three springs of 1: 2 w^2 - 6 w + 3 = 0.
TEST(Decompositions, VibrationModes)
{
  const std::vector<double> stiffness = {2.0, -1.0, -1.0, 2.0}, inertia = {2.0, 0.0, 0.0, 1.0};
  const auto [squares, modes] = vibration_modes(stiffness, inertia);
  for (size_t k = 0; k < 2; k++) {
    const double w = squares[k], x = modes[2 * k], y = modes[2 * k + 1];
    EXPECT_NEAR(w, 1.5 + (k == 0 ? -0.5 : 0.5) * std::sqrt(3.0), 1e-14);
    EXPECT_NEAR(2.0 * x - y, w * 2.0 * x, 1e-14);
    EXPECT_NEAR(2.0 * y - x, w * y, 1e-14);
    EXPECT_NEAR(2.0 * x * x + y * y, 1.0, 1e-14);
  }
}

}    // namespace test_decompositions
