// Places for many particles in a container: what both stages of a dense filling work on
// (dense_filling.h).

#ifndef GRIST_FEEDS_FILLING_SCENE_H
#define GRIST_FEEDS_FILLING_SCENE_H

#include "feeds/filling_request.h"
#include "feeds/periodic_pairs.h"

#include <map>
#include <optional>

namespace grist {

// Particles first, in the order of their first places in space, so that neighbours lie near each
// other in memory; then obstacles.
class FillingScene {
 public:
  explicit FillingScene(const FillingRequest &request);

  const FillingRequest &request;
  RandomNumbers random;
  PeriodicPairs near;
  const int count;            // of particles
  std::vector<int> number;    // of each particle in the request
  std::vector<SizedShape> particles;
  std::vector<Vector3d> centers;
  std::vector<double> radii;    // bounding ones
  std::vector<Matrix3d> rotations;
  std::vector<bool> left_out;    // of particles: find no place
  double mean_radius = 0.0;

  Vector3d wrapped(const Vector3d &place) const;    // into the box
  PlacedShape placed(int n) const;
  bool is_particle(int n) const { return n < count; }
  Vector3d thrown(int n) { return thrown_of(radii[n]); }    // a random place in the container

 private:
  FeedShape ball;    // what an obstacle without a solid is: a sphere of size 1
  std::map<const ConvexPolyhedron *, FeedShape> there;    // what the others are
  Matrix3d to_lamda;
  bool any_periodic;
  std::optional<OccupiedSpace> taken;    // by obstacles, if there are any

  void take_places_of_obstacles();
  void add_particles();
  Vector3d thrown_of(double radius);
  Matrix3d orientation(const SizedShape &particle);
};

// Soft spheres get apart: those about polyhedra, of radius `shrink` times the bounding ones; spheres
// and elements of clusters as they are, after those about the clusters; of obstacles the inner one.
// The bounding spheres of clusters get off the surface, of polyhedra these smaller ones. Spheres and
// clusters for which there is no room are left out.
void push_apart(FillingScene &scene, double shrink);

// Moves shapes a little until none overlaps, if possible. Those are left out that must be, so that
// no other overlaps.
void untangle(FillingScene &scene);

}    // namespace grist

#endif
