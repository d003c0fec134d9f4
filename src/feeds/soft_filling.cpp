// Particles thrown into a container get apart as bodies of soft spheres, in two stages: one sphere
// about each particle; then, of spheres and clusters, all elements.

#include "feeds/soft_bodies.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

namespace {

constexpr double LITTLE = 1.002, MUCH = 1.01;    // swelling
constexpr int ROUGH_STEPS = 400, MUCH_STEPS = 600, MOST_STEPS = 1500;
constexpr int ROUNDS = 60;    // in which particles are left out: these shares of them
constexpr double LEAST_SHARE = 0.001, MOST_LEFT_OUT = 0.5;
constexpr double NARROW = 0.9;    // of half the width of a container: the most that is kept free

bool is_sphere(const FeedShape &shape)
{
  return shape.centers.size() == 1 && is_zero(shape.centers[0]);
}

void add_obstacles(const FillingScene &scene, std::vector<SoftBodies::Sphere> &spheres)
{
  for (size_t k = 0; k < scene.request.obstacles.size(); k++)
    spheres.push_back({scene.count + static_cast<int>(k), Vector3d::zero(),
                       scene.request.obstacles[k].inner_radius()});
}

// Radius of the soft sphere about a polyhedron.
double soft_radius(const FillingScene &scene, int n, double shrink)
{
  return shrink * scene.radii[n];
}

std::vector<double> rooms(const FillingScene &scene, double shrink)
{
  const double half = 0.5 * least_of(scene.request.container->extent().sizes());
  std::vector<double> room;
  for (int n = 0; n < scene.count; n++) {
    const SizedShape &particle = scene.particles[n];
    const double inner = particle.size * particle.shape->inner;
    const double sphere = std::min(soft_radius(scene, n, shrink), NARROW * half);
    room.push_back(particle.shape->solid ? std::max(inner, sphere) : scene.radii[n]);
  }
  return room;
}

SoftBodies bounding_spheres(FillingScene &scene, double shrink)
{
  std::vector<SoftBodies::Sphere> spheres;
  for (int n = 0; n < scene.count; n++)
    spheres.push_back({n, Vector3d::zero(), soft_radius(scene, n, shrink)});
  add_obstacles(scene, spheres);
  return SoftBodies(scene, std::move(spheres), rooms(scene, shrink), false);
}

SoftBodies elements(FillingScene &scene, double shrink)
{
  std::vector<SoftBodies::Sphere> spheres;
  for (int n = 0; n < scene.count; n++) {
    const auto &[shape, size] = scene.particles[n];
    if (shape->solid) spheres.push_back({n, Vector3d::zero(), soft_radius(scene, n, shrink)});
    for (size_t m = 0; m < shape->radii.size(); m++)
      spheres.push_back({n, size * shape->centers[m], size * shape->radii[m]});
  }
  add_obstacles(scene, spheres);
  return SoftBodies(scene, std::move(spheres), rooms(scene, shrink),
                    scene.request.random_orientations);
}

// The share of particles that is too much, where their distances are so much too small.
double excess_share(double overlap)
{
  return std::clamp(1.0 - std::pow(1.0 - overlap, 3), LEAST_SHARE, MOST_LEFT_OUT);
}

}    // namespace

void push_apart(FillingScene &scene, double shrink)
{
  assert(shrink > 0.0 && shrink <= 1.0);
  const auto all = [&](auto &&is) {
    return std::all_of(scene.particles.begin(), scene.particles.end(),
                       [&](const SizedShape &particle) { return is(*particle.shape); });
  };
  if (!all(is_sphere)) bounding_spheres(scene, shrink).relax(LITTLE, ROUGH_STEPS);
  if (all([](const FeedShape &shape) { return shape.solid != nullptr; })) return;
  SoftBodies bodies = elements(scene, shrink);
  if (bodies.relax(MUCH, MUCH_STEPS)) return;
  for (int round = 0; round < ROUNDS && !bodies.relax(LITTLE, MOST_STEPS); round++)
    bodies.leave_out(excess_share(bodies.mean_overlap()));
}

}    // namespace grist
