// Places for many particles in a container: what both stages of a dense filling work on
// (dense_filling.h).

#ifndef GRIST_FEEDS_FILLING_SCENE_H
#define GRIST_FEEDS_FILLING_SCENE_H

#include "feeds/filling_request.h"
#include "feeds/periodic_pairs.h"

#include <map>

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

  void add_particles();
  Vector3d thrown_of(double radius);
  Matrix3d orientation(const SizedShape &particle);
};

// Soft spheres get apart, of radius `shrink` times the bounding ones, and of obstacles the inner
// one; and the bounding spheres of clusters off the surface, of polyhedra these smaller ones.
void push_apart(FillingScene &scene, double shrink);

// Moves shapes a little until none overlaps, if possible. Returns those that must be left out, so
// that no other overlaps.
std::vector<bool> untangle(FillingScene &scene);

}    // namespace grist

#endif
