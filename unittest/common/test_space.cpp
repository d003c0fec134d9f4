#include "common/eigen_space.h"
#include "common/space_text.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <sstream>

using namespace grist;

namespace test_space {

constexpr double ROUNDING = 1e-15;
constexpr int CASES = 200;

class Random {
 public:
  double number() { return uniform(engine); }
  Vector3d vector() { return {number(), number(), number()}; }
  Matrix3d matrix() { return {{vector(), vector(), vector()}}; }
  Vector3d direction() { return normalized(vector()); }
  Quaterniond rotation() { return normalized(Quaterniond{number(), number(), number(), number()}); }

 private:
  std::mt19937_64 engine{17};
  std::uniform_real_distribution<double> uniform{-1.0, 1.0};
};

Eigen::Quaterniond to_eigen(const Quaterniond &q)
{
  return {q.w, q.x, q.y, q.z};
}
void expect_near(const Vector3d &a, const Eigen::Vector3d &b, double tolerance)
{
  for (int k = 0; k < 3; k++) EXPECT_NEAR(a[k], b[k], tolerance) << k;
}
void expect_near(const Matrix3d &a, const Eigen::Matrix3d &b, double tolerance)
{
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) EXPECT_NEAR(a(i, k), b(i, k), tolerance) << i << k;
}
void expect_near(const Quaterniond &a, const Eigen::Quaterniond &b, double tolerance)
{
  EXPECT_LT((to_eigen(a).coeffs() - b.coeffs()).norm(), tolerance);
}

// Oracle: Eigen.
TEST(Space, VectorsAreThoseOfEigen)
{
  Random random;
  for (int n = 0; n < CASES; n++) {
    const Vector3d a = random.vector(), b = random.vector();
    const double s = random.number();
    const Eigen::Vector3d x = grist::to_eigen(a), y = grist::to_eigen(b);
    expect_near(a + b, x + y, 0.0);
    expect_near(a - b, x - y, 0.0);
    expect_near(-a, -x, 0.0);
    expect_near(s * a, s * x, 0.0);
    expect_near(a * s, x * s, 0.0);
    expect_near(a / s, x / s, 0.0);
    EXPECT_NEAR(dot(a, b), x.dot(y), ROUNDING);
    expect_near(cross(a, b), x.cross(y), ROUNDING);
    expect_near(plus_cross(a, b, 2.0 * a), x + 2.0 * y.cross(x), 4.0 * ROUNDING);
    EXPECT_NEAR(squared_norm(a), x.squaredNorm(), 2.0 * ROUNDING);
    EXPECT_NEAR(norm(a), x.norm(), ROUNDING);
    expect_near(normalized(a), x.normalized(), ROUNDING);
    expect_near(product(a, b), x.cwiseProduct(y), 0.0);
    expect_near(quotient(a, b), x.cwiseQuotient(y), 0.0);
    expect_near(squares(a), x.cwiseAbs2(), 0.0);
    expect_near(inverses(a), x.cwiseInverse(), 0.0);
    expect_near(least(a, b), x.cwiseMin(y), 0.0);
    expect_near(greatest(a, b), x.cwiseMax(y), 0.0);
    expect_near(absolute(a), x.cwiseAbs(), 0.0);
    EXPECT_NEAR(sum_of(a), x.sum(), ROUNDING);
    EXPECT_NEAR(product_of(a), x.prod(), ROUNDING);
    EXPECT_EQ(least_of(a), x.minCoeff());
    EXPECT_EQ(greatest_of(a), x.maxCoeff());
    int axis = 0;
    x.maxCoeff(&axis);
    EXPECT_EQ(axis_of_greatest(a), axis);
    x.minCoeff(&axis);
    EXPECT_EQ(axis_of_least(a), axis);
    expect_near(unit_orthogonal(a), x.unitOrthogonal(), ROUNDING);
    EXPECT_NEAR(dot(unit_orthogonal(a), a), 0.0, ROUNDING);
    Vector3d c = a;
    c += b;
    c *= s;
    c -= a;
    c /= s;
    expect_near(c, ((x + y) * s - x) / s, ROUNDING);
  }
}

TEST(Space, MembersOfAVectorLieSideBySide)
{
  Vector3d a{1.0, 2.0, 3.0};
  for (int k = 0; k < 3; k++) EXPECT_EQ(&a[k], a.data() + k);
  a[2] = 7.0;
  EXPECT_EQ(a, (Vector3d{1.0, 2.0, 7.0}));
  double sum = 0.0;
  for (const double component : a) sum += component;
  EXPECT_EQ(sum, 10.0);
  const double numbers[6] = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(vector_at(numbers, 1), (Vector3d{4, 5, 6}));
  double to[3] = {1, 1, 1};
  add_to(to, a);
  EXPECT_EQ(vector_at(to), (Vector3d{2.0, 3.0, 8.0}));
  copy_to(to, a);
  EXPECT_EQ(vector_at(to), a);
}

TEST(Space, ZeroHasNoDirectionAndInfinityIsNotFinite)
{
  EXPECT_EQ(normalized(Vector3d::zero()), Vector3d::zero());
  EXPECT_TRUE(is_zero(Vector3d::zero()));
  EXPECT_FALSE(is_zero(Vector3d::unit_y()));
  EXPECT_TRUE(is_finite(Vector3d::ones()));
  EXPECT_FALSE(is_finite(Vector3d{0.0, std::numeric_limits<double>::infinity(), 0.0}));
  EXPECT_FALSE(is_finite(Vector3d{0.0, 0.0, std::nan("")}));
  for (int k = 0; k < 3; k++) EXPECT_EQ(Vector3d::unit(k)[k], 1.0);
  for (const Vector3d &axis : {Vector3d::unit_x(), Vector3d::unit_y(), Vector3d::unit_z()})
    EXPECT_EQ(norm(unit_orthogonal(axis)), 1.0);
}

TEST(Space, VectorsInThePlane)
{
  const Vector2d a{3.0, 4.0}, b{-1.0, 2.0};
  EXPECT_EQ(dot(a, b), 5.0);
  EXPECT_EQ(cross(a, b), 10.0);
  EXPECT_EQ(norm(a), 5.0);
  EXPECT_EQ(normalized(a), (Vector2d{0.6, 0.8}));
  EXPECT_EQ(2.0 * a - b, (Vector2d{7.0, 6.0}));
  EXPECT_EQ(least(a, b), (Vector2d{-1.0, 2.0}));
  EXPECT_EQ(greatest(a, b), a);
}

// Oracle: Eigen.
TEST(Space, MatricesAreThoseOfEigen)
{
  Random random;
  for (int n = 0; n < CASES; n++) {
    const Matrix3d a = random.matrix(), b = random.matrix();
    const Vector3d v = random.vector(), w = random.vector();
    const Eigen::Matrix3d x = grist::to_eigen(a), y = grist::to_eigen(b);
    const Eigen::Vector3d p = grist::to_eigen(v);
    EXPECT_EQ(std::memcmp(a.data(), x.data(), sizeof(a)), 0);    // the same order in memory
    EXPECT_EQ(from_eigen(x), a);
    expect_near(a + b, x + y, 0.0);
    expect_near(a - b, x - y, 0.0);
    expect_near(2.0 * a, 2.0 * x, 0.0);
    expect_near(a / 3.0, x / 3.0, 0.0);
    expect_near(a * v, x * p, 2.0 * ROUNDING);
    expect_near(a * b, x * y, 2.0 * ROUNDING);
    expect_near(transposed(a), x.transpose(), 0.0);
    expect_near(transposed_times(a, v), x.transpose() * p, 2.0 * ROUNDING);
    expect_near(outer_product(v, w), p * grist::to_eigen(w).transpose(), 0.0);
    expect_near(Matrix3d::diagonal(v), p.asDiagonal(), 0.0);
    expect_near(diagonal_of(a), x.diagonal(), 0.0);
    EXPECT_NEAR(trace(a), x.trace(), ROUNDING);
    EXPECT_NEAR(determinant(a), x.determinant(), 4.0 * ROUNDING);
    EXPECT_NEAR(norm(a), x.norm(), 2.0 * ROUNDING);
    EXPECT_EQ(greatest_of(absolute(a)), x.cwiseAbs().maxCoeff());
    const double condition = norm(inverse(a)) * norm(a);
    expect_near(inverse(a) * a, Eigen::Matrix3d::Identity(), 10.0 * condition * ROUNDING);
    expect_near(inverse(a), x.inverse(), 10.0 * condition * condition * ROUNDING);
    for (int k = 0; k < 3; k++) expect_near(a.row(k), x.row(k), 0.0);
  }
  EXPECT_EQ(Matrix3d::of_rows({1, 2, 3}, {4, 5, 6}, {7, 8, 9}),
            transposed(Matrix3d::of_columns({1, 2, 3}, {4, 5, 6}, {7, 8, 9})));
  EXPECT_EQ(Matrix3d::identity()(1, 1), 1.0);
  EXPECT_EQ(Matrix3d::identity()(1, 2), 0.0);
}

// Oracle: Eigen, and what a rotation is.
TEST(Space, RotationsAreThoseOfEigen)
{
  Random random;
  for (int n = 0; n < CASES; n++) {
    const Quaterniond a = random.rotation(), b = random.rotation();
    const Eigen::Quaterniond x = to_eigen(a), y = to_eigen(b);
    const Vector3d v = random.vector(), axis = random.direction();
    const double angle = 4.0 * random.number();
    expect_near(a * b, x * y, 2.0 * ROUNDING);
    expect_near(a * v, x * grist::to_eigen(v), 4.0 * ROUNDING);
    expect_near(conjugate(a), x.conjugate(), ROUNDING);
    expect_near(conjugate(a) * (a * v), grist::to_eigen(v), 4.0 * ROUNDING);
    EXPECT_NEAR(norm(a), 1.0, ROUNDING);
    const Matrix3d turn = rotation_matrix(a);
    expect_near(turn, x.toRotationMatrix(), ROUNDING);
    EXPECT_NEAR(determinant(turn), 1.0, 4.0 * ROUNDING);
    expect_near(quaternion_of(turn), Eigen::Quaterniond(grist::to_eigen(turn)), 2.0 * ROUNDING);
    const Eigen::AngleAxisd about(angle, grist::to_eigen(axis));
    expect_near(rotation_matrix(angle, axis), about.toRotationMatrix(), 2.0 * ROUNDING);
    expect_near(quaternion_of(angle, axis), Eigen::Quaterniond(about), 2.0 * ROUNDING);
    expect_near(quaternion_between(v, axis),
                Eigen::Quaterniond::FromTwoVectors(grist::to_eigen(v), grist::to_eigen(axis)),
                1e-13);
    double numbers[4];
    copy_to(numbers, a);
    EXPECT_EQ(std::memcmp(numbers, x.coeffs().data(), sizeof(numbers)), 0);
    EXPECT_EQ(quaternion_at(numbers), a);
  }
}

// Half a turn about any axis, of which the matrix has no positive trace.
TEST(Space, HalfTurns)
{
  Random random;
  for (int n = 0; n < CASES; n++) {
    const Vector3d axis = random.direction();
    const Matrix3d turn = rotation_matrix(std::acos(-1.0), axis);
    expect_near(rotation_matrix(quaternion_of(turn)), grist::to_eigen(turn), 1e-14);
    const Quaterniond back = quaternion_between(axis, -2.0 * axis);
    EXPECT_LT(norm(back * axis + axis), 1e-14);
    EXPECT_NEAR(norm(back), 1.0, ROUNDING);
  }
}

// Oracle: Eigen.
TEST(Space, PosesAreMotions)
{
  Random random;
  for (int n = 0; n < CASES; n++) {
    const Pose a = {random.vector(), rotation_matrix(random.rotation())};
    const Pose b = {random.vector(), rotation_matrix(random.rotation())};
    Eigen::Isometry3d x = Eigen::Isometry3d::Identity(), y = x;
    x.linear() = grist::to_eigen(a.rotation);
    x.translation() = grist::to_eigen(a.position);
    y.linear() = grist::to_eigen(b.rotation);
    y.translation() = grist::to_eigen(b.position);
    const Vector3d v = random.vector();
    expect_near(a * v, x * grist::to_eigen(v), 4.0 * ROUNDING);
    expect_near(a.to_body(a.to_space(v)), grist::to_eigen(v), 4.0 * ROUNDING);
    expect_near((a * b).position, (x * y).translation(), 4.0 * ROUNDING);
    expect_near((a * b).rotation, (x * y).linear(), 4.0 * ROUNDING);
    expect_near(inverse(a).position, x.inverse().translation(), 4.0 * ROUNDING);
    expect_near(inverse(a).rotation, x.inverse().linear(), ROUNDING);
    EXPECT_EQ(norm(inverse(a).rotation - transposed(a.rotation)), 0.0);
  }
  const double turn[4] = {std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5)};
  EXPECT_LT(norm(Pose::from_quaternion({1, 0, 0}, turn) * Vector3d::unit_x() - Vector3d{1, 1, 0}),
            ROUNDING);
  EXPECT_EQ(Pose() * Vector3d::ones(), Vector3d::ones());
}

// Oracle: Eigen.
TEST(Space, BoxesAreThoseOfEigen)
{
  Random random;
  EXPECT_TRUE(AlignedBox().is_empty());
  EXPECT_EQ(AlignedBox().volume(), 0.0);
  for (int n = 0; n < CASES; n++) {
    AlignedBox box, other;
    Eigen::AlignedBox3d x, y;
    for (int k = 0; k < 2; k++) {
      const Vector3d a = random.vector(), b = random.vector();
      box.extend(a);
      x.extend(grist::to_eigen(a));
      other.extend(b);
      y.extend(grist::to_eigen(b));
    }
    const Vector3d v = random.vector();
    EXPECT_EQ(box.contains(v), x.contains(grist::to_eigen(v)));
    EXPECT_NEAR(squared_distance(box, v), x.squaredExteriorDistance(grist::to_eigen(v)), ROUNDING);
    expect_near(box.center(), x.center(), 0.0);
    expect_near(box.sizes(), x.sizes(), 0.0);
    EXPECT_NEAR(box.volume(), x.volume(), ROUNDING);
    EXPECT_NEAR(box.diagonal(), x.diagonal().norm(), ROUNDING);
    for (int k = 0; k < 8; k++)
      expect_near(box.corner(k), x.corner(static_cast<Eigen::AlignedBox3d::CornerType>(k)), 0.0);
    EXPECT_EQ(intersection(box, other).is_empty(), x.intersection(y).isEmpty());
    EXPECT_EQ(box.contains(other), x.contains(y));
    other.extend(box);
    EXPECT_TRUE(other.contains(box));
    expect_near(other.low, x.merged(y).min(), 0.0);
    expect_near(other.high, x.merged(y).max(), 0.0);
  }
}

TEST(Space, AsText)
{
  std::ostringstream out;
  out << Vector3d{1.0, -2.5, 0.0};
  EXPECT_EQ(out.str(), "1 -2.5 0");
}

}    // namespace test_space
