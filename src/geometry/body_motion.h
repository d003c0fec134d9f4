// The motion of a rigid body: the velocity of its points, and its angular velocity. Space axes.

#ifndef GRIST_GEOMETRY_BODY_MOTION_H
#define GRIST_GEOMETRY_BODY_MOTION_H

#include "common/preconditions.h"
#include "geometry/half_space.h"

namespace grist {

// Velocity of the material at a point, `arm` from the position of the body.
inline Vector3d velocity_at(const Vector3d &velocity, const Vector3d &omega, const Vector3d &arm)
{
  return velocity + cross(omega, arm);
}

// R (R^T L / I): angular momentum L, principal moments I, `rotation` R from principal axes to
// space.
inline Vector3d angular_velocity(const Matrix3d &rotation, const Vector3d &angular_momentum,
                                 const Vector3d &principal_moments)
{
  assert(is_rotation(rotation) && are_positive(principal_moments));
  const Vector3d in_body = transposed(rotation) * angular_momentum;
  return rotation * quotient(in_body, principal_moments);
}

// `rotation` as above.
inline double twice_rotational_energy(const Matrix3d &rotation, const Vector3d &omega,
                                      const Vector3d &principal_moments)
{
  assert(is_rotation(rotation) && are_positive(principal_moments));
  const Vector3d in_body = transposed(rotation) * omega;
  return dot(principal_moments, squares(in_body));
}

}    // namespace grist

#endif
