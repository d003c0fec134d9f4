// Spheres to search among, for test_pair_search.cpp. Everything random comes from fixed seeds.

#ifndef GRIST_UNITTEST_SEARCH_SPHERE_SCENES_H
#define GRIST_UNITTEST_SEARCH_SPHERE_SCENES_H

#include "search/pair_search.h"

#include <array>
#include <functional>
#include <random>
#include <vector>

namespace grist {

using Position = std::array<double, 3>;
using Random = std::mt19937_64;

// Owns what a SphereView looks at.
struct Scene {
  std::vector<double> centers, radii;
  std::vector<int> units;    // -1: a unit of its own
  double skin = 0.0;
  bool within_units = false;

  int count() const { return static_cast<int>(radii.size()); }
  SphereView view() const;
  void add(const Position &center, double radius, int unit = -1);
  void add(const Scene &other);    // units as they are
};

double uniform(Random &random, double low, double high);
Position random_position(Random &random, double edge);    // in a cube with one corner at the origin

// Single spheres in a cube. The sizes: radius_min times a power of `ratio` between 0 and 1.
Scene random_spheres(Random &random, int count, double edge, double radius_min, double ratio = 1.0);

// One unit of n x n x n touching spheres about `center`, turned at random.
Scene lattice_cube(Random &random, int n, double radius, const Position &center, int unit);

// One unit of spheres that lie at random in an ellipsoid (a ball, a rod, a tablet), turned at
// random.
Scene random_cluster(Random &random, int count, double radius, const Position &half_axes,
                     const Position &center, int unit);

// n x n x n spheres at integer coordinates times `spacing`.
Scene integer_lattice(int n, double spacing, double radius);

// Clusters of several shapes, crowded enough to touch, with single spheres between and in them.
Scene clusters_and_spheres(Random &random);

// The same spheres with every centre, or every length, changed.
Scene moved(Scene scene, const std::function<Position(const Position &)> &move);
Scene scaled(Scene scene, double factor);

// The same spheres in another order.
Scene shuffled(const Scene &scene, Random &random);

}    // namespace grist

#endif
