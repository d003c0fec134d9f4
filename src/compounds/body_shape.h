// The shape of a body: convex, of convex parts, or none, which is a sphere.

#ifndef GRIST_COMPOUNDS_BODY_SHAPE_H
#define GRIST_COMPOUNDS_BODY_SHAPE_H

#include "compounds/compound_store.h"
#include "geometry/convex_polyhedron.h"

#include <algorithm>
#include <vector>

namespace grist {

struct BodyShape {
  const ConvexPolyhedron *convex = nullptr;
  const CompoundShape *compound = nullptr;

  explicit operator bool() const { return convex || compound; }    // false: a sphere

  // Of a polyhedron.
  double volume() const { return compound ? compound->volume() : convex->volume(); }
  double surface() const { return compound ? compound->surface() : convex->surface(); }
  double radius() const { return compound ? compound->radius() : convex->radius(); }
  double inner_radius() const
  {
    return compound ? compound->inner_radius() : convex->inner_radius();
  }

  // What overlaps are compared with: the radius of a compact body, the thickness of a thin one.
  double overlap_scale() const { return std::min(radius(), 2.0 * inner_radius()); }

  const Vector3d &principal_moments() const
  {
    return compound ? compound->principal_moments() : convex->principal_moments();
  }
  int vertex_count() const    // of all parts
  {
    return compound ? compound->vertex_count() : convex->vertex_count();
  }
  int part_count() const { return compound ? compound->part_count() : 1; }
  const ConvexPolyhedron &part(int n) const
  {
    return compound ? compound->parts()[n].shape : *convex;
  }

  ClosedSurface closed_surface() const
  {
    return compound ? compound->closed_surface() : grist::closed_surface(*convex);
  }

  // What describes it in a file or to another rank: coordinates of corners, then, of a compound,
  // how many each part has.
  std::vector<double> numbers() const
  {
    if (compound) return numbers_of(compound->corners());
    std::vector<double> all;
    for (const Vector3d &corner : convex->vertices())
      all.insert(all.end(), corner.data(), corner.data() + 3);
    return all;
  }

  // The corners of all parts in the body frame.
  std::vector<Vector3d> corners() const
  {
    if (!compound) return convex->vertices();
    std::vector<Vector3d> all;
    for (const std::vector<Vector3d> &part : compound->corners())
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }
};

inline bool operator==(const BodyShape &a, const BodyShape &b)
{
  return a.convex == b.convex && a.compound == b.compound;
}

}    // namespace grist

#endif
