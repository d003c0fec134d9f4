// The motion of one rigid body: velocity Verlet of its centre of mass, and of its orientation by
// rotations about the principal axes one after the other (free_top.h).
//
// Space axes; the body's own axes are its principal axes. Any consistent unit system.

#ifndef GRIST_RIGID_RIGID_BODY_H
#define GRIST_RIGID_RIGID_BODY_H

#include "common/space.h"
#include "rigid/free_top.h"

#include <cassert>

namespace grist {
using Rotation = Quaterniond;

struct RigidBody {
  double mass = 0.0;
  Vector3d moments = Vector3d::zero();             // principal, of inertia about the centre of mass
  Vector3d position = Vector3d::zero();            // of the centre of mass
  Vector3d velocity = Vector3d::zero();            // of the centre of mass
  Vector3d angular_momentum = Vector3d::zero();    // about the centre of mass
  Rotation orientation = Rotation::identity();     // from the body's axes to space

  Vector3d angular_velocity() const
  {
    assert(is_unit(orientation));
    const Vector3d in_body = conjugate(orientation) * angular_momentum;
    return orientation * quotient(in_body, moments);
  }
  double kinetic_energy() const { return 0.5 * mass * squared_norm(velocity); }
  double rotational_energy() const { return 0.5 * dot(angular_momentum, angular_velocity()); }
};

// The free rotation for a time dt.
inline void turn(RigidBody &body, double dt)
{
  assert(is_unit(body.orientation));
  const Vector3d in_body = conjugate(body.orientation) * body.angular_momentum;
  FreeTop<double> top;
  copy_to(top.q, body.orientation);
  for (int k = 0; k < 3; k++) {
    top.momentum[k] = in_body[k];
    top.rate[k] = 1.0 / body.moments[k];
  }
  turn(top, dt);
  body.orientation = quaternion_at(top.q);
}

// A change of velocity by force * dt, and of angular momentum by torque * dt.
inline void kick(RigidBody &body, const Vector3d &force, const Vector3d &torque, double dt)
{
  assert(body.mass > 0.0);
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
