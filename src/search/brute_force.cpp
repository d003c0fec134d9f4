#include "search/brute_force.h"

#include <chrono>

namespace grist {

void BruteForce::search(const SphereView &spheres, std::vector<IndexPair> &pairs)
{
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < spheres.count; i++)
    for (int j = i + 1; j < spheres.count; j++) {
      if (!is_wanted(spheres, i, j)) continue;
      last.distance_checks++;
      if (is_pair(spheres, i, j)) pairs.push_back({i, j});
    }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  last.seconds_resolution = spent.count();
}

}    // namespace grist
