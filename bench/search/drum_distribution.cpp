#include "search/drum_distribution.h"

#include "common/constants.h"
#include "common/space.h"
#include "packings/cluster_builder.h"
#include "search/packings.h"
#include "search/single_level_grid.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <tuple>

namespace grist {

using grist::Vector3d;

// ---- bodies -------------------------------------------------------------------------------------

namespace {

// A ball or a cluster. Arms lead from its centre to its elements, in its orientation.
struct Body {
  Vector3d center;
  double bounding;    // radius of the sphere about the centre that holds all elements
  double weight;      // its share of a displacement: the inverse of its volume, 1 for a ball
  double radius;      // of its elements
  std::vector<Vector3d> arms;
};

Quaterniond random_turn(std::mt19937_64 &random)
{
  for (;;) {
    double numbers[4];
    for (double &number : numbers) number = 2.0 * uniform(random) - 1.0;
    const Quaterniond q = quaternion_at(numbers);
    if (dot(q, q) > 0.01 && dot(q, q) <= 1.0) return normalized(q);
  }
}

std::vector<Body> make_bodies(const DrumDistribution &distribution, const DrumCluster &kind,
                              std::mt19937_64 &random)
{
  ClusterRequest request = {Shape::sphere(CLUSTER_RADIUS), 4800.0, kind.elements, kind.radius, {}};
  const BondedCluster cluster = build_cluster(request);
  std::vector<Body> bodies;
  for (int n = 0; n < distribution.clusters; n++) {
    const double ratio = BALL_RADIUS / CLUSTER_RADIUS;
    Body body = {{}, cluster.bounding_radius, ratio * ratio * ratio, kind.radius, {}};
    const Matrix3d turn = rotation_matrix(random_turn(random));
    for (const Vector3d &at : cluster.centers) body.arms.push_back(turn * at);
    bodies.push_back(std::move(body));
  }
  for (int n = 0; n < distribution.balls; n++)
    bodies.push_back({{}, BALL_RADIUS, 1.0, BALL_RADIUS, {Vector3d::zero()}});
  return bodies;
}

DrumContents contents_of(const std::vector<Body> &bodies)
{
  DrumContents contents;
  for (const Body &body : bodies)
    for (const Vector3d &arm : body.arms) {
      const Vector3d center = body.center + arm;
      contents.centers.insert(contents.centers.end(), center.data(), center.data() + 3);
      contents.radii.push_back(body.radius);
      contents.units.push_back(static_cast<int>(&body - bodies.data()));
    }
  return contents;
}

// A random place in the part of the drum below a level, `margin` away from its walls.
Vector3d random_place(double margin, double level, std::mt19937_64 &random)
{
  const double radius = DRUM_RADIUS - margin;
  for (;;) {
    const double x = (uniform(random) - 0.5) * (DRUM_LENGTH - 2.0 * margin);
    const double y = (2.0 * uniform(random) - 1.0) * radius;
    const double z = (2.0 * uniform(random) - 1.0) * radius;
    if (y * y + z * z <= radius * radius && z <= level) return {x, y, z};
  }
}

// ---- loose: one body after the other where there is room for its bounding sphere ----------------

// Cells of the widest body's diameter, with a chain of bodies in each.
class Room {
 public:
  Room(const std::vector<Body> &bodies, double widest) :
      bodies(bodies), edge(2.0 * widest), cells(static_cast<int>(DRUM_LENGTH / edge) + 3),
      head(cells * cells * cells, -1), next(bodies.size(), -1)
  {
  }

  void add(int body)
  {
    int &first = head[cell(bodies[body].center, 0, 0, 0)];
    next[body] = first;
    first = body;
  }

  bool is_free(const Vector3d &place, double radius) const
  {
    for (int n = 0; n < 27; n++)
      for (int b = head[cell(place, n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1)]; b >= 0; b = next[b]) {
        const double reach = radius + bodies[b].bounding;
        if (squared_norm(bodies[b].center - place) < reach * reach) return false;
      }
    return true;
  }

 private:
  int cell(const Vector3d &place, int dx, int dy, int dz) const
  {
    const auto along = [&](double x, int d) { return static_cast<int>((x + 0.5) / edge) + 1 + d; };
    return (along(place.z, dz) * cells + along(place.y, dy)) * cells + along(place.x, dx);
  }

  const std::vector<Body> &bodies;
  double edge;
  int cells;
  std::vector<int> head, next;
};

void scatter(std::vector<Body> &bodies, std::mt19937_64 &random)
{
  double widest = 0.0;
  for (const Body &body : bodies) widest = std::max(widest, body.bounding);
  Room room(bodies, widest);
  constexpr long MAX_TRIES = 1000000;    // per body
  for (size_t b = 0; b < bodies.size(); b++) {
    const double radius = bodies[b].bounding;
    long tries = 0;
    do {
      if (++tries > MAX_TRIES)
        throw std::invalid_argument("body " + std::to_string(b) + " of " +
                                    std::to_string(bodies.size()) + " finds no room in the drum");
      bodies[b].center = random_place(radius, DRUM_RADIUS, random);
    } while (!room.is_free(bodies[b].center, radius));
    room.add(b);
  }
}

// ---- tight: drawn down and pushed apart ---------------------------------------------------------

// An element in the pile. Bodies keep their orientation.
struct Element {
  int body;
  Vector3d arm;
  double radius;
};

// Gauss-Seidel: one contact after the other is resolved, from the bottom to the top so that a push
// travels all the way up in one sweep; the upper body moves more.
class Pile {
 public:
  Pile(std::vector<Body> &bodies, std::vector<Element> elements) :
      bodies(bodies), elements(std::move(elements)), listed_at(bodies.size())
  {
    for (const Element &element : this->elements) radii.push_back(element.radius);
    for (const Element &element : this->elements) units.push_back(element.body);
    list_contacts();
  }

  // Every body goes down by `drop`, then each contact and each wall pushes. Returns the largest
  // overlap that was met, over the smaller radius.
  double sweep(double drop)
  {
    for (Body &body : bodies) body.center.z -= drop;
    if (is_outdated()) list_contacts();
    double overlap = 0.0;
    for (const IndexPair &contact : contacts) overlap = std::max(overlap, push_apart(contact));
    for (const Element &element : elements) push_inside(element);
    return overlap;
  }

 private:
  double push_apart(const IndexPair &contact)
  {
    const Element &a = elements[contact.a], &b = elements[contact.b];
    Body &body_a = bodies[a.body], &body_b = bodies[b.body];
    const Vector3d apart = (body_b.center + b.arm) - (body_a.center + a.arm);
    const double reach = a.radius + b.radius, square = squared_norm(apart);
    if (square >= reach * reach || square == 0.0) return 0.0;
    const double distance = std::sqrt(square);
    double weight_a = body_a.weight, weight_b = body_b.weight;
    (apart.z > 0.0 ? weight_b : weight_a) *= UPWARD;
    const Vector3d push = ((reach - distance) / (distance * (weight_a + weight_b))) * apart;
    body_a.center -= weight_a * push;
    body_b.center += weight_b * push;
    return (reach - distance) / std::min(a.radius, b.radius);
  }

  void push_inside(const Element &element)
  {
    Vector3d &center = bodies[element.body].center;
    const Vector3d at = center + element.arm;
    const double half = 0.5 * DRUM_LENGTH - element.radius, round = DRUM_RADIUS - element.radius;
    center.x += std::clamp(at.x, -half, half) - at.x;
    const double square = at.y * at.y + at.z * at.z;
    if (square <= round * round) return;
    const double back = round / std::sqrt(square) - 1.0;
    center.y += back * at.y;
    center.z += back * at.z;
  }

  // Contacts that are or may come while no body has moved by half the skin.
  void list_contacts()
  {
    std::vector<double> centers;
    for (const Element &element : elements) {
      const Vector3d at = bodies[element.body].center + element.arm;
      centers.insert(centers.end(), at.data(), at.data() + 3);
    }
    SphereView view = {static_cast<int>(radii.size()), centers.data(), radii.data(), units.data(),
                       SKIN};
    grid.find(view, contacts);
    const auto height = [&](const IndexPair &pair) {
      return centers[3 * pair.a + 2] + centers[3 * pair.b + 2];
    };
    std::sort(contacts.begin(), contacts.end(), [&](const IndexPair &m, const IndexPair &n) {
      return std::make_tuple(height(m), m.a, m.b) < std::make_tuple(height(n), n.a, n.b);
    });
    for (size_t b = 0; b < bodies.size(); b++) listed_at[b] = bodies[b].center;
  }

  bool is_outdated() const
  {
    double moved = 0.0;
    for (size_t b = 0; b < bodies.size(); b++)
      moved = std::max(moved, squared_norm(bodies[b].center - listed_at[b]));
    return moved > 0.25 * SKIN * SKIN;
  }

  static constexpr double SKIN = 2.0e-3;
  static constexpr double UPWARD =
      3.0;    // displacement of the upper of two bodies over that of the lower, if they are equal

  std::vector<Body> &bodies;
  std::vector<Element> elements;
  std::vector<double> radii;
  std::vector<int> units;
  SingleLevelGrid grid;
  std::vector<IndexPair> contacts;
  std::vector<Vector3d> listed_at;
};

// The level below which the bodies fill this share of the drum.
double level_for(const std::vector<Body> &bodies, double share)
{
  double volume = 0.0;
  for (const Body &body : bodies) volume += sphere_volume(BALL_RADIUS) / body.weight;
  const double area = volume / share / DRUM_LENGTH;
  double low = -DRUM_RADIUS, high = DRUM_RADIUS;
  for (int n = 0; n < 60; n++) {
    const double level = 0.5 * (low + high), angle = std::acos(-level / DRUM_RADIUS);
    const double below = DRUM_RADIUS * DRUM_RADIUS * (angle - 0.5 * std::sin(2.0 * angle));
    (below < area ? low : high) = level;
  }
  return low;
}

// From random places: first with the bounding spheres of bodies, which leaves gaps, then with their
// elements.
void settle(std::vector<Body> &bodies, std::mt19937_64 &random)
{
  const double level = level_for(bodies, 0.5);
  for (Body &body : bodies) body.center = random_place(BALL_RADIUS, level, random);
  std::vector<Element> spheres, elements;
  for (size_t b = 0; b < bodies.size(); b++) {
    const int body = static_cast<int>(b);
    spheres.push_back({body, Vector3d::zero(), bodies[b].bounding});
    for (const Vector3d &arm : bodies[b].arms) elements.push_back({body, arm, bodies[b].radius});
  }

  Pile rough(bodies, std::move(spheres));
  for (int n = 0; n < 100; n++) rough.sweep(1.0e-4);

  // Ever smaller drops: the heap ends up dense and yet without deep overlaps.
  Pile fine(bodies, std::move(elements));
  double drop = 1.0e-3;
  for (int n = 0; n < 300; n++, drop *= 0.985) fine.sweep(drop);
  constexpr int MAX_SWEEPS = 3000;
  int sweeps = 0;
  while (fine.sweep(0.0) > MAX_OVERLAP)
    if (++sweeps == MAX_SWEEPS)
      throw std::invalid_argument("the drum is too small for its contents");
}

double largest_overlap(const DrumContents &contents)
{
  SingleLevelGrid grid;
  std::vector<IndexPair> pairs;
  const SphereView spheres = contents.view(0.0);
  grid.find(spheres, pairs);
  double largest = 0.0;
  for (const auto &[a, b] : pairs) {
    const Vector3d from = vector_at(spheres.center(a)), to = vector_at(spheres.center(b));
    const double ra = spheres.radii[a], rb = spheres.radii[b];
    largest = std::max(largest, (ra + rb - norm(to - from)) / std::min(ra, rb));
  }
  return largest;
}

}    // namespace

SphereView DrumContents::view(double skin) const
{
  return {static_cast<int>(radii.size()), centers.data(), radii.data(), units.data(), skin};
}

DrumContents fill_drum(const DrumDistribution &distribution, const DrumCluster &cluster,
                       std::uint64_t seed)
{
  std::mt19937_64 random(seed);
  std::vector<Body> bodies = make_bodies(distribution, cluster, random);
  if (distribution.tight)
    settle(bodies, random);
  else
    scatter(bodies, random);
  DrumContents contents = contents_of(bodies);
  contents.overlap = largest_overlap(contents);
  return contents;
}

}    // namespace grist
