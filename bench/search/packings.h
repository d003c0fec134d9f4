// Packings of spheres without clusters: lattices, and random packs that do not overlap.

#ifndef GRIST_BENCH_PACKINGS_H
#define GRIST_BENCH_PACKINGS_H

#include "search/pair_search.h"

#include <array>
#include <cstdint>
#include <random>
#include <vector>

namespace grist {

struct SpherePacking {
  std::vector<double> centers, radii;

  int count() const { return static_cast<int>(radii.size()); }
  SphereView view() const { return {count(), centers.data(), radii.data()}; }
};

// Uniform in [0, 1), the same on every machine.
inline double uniform(std::mt19937_64 &random)
{
  return (random() >> 11) * 0x1.0p-53;
}

// Each coordinate of each centre by a random number between -most and most.
void displace(SpherePacking &packing, double most, std::mt19937_64 &random);

// Spheres of diameter 1 at the given distances between centres, those of the first in the middle of
// the unit cube at the origin. x runs fastest.
SpherePacking lattice(const std::array<int, 3> &counts, const std::array<double, 3> &spacing);

// A cube full of spheres that continues itself on all sides.
struct PeriodicPack {
  double edge;
  SpherePacking spheres;
};

// Spheres at random in a cube of which they fill the given part, then pushed apart until none
// overlap. Throws std::invalid_argument where that does not come about.
PeriodicPack random_pack(std::vector<double> radii, double solid_fraction, std::uint64_t seed = 1);

// Copies of the pack side by side, of which a cube at the corner holds that many spheres.
SpherePacking repeated(const PeriodicPack &pack, int count);

}    // namespace grist

#endif
