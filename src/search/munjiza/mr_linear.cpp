#include "search/munjiza/mr_linear.h"

#include <algorithm>
#include <chrono>

namespace grist {

void MrLinear::search(const SphereView &spheres, std::vector<IndexPair> &pairs)
{
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const CenterBox box = box_of(spheres.centers, spheres.count);
  const double radius_max = range_of(spheres.radii, spheres.count).most;
  const double reach = 2.0 * radius_max + spheres.skin;
  list.update(spheres, {spheres.count}, IntegerGrid(IntegerGrid::edge_for(reach, box)), box);

  const auto sorted = Clock::now();
  mask.search(spheres, list, pairs);

  last.levels = 1;
  last.primary_cell = list.grid().cell();
  last.distance_checks = mask.checks();
  last.memory = list.memory() + mask.memory();
  last.seconds_subdivision = std::chrono::duration<double>(sorted - start).count();
  last.seconds_resolution = std::chrono::duration<double>(Clock::now() - sorted).count();
}

}    // namespace grist
