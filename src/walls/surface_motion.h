// The motion of a surface along itself: belts, rollers, turntables. The wall itself does not change
// its place.
//
// Vocabulary:
//   linear     the velocity of a belt. At a contact it has the direction of its projection onto the
//              contact plane, and keeps its magnitude: a belt has one speed, however it is bent or
//              inclined
//   rotation   the angular velocity of a roller about an axis. At a contact it gives the part along
//              the contact plane of the velocity of a body that rotates; the part along the normal
//              belongs to motions of the wall itself
//
// All vectors are in the frame of the wall (wall_surface.h): they move with it. Both parts and the
// velocity of the wall are added. Where a linear velocity is normal to the surface, to within
// HEAD_ON, it has no direction there and adds nothing.

#ifndef GRIST_WALLS_SURFACE_MOTION_H
#define GRIST_WALLS_SURFACE_MOTION_H

#include "common/space.h"

namespace grist {

class SurfaceMotion {
 public:
  static constexpr double HEAD_ON = 1e-3;    // sine of the angle between velocity and normal

  void set_linear(const Vector3d &velocity);
  void set_rotation(const Vector3d &point, const Vector3d &omega);    // [radians/time]

  bool moves() const { return is_linear || is_rotating; }

  // The present place of the point of the rotation; the origin if there is none. `frame`: of the
  // wall.
  Vector3d center(const Pose &frame) const
  {
    return is_rotating ? frame * point : Vector3d::zero();
  }

  // Velocity at a contact with this normal and place, relative to the wall.
  struct Rates {
    Vector3d velocity = Vector3d::zero(), omega = Vector3d::zero();
  };
  Rates at(const Vector3d &normal, const Vector3d &place, const Pose &frame) const;

 private:
  bool is_linear = false, is_rotating = false;
  Vector3d linear = Vector3d::zero(), point = Vector3d::zero(), omega = Vector3d::zero();
};

}    // namespace grist

#endif
