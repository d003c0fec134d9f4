// The drum of huang2020 5.1: single balls and bonded clusters in a drum of 1 m diameter and 1 m
// length.
//
// Six clusters A to F (Table 7: elements that fill a sphere of 20 mm radius) in four distributions
// (Table 6):
//   1  10,000 balls, 1000 clusters, tight        2  the same, loose
//   3   5,500 balls, 5500 clusters, tight        4  the same, loose
// The paper shows the arrangement in pictures only. Here, tight is a heap at the bottom of the
// drum, made by geometry alone: bodies are drawn down and pushed apart without rotation until
// hardly any overlap is left (MAX_OVERLAP). Loose is random over the whole drum, without overlap of
// the bounding spheres.
//
// The drum's axis is x, its centre the origin, and gravity points along -z. Lengths in metres. The
// same seed gives the same contents.

#ifndef GRIST_BENCH_DRUM_DISTRIBUTION_H
#define GRIST_BENCH_DRUM_DISTRIBUTION_H

#include "search/pair_search.h"

#include <array>
#include <cstdint>
#include <vector>

namespace grist {

inline constexpr double DRUM_RADIUS = 0.5, DRUM_LENGTH = 1.0;
inline constexpr double BALL_RADIUS = 0.010, CLUSTER_RADIUS = 0.020;
inline constexpr double MAX_OVERLAP =
    0.02;    // over the smaller radius, in the last sweep over a heap

// Table 7.
struct DrumCluster {
  char name;
  int elements;
  double radius;    // of an element
};
inline constexpr std::array<DrumCluster, 6> DRUM_CLUSTERS = {{{'A', 6, 8.28e-3},
                                                              {'B', 10, 7.50e-3},
                                                              {'C', 25, 5.80e-3},
                                                              {'D', 50, 4.70e-3},
                                                              {'E', 75, 4.10e-3},
                                                              {'F', 100, 3.73e-3}}};

// Table 6.
struct DrumDistribution {
  int number, balls, clusters;
  bool tight;
};
inline constexpr std::array<DrumDistribution, 4> DRUM_DISTRIBUTIONS = {{{1, 10000, 1000, true},
                                                                        {2, 10000, 1000, false},
                                                                        {3, 5500, 5500, true},
                                                                        {4, 5500, 5500, false}}};

// Clusters come first, element by element, then the balls; every body is a unit.
struct DrumContents {
  std::vector<double> centers, radii;
  std::vector<int> units;
  double overlap = 0.0;    // the largest between two bodies, over the smaller radius

  SphereView view(double skin) const;
};

// Throws std::invalid_argument when the contents don't fit.
DrumContents fill_drum(const DrumDistribution &distribution, const DrumCluster &cluster,
                       std::uint64_t seed = 1);

}    // namespace grist

#endif
