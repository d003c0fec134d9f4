// Solids at places: whether two of them overlap, and how deep. For finding places, where a measure
// that falls as they get apart is enough; forces need the overlap itself (overlap.h).

#ifndef GRIST_PARTICLES_PLACED_SOLID_H
#define GRIST_PARTICLES_PLACED_SOLID_H

#include "geometry/convex_polyhedron.h"

#include <cassert>
#include <vector>

namespace grist {

struct PlacedSolid {
  const ConvexPolyhedron *solid = nullptr;    // null: a sphere
  double scale = 1.0;                         // of all lengths of the solid; radius of a sphere
  Pose pose;

  double radius() const { return solid ? scale * solid->radius() : scale; }    // of its bounds
  double inner_radius() const { return solid ? scale * solid->inner_radius() : scale; }
  Vector3d corner(int n) const { return pose.to_space(scale * solid->vertex(n)); }
};

// How far b must move along a unit vector to get off a. Of two polyhedra this is the least over the
// normals of their faces: above the least of all by no more than edges can cut short. Zero where
// they are apart, exactly.
struct Penetration {
  double depth = 0.0;
  Vector3d way = Vector3d::zero();
};

// `shift` is added to the position of b.
Penetration penetration(const PlacedSolid &a, const PlacedSolid &b,
                        const Vector3d &shift = Vector3d::zero());

// Whether a triangle has a point inside of a polyhedron.
bool meets_triangle(const PlacedSolid &body, const Vector3d &p, const Vector3d &q,
                    const Vector3d &r);

// Points of a polyhedron's surface: its corners first, then some of each face, no farther apart
// than its inner radius or a sixth of its outer one.
class SurfacePoints {
 public:
  explicit SurfacePoints(const PlacedSolid &body) : body(body) { assert(body.solid); }

  // Whether all fulfil a condition. Ends with the first that does not.
  template <typename Condition> bool all(const Condition &condition) const
  {
    for (int n = 0; n < body.solid->vertex_count(); n++)
      if (!condition(body.corner(n))) return false;
    for (const ConvexPolyhedron::Face &face : body.solid->faces()) {
      points_of(face);
      for (const Vector3d &point : points)
        if (!condition(body.pose.to_space(body.scale * point))) return false;
    }
    return true;
  }

 private:
  const PlacedSolid &body;
  mutable std::vector<Vector3d> points;    // of one face, in the frame of the solid

  void points_of(const ConvexPolyhedron::Face &face) const;
};

}    // namespace grist

#endif
