// The overlap of two convex bodies: its volume, centroid and area vector.
//
// Source: nassauer2013 section 3 and Eq. 42. The overlap is found exactly, by clipping one body
// with the planes of the other (clipped_body.h), instead of by all combinations of planes
// (plane_combinations.h has those). Only planes near the contact are looked at:
//   1. bounding spheres apart                  separate (Eq. 34)
//   2. the plane of the last step separates    separate (separating_plane.h)
//   3. the first cut: the plane of either body that the other's centre is farthest outside of,
//      relative to the other's size. What it leaves of the other body is usually a small cap.
//   4. planes that a vertex of the cap is outside of: this takes the part of the slab of Eqs. 35 to
//      39 and, as that does, drops no plane that could cut
//   5. cuts, then integrals over what is left
//
// Frames and signs: vectors are in space axes, points relative to the position of a (positions are
// subtracted first, so that bodies far from the origin lose no digits). area_vector and normal
// point from a to b.
//
//      law volume   force on a: -k V normal, at the centroid (Eq. 43)
//      a potential  k V gives the force -k area_vector on a, because the overlap grows by
//                   area_vector . dx for a step dx of a; torque on a about its position: -k
//                   torque_a(). On b: k area_vector, and -k torque_b() about its own. Force, torque
//                   and energy balance exactly, because area vector and moment of b's part of the
//                   surface are minus those of a's.
//
// Nothing depends on a unit of length.

#ifndef GRIST_GEOMETRY_OVERLAP_H
#define GRIST_GEOMETRY_OVERLAP_H

#include "geometry/convex_polyhedron.h"
#include "geometry/overlap_result.h"
#include "geometry/separating_plane.h"

#include <vector>

namespace grist {

// Buffers that grow to the largest bodies met and are then kept: no allocation in the steady state.
// One per thread.
struct OverlapWorkspace {
  ClippedBody clipped;
  std::vector<int> near_planes;
  int near_count = 0;

  // If given, find_overlap() sets it to the largest distance of a vertex of an overlap from its
  // centroid.
  double *reach = nullptr;
};

// `remembered`, if given, is the separating plane of this pair, in this order; it is read and
// updated.
Overlap overlap(const ConvexPolyhedron &a, const Pose &pose_a, const ConvexPolyhedron &b,
                const Pose &pose_b, OverlapWorkspace &workspace,
                SeparatingPlane *remembered = nullptr);

// The same for many pairs: a result that is not written where they are apart.
OverlapStatus find_overlap(const ConvexPolyhedron &a, const Pose &pose_a, const ConvexPolyhedron &b,
                           const Pose &pose_b, OverlapWorkspace &workspace,
                           SeparatingPlane *remembered, Overlap &result);

// Whether cuts of this body are quick: small_overlap_lanes.h.
bool is_cut_in_registers(const ConvexPolyhedron &body);

// Body a with the solid that is inside all of `count` half spaces (space frame): one for a wall,
// more for a wedge or a triangle with sides.
Overlap overlap(const ConvexPolyhedron &a, const Pose &pose_a, const HalfSpace *half_spaces,
                int count, OverlapWorkspace &workspace);

inline Overlap overlap(const ConvexPolyhedron &a, const Pose &pose_a, const HalfSpace &wall,
                       OverlapWorkspace &workspace)
{
  return overlap(a, pose_a, &wall, 1, workspace);
}

// The part of a body behind a plane, for the overlaps with several solids that are all behind it.
// Axes of space, points relative to the position of the body. Faces below `own_faces` are the
// body's. The view is that of a ClippedBody.
struct BodyPart {
  BodyView view;
  int own_faces;
  double radius;    // of the bounding sphere of the body
};

// False if there is nothing.
bool take_part(const ConvexPolyhedron &a, const Pose &pose_a, const HalfSpace &plane,
               ClippedBody &clipped, BodyPart &part);

// The part with the solid inside all half spaces, whose offsets are from the position of the body.
// Those from `first_shared` on divide the solid from others, which it is one with; `shared` is what
// edges there have of the spread.
Overlap overlap(const BodyPart &part, const HalfSpace *half_spaces, int count, int first_shared,
                OverlapWorkspace &workspace, AreaSpread &shared);

}    // namespace grist

#endif
