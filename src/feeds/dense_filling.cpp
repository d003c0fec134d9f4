#include "feeds/dense_filling.h"

#include "common/constants.h"
#include "common/preconditions.h"
#include "feeds/filling_scene.h"

#include <algorithm>
#include <cmath>

namespace grist {

// Shares of the free volume: of spheres that get apart quickly, and of as many as get apart at all,
// for polyhedra that fill more than DENSE.
static constexpr double SPHERE_SHARE = 0.52, MOST_SHARE = 0.61, DENSE = 0.33;

// Solid over the volume of the container that is tried at most: that volume is sampled, and less
// accurate where a region is thin in a large box.
static constexpr double MOST_TRIED = 2.0;

// Factor by which spheres are smaller than the bounding ones.
static double shrink_of(const FillingRequest &request, int count)
{
  double volume = 0.0, solid = 0.0, free = request.container->volume();
  for (int n = 0; n < count; n++) {
    const auto &[shape, size] = request.particles[n];
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

// The number of particles beyond which certainly none finds room.
static int most_that_fit(const FillingRequest &request)
{
  const double most = MOST_TRIED * request.container->volume();
  double solid = 0.0;
  int count = 0;
  for (const auto &[shape, size] : request.particles) {
    solid += volume_of_size(size * shape->equivalent_size);
    if (count > 0 && most > 0.0 && solid > most) break;
    count++;
  }
  return count;
}

std::vector<std::optional<Pose>> fill_densely(const FillingRequest &request)
{
  assert(request.container);
  for ([[maybe_unused]] const SizedShape &one : request.particles)
    assert(one.shape && one.size > 0.0);
  std::vector<std::optional<Pose>> poses(request.particles.size());
  if (poses.empty()) return poses;
  const int count = most_that_fit(request);
  FillingScene scene(request, count);
  push_apart(scene, shrink_of(request, count));
  untangle(scene);
  for (int n = 0; n < scene.count; n++)
    if (!scene.left_out[n]) poses[scene.number[n]] = Pose{scene.centers[n], scene.rotations[n]};
  return poses;
}

}    // namespace grist
