// Overlaps of spheres with spheres, polyhedra and half spaces (overlap.h): steel balls among
// polyhedra.
//
// With a polyhedron the overlap is the cap of the sphere beyond the plane across the nearest
// feature (nearest_feature.h): exact on faces, and on edges and corners a function of the same
// distance alone, so that forces stay conservative and turn smoothly from one feature to the next.
// Two spheres share an exact lens. Normals point from a to b, points are relative to the position
// of a; the line of force goes through the centres of spheres, so `moment` is zero.

#ifndef GRIST_GEOMETRY_SPHERE_OVERLAP_H
#define GRIST_GEOMETRY_SPHERE_OVERLAP_H

#include "geometry/nearest_feature.h"
#include "geometry/overlap.h"

namespace grist {

// A polyhedron a and a sphere b.
Overlap overlap(const ConvexPolyhedron &a, const Pose &pose_a, const Vector3d &center_b,
                double radius_b);

// A sphere a and a polyhedron b.
Overlap overlap(const Vector3d &center_a, double radius_a, const ConvexPolyhedron &b,
                const Pose &pose_b);

// Two spheres.
Overlap overlap(const Vector3d &center_a, double radius_a, const Vector3d &center_b,
                double radius_b);

// A sphere a and a half space b in the space frame.
Overlap overlap(const Vector3d &center_a, double radius_a, const HalfSpace &b);

}    // namespace grist

#endif
