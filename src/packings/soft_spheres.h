// Equal soft spheres in a shape, brought to rest: the engine of the random packing.
//
// Spheres of radius r repel where they overlap, each other and the walls (a wall acts like the
// mirror image of the sphere in front of it):
//   energy = sum over pairs of (2r - distance)^2 / 2  +  sum over walls of (r - depth)^2
// where they overlap, zero elsewhere.
// The energy is minimised by FIRE (Bitzek et al. 2006, Phys. Rev. Lett. 97, 170201): molecular
// dynamics of unit masses that are steered downhill and stopped whenever they move uphill. Nothing
// depends on the unit of length.
//
// Only + - * / and sqrt, in a fixed order, so that all machines give the same numbers (see
// packing.h).

#ifndef GRIST_PACKINGS_SOFT_SPHERES_H
#define GRIST_PACKINGS_SOFT_SPHERES_H

#include "packings/shape.h"

#include <utility>
#include <vector>

namespace grist {

class SoftSpheres {
 public:
  SoftSpheres(const Shape &shape, std::vector<Vector3d> centers);

  // Brings spheres of this radius to rest, from where they are now, and returns their mean overlap
  // over the radius. At rest: no force on a sphere is above 1 % of the mean contact force, or all
  // overlaps are below 1e-10 of the radius. Stops after 5000 steps in any case; near jamming this
  // costs a little density, nothing else.
  double relax(double radius);

  // The radius at which the energy would vanish, extrapolated from the state at rest.
  double jamming_radius() const;

  const std::vector<Vector3d> &centers() const { return position; }

 private:
  // State of FIRE from step to step.
  struct Pace {
    double dt, mixing;
    int downhill;    // steps since the last stop
  };

  void step(Pace &pace);
  void stop(Pace &pace);
  bool at_rest() const;

  void compute_forces();
  void add_pairs();
  void add_walls();
  void count_contact(double overlap);
  void list_neighbors();
  bool list_outdated() const;

  Shape shape;
  double radius = 0.0;
  std::vector<Vector3d> position, velocity, force;

  std::vector<std::pair<int, int>> neighbors;    // pairs that were nearer than listed_reach
  std::vector<Vector3d> listed_at;               // with the spheres here
  double listed_reach = 0.0;

  // Tallies of the last compute_forces(); slope is d energy / d radius.
  double energy = 0.0, slope = 0.0, overlap_sum = 0.0, overlap_max = 0.0;
  int contacts = 0;
};

}    // namespace grist

#endif
