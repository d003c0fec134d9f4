#include "feeds/dense_filling.h"

#include "common/constants.h"
#include "feeds/filling_scene.h"

#include <algorithm>
#include <cmath>

namespace grist {

static constexpr double SPHERE_SHARE =
    0.52;    // of the free volume, for spheres that still get apart quickly

// Factor by which spheres are smaller than the bounding ones.
static double shrink_of(const FillingRequest &request)
{
  double volume = 0.0, free = request.container->volume();
  for (const SizedShape &particle : request.particles)
    volume += sphere_volume(particle.size * particle.shape->radius);
  for (const PlacedSolid &obstacle : request.obstacles)
    if (request.container->holds(obstacle.pose.position, 0.0))
      free -= sphere_volume(obstacle.inner_radius());
  return free > 0.0 ? std::min(1.0, std::cbrt(SPHERE_SHARE * free / volume)) : 1.0;
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
