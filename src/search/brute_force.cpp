#include "search/brute_force.h"

#include "search/stopwatch.h"

namespace grist {

void BruteForce::search(const SphereView &spheres, std::vector<IndexPair> &pairs)
{
  Stopwatch watch;
  for (int i = 0; i < spheres.count; i++)
    for (int j = i + 1; j < spheres.count; j++) {
      if (!is_wanted(spheres, i, j)) continue;
      last.distance_checks++;
      if (is_pair(spheres, i, j)) pairs.push_back({i, j});
    }
  last.seconds_resolution = watch.lap();
}

}    // namespace grist
