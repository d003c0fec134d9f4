// The shape of a particle that is fed: spheres fixed to each other, or a convex polyhedron.
//
// A shape has size 1: its solid has the volume of a sphere of diameter 1. What lies in several
// spheres counts once. The frame of the shape is centred in a point that its bounding sphere is
// about.

#ifndef GRIST_PARTICLES_FEED_SHAPE_H
#define GRIST_PARTICLES_FEED_SHAPE_H

#include "particles/placed_solid.h"

#include <memory>
#include <vector>

namespace grist {

struct FeedShape {
  std::vector<Vector3d> centers;    // of spheres; none for a polyhedron
  std::vector<double> radii;
  std::shared_ptr<const ConvexPolyhedron> solid;
  double own_size = 0.0;    // as it was given
  double radius = 0.0;      // of the bounding sphere
  double inner = 0.0;       // of a sphere about the centre that lies inside; 0: unknown

  // Throw std::invalid_argument for shapes without spheres and radii that are not positive.
  static FeedShape of_spheres(std::vector<Vector3d> centers, std::vector<double> radii);
  static FeedShape of_solid(const ConvexPolyhedron &solid);

  // The solid without scaling: the size of a PlacedShape is then a factor. `solid` is not owned.
  static FeedShape of_unscaled(const ConvexPolyhedron &solid);
};

// A shape of a size at a place.
struct PlacedShape {
  const FeedShape *shape;
  double size;
  Pose pose;

  double radius() const { return size * shape->radius; }
  PlacedSolid solid() const { return {shape->solid.get(), size, pose}; }    // of a polyhedron
};

// How far two shapes overlap: 0 where they do not. Of spheres the sum of the depths of all pairs;
// of polyhedra the depth of placed_solid.h. `b` is seen at its position plus `shift`.
double overlap_of(const PlacedShape &a, const PlacedShape &b, const Vector3d &shift);

}    // namespace grist

#endif
