// A plane between two convex bodies, kept from one time step to the next.
//
// Most pairs of a neighbor list are apart, and the same plane separates them for many steps. The
// plane is fixed to body a and touches it, so that only b must be checked in each step.
//
// It is found by the algorithm of Gilbert, Johnson and Keerthi (1988) on the difference of the two
// bodies, which ends early: any plane with a gap of a good part of the distance is accepted. If it
// finds none, the result is still right and only takes more time, because clipping decides whether
// there is an overlap.

#ifndef GRIST_GEOMETRY_SEPARATING_PLANE_H
#define GRIST_GEOMETRY_SEPARATING_PLANE_H

#include "geometry/convex_polyhedron.h"

namespace grist {

struct SeparatingPlane {
  Vector3d normal =
      Vector3d::zero();    // unit vector in the frame of a, from a to b; zero: none is known
  double offset = 0.0;     // greatest normal . x of a's vertices, about a's centroid

  bool known() const { return !is_zero(normal); }
};

// Whether all of b is beyond the plane. `distance` is the position of b minus that of a.
bool separates(const SeparatingPlane &plane, const Pose &pose_a, const ConvexPolyhedron &b,
               const Pose &pose_b, const Vector3d &distance);

// A plane between a and b; known() is false if there is none, or none was found. All lengths of b
// times `scale_b`.
SeparatingPlane find_separating_plane(const ConvexPolyhedron &a, const Pose &pose_a,
                                      const ConvexPolyhedron &b, const Pose &pose_b,
                                      const Vector3d &distance, double scale_b = 1.0);

// Greatest direction . x over the body, in its frame.
double greatest_distance(const ConvexPolyhedron &body, const Vector3d &direction);

}    // namespace grist

#endif
