#include "common/space.h"
#include "feeds/filling_scene.h"

#include <algorithm>
#include <limits>

namespace grist {

namespace {

// z is drawn first: another order gives other places for the same seed.
Vector3d normal_vector(RandomNumbers &random)
{
  const double z = random.normal(), y = random.normal(), x = random.normal();
  return {x, y, z};
}

constexpr double ANYTHING = std::numeric_limits<double>::infinity();
constexpr int SWEEPS = 3000;    // then some are left out after each: also this share of all
constexpr double LATE_SHARE = 0.01;
constexpr int PATIENCE =
    15;    // sweeps without fewer that overlap, before some are taken elsewhere or left out
constexpr double PROGRESS = 0.99;    // of the overlap, when less of it counts as progress
constexpr int RELOCATIONS = 8;
constexpr double FEW = 0.05;          // of all: so many may be taken elsewhere
constexpr double SOME = 10.0;         // or these
constexpr int MOVES = 12;             // tried for a particle in a sweep
constexpr double SKIN_SHARE = 0.3;    // of the mean radius
constexpr double FIRST_TRAVEL = 0.1, LEAST_TRAVEL = 0.005;    // of a move, over the mean radius
constexpr double LEAST_OUT = 0.05;                            // of a polyhedron, over its radius
constexpr double DEEP_OVERLAP = 0.1;                          // over its radius
constexpr double GAIN = 0.6;    // of a push, over the depth of the overlap
constexpr int HALVINGS = 12;    // of a line across the surface
constexpr double TURN = 2.0;    // radians, over the travel as a share of the mean radius

class Untangler {
 public:
  explicit Untangler(FillingScene &scene) :
      scene(scene), skin(SKIN_SHARE * scene.mean_radius), travel(FIRST_TRAVEL * scene.mean_radius),
      unsettled(scene.count), left_out(scene.left_out)
  {
    for (int n = 0; n < scene.count; n++) unsettled[n] = left_out[n] ? 0 : 1;
    list_neighbors();
  }

  // Ends after a sweep of all particles that finds no overlap.
  void run()
  {
    int fewest = scene.count + 1, stuck = 0, relocations = 0;
    double least = ANYTHING;
    bool is_of_all = true;
    for (int sweep = 0;; sweep++) {
      const int overlapping = this->sweep();
      if (overlapping == 0 && is_of_all) return;
      is_of_all = overlapping == 0;
      if (is_of_all) {
        check_all();
        continue;
      }
      if (scene.request.progress)
        scene.request.progress(std::to_string(overlapping) + " particles overlap");
      stuck = overlapping < fewest || total < PROGRESS * least ? 0 : stuck + 1;
      fewest = std::min(fewest, overlapping);
      if (stuck == 0) least = total;
      if (stuck > 0) travel = std::max(0.8 * travel, LEAST_TRAVEL * scene.mean_radius);
      if (stuck < PATIENCE && sweep < SWEEPS) continue;
      if (overlapping < std::max(FEW * scene.count, SOME) && relocations++ < RELOCATIONS)
        relocate(1 + overlapping / 4);
      else
        give_up(1 + overlapping / 10 +
                (sweep < SWEEPS ? 0 : static_cast<int>(LATE_SHARE * scene.kept)));
      fewest = scene.count + 1;
      least = ANYTHING;
      stuck = 0;
      travel = FIRST_TRAVEL * scene.mean_radius;
    }
  }

 private:
  struct Neighbor {
    int other;
    Vector3d shift;
  };
  FillingScene &scene;
  const double skin;
  double travel;
  double total = 0.0;             // overlap of the last sweep
  std::vector<char> unsettled;    // may overlap
  std::vector<bool> &left_out;
  std::vector<Neighbor> neighbors;    // of all, one after another
  std::vector<int> first_neighbor;    // of each, and the end
  std::vector<Vector3d> listed_at;
  bool is_outdated = false;

  void list_neighbors()
  {
    for (int n = 0; n < scene.count; n++) scene.centers[n] = scene.wrapped(scene.centers[n]);
    const auto &pairs = scene.near.find(scene.centers, scene.radii, scene.count, skin);
    first_neighbor.assign(scene.count + 2, 0);    // one place on: filling moves each to its begin
    for (const PeriodicPair &pair : pairs) {
      first_neighbor[pair.a + 2]++;
      if (scene.is_particle(pair.b)) first_neighbor[pair.b + 2]++;
    }
    for (int n = 0; n < scene.count; n++) first_neighbor[n + 2] += first_neighbor[n + 1];
    neighbors.resize(first_neighbor.back());
    for (const PeriodicPair &pair : pairs) {
      neighbors[first_neighbor[pair.a + 1]++] = {pair.b, pair.shift};
      if (scene.is_particle(pair.b))
        neighbors[first_neighbor[pair.b + 1]++] = {pair.a, -pair.shift};
    }
    listed_at = scene.centers;
    is_outdated = false;
  }

  struct Neighbors {
    const Neighbor *first, *last;
    const Neighbor *begin() const { return first; }
    const Neighbor *end() const { return last; }
  };
  Neighbors neighbors_of(int n) const
  {
    return {neighbors.data() + first_neighbor[n], neighbors.data() + first_neighbor[n + 1]};
  }

  // How far a particle is out of the container: 0 where it is not.
  double out_of_container(int n, const PlacedShape &where) const
  {
    const Container &container = *scene.request.container;
    PlacedShape seen = where;
    seen.pose.position = scene.wrapped(where.pose.position);
    const double radius = scene.radii[n];
    if (where.shape->solid) return norm(corner_out(container, seen.solid()));
    if (container.holds(seen.pose.position, radius)) return 0.0;
    const double out = norm(container.way_in(seen.pose.position, radius));
    return out > 0.0 ? out : radius;
  }

  // The part of a line from the centre of a polyhedron to one of its corners that is out of the
  // container, the longest one, from the corner inwards; zero if the polyhedron is inside.
  static Vector3d corner_out(const Container &container, const PlacedSolid &body)
  {
    const Vector3d &center = body.pose.position;
    if (container.contains(body)) return Vector3d::zero();
    if (!container.holds(center, 0.0)) return 2.0 * body.radius() * Vector3d::unit_x();
    Vector3d worst = LEAST_OUT * body.radius() * Vector3d::unit_x();    // a corner of the container
    for (int n = 0; n < body.solid->vertex_count(); n++) {
      const Vector3d arm = body.corner(n) - center;
      if (container.holds(center + arm, 0.0)) continue;
      double in = 0.0, out = 1.0;
      for (int halving = 0; halving < HALVINGS; halving++) {
        const double middle = 0.5 * (in + out);
        (container.holds(center + middle * arm, 0.0) ? in : out) = middle;
      }
      const Vector3d inwards = (in - 1.0) * arm;
      if (squared_norm(inwards) > squared_norm(worst)) worst = inwards;
    }
    return worst;
  }

  // The sum with all neighbours and the surface; of at least `enough` it need not be exact.
  double overlap_at(int n, const PlacedShape &where, double enough) const
  {
    double sum = out_of_container(n, where);
    for (const Neighbor &neighbor : neighbors_of(n)) {
      if (sum >= enough) return sum;
      const int m = neighbor.other;
      const double reach = scene.radii[n] + scene.radii[m];
      const Vector3d apart = scene.centers[m] + neighbor.shift - where.pose.position;
      if (m != n && squared_norm(apart) > reach * reach) continue;
      if (scene.is_particle(m) && left_out[m]) continue;
      sum += m == n ? scene.radii[n] : overlap_of(where, scene.placed(m), neighbor.shift);
    }
    return sum;
  }

  std::vector<int> worst(int most) const;
  void activate_neighbors(int n);
  void relocate(int most);
  void give_up(int least);
  bool is_deep_in_fixed(int n) const;
  void check_all();

  PlacedShape moved(int n)
  {
    PlacedShape tried = scene.placed(n);
    RandomNumbers &random = scene.random;
    const double u = random.uniform(), reach = travel * u * u;
    const Vector3d way = normal_vector(random);
    tried.pose.position += reach * normalized(way);
    if (scene.request.random_orientations) {
      const Vector3d axis = normal_vector(random);
      const double angle = TURN * reach / scene.mean_radius;
      tried.pose.rotation = rotation_matrix(angle, normalized(axis)) * tried.pose.rotation;
    }
    return tried;
  }

  // A polyhedron, pushed away from what it overlaps.
  PlacedShape pushed(int n)
  {
    PlacedShape tried = scene.placed(n);
    const PlacedSolid body = tried.solid();
    Vector3d push = Vector3d::zero();
    for (const Neighbor &neighbor : neighbors_of(n)) {
      const int m = neighbor.other;
      if (m == n || (scene.is_particle(m) && left_out[m])) continue;
      const PlacedShape other = scene.placed(m);
      if (!other.shape->solid) continue;
      const Penetration found = penetration(body, other.solid(), neighbor.shift);
      push -= GAIN * found.depth * found.way;
    }
    PlacedSolid seen = body;
    seen.pose.position = scene.wrapped(body.pose.position);
    push += GAIN * corner_out(*scene.request.container, seen);
    tried.pose.position += push;
    return tried;
  }

  // Whether it still overlaps. Particles move no farther than the lists reach.
  bool stays_overlapping(int n)
  {
    double least = overlap_at(n, scene.placed(n), ANYTHING);
    bool has_moved = false;
    for (int move = 0; move < MOVES && least > 0.0; move++) {
      const bool by_push = move == 0 && scene.particles[n].shape->solid;
      const PlacedShape tried = by_push ? pushed(n) : moved(n);
      if (squared_norm(tried.pose.position - listed_at[n]) > 0.25 * skin * skin) {
        is_outdated = true;
        continue;
      }
      const double overlap = overlap_at(n, tried, least);
      if (overlap >= least) continue;
      least = overlap;
      has_moved = true;
      scene.centers[n] = tried.pose.position;
      scene.rotations[n] = tried.pose.rotation;
    }
    if (has_moved) activate_neighbors(n);
    total += least;
    return least > 0.0;
  }

  int sweep()
  {
    if (is_outdated) list_neighbors();
    int overlapping = 0;
    total = 0.0;
    for (int n = 0; n < scene.count; n++) {
      if (!unsettled[n]) continue;
      unsettled[n] = stays_overlapping(n) ? 1 : 0;
      overlapping += unsettled[n];
    }
    return overlapping;
  }
};

// Those that overlap most, the worst first.
std::vector<int> Untangler::worst(int most) const
{
  std::vector<std::pair<double, int>> overlapping;
  for (int n = 0; n < scene.count; n++) {
    if (!unsettled[n]) continue;
    const double overlap = overlap_at(n, scene.placed(n), ANYTHING);
    if (overlap > 0.0) overlapping.emplace_back(-overlap, n);
  }
  std::sort(overlapping.begin(), overlapping.end());
  std::vector<int> found;
  for (const auto &[overlap, n] : overlapping)
    if (static_cast<int>(found.size()) < most) found.push_back(n);
  return found;
}

void Untangler::activate_neighbors(int n)
{
  for (const Neighbor &neighbor : neighbors_of(n))
    if (scene.is_particle(neighbor.other) && !left_out[neighbor.other])
      unsettled[neighbor.other] = 1;
}

void Untangler::relocate(int most)
{
  for (const int n : worst(most)) {
    activate_neighbors(n);
    scene.centers[n] = scene.thrown(n);
    if (scene.particles[n].shape->solid && scene.request.random_orientations)
      scene.rotations[n] = rotation_matrix(random_orientation(scene.random));
  }
  is_outdated = true;
}

void Untangler::give_up(int least)
{
  FillingScene::Overlaps overlaps(scene.count);
  for (int n = 0; n < scene.count; n++) {
    if (!unsettled[n]) continue;
    overlaps.sum[n] = overlap_at(n, scene.placed(n), ANYTHING);
    overlaps.with_fixed[n] = overlaps.sum[n] > 0.0 && is_deep_in_fixed(n) ? 1 : 0;
  }
  for (const int n : scene.make_room(least, overlaps)) {
    activate_neighbors(n);
    unsettled[n] = left_out[n] ? 0 : 1;
    is_outdated |= !left_out[n];
  }
}

// Whether small moves bring it neither into the container nor out of an obstacle.
bool Untangler::is_deep_in_fixed(int n) const
{
  const PlacedShape where = scene.placed(n);
  double overlap = out_of_container(n, where);
  for (const Neighbor &neighbor : neighbors_of(n))
    if (!scene.is_particle(neighbor.other))
      overlap += overlap_of(where, scene.placed(neighbor.other), neighbor.shift);
  return overlap > DEEP_OVERLAP * scene.radii[n];
}

void Untangler::check_all()
{
  for (int n = 0; n < scene.count; n++) unsettled[n] = left_out[n] ? 0 : 1;
  is_outdated = true;
}

}    // namespace

void untangle(FillingScene &scene)
{
  Untangler untangler(scene);
  untangler.run();
}

}    // namespace grist
