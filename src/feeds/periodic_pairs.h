// Pairs of spheres in a box with periodic borders, by the contact search of the room search.

#ifndef GRIST_FEEDS_PERIODIC_PAIRS_H
#define GRIST_FEEDS_PERIODIC_PAIRS_H

#include "particles/placement.h"
#include "search/pair_search.h"

#include <memory>
#include <vector>

namespace grist {

struct PeriodicPair {
  int a, b;
  Vector3d shift;    // b is near a at its place plus this; zero without a border between them
};

class PeriodicPairs {
 public:
  explicit PeriodicPairs(const PlacementBox &box);

  // All pairs whose centres are at most the sum of their radii and `skin` apart, each once, in an
  // order that depends on the input alone. Of the spheres from number `fixed` on, pairs among
  // themselves are left out, and they are b in pairs with others. Centres lie in the box. A sphere
  // may be near its own image. Spheres of one body, if bodies are given, make no pairs with each
  // other, but with the body's images; `overhang` is how far their centres may lie out of the box.
  const std::vector<PeriodicPair> &find(const std::vector<Vector3d> &centers,
                                        const std::vector<double> &radii, int fixed, double skin,
                                        const std::vector<int> *bodies = nullptr,
                                        double overhang = 0.0);

 private:
  PlacementBox box;
  Vector3d height;
  std::unique_ptr<PairSearch> search;
  std::vector<double> places, sizes;
  std::vector<int> owner, units;
  std::vector<Vector3d> shifts;    // of images
  std::vector<IndexPair> found;
  std::vector<PeriodicPair> pairs;

  void add(int sphere, const Vector3d &shift, const Vector3d &center, double radius, int unit);
  template <typename UnitOf>
  void add_images(const std::vector<Vector3d> &centers, const std::vector<double> &radii,
                  double reach, UnitOf &&unit_of);
};

}    // namespace grist

#endif
