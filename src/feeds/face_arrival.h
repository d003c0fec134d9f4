// Particles that fly freely to a face and cross it with a given velocity.
//
// The height of a particle is its distance from the plane of the face, on the side from which it
// comes. A particle with the velocity v - g t at the height h crosses the plane after the time t
// with the velocity v, where h = a t + b t^2 / 2; a = -v.n, b = g.n, and the normal n points to the
// particle.

#ifndef GRIST_FEEDS_FACE_ARRIVAL_H
#define GRIST_FEEDS_FACE_ARRIVAL_H

#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

struct FaceArrival {
  Vector3d velocity, gravity;    // at the face; acceleration
  Vector3d normal;               // unit, on the side of the particles

  // The greatest height from which a particle can arrive so: where it would be at rest across the
  // face.
  double greatest_height() const
  {
    assert(is_unit(normal));
    const double b = dot(gravity, normal);
    return b < 0.0 ? approach() * approach() / (-2.0 * b) : std::numeric_limits<double>::infinity();
  }

  // From a height up to the greatest one.
  double time_from(double height) const
  {
    assert(height >= 0.0 && approach() > 0.0);
    const double a = approach(), square = a * a + 2.0 * dot(gravity, normal) * height;
    return 2.0 * height / (a + std::sqrt(std::max(0.0, square)));
  }

  Vector3d velocity_from(double height) const { return velocity - time_from(height) * gravity; }

 private:
  double approach() const { return -dot(velocity, normal); }
};

}    // namespace grist

#endif
