// A plane between two convex bodies, remembered from one time step to the next.
//
// Most pairs of a neighbour list are apart, and stay so by the same plane for many steps. The plane is fixed to body a
// and touches it, so that only b must be looked at again.
//
// It is found by the algorithm of Gilbert, Johnson and Keerthi (1988) on the difference of the two bodies, which ends
// early: any plane that is clear by a good part of the distance will do. If it finds none nothing is lost but time,
// for the overlap itself is decided by clipping.

#ifndef GRIST_GEOMETRY_SEPARATING_PLANE_H
#define GRIST_GEOMETRY_SEPARATING_PLANE_H

#include "geometry/convex_polyhedron.h"

namespace grist {

struct SeparatingPlane {
  Vector3d normal =
      Vector3d::Zero();    // unit vector in the frame of a, from a to b; zero: none is known
  double offset = 0.0;     // greatest normal . x of a's vertices, about a's centroid

  bool known() const { return !normal.isZero(0.0); }
};

// Is all of b beyond the plane? `distance` is the position of b minus that of a.
bool separates(const SeparatingPlane &plane, const Pose &pose_a, const ConvexPolyhedron &b,
               const Pose &pose_b, const Vector3d &distance);

// A plane between a and b; known() is false if there is none, or none was found.
SeparatingPlane find_separating_plane(const ConvexPolyhedron &a, const Pose &pose_a,
                                      const ConvexPolyhedron &b, const Pose &pose_b,
                                      const Vector3d &distance);

}    // namespace grist

#endif
