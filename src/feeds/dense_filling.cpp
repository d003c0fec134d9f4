#include "feeds/dense_filling.h"

#include "common/constants.h"
#include "feeds/filling_scene.h"

#include <algorithm>
#include <cmath>

namespace grist {

static constexpr double SPHERE_SHARE =
    0.52;    // of the free volume, for spheres that still get apart quickly
static constexpr int TRIES_TO_THROW = 200;

FillingScene::FillingScene(const FillingRequest &given) :
    request(given), random(given.seed), near(given.box),
    count(static_cast<int>(given.particles.size())),
    ball(FeedShape::of_spheres({Vector3d::Zero()}, {0.5})), to_lamda(given.box.edges.inverse()),
    any_periodic(given.box.periodic[0] || given.box.periodic[1] || given.box.periodic[2])
{
  for (int n = 0; n < count; n++) {
    const SizedShape &particle = request.particles[n];
    radii.push_back(particle.size * particle.shape->radius);
    mean_radius += radii.back() / count;
    centers.push_back(thrown(n));
    rotations.push_back(orientation(n));
  }
  for (const Obstacle &obstacle : request.obstacles) {
    centers.push_back(wrapped(obstacle.center));
    radii.push_back(obstacle.radius);
    rotations.push_back(Matrix3d::Identity());
  }
}

Vector3d FillingScene::wrapped(const Vector3d &place) const
{
  if (!any_periodic) return place;
  const Vector3d lamda = to_lamda * (place - request.box.origin);
  Vector3d result = place;
  for (int k = 0; k < 3; k++)
    if (request.box.periodic[k]) result -= std::floor(lamda[k]) * request.box.edges.col(k);
  return result;
}

PlacedShape FillingScene::placed(int n) const
{
  if (!is_particle(n)) return {&ball, 2.0 * radii[n], {centers[n], rotations[n]}};
  const SizedShape &particle = request.particles[n];
  return {particle.shape, particle.size, {centers[n], rotations[n]}};
}

// The first half of the attempts asks for room to the surface.
Vector3d FillingScene::thrown(int n)
{
  const AlignedBox3d extent = request.container->extent();
  Vector3d place = extent.center();
  for (int attempt = 0; attempt < TRIES_TO_THROW; attempt++) {
    for (int k = 0; k < 3; k++) place[k] = extent.min()[k] + random.uniform() * extent.sizes()[k];
    const double radius = attempt < TRIES_TO_THROW / 2 ? radii[n] : 0.0;
    if (request.container->holds(place, radius)) break;
  }
  return wrapped(place);
}

Matrix3d FillingScene::orientation(int n)
{
  if (request.random_orientations) return random_orientation(random).toRotationMatrix();
  const auto &solid = request.particles[n].shape->solid;
  return solid ? Matrix3d(request.orientation * solid->placement().rotation) : request.orientation;
}

// By which spheres are smaller than the bounding ones.
static double shrink_of(const FillingRequest &request)
{
  const auto sphere = [](double radius) { return 4.0 / 3.0 * PI * radius * radius * radius; };
  double volume = 0.0, free = request.container->volume();
  for (const SizedShape &particle : request.particles)
    volume += sphere(particle.size * particle.shape->radius);
  for (const Obstacle &obstacle : request.obstacles)
    if (request.container->holds(obstacle.center, 0.0)) free -= sphere(obstacle.radius);
  return free > 0.0 ? std::min(1.0, std::cbrt(SPHERE_SHARE * free / volume)) : 1.0;
}

std::vector<std::optional<Pose>> fill_densely(const FillingRequest &request)
{
  if (request.particles.empty()) return {};
  FillingScene scene(request);
  push_apart(scene, shrink_of(request));
  const std::vector<bool> left_out = untangle(scene);
  std::vector<std::optional<Pose>> poses(scene.count);
  for (int n = 0; n < scene.count; n++)
    if (!left_out[n]) poses[n] = Pose{scene.centers[n], scene.rotations[n]};
  return poses;
}

}    // namespace grist
