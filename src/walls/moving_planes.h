// Plane walls that move together, as one rigid body.
//
// A plane is the half space behind it; its normal points into the domain. All start where they are given and follow one motion.

#ifndef GRIST_WALLS_MOVING_PLANES_H
#define GRIST_WALLS_MOVING_PLANES_H

#include "geometry/half_space.h"
#include "geometry/plane_distances.h"
#include "walls/rigid_motion.h"

#include <vector>

namespace grist {

using Eigen::AlignedBox3d;

class MovingPlanes {
 public:
  RigidMotion motion;

  // Where they start. One or more.
  void set(const std::vector<HalfSpace> &planes);

  int count() const { return static_cast<int>(present.size()); }
  bool moves() const { return motion.moves(); }
  const Eigen::Isometry3d &frame() const { return motion.frame(); }

  // After a change of the motion; `time` since it began.
  void place(double time);

  // Of a point to all planes as they are now, positive outside of the solid; returns the least.
  double measure(const Vector3d &point) { return distances.measure(point); }
  double distance(int plane) const { return distances[plane]; }
  const HalfSpace &operator[](int plane) const { return present[plane]; }

  // At which any part of a plane in the box moves along its normal.
  double greatest_speed(const AlignedBox3d &box) const;

 private:
  std::vector<HalfSpace> initial, present;
  PlaneDistances distances;
};

}    // namespace grist

#endif
