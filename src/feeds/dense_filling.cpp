#include "feeds/dense_filling.h"

#include "common/constants.h"
#include "feeds/filling_scene.h"

#include <algorithm>
#include <cmath>

namespace grist {

// Of the free volume: spheres that get apart quickly, and as many as get apart at all, for polyhedra
// that fill more than DENSE.
static constexpr double SPHERE_SHARE = 0.52, MOST_SHARE = 0.61, DENSE = 0.33;

// Factor by which spheres are smaller than the bounding ones.
static double shrink_of(const FillingRequest &request)
{
  double volume = 0.0, solid = 0.0, free = request.container->volume();
  for (const auto &[shape, size] : request.particles) {
    volume += sphere_volume(size * shape->radius);
    if (shape->solid) solid += std::pow(size, 3) * shape->solid->volume();
  }
  for (const PlacedSolid &obstacle : request.obstacles)
    if (request.container->holds(obstacle.pose.position, 0.0))
      free -= sphere_volume(obstacle.inner_radius());
  if (!(free > 0.0)) return 1.0;
  const double share = solid > DENSE * free ? MOST_SHARE : SPHERE_SHARE;
  return std::min(1.0, std::cbrt(share * free / volume));
}

std::vector<std::optional<Pose>> fill_densely(const FillingRequest &request)
{
  if (request.particles.empty()) return {};
  FillingScene scene(request);
  push_apart(scene, shrink_of(request));
  untangle(scene);
  std::vector<std::optional<Pose>> poses(scene.count);
  for (int n = 0; n < scene.count; n++)
    if (!scene.left_out[n]) poses[scene.number[n]] = Pose{scene.centers[n], scene.rotations[n]};
  return poses;
}

}    // namespace grist
