// A space that holds particles: a region of LAMMPS, or the inside of a closed mesh; and the part of
// it that lies in a box.

#ifndef GRIST_PARTICLES_CONTAINER_H
#define GRIST_PARTICLES_CONTAINER_H

#include "common/space.h"
#include "geometry/half_space.h"
#include "particles/placed_solid.h"
#include "particles/placement.h"

namespace grist {

class Container {
 public:
  virtual ~Container() = default;

  // Whether a sphere of this radius lies inside; a point for radius 0.
  virtual bool holds(const Vector3d &center, double radius) const = 0;

  // Whether a solid lies inside, by its true shape. The default tests points of its surface: exact
  // in convex containers, and elsewhere except for parts of the container that reach in between two
  // points.
  virtual bool contains(const PlacedSolid &body) const;

  // The displacement that moves a sphere, whose centre is inside, off the surface; zero where it
  // lies inside. One step of several in corners.
  virtual Vector3d way_in(const Vector3d &center, double radius) const = 0;

  virtual AlignedBox extent() const = 0;
  virtual double volume() const = 0;
};

// The part of a container that lies in a box, whose faces that are not periodic are surfaces too.
class BoxedContainer : public Container {
 public:
  // `inside` is not owned.
  BoxedContainer(const Container &inside, const PlacementBox &box);

  bool holds(const Vector3d &center, double radius) const override;
  bool contains(const PlacedSolid &body) const override;
  Vector3d way_in(const Vector3d &center, double radius) const override;
  AlignedBox extent() const override;
  double volume() const override { return inside.volume(); }

 private:
  const Container &inside;
  PlacementBox box;
  Matrix3d to_lamda;
  Vector3d inward[3];    // across each pair of faces, of length 1
  Vector3d height;

  bool is_in_box(const Vector3d &center, double radius) const;
};

}    // namespace grist

#endif
