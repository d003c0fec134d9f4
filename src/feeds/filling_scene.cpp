#include "feeds/filling_scene.h"

#include "common/preconditions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace grist {

static constexpr int TRIES_TO_THROW = 200;

FillingScene::FillingScene(const FillingRequest &given, int count) :
    request(given), random(given.seed), near(given.box), count(count), left_out(count, false),
    ball(FeedShape::of_spheres({Vector3d::zero()}, {0.5})), to_lamda(inverse(given.box.edges)),
    any_periodic(given.box.periodic[0] || given.box.periodic[1] || given.box.periodic[2])
{
  assert(count >= 0 && count <= static_cast<int>(given.particles.size()));
  take_places_of_obstacles();
  add_particles();
  for (const PlacedSolid &obstacle : request.obstacles) {
    centers.push_back(wrapped(obstacle.pose.position));
    radii.push_back(obstacle.radius());
    rotations.push_back(obstacle.pose.rotation);
    if (obstacle.solid && there.find(obstacle.solid) == there.end())
      there[obstacle.solid] = FeedShape::of_unscaled(*obstacle.solid);
  }
}

void FillingScene::take_places_of_obstacles()
{
  if (request.obstacles.empty()) return;
  double mean = 0.0;
  for (const PlacedSolid &obstacle : request.obstacles)
    mean += obstacle.radius() / static_cast<double>(request.obstacles.size());
  taken.emplace(request.box, 2.0 * mean);
  for (const PlacedSolid &obstacle : request.obstacles) taken->add(obstacle);
}

// Numbers of places in the order of cells of a grid: along x, then y, then z.
static std::vector<int> spatial_order(const std::vector<Vector3d> &places, double edge)
{
  AlignedBox extent;
  for (const Vector3d &place : places) extent.extend(place);
  std::vector<std::array<int, 3>> cells;
  for (const Vector3d &place : places) {
    const Vector3d cell = (place - extent.low) / edge;
    cells.push_back(
        {static_cast<int>(cell[2]), static_cast<int>(cell[1]), static_cast<int>(cell[0])});
  }
  std::vector<int> order(places.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return cells[a] < cells[b]; });
  return order;
}

void FillingScene::add_particles()
{
  std::vector<Vector3d> thrown;
  std::vector<Matrix3d> turned;
  for (int n = 0; n < count; n++) {
    const SizedShape &particle = request.particles[n];
    const double radius = particle.size * particle.shape->radius;
    mean_radius += radius / count;
    thrown.push_back(thrown_of(radius));
    turned.push_back(orientation(particle));
  }
  number = spatial_order(thrown, 2.0 * mean_radius);
  for (const int n : number) {
    const SizedShape &particle = request.particles[n];
    particles.push_back(particle);
    radii.push_back(particle.size * particle.shape->radius);
    centers.push_back(thrown[n]);
    rotations.push_back(turned[n]);
  }
  position.resize(count);
  for (int n = 0; n < count; n++) position[number[n]] = n;
}

Vector3d FillingScene::wrapped(const Vector3d &place) const
{
  if (!any_periodic) return place;
  const Vector3d lamda = to_lamda * (place - request.box.origin);
  Vector3d result = place;
  for (int k = 0; k < 3; k++)
    if (request.box.periodic[k]) result -= std::floor(lamda[k]) * request.box.edges.column[k];
  return result;
}

PlacedShape FillingScene::placed(int n) const
{
  assert(is_number_of(n, centers.size()));
  if (!is_particle(n)) {
    const PlacedSolid &obstacle = request.obstacles[n - count];
    if (obstacle.solid)
      return {&there.at(obstacle.solid), obstacle.scale, {centers[n], rotations[n]}};
    return {&ball, 2.0 * radii[n], {centers[n], rotations[n]}};
  }
  const SizedShape &particle = particles[n];
  return {particle.shape, particle.size, {centers[n], rotations[n]}};
}

// The first half of the attempts asks for room to the surface and to what is in the way.
Vector3d FillingScene::thrown_of(double radius)
{
  const AlignedBox extent = request.container->extent();
  Vector3d place = extent.center();
  for (int attempt = 0; attempt < TRIES_TO_THROW; attempt++) {
    for (int k = 0; k < 3; k++) place[k] = extent.low[k] + random.uniform() * extent.sizes()[k];
    const bool with_room = attempt < TRIES_TO_THROW / 2;
    if (with_room && taken && !taken->is_free({nullptr, radius, {place, Matrix3d::identity()}}))
      continue;
    if (request.container->holds(place, with_room ? radius : 0.0)) break;
  }
  return wrapped(place);
}

int FillingScene::Overlaps::count() const
{
  return static_cast<int>(
      std::count_if(sum.begin(), sum.end(), [](double overlap) { return overlap > 0.0; }));
}

std::vector<int> FillingScene::leave_out_last(int most)
{
  std::vector<int> leavers;
  for (; most > 0 && kept > 0; most--) {
    leavers.push_back(position[--kept]);
    left_out[leavers.back()] = true;
  }
  return leavers;
}

// To the place of another one, turned as that one if it has the same shape.
void FillingScene::move_to(int n, int place)
{
  centers[n] = centers[place];
  if (request.random_orientations && particles[n].shape == particles[place].shape)
    rotations[n] = rotations[place];
}

std::vector<int> FillingScene::make_room(int least, const Overlaps &overlaps)
{
  assert(least >= 0 && static_cast<int>(overlaps.sum.size()) == count);
  assert(overlaps.with_fixed.size() == overlaps.sum.size());
  std::vector<int> changed = leave_out_last(static_cast<int>(std::min(1.0 * least * haste, 1e9)));
  using Place = std::array<double, 3>;    // radius, overlap, and number in the scene
  std::set<Place> places;
  for (const int n : changed) places.insert({radii[n], overlaps.sum[n], 1.0 * n});
  std::vector<std::pair<double, int>> worst;
  for (int n = 0; n < count; n++)
    if (!left_out[n] && overlaps.sum[n] > 0.0) worst.emplace_back(-overlaps.sum[n], n);
  std::sort(worst.begin(), worst.end());

  haste = std::min(2 * haste, count);
  for (const auto &[overlap, n] : worst) {
    const auto place = places.lower_bound({radii[n], 0.0, 0.0});
    if (place != places.end() && (*place)[1] < -overlap) {
      move_to(n, static_cast<int>((*place)[2]));
      places.erase(place);
    } else if (overlaps.with_fixed[n]) {
      centers[n] = thrown(n);
    } else {
      continue;
    }
    haste = 1;
    changed.push_back(n);
  }
  return changed;
}

Matrix3d FillingScene::orientation(const SizedShape &particle)
{
  if (request.random_orientations) return rotation_matrix(random_orientation(random));
  const auto &solid = particle.shape->solid;
  return solid ? Matrix3d(request.orientation * solid->placement().rotation) : request.orientation;
}

}    // namespace grist
