// The motion of a rigid body: the velocity of its points, and its angular velocity. Space axes.

#ifndef GRIST_GEOMETRY_BODY_MOTION_H
#define GRIST_GEOMETRY_BODY_MOTION_H

#include "geometry/half_space.h"

namespace grist {

// Velocity of the material at a point, `arm` from the position of the body.
inline Vector3d velocity_at(const Vector3d &velocity, const Vector3d &omega, const Vector3d &arm)
{
  return velocity + omega.cross(arm);
}

// R (R^T L / I): angular momentum L, principal moments I, `rotation` R from principal axes to
// space.
inline Vector3d angular_velocity(const Matrix3d &rotation, const Vector3d &angular_momentum,
                                 const Vector3d &principal_moments)
{
  const Vector3d in_body = rotation.transpose() * angular_momentum;
  return rotation * in_body.cwiseQuotient(principal_moments);
}

// `rotation` as above.
inline double twice_rotational_energy(const Matrix3d &rotation, const Vector3d &omega,
                                      const Vector3d &principal_moments)
{
  const Vector3d in_body = rotation.transpose() * omega;
  return principal_moments.dot(in_body.cwiseAbs2());
}

}    // namespace grist

#endif
