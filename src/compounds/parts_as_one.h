// Which parts of a body press as one: their convex hull is in the body, and no bisector of a hollow
// edge that it reaches is between them.
//
// Frame of the body.

#ifndef GRIST_COMPOUNDS_PARTS_AS_ONE_H
#define GRIST_COMPOUNDS_PARTS_AS_ONE_H

#include "compounds/body_surface.h"
#include "compounds/division.h"

#include <vector>

namespace grist {

// Of volumes: what a convex hull has more than the parts in it.
constexpr double SAME_VOLUME = 1e-9;

// Answers whether points and convex hulls are in a body of convex parts, which it refers to.
class BodyInside {
 public:
  explicit BodyInside(const Division &parts);

  // Whether the hull of two convex solids of these corners may be in the body: without making it.
  bool may_have_hull(const std::vector<Vector3d> &a, const std::vector<Vector3d> &b) const;

  // `volume` of the hull is in two parts, which are left out (NONE: nothing is known).
  bool has_hull(const ConvexPolyhedron &hull, int part = NONE, int other = NONE,
                double volume = 0.0) const;

  const std::vector<Vector3d> &corners_of(int part) const { return corners[part]; }

  static constexpr int NONE = -1;

 private:
  std::vector<int> parts_near(const AlignedBox &box) const;
  bool has_point(const Vector3d &x, const std::vector<int> &near) const;

  const Division &parts;
  std::vector<std::vector<Vector3d>> corners;    // by part
  std::vector<std::vector<HalfSpace>> planes;    // by part
  std::vector<AlignedBox> boxes;                 // by part, larger by the tolerance
};

// A square of parts. Parts that do not reach a hollow edge, on either side of its bisector, are
// apart where each is one with a part that does.
std::vector<char> parts_as_one(const Division &parts, const BodySurface &surface);

// The plane through a hollow edge that divides the solid in halves.
HalfSpace bisector(const BodySurface &surface, const BodySurface::HollowEdge &edge);

// Whether part of an edge is on the surface of a convex body or in it, in its frame.
bool reaches(const ConvexPolyhedron &body, Vector3d from, Vector3d to, double tolerance);

}    // namespace grist

#endif
