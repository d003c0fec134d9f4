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
  // Holds the first `count` particles of the request.
  FillingScene(const FillingRequest &request, int count);

  const FillingRequest &request;
  RandomNumbers random;
  PeriodicPairs near;
  const int count;            // of particles
  int kept = count;           // the first ones of the request; the others are left out
  std::vector<int> number;    // of each particle in the request
  std::vector<SizedShape> particles;
  std::vector<Vector3d> centers;
  std::vector<double> radii;    // bounding ones
  std::vector<Matrix3d> rotations;
  std::vector<bool> left_out;    // of particles
  double mean_radius = 0.0;

  Vector3d wrapped(const Vector3d &place) const;    // into the box
  PlacedShape placed(int n) const;
  bool is_particle(int n) const { return n < count; }
  Vector3d thrown(int n) { return thrown_of(radii[n]); }    // a random place in the container

  // How much each particle overlaps, in any unit, and whether it is deep in what does not move.
  struct Overlaps {
    std::vector<double> sum;
    std::vector<char> with_fixed;

    explicit Overlaps(int count) : sum(count), with_fixed(count) {}
    int count() const;    // of particles that overlap
  };

  // Leaves out the last ones of the request that are kept, `least` or more. Their places go to
  // those that overlap most, to each one that is large enough and where less overlapped; of the
  // others, those that are deep in what does not move are thrown anew. More are left out from call
  // to call, as long as none moves. Returns all that were left out or have moved.
  std::vector<int> make_room(int least, const Overlaps &overlaps);

 private:
  FeedShape ball;    // what an obstacle without a solid is: a sphere of size 1
  std::map<const ConvexPolyhedron *, FeedShape> there;    // what the others are
  Matrix3d to_lamda;
  bool any_periodic;
  std::optional<OccupiedSpace> taken;    // by obstacles, if there are any
  std::vector<int> position;             // of each particle of the request in this scene
  int haste = 1;                         // how many times as many make_room() leaves out

  std::vector<int> leave_out_last(int most);
  void move_to(int n, int place);
  void take_places_of_obstacles();
  void add_particles();
  Vector3d thrown_of(double radius);
  Matrix3d orientation(const SizedShape &particle);
};

// Soft spheres get apart: those about polyhedra, of radius `shrink` times the bounding ones; spheres
// and elements of clusters as they are, after those about the clusters; of obstacles the inner one.
// The bounding spheres of clusters get off the surface, of polyhedra these smaller ones. Where
// spheres and clusters find no room, the last particles are left out.
void push_apart(FillingScene &scene, double shrink);

// Moves shapes a little until none overlaps, and leaves out the last ones where that is not enough.
void untangle(FillingScene &scene);

}    // namespace grist

#endif
