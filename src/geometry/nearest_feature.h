// The face, edge or vertex of a convex polyhedron that is nearest to a point: the contact of a
// sphere with a polyhedron.
//
//      distance   of the point to the surface; negative inside. A sphere of radius R about the
//                 point overlaps by R - distance, whether its centre is outside or inside
//      point      the nearest point of the surface
//      normal     unit vector out of the polyhedron, along which the sphere is pushed: from `point`
//                 to the centre outside, the normal of the nearest face inside and on the surface

#ifndef GRIST_GEOMETRY_NEAREST_FEATURE_H
#define GRIST_GEOMETRY_NEAREST_FEATURE_H

#include "geometry/convex_polyhedron.h"

namespace grist {

enum class FeatureKind { FACE, EDGE, VERTEX };

struct NearestFeature {
  FeatureKind kind = FeatureKind::FACE;
  double distance = 0.0;
  Vector3d point = Vector3d::zero();     // relative to the position of the body, space axes
  Vector3d normal = Vector3d::zero();    // space axes
};

// Exact: by the nearest face inside, by the faces that see the point outside.
NearestFeature nearest_feature(const ConvexPolyhedron &body, const Pose &pose,
                               const Vector3d &center);

}    // namespace grist

#endif
