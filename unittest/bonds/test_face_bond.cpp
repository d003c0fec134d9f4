// Bonds of blocks at faces: energy, momenta, beams, strengths.

#include "bonds/face_bond.h"
#include "common/constants.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>
#include <random>

namespace test_face_bond {

using namespace grist;

class Numbers {
 public:
  double number() { return spread(engine); }
  Vector3d vector() { return {number(), number(), number()}; }
  Matrix3d turn(double angle) { return rotation_matrix(angle, normalized(vector())); }

 private:
  std::mt19937 engine{11};
  std::uniform_real_distribution<double> spread{-1.0, 1.0};
};

FaceMaterial glass()
{
  FaceMaterial of;
  of.young = 7.0;
  of.ratio = 2.2;
  return of;
}

// A face that is not symmetric, between two bodies in any frames.
struct Pair {
  FaceMotion motion = {};
  FaceBond bond;

  explicit Pair(Numbers &of)
  {
    motion.a = {of.vector(), of.turn(2.0)};
    motion.b = {of.vector(), of.turn(2.0)};
    motion.mass = 1.0;
    bond = make_face_bond(motion.a, motion.b, {of.vector(), of.turn(3.0)}, 0.8, {0.11, 0.04},
                          {0.7, 0.4}, 0.6);
  }
};

TEST(FaceBond, RigidMotionMakesNoForce)
{
  Numbers of;
  for (int n = 0; n < 100; n++) {
    Pair pair(of);
    const Pose moved = {10.0 * of.vector(), of.turn(3.0)};
    pair.motion.a = moved * pair.motion.a;
    pair.motion.b = moved * pair.motion.b;
    const FaceForces on = face_forces(glass(), pair.bond, pair.motion);
    EXPECT_LT(norm(on.on.force_a) + norm(on.on.torque_a) + norm(on.on.torque_b), 1e-12 * 100.0);
    EXPECT_LT(on.energy, 1e-24);
  }
}

TEST(FaceBond, ForcesAreTheDerivativesOfTheEnergy)
{
  Numbers of;
  for (int n = 0; n < 50; n++) {
    Pair pair(of);
    pair.motion.b =
        Pose{pair.motion.b.position + 0.3 * of.vector(), of.turn(1.5) * pair.motion.b.rotation};
    const FaceForces on = face_forces(glass(), pair.bond, pair.motion);
    const auto energy = [&](bool of_a, const Vector3d &step, const Vector3d &turn) {
      FaceMotion other = pair.motion;
      Pose &body = of_a ? other.a : other.b;
      body.position += step;
      if (norm(turn) > 0.0)
        body.rotation = rotation_matrix(norm(turn), normalized(turn)) * body.rotation;
      return face_forces(glass(), pair.bond, other).energy;
    };
    constexpr double H = 1e-5;
    for (int d = 0; d < 3; d++) {
      Vector3d along = Vector3d::zero();
      along[d] = H;
      const Vector3d none = Vector3d::zero();
      const auto slope = [&](bool of_a, bool turns) {
        const auto at = [&](double sign) {
          return turns ? energy(of_a, none, sign * along) : energy(of_a, sign * along, none);
        };
        return -(at(1.0) - at(-1.0)) / (2.0 * H);
      };
      EXPECT_NEAR(slope(true, false), on.on.force_a[d], 1e-8);
      EXPECT_NEAR(slope(false, false), -on.on.force_a[d], 1e-8);
      EXPECT_NEAR(slope(true, true), on.on.torque_a[d], 1e-8);
      EXPECT_NEAR(slope(false, true), on.on.torque_b[d], 1e-8);
    }
  }
}

TEST(FaceBond, MomentaAreConserved)
{
  Numbers of;
  for (int n = 0; n < 50; n++) {
    Pair pair(of);
    pair.motion.b.position += 0.3 * of.vector();
    pair.motion.b.rotation = of.turn(1.5) * pair.motion.b.rotation;
    pair.motion.velocity_a = of.vector();
    pair.motion.velocity_b = of.vector();
    pair.motion.omega_a = of.vector();
    pair.motion.omega_b = of.vector();
    FaceMaterial damped = glass();
    damped.damping = 0.3;
    const FaceForces on = face_forces(damped, pair.bond, pair.motion);
    const Vector3d sum = cross(pair.motion.a.position - pair.motion.b.position, on.on.force_a) +
        on.on.torque_a + on.on.torque_b;
    EXPECT_LT(norm(sum), 1e-13 * (norm(on.on.force_a) + norm(on.on.torque_a)) * 10.0);
    const auto power_of = [&](const FacePull &pull) {
      return dot(pull.force_a, pair.motion.velocity_a - pair.motion.velocity_b) +
          dot(pull.torque_a, pair.motion.omega_a) + dot(pull.torque_b, pair.motion.omega_b);
    };
    EXPECT_LT(power_of(on.drag), 0.0);
    const FaceForces springs = face_forces(glass(), pair.bond, pair.motion);
    EXPECT_NEAR(power_of(on.on), power_of(springs.on) + power_of(on.drag),
                1e-12 * std::fabs(power_of(on.drag)));
  }
}

// ---- a cantilever of n equal blocks along x, its section b (y) times c (z)

struct Beam {
  int n;
  double length = 1.0, b = 0.1, c = 0.06;
  bool half;    // the first bond is half as long as the others: the clamp is a plane, no block
  FaceMaterial of;

  double step() const { return length / n; }
  double area() const { return b * c; }
  double about_z() const { return c * b * b * b / 12.0; }
  double about_y() const { return b * c * c * c / 12.0; }
  // Where block k is; -1: the clamp, whose face is at 0.
  double place(int k) const { return half && k < 0 ? 0.0 : (k + 0.5) * step(); }
  double bond(int k) const
  {
    return place(k) - place(k - 1);
  }    // length of the one before block k
};

// The springs of the faces as the linear program of rigid blocks: displacements and rotations of
// all blocks, 6 each; the clamp does not move.
Eigen::MatrixXd stiffness(const Beam &beam)
{
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(6 * beam.n, 6 * beam.n);
  for (int k = 0; k < beam.n; k++) {
    const double k_n = beam.of.young / beam.bond(k), k_s = k_n / beam.of.ratio;
    Eigen::VectorXd springs(6);
    springs << k_n * beam.area(), k_s * beam.area(), k_s * beam.area(),
        k_s * (beam.about_y() + beam.about_z()), k_n * beam.about_y(), k_n * beam.about_z();
    const double face = k * beam.step();
    Eigen::MatrixXd slip = Eigen::MatrixXd::Zero(6, 6 * beam.n);
    const auto add = [&](int block, double sign, double arm) {    // arm along x
      for (int d = 0; d < 6; d++) slip(d, 6 * block + d) += sign;
      slip(1, 6 * block + 5) += sign * arm;    // rotation about z moves along y
      slip(2, 6 * block + 4) -= sign * arm;
    };
    add(k, 1.0, face - beam.place(k));
    if (k > 0) add(k - 1, -1.0, face - beam.place(k - 1));
    all += slip.transpose() * springs.asDiagonal() * slip;
  }
  return all;
}

// The same from face_forces() by differences.
Eigen::MatrixXd stiffness_of_bonds(const Beam &beam)
{
  const auto pose_of = [&](int k, const Eigen::VectorXd &x) {
    if (k < 0) return Pose{{beam.place(k), 0, 0}, Matrix3d::identity()};
    const Vector3d move = {x(6 * k), x(6 * k + 1), x(6 * k + 2)};
    const Vector3d turn = {x(6 * k + 3), x(6 * k + 4), x(6 * k + 5)};
    const Matrix3d turned = norm(turn) > 0.0 ? rotation_matrix(norm(turn), normalized(turn))
                                             : Matrix3d::identity();
    return Pose{Vector3d{beam.place(k), 0, 0} + move, turned};
  };
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(6 * beam.n);
  std::vector<FaceBond> bonds;
  for (int k = 0; k < beam.n; k++) {
    const Pose a = pose_of(k - 1, rest), b = pose_of(k, rest);
    const Pose face = {{k * beam.step(), 0, 0},
                       Matrix3d::of_columns({0, 1, 0}, {0, 0, 1}, {1, 0, 0})};
    bonds.push_back(make_face_bond(a, b, face, beam.area(), {beam.about_y(), beam.about_z()},
                                   {0.5 * beam.b, 0.5 * beam.c}, beam.bond(k)));
  }
  const auto forces = [&](const Eigen::VectorXd &x) {
    Eigen::VectorXd all = Eigen::VectorXd::Zero(6 * beam.n);
    for (int k = 0; k < beam.n; k++) {
      FaceMotion motion = {};
      motion.a = pose_of(k - 1, x);
      motion.b = pose_of(k, x);
      const FaceForces on = face_forces(beam.of, bonds[k], motion);
      for (int d = 0; d < 3; d++) {
        all(6 * k + d) -= on.on.force_a[d];
        all(6 * k + 3 + d) += on.on.torque_b[d];
        if (k == 0) continue;
        all(6 * (k - 1) + d) += on.on.force_a[d];
        all(6 * (k - 1) + 3 + d) += on.on.torque_a[d];
      }
    }
    return all;
  };
  constexpr double H = 1e-6;
  Eigen::MatrixXd all(6 * beam.n, 6 * beam.n);
  for (int k = 0; k < 6 * beam.n; k++) {
    Eigen::VectorXd x = rest;
    x(k) = H;
    all.col(k) = -(forces(x) - forces(-x)) / (2.0 * H);
  }
  return all;
}

// What a load of 1 at the free end moves it by: that of a Timoshenko beam without a shear factor, w0
// + s0, and what n blocks add.
double tip(const Beam &beam)
{
  const double w0 = std::pow(beam.length, 3) / (3.0 * beam.of.young * beam.about_z());
  const double s0 = beam.length * beam.of.ratio / (beam.of.young * beam.area());
  const double n = beam.n;
  if (beam.half) return w0 * (1.0 + 0.5 / (n * n)) + s0 * (1.0 - 0.5 / n);
  return w0 * (1.0 + 1.5 / n + 0.5 / (n * n)) + s0;
}

TEST(FaceBond, ChainsAreThoseOfTheMatrix)
{
  for (const bool half : {true, false})
    for (const int n : {1, 2, 5, 20}) {
      const Beam beam = {n, 1.0, 0.1, 0.06, half, glass()};
      const Eigen::MatrixXd right = stiffness(beam), found = stiffness_of_bonds(beam);
      EXPECT_LT((found - right).norm(), 1e-8 * right.norm()) << n;
    }
}

TEST(FaceBond, TipsOfCantilevers)
{
  for (const bool half : {true, false})
    for (const int n : {1, 2, 5, 20, 80}) {
      const Beam beam = {n, 1.0, 0.1, 0.06, half, glass()};
      Eigen::VectorXd load = Eigen::VectorXd::Zero(6 * n);    // of the end, at the last block
      load(6 * (n - 1) + 1) = 1.0;
      load(6 * (n - 1) + 5) = 0.5 * beam.step();
      const Eigen::VectorXd moved = stiffness_of_bonds(beam).ldlt().solve(load);
      EXPECT_NEAR(load.dot(moved) / tip(beam), 1.0, 1e-6) << n << half;
    }
}

// Zero at a frequency of a Timoshenko beam of these springs, clamped at one end: with k = omega^2 A/(E
// I), r = I/A, s = E I/(k_s A h) the deflection w is a sum of cosh, sinh a x and cos, sin b x, and the
// rotation p has p' = w'' + s k w.
double determinant(const Beam &beam, double omega)
{
  const double r = beam.about_z() / beam.area();
  const double s = beam.about_z() * beam.of.ratio / beam.area();
  const double k = omega * omega * beam.area() / (beam.of.young * beam.about_z());
  const double half = 0.5 * (r + s) * k, root = std::sqrt(half * half + k * (1.0 - r * s * k));
  const double a = std::sqrt(root - half), b = std::sqrt(root + half);
  const double p = a + s * k / a, q = b - s * k / b;
  const double ca = std::cosh(a * beam.length), sa = std::sinh(a * beam.length);
  const double cb = std::cos(b * beam.length), sb = std::sin(b * beam.length);
  Eigen::Matrix4d m;
  m << 1, 0, 1, 0,                                               // w at the clamp
      0, p, 0, q,                                                // p there
      a * p * ca, a * p * sa, -b * q * cb, -b * q * sb,          // p' at the end
      (a - p) * sa, (a - p) * ca, (q - b) * sb, (b - q) * cb;    // w' - p there
  return m.determinant();
}

TEST(FaceBond, FrequenciesOfCantilevers)
{
  const Beam beam = {20, 1.0, 0.1, 0.06, true, glass()};
  const Eigen::MatrixXd all = stiffness_of_bonds(beam);
  const int count = 2 * beam.n;    // y and the rotation about z
  Eigen::MatrixXd scaled(count, count);
  const auto number = [](int i) { return 6 * (i / 2) + (i % 2 == 0 ? 1 : 5); };
  const auto inertia = [&beam](int i) {
    const double mass = beam.area() * beam.step();
    return i % 2 == 0 ? mass : mass * (beam.step() * beam.step() + beam.b * beam.b) / 12.0;
  };
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++)
      scaled(i, j) = 0.5 * (all(number(i), number(j)) + all(number(j), number(i))) /
          std::sqrt(inertia(i) * inertia(j));
  const Eigen::VectorXd squares =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled).eigenvalues();
  double high = 1e-2;
  for (int mode = 0; mode < 3; mode++) {
    constexpr double STEP = 1e-3;
    double low = high + STEP;
    while (determinant(beam, low) * determinant(beam, low + STEP) > 0.0) low += STEP;
    high = low + STEP;
    for (int n = 0; n < 50; n++) {
      const double middle = 0.5 * (low + high);
      (determinant(beam, low) * determinant(beam, middle) > 0.0 ? low : high) = middle;
    }
    EXPECT_NEAR(std::sqrt(squares(mode)) / high, 1.0, 0.006) << mode;
  }
}

TEST(FaceBond, PartsAtItsEnergy)
{
  Numbers of;
  for (int k = 0; k < 10; k++) {
    const double g = std::pow(10.0, -5.0 + 4.0 / 9.0 * k);
    for (int path = 0; path < 6; path++) {
      Pair pair(of);
      FaceMaterial brittle = glass();
      brittle.opening = g;
      brittle.shearing = path >= 4 ? g : 3.0 * g;    // mode II of its own where nothing is mixed
      Vector3d move = Vector3d::zero(), turn = Vector3d::zero();
      if (path == 0) move.z = 1.0;
      if (path == 1) move.x = 1.0;
      if (path == 2) turn.x = 1.0;
      if (path == 3) turn.z = 1.0;
      if (path >= 4) {
        move = of.vector();
        turn = of.vector();
        move.z = std::fabs(move.z);
      }
      // Where it parts, by halving the size of the motion.
      const Pose face = pair.motion.a * pair.bond.in_a;
      const Pose rest = pair.motion.b;
      const auto at = [&](double size) {
        const Vector3d t = face.rotation * (size * turn);
        const Matrix3d about = norm(t) > 0.0 ? rotation_matrix(norm(t), normalized(t))
                                             : Matrix3d::identity();
        pair.motion.b = {face.position + face.rotation * (size * move) +
                             about * (rest.position - face.position),
                         about * rest.rotation};
        return face_forces(brittle, pair.bond, pair.motion);
      };
      double low = 0.0, high = 2.0;
      while (high - low > 1e-14 * high) {
        const double middle = 0.5 * (low + high);
        (at(middle).failure == BondFailure::NONE ? low : high) = middle;
      }
      const FaceForces on = at(high);
      ASSERT_NE(on.failure, BondFailure::NONE) << g << " " << path;
      const double taken = path == 1 || path == 3 ? 3.0 * g : g;
      EXPECT_NEAR(on.energy, taken * pair.bond.area, 1e-9 * g) << g << " " << path;
      if (path == 0) {
        const double traction = on.loads.force.z / pair.bond.area;
        EXPECT_NEAR(traction, std::sqrt(2.0 * g * brittle.young / pair.bond.distance),
                    1e-9 * traction);
        EXPECT_EQ(on.failure, BondFailure::TENSION);
      }
      if (path == 1) { EXPECT_EQ(on.failure, BondFailure::SHEAR); }
    }
  }
}

}    // namespace test_face_bond
