// A half space.

#ifndef GRIST_GEOMETRY_HALF_SPACE_H
#define GRIST_GEOMETRY_HALF_SPACE_H

#include "common/space.h"

#include <cassert>

namespace grist {

// The points x with normal . x <= offset. The normal is a unit vector that points out of the solid;
// the paper's vector a_i (nassauer2013 Eq. 2) is offset * normal.
struct HalfSpace {
  Vector3d normal;
  double offset;

  // The normal may have any length above 0.
  static HalfSpace through(const Vector3d &point, const Vector3d &normal)
  {
    assert(!is_zero(normal));
    const double length = norm(normal);
    return {normal / length, dot(normal, point) / length};
  }

  double distance(const Vector3d &x) const
  {
    return dot(normal, x) - offset;
  }    // positive outside
};

// The same solid after a rigid motion.
inline HalfSpace moved(const HalfSpace &solid, const Pose &motion)
{
  assert(is_unit(solid.normal) && is_rotation(motion.rotation));
  const Vector3d normal = motion.rotation * solid.normal;
  return {normal, solid.offset + dot(normal, motion.position)};
}

}    // namespace grist

#endif
