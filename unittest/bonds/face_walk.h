// A face between two blocks that go along a path: loads, memory, the work of what acts.

#ifndef GRIST_UNITTEST_BONDS_FACE_WALK_H
#define GRIST_UNITTEST_BONDS_FACE_WALK_H

#include "bonds/face_bond.h"

#include <cmath>
#include <functional>
#include <random>

namespace grist::testing {

constexpr double AREA = 0.8, INERTIA[] = {0.11, 0.04}, EXTENT[] = {0.7, 0.4}, DISTANCE = 0.6;
constexpr double YOUNG = 7.0, RATIO = 2.2, TENSILE = 2e-4, COHESION = 3e-4;
constexpr double K_N = YOUNG / DISTANCE, LEAST = 0.5 * TENSILE * TENSILE / K_N;

inline FaceMaterial by_stress(double softening)
{
  FaceMaterial of;
  of.young = YOUNG;
  of.ratio = RATIO;
  of.tensile = TENSILE;
  of.cohesion = COHESION;
  of.softening = softening;
  return of;
}

inline FaceMaterial by_energy(double opening, double shearing)
{
  FaceMaterial of;
  of.young = YOUNG;
  of.ratio = RATIO;
  of.tensile = TENSILE;
  of.opening = opening;
  of.shearing = shearing;
  return of;
}

// Two blocks in any frames. The face of b is led by displacement and rotation along and about the axes
// of the face of a, and both blocks move as a whole besides.
class Walk {
 public:
  FaceForces on;
  FaceMemory memory;
  double work = 0.0, taken = 0.0, rubbed = 0.0, flowed = 0.0;
  bool has_parted = false;

  explicit Walk(const FaceMaterial &of, double strength = 1.0) : of(of), strength(strength)
  {
    std::mt19937 engine(5);
    std::uniform_real_distribution<double> spread(-1.0, 1.0);
    const auto vector = [&] { return Vector3d{spread(engine), spread(engine), spread(engine)}; };
    const auto turn = [&] { return rotation_matrix(2.0, normalized(vector())); };
    motion.a = {vector(), turn()};
    motion.b = {vector(), turn()};
    motion.mass = 1.0;
    bond = make_face_bond(motion.a, motion.b, {vector(), turn()}, AREA, INERTIA, EXTENT, DISTANCE);
    rest = motion.b;
    axis = normalized(vector());
  }

  // The next step, of time 1.
  void go(const Vector3d &slip, const Vector3d &rotation)
  {
    const Pose before_a = motion.a, before_b = motion.b;
    count++;
    const Pose whole = {0.001 * count * axis, rotation_matrix(1e-6 * count, axis)};
    const Pose face = start * bond.in_a;
    const Vector3d t = face.rotation * rotation;
    const Matrix3d about = norm(t) > 0.0 ? rotation_matrix(norm(t), normalized(t))
                                         : Matrix3d::identity();
    motion.a = whole * start;
    motion.b = whole *
        Pose{face.position + face.rotation * slip + about * (rest.position - face.position),
             about * rest.rotation};
    motion.dt = count > 1 ? 1.0 : 0.0;
    motion.velocity_a = motion.a.position - before_a.position;
    motion.velocity_b = motion.b.position - before_b.position;
    motion.omega_a = rotated(before_a, motion.a);
    motion.omega_b = rotated(before_b, motion.b);
    const FacePull last = on.on;
    on = face_forces(of, bond, motion, strength, memory);
    taken += on.dissipated;
    rubbed += on.rubbed;
    flowed += on.flowed;
    has_parted = has_parted || on.failure != BondFailure::NONE;
    if (count == 1) return;
    const auto mean = [](const Vector3d &x, const Vector3d &y) { return 0.5 * (x + y); };
    const Vector3d pull = mean(last.force_a, on.on.force_a);
    work -= dot(pull, motion.velocity_a - motion.velocity_b) +
        dot(mean(last.torque_a, on.on.torque_a), motion.omega_a) +
        dot(mean(last.torque_b, on.on.torque_b), motion.omega_b);
  }

  // The last step once more, without motion.
  void again()
  {
    motion.dt = 0.0;
    on = face_forces(of, bond, motion, strength, memory);
  }

  // In steps along a curve, until the face has parted.
  using Curve = std::function<Vector3d(double)>;
  void follow(const Curve &slip, const Curve &rotation, int steps)
  {
    for (int k = 0; k <= steps && !has_parted; k++) {
      const double t = static_cast<double>(k) / steps;
      go(slip(t), rotation(t));
    }
  }

 private:
  FaceMaterial of;
  double strength;
  FaceMotion motion = {};
  FaceBond bond;
  Pose rest;
  Pose start = {};
  Vector3d axis;
  int count = 0;

  static Vector3d rotated(const Pose &before, const Pose &now)
  {
    const Matrix3d turn = now.rotation * transposed(before.rotation);
    const Vector3d sine =
        0.5 * Vector3d{turn(2, 1) - turn(1, 2), turn(0, 2) - turn(2, 0), turn(1, 0) - turn(0, 1)};
    const double size = norm(sine);
    return size > 0.0 ? std::asin(size) / size * sine : sine;
  }

 public:
  void begin() { start = motion.a; }
};

inline Walk walk_of(const FaceMaterial &of, double strength = 1.0)
{
  Walk walk(of, strength);
  walk.begin();
  return walk;
}

// A curve through tension, shear, bending and twist, that turns.
inline Vector3d curved(double t, double far)
{
  return far * Vector3d{2.0 * t, 3.0 * std::sin(3.0 * t), 1.5 * t + std::sin(5.0 * t)};
}
inline Vector3d turned(double t, double far)
{
  return far * Vector3d{std::sin(4.0 * t), t * t, 2.0 * std::sin(7.0 * t)};
}

}    // namespace grist::testing

#endif
