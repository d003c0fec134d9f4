#include "walls/surface_motion.h"

#include "common/preconditions.h"
#include "common/space.h"

namespace grist {

void SurfaceMotion::set_linear(const Vector3d &velocity)
{
  linear = velocity;
  is_linear = true;
}

void SurfaceMotion::set_rotation(const Vector3d &about, const Vector3d &rate)
{
  point = about;
  omega = rate;
  is_rotating = true;
}

static Vector3d along(const Vector3d &normal, const Vector3d &velocity)
{
  return velocity - dot(velocity, normal) * normal;
}

static Vector3d along_at_full_speed(const Vector3d &normal, const Vector3d &velocity)
{
  const Vector3d projected = along(normal, velocity);
  const double speed = norm(velocity), kept = norm(projected);
  if (!(kept > SurfaceMotion::HEAD_ON * speed)) return Vector3d::zero();
  return speed / kept * projected;
}

SurfaceMotion::Rates SurfaceMotion::at(const Vector3d &normal, const Vector3d &place,
                                       const Pose &frame) const
{
  assert(is_unit(normal));
  Rates rates;
  if (is_linear) rates.velocity = along_at_full_speed(normal, frame.rotation * linear);
  if (!is_rotating) return rates;
  rates.omega = frame.rotation * omega;
  rates.velocity += along(normal, cross(rates.omega, place - frame * point));
  return rates;
}

}    // namespace grist
