// Bodies with their places, before they are atoms: the same on every rank.

#ifndef LMP_PLACED_BODIES_H
#define LMP_PLACED_BODIES_H

#include "particles/assortment.h"

#include <mpi.h>

#include <cassert>
#include <functional>
#include <vector>

namespace LAMMPS_NS {

struct PlacedBodies {
  struct Body {
    double position[3];
    double orientation[4];    // w, x, y, z
    double size;              // diameter of the sphere of equal volume
    int shape;                // -1: a sphere
  };
  std::vector<grist::BodyForm> shapes;    // of size 1
  std::vector<Body> bodies;

  // The shapes of an assortment, without bodies.
  void set_shapes(const std::vector<grist::SolidForm> &solids);

  // At this position of its hull, put into the box by `remap`.
  void add(const grist::Assortment::Body &drawn, const grist::Vector3d &position,
           const std::function<void(double *)> &remap);

  int count() const { return static_cast<int>(bodies.size()); }
  // A sphere has 0.
  int vertex_count(const Body &body) const
  {
    assert(body.shape < static_cast<int>(shapes.size()));
    return body.shape < 0 ? 0 : shapes[body.shape].vertex_count();
  }

  // Sends the bodies of rank 0 to all ranks.
  void share(MPI_Comm world);
};

}    // namespace LAMMPS_NS

#endif
