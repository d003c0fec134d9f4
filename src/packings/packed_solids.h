// Balls and convex polyhedra that lie close together as one solid: what lies in several counts
// once.
//
// Each solid has a share of what it has in common with others:
//
//      two balls            each what is on its side of the plane through their common circle, so
//                           that the share of a ball is what it has of its power cell
//      two polyhedra        all of it belongs to that of the lower id
//      ball, polyhedron     all of it belongs to the polyhedron
//
// Shares in half spaces are exact up to rounding: balls by cut_ball.h, polyhedra by the clipping
// kernel, overlaps with polyhedra by inclusion and exclusion.

#ifndef GRIST_PACKINGS_PACKED_SOLIDS_H
#define GRIST_PACKINGS_PACKED_SOLIDS_H

#include "geometry/clipped_body.h"
#include "geometry/convex_polyhedron.h"

#include <cassert>
#include <cstdint>
#include <vector>

namespace grist {

struct PackedSolid {
  Vector3d center;                            // of a polyhedron: its position
  double radius;                              // of a polyhedron: of its bounding sphere
  std::int64_t id;                            // the same for periodic images
  std::vector<HalfSpace> faces = {};          // in space axes, relative to the center; none: a ball
  const ConvexPolyhedron *shape = nullptr;    // of an owned polyhedron
  Matrix3d rotation = Matrix3d::identity();    // its body to space

  bool is_ball() const { return faces.empty(); }
  bool holds(const Vector3d &point) const;
};

// Turns the faces of a shape into those of a solid.
std::vector<HalfSpace> turned_faces(const ConvexPolyhedron &shape, const Matrix3d &rotation);

class PackedSolids {
 public:
  // Owned solids come first; behind them those, of other ranks and periodic images, that may
  // overlap them. All places are finite.
  PackedSolids(std::vector<PackedSolid> all, int owned);

  int owned() const { return static_cast<int>(neighbors.size()); }
  const PackedSolid &solid(int i) const
  {
    assert(i >= 0 && i < owned());
    return solids[i];
  }

  // Volume of the share of owned solid i inside half spaces, which are relative to its center.
  double volume(int i, const std::vector<HalfSpace> &cuts);

  // Whether a point is in owned solid i and in none of those before it: each point of the whole
  // solid is in one of them.
  bool counts_for(int i, const Vector3d &point) const;

 private:
  // What cuts the share of a solid.
  struct Neighbors {
    std::vector<int> first;            // those that come before it in counts_for()
    std::vector<int> obstacles;        // polyhedra whose solid it has no share of
    std::vector<HalfSpace> radical;    // planes with other balls
    bool is_inside = false;            // of another ball
  };
  std::vector<PackedSolid> solids;
  std::vector<Neighbors> neighbors;    // of owned ones
  std::vector<HalfSpace> planes;       // of volume()
  ClippedBody clipped;

  bool comes_first(const PackedSolid &a, const PackedSolid &b) const;
  void add_neighbor(int i, int other);
  void add_ball(int i, int other);
  bool is_apart(int i, int other) const;
  double outside(int i, size_t obstacle);
  double inside(int i);
  double polyhedron_inside(const PackedSolid &body);
};

}    // namespace grist

#endif
