// What is known of the overlap of two convex bodies; overlap.h says how it is found, and has frames
// and signs.

#ifndef GRIST_GEOMETRY_OVERLAP_RESULT_H
#define GRIST_GEOMETRY_OVERLAP_RESULT_H

#include "geometry/area_spread.h"
#include "geometry/half_space.h"

namespace grist {

enum class OverlapStatus {
  SEPARATE,       // apart
  TOUCHING,       // common points, but no volume above rounding; centroid is one of them
  OVERLAPPING,    // volume > 0
};

struct Overlap {
  OverlapStatus status = OverlapStatus::SEPARATE;
  double volume = 0.0;
  double area = 0.0;                       // |area_vector|: the contact area seen along the normal
  Vector3d centroid = Vector3d::zero();    // of the volume, relative to the position of a
  Vector3d normal = Vector3d::zero();      // unit vector from a to b (Eq. 42); zero if area is

  // Integral of n dA over the part of the surface that belongs to a, n out of a; of (x - centroid)
  // x n dA over the same part.
  Vector3d area_vector = Vector3d::zero();
  Vector3d moment = Vector3d::zero();

  AreaSpread spread;    // of the outline of that part

  // The growth of volume by a rotation of a about its own position: the integral of x x n dA, x
  // from there.
  Vector3d torque_a() const { return moment + cross(centroid, area_vector); }

  // The same for b. `distance` is the position of b minus that of a.
  Vector3d torque_b(const Vector3d &distance) const
  {
    return cross(distance, area_vector) - torque_a();
  }

  // Where the line of action of the area vector comes nearest to the centroid, relative to the
  // position of a. What is left of the moment about it is parallel to the area vector.
  Vector3d point_of_action() const
  {
    if (area == 0.0) return centroid;
    return centroid + cross(area_vector, moment) / (area * area);
  }
};

}    // namespace grist

#endif
