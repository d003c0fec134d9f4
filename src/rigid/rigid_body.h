// The motion of one rigid body: velocity Verlet of its centre of mass, and of its orientation by
// rotations about the principal axes one after the other (free_top.h).
//
// Space axes; the body's own axes are its principal axes. Any consistent unit system.

#ifndef GRIST_RIGID_RIGID_BODY_H
#define GRIST_RIGID_RIGID_BODY_H

#include "rigid/free_top.h"

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace grist {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Rotation = Eigen::Quaternion<double, Eigen::DontAlign>;

struct RigidBody {
  double mass = 0.0;
  Vector3d moments = Vector3d::Zero();             // principal, of inertia about the centre of mass
  Vector3d position = Vector3d::Zero();            // of the centre of mass
  Vector3d velocity = Vector3d::Zero();            // of the centre of mass
  Vector3d angular_momentum = Vector3d::Zero();    // about the centre of mass
  Rotation orientation = Rotation::Identity();     // from the body's axes to space

  Vector3d angular_velocity() const
  {
    const Vector3d in_body = orientation.conjugate() * angular_momentum;
    return orientation * Vector3d(in_body.cwiseQuotient(moments));
  }
  double kinetic_energy() const { return 0.5 * mass * velocity.squaredNorm(); }
  double rotational_energy() const { return 0.5 * angular_momentum.dot(angular_velocity()); }
};

// The free rotation for a time dt.
inline void turn(RigidBody &body, double dt)
{
  const Vector3d in_body = body.orientation.conjugate() * body.angular_momentum;
  FreeTop<double> top;
  for (int k = 0; k < 4; k++) top.q[k] = body.orientation.coeffs()[k];
  for (int k = 0; k < 3; k++) {
    top.momentum[k] = in_body[k];
    top.rate[k] = 1.0 / body.moments[k];
  }
  turn(top, dt);
  for (int k = 0; k < 4; k++) body.orientation.coeffs()[k] = top.q[k];
}

// A change of velocity by force * dt, and of angular momentum by torque * dt.
inline void kick(RigidBody &body, const Vector3d &force, const Vector3d &torque, double dt)
{
  body.velocity += dt / body.mass * force;
  body.angular_momentum += dt * torque;
}

inline void drift(RigidBody &body, double dt)
{
  body.position += dt * body.velocity;
  turn(body, dt);
}

}    // namespace grist

#endif
