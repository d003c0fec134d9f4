#include "walls/surface_motion.h"

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

Vector3d SurfaceMotion::center(const Eigen::Isometry3d &frame) const
{
  return is_rotating ? Vector3d(frame * point) : Vector3d::Zero();
}

static Vector3d along(const Vector3d &normal, const Vector3d &velocity)
{
  return velocity - velocity.dot(normal) * normal;
}

static Vector3d along_at_full_speed(const Vector3d &normal, const Vector3d &velocity)
{
  const Vector3d projected = along(normal, velocity);
  const double speed = velocity.norm(), kept = projected.norm();
  if (!(kept > SurfaceMotion::HEAD_ON * speed)) return Vector3d::Zero();
  return speed / kept * projected;
}

SurfaceMotion::Rates SurfaceMotion::at(const Vector3d &normal, const Vector3d &place,
                                       const Eigen::Isometry3d &frame) const
{
  Rates rates;
  if (is_linear) rates.velocity = along_at_full_speed(normal, frame.linear() * linear);
  if (!is_rotating) return rates;
  rates.omega = frame.linear() * omega;
  rates.velocity += along(normal, rates.omega.cross(place - frame * point));
  return rates;
}

}    // namespace grist
