// A solid as it is placed and becomes a body: its convex hull, by which places are found, and its
// convex parts if it is not convex.

#ifndef GRIST_PARTICLES_SOLID_FORM_H
#define GRIST_PARTICLES_SOLID_FORM_H

#include "compounds/compound_shape.h"
#include "geometry/convex_polyhedron.h"

#include <vector>

namespace grist {

struct SolidForm {
  ConvexPolyhedron hull;     // of the solid
  PartCorners parts = {};    // in the body frame of the hull; none: the solid is convex
  double volume;             // of the solid

  SolidForm(const ConvexPolyhedron &convex) : hull(convex), volume(convex.volume()) {}

  // Of disjoint convex parts in any frame, which are cut at their hollow edges already (as those of
  // meshes/solid_parts.h are); the placement of the hull is in this frame. Throws
  // std::invalid_argument as CompoundShape does.
  static SolidForm of_parts(const PartCorners &parts);

  SolidForm scaled(double factor) const;
  int vertex_count() const;    // of all parts
};

// How a body is stored (compounds/compound_store.h), and where its frame is in that of the hull.
struct BodyForm {
  int parts = 1;
  std::vector<double> numbers;
  Pose own;

  int vertex_count() const
  {
    return (static_cast<int>(numbers.size()) - (parts > 1 ? parts : 0)) / 3;
  }
  // All lengths times a factor.
  std::vector<double> scaled_numbers(double factor) const;

  // From the position and orientation of the hull to those of the body, all lengths times a factor.
  void move_to_own(double factor, Vector3d &position, Quaterniond &orientation) const;
};
BodyForm body_form(const SolidForm &solid);

}    // namespace grist

#endif
