// The overlap of two polyhedra by the published algorithm: the reference for tests and benchmarks,
// not for runs.
//
// Source: nassauer2013 section 3. Corners near the contact by the slab of Eqs. 35 to 39, their
// planes, the points where two valid planes of one body meet one of the other (Eq. 40, all
// combinations), those that are inside both bodies, then faces, volume, centroid and the normal of
// Eq. 42. Three differences: corners of a face are put in order by their angle around its middle
// instead of Eqs. 5 to 7, the points of Eq. 40 are refined once, and points found more than once
// are merged.
//
// Cost: planes cubed times planes. Degenerate poses are only as good as its tolerances.

#ifndef GRIST_GEOMETRY_PLANE_COMBINATIONS_H
#define GRIST_GEOMETRY_PLANE_COMBINATIONS_H

#include "geometry/overlap.h"

#include <vector>

namespace grist {

// One object per thread; buffers are kept.
class PlaneCombinations {
 public:
  Overlap overlap(const ConvexPolyhedron &a, const Pose &pose_a, const ConvexPolyhedron &b,
                  const Pose &pose_b);

 private:
  struct Body {
    std::vector<Vector3d> corners;
    std::vector<HalfSpace> planes;
    std::vector<int> valid_planes;
    std::vector<char> within;    // of each plane: whether a corner is between the ends of the slab
  };

  static void place(const ConvexPolyhedron &from, const Pose &pose, const Vector3d &shift,
                    Body &to);
  static void find_valid_planes(const ConvexPolyhedron &shape, const Vector3d &along, double least,
                                double greatest, Body &body);
  void add_corners(const Body &of, const Body &in);
  void add_intersections(const Body &two, const Body &one);
  void add_point(const Vector3d &p);
  bool inside(const Body &body, const Vector3d &p) const;
  void add_faces(const Body &body, bool first, Overlap &sum);
  void add_face(const Vector3d &normal, bool first, Overlap &sum);

  Body body_a, body_b;
  std::vector<Vector3d> points;     // of the overlap
  std::vector<Vector3d> polygon;    // of one of its faces
  std::vector<HalfSpace> taken;     // planes that gave a face
  Vector3d middle;                  // mean of the points (Eq. 41)
  double tolerance = 0.0;
};

}    // namespace grist

#endif
