// The shape of a particle that is fed: spheres fixed to each other, a polyhedron, or one that is
// divided into bonded blocks.
//
// A shape has size 1 by one measure of size (measured_by):
//   SOLID       diameter of the sphere of the volume of the solid: of a polyhedron, and of the shape
//               that spheres fill, pores included; without such a shape that of EQUIVALENT
//   EQUIVALENT  diameter of the sphere of the volume of all spheres together, without pores; what
//               lies in several counts once
//   SIEVE       side of the smallest square opening that the shape passes (fragment_shape.h)
// The frame of the shape is centred in a point that its bounding sphere is about.

#ifndef GRIST_PARTICLES_FEED_SHAPE_H
#define GRIST_PARTICLES_FEED_SHAPE_H

#include "particles/block_rock.h"
#include "particles/placed_solid.h"
#include "particles/solid_form.h"

#include <memory>
#include <vector>

namespace grist {

enum class SizeMeasure { SOLID, EQUIVALENT, SIEVE };

struct FeedShape {
  std::vector<Vector3d> centers;    // of spheres; none for a polyhedron
  std::vector<double> radii;
  std::shared_ptr<const ConvexPolyhedron> solid;     // the hull of one that is not convex
  std::shared_ptr<const SolidForm> form;             // of one that is not convex
  std::shared_ptr<const BlockRock> rock;             // of one that is divided
  double own_size = 0.0;                             // as it was given
  double solid_size = 1.0, equivalent_size = 1.0;    // by these measures
  double radius = 0.0;                               // of the bounding sphere
  double inner = 0.0;    // of a sphere about the centre that lies inside; 0: unknown

  // Throw std::invalid_argument for shapes without spheres and radii that are not positive.
  // `filled`: the share of the volume of the solid that spheres fill.
  static FeedShape of_spheres(std::vector<Vector3d> centers, std::vector<double> radii,
                              double filled = 1.0);
  static FeedShape of_solid(const SolidForm &solid);

  // A polyhedron divided into blocks. Throws as divided_solid() does.
  FeedShape divided(const BlockRequest &request) const;

  // The solid without scaling: the size of a PlacedShape is then a factor. `solid` is not owned.
  static FeedShape of_unscaled(const ConvexPolyhedron &solid);

  // Radius of its largest sphere; of a polyhedron the bounding one, of blocks that of the largest.
  double largest_sphere() const;

  // The size of this shape by a measure.
  double size_by(SizeMeasure measure) const;

  // The same shape, of size 1 by this measure.
  FeedShape measured_by(SizeMeasure measure) const;
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
