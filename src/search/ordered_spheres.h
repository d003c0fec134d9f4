// Spheres in the order of their units: a copy in which the elements of each unit lie side by side.
//
// Searches and remembered pairs read the elements of one unit after another. Where atoms are sorted
// by place and not by cluster, each of them would be far from the last one in memory; so they are
// fetched once, and all that follows reads the copy.
//
// The order is that of LocalUnits::elements(); spheres of no unit follow.

#ifndef GRIST_SEARCH_ORDERED_SPHERES_H
#define GRIST_SEARCH_ORDERED_SPHERES_H

#include "search/local_units.h"
#include "search/pair_search.h"

#include <vector>

namespace grist {

class OrderedSpheres {
 public:
  // Whether units lie in so many pieces that copying takes less time than reading them where they
  // are.
  static bool pays(const LocalUnits &units);

  // The order is that of the last call where units are those of the last call.
  void make(const SphereView &spheres, const LocalUnits &units);

  // The copy, with units in ascending order; valid until the next make().
  const SphereView &view() const { return copy; }

  // The number in the input of a sphere of the copy.
  int sphere(int n) const { return order[n]; }

  // Turns pairs of the copy into pairs of the input.
  void restore(std::vector<IndexPair> &pairs) const;

  std::size_t memory() const;

 private:
  SphereView copy;
  std::vector<double> centers, radii;
  std::vector<int> numbers, order;
  const LocalUnits *ordered_units = nullptr;    // what the order was made of
  long version = 0;

  void put_in_order(const LocalUnits &units);
};

}    // namespace grist

#endif
