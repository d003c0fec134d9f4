// How the contacts of a wall resist its motion: stiffness and dashpots of all of them, as 6 x 6
// matrices over twists of the wall.
//
// Vocabulary:
//   twist   velocity of the wall's reference point, then angular velocity (or small displacements)

#ifndef GRIST_WALLS_CONTACT_RESISTANCE_H
#define GRIST_WALLS_CONTACT_RESISTANCE_H

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace grist {

using Eigen::Vector3d;
using Twist = Eigen::Matrix<double, 6, 1>;

// Of one contact, along its normal and across it.
struct ContactTangent {
  double normal = 0.0, shear = 0.0;             // stiffness [force/length]
  double damping = 0.0, shear_damping = 0.0;    // [force/velocity]
};

class ContactResistance {
  using Matrix = Eigen::Matrix<double, 6, 6, Eigen::DontAlign>;

 public:
  static constexpr int SIZE = 72;    // numbers, for sums over ranks

  void clear() { *this = ContactResistance(); }

  // arm: from the reference point to the contact.
  void add(const Vector3d &arm, const Vector3d &normal, const ContactTangent &tangent)
  {
    const Eigen::Matrix3d along = normal * normal.transpose();
    const Eigen::Matrix3d across = Eigen::Matrix3d::Identity() - along;
    Eigen::Matrix<double, 3, 6> velocity_at;
    velocity_at.leftCols<3>().setIdentity();
    for (int k = 0; k < 3; k++) velocity_at.col(3 + k) = Vector3d::Unit(k).cross(arm);
    stiffness +=
        velocity_at.transpose() * (tangent.normal * along + tangent.shear * across) * velocity_at;
    damping += velocity_at.transpose() *
        (tangent.damping * along + tangent.shear_damping * across) * velocity_at;
  }

  // Those of another reference point; lever: from this one to that.
  void add(const ContactResistance &other, const Vector3d &lever)
  {
    Matrix twist_there = Matrix::Identity();
    for (int k = 0; k < 3; k++) twist_there.block<3, 1>(0, 3 + k) = Vector3d::Unit(k).cross(lever);
    stiffness += twist_there.transpose() * other.stiffness * twist_there;
    damping += twist_there.transpose() * other.damping * twist_there;
  }

  // Force (torque) along a twist of unit speed (rate) per displacement, and per speed.
  double stiffness_along(const Twist &twist) const { return twist.dot(stiffness * twist); }
  double damping_along(const Twist &twist) const { return twist.dot(damping * twist); }

  double *numbers() { return stiffness.data(); }    // SIZE of them

 private:
  Matrix stiffness = Matrix::Zero(), damping = Matrix::Zero();
  static_assert(sizeof(Matrix) == 36 * sizeof(double), "numbers lie one after another");
};

}    // namespace grist

#endif
