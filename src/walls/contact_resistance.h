// How the contacts of a wall resist its motion: stiffness and dashpots of all of them, as 6 x 6
// matrices over twists of the wall.
//
// Vocabulary:
//   twist   velocity of the wall's reference point, then angular velocity (or small displacements)

#ifndef GRIST_WALLS_CONTACT_RESISTANCE_H
#define GRIST_WALLS_CONTACT_RESISTANCE_H

#include "common/preconditions.h"
#include "common/space.h"

namespace grist {

struct Twist {
  Vector3d velocity = Vector3d::zero(), omega = Vector3d::zero();
};

// How one contact resists, along its normal and across it.
struct ContactTangent {
  double normal = 0.0, shear = 0.0;             // stiffness [force/length]
  double damping = 0.0, shear_damping = 0.0;    // [force/velocity]
};

class ContactResistance {
  // From a twist to force and torque, in blocks of 3 x 3.
  struct Matrix {
    Matrix3d force_by_velocity = Matrix3d::zero(), torque_by_velocity = Matrix3d::zero();
    Matrix3d force_by_omega = Matrix3d::zero(), torque_by_omega = Matrix3d::zero();

    // Adds a contact that resists velocities at an arm; by_arm: from omega to that velocity.
    void add(const Matrix3d &there, const Matrix3d &by_arm)
    {
      const Matrix3d back = transposed(by_arm), forces = there * by_arm;
      force_by_velocity += there;
      torque_by_velocity += back * there;
      force_by_omega += forces;
      torque_by_omega += back * forces;
    }
    void add(const Matrix &other, const Matrix3d &by_lever)
    {
      const Matrix3d back = transposed(by_lever);
      const Matrix3d forces = other.force_by_velocity * by_lever + other.force_by_omega;
      force_by_velocity += other.force_by_velocity;
      torque_by_velocity += back * other.force_by_velocity + other.torque_by_velocity;
      force_by_omega += forces;
      torque_by_omega +=
          back * forces + (other.torque_by_velocity * by_lever + other.torque_by_omega);
    }
    double along(const Twist &twist) const
    {
      const Vector3d force = force_by_velocity * twist.velocity + force_by_omega * twist.omega;
      const Vector3d torque = torque_by_velocity * twist.velocity + torque_by_omega * twist.omega;
      return dot(twist.velocity, force) + dot(twist.omega, torque);
    }
  };

 public:
  static constexpr int SIZE = 72;    // numbers, for sums over ranks

  void clear() { *this = ContactResistance(); }

  // arm: from the reference point to the contact.
  void add(const Vector3d &arm, const Vector3d &normal, const ContactTangent &tangent)
  {
    assert(is_unit(normal));
    const Matrix3d along = outer_product(normal, normal);
    const Matrix3d across = Matrix3d::identity() - along, by_arm = cross_product_by(arm);
    stiffness.add(tangent.normal * along + tangent.shear * across, by_arm);
    damping.add(tangent.damping * along + tangent.shear_damping * across, by_arm);
  }

  // Those of another reference point; lever: from this one to that.
  void add(const ContactResistance &other, const Vector3d &lever)
  {
    const Matrix3d by_lever = cross_product_by(lever);
    stiffness.add(other.stiffness, by_lever);
    damping.add(other.damping, by_lever);
  }

  // Force (torque) along a twist of unit speed (rate) per displacement, and per speed.
  double stiffness_along(const Twist &twist) const { return stiffness.along(twist); }
  double damping_along(const Twist &twist) const { return damping.along(twist); }

  double *numbers() { return stiffness.force_by_velocity.data(); }    // SIZE of them

 private:
  Matrix stiffness, damping;
  static_assert(sizeof(Matrix) == 36 * sizeof(double), "numbers lie one after another");

  // The matrix that takes omega to omega x arm.
  static Matrix3d cross_product_by(const Vector3d &arm)
  {
    return Matrix3d::of_columns(cross(Vector3d::unit_x(), arm), cross(Vector3d::unit_y(), arm),
                                cross(Vector3d::unit_z(), arm));
  }
};

}    // namespace grist

#endif
