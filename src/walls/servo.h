// A servo: moves a wall along an axis, or about one, so that its contacts give a wanted force or
// torque.
//
// With F wanted and F_c given by the contacts along the axis, signs as the wall reports them, the
// speed along the axis is
//   v = -g (F - F_c) / (sum of k dt + sum of c),
// k and c the stiffness and the dashpot of each contact along the axis, g the gain. A force along
// the axis grows where the wall moves against it. In one step the contacts take up the share g of what is missing. F_c holds c v of the
// step before, so that without c in the divisor the servo is stable for g (c/(k dt) + 1/2) < 1
// only; with it, for g <= 1.

#ifndef GRIST_WALLS_SERVO_H
#define GRIST_WALLS_SERVO_H

#include "walls/contact_resistance.h"

namespace grist {

struct Servo {
  static constexpr double GAIN = 0.3;

  bool turns = false;                    // about the axis: a torque and an angular velocity
  Vector3d point = Vector3d::zero();     // of the axis
  Vector3d axis = Vector3d::unit_z();    // of length 1
  double gain = GAIN;                    // above 0, at most 1
  double fastest = 0.0;                  // speed [length/time or radians/time]

  // The motion with unit speed, as seen from a point.
  Twist twist(const Vector3d &from) const;

  // The wanted quantity, given force and torque about a point.
  double component(const Vector3d &force, const Vector3d &torque, const Vector3d &about) const;

  // Speed along the axis for what is missing, wanted less given.
  double speed(double missing, const ContactResistance &contacts, const Vector3d &reference,
               double dt) const;
};

}    // namespace grist

#endif
