// The part of a container that lies in a box, whose faces that are not periodic are surfaces too.

#ifndef GRIST_PARTICLES_BOXED_CONTAINER_H
#define GRIST_PARTICLES_BOXED_CONTAINER_H

#include "particles/container.h"
#include "particles/placement.h"

namespace grist {

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
