#include "search/munjiza/mr_linear.h"

#include "search/stopwatch.h"

namespace grist {

void MrLinear::search(const SphereView &spheres, std::vector<IndexPair> &pairs)
{
  Stopwatch watch;
  const CenterBox box = box_of(spheres.centers, spheres.count);
  const double radius_max = range_of(spheres.radii, spheres.count).most;
  const double reach = 2.0 * radius_max + spheres.skin;
  list.update(spheres, {spheres.count}, IntegerGrid(IntegerGrid::edge_for(reach, box)), box);
  last.seconds_subdivision = watch.lap();
  mask.search(spheres, list, pairs);
  last.seconds_resolution = watch.lap();

  last.levels = 1;
  last.primary_cell = list.grid().cell();
  last.distance_checks = mask.checks();
  last.memory = list.memory() + mask.memory();
}

}    // namespace grist
