// Spheres of very different size in levels of similar size.
//
// A level holds spheres within about a factor of two in size, and smaller ones that are too few to
// need a level of their own. Half the skin counts as a part of a sphere's radius: where the skin is
// wide, sizes hardly differ.
//
// Vocabulary:
//   class   sizes between two powers of two below the largest size; one class or several make up a
//           level
//   order   the spheres by level, the coarsest first, in a level by index

#ifndef GRIST_SEARCH_SIZE_LEVELS_H
#define GRIST_SEARCH_SIZE_LEVELS_H

#include "search/center_box.h"

#include <cstddef>
#include <vector>

namespace grist {

struct SizeLevel {
  int first = 0, last = 0;    // in the order of spheres
  double max_radius = 0.0;

  int count() const { return last - first; }
};

class SizeLevels {
 public:
  // `domain` is the box of all centres; there must be at least one sphere.
  void divide(const double *radii, int count, double skin, const CenterBox &domain);

  const std::vector<SizeLevel> &levels() const { return level_list; }
  int sphere(int n) const { return order.empty() ? n : order[n]; }
  std::size_t memory() const
  {
    return order.capacity() * sizeof(int) + level_list.capacity() * sizeof(SizeLevel);
  }

 private:
  void merge_classes(const std::vector<int> &counts, double largest, const CenterBox &domain,
                     std::vector<int> &level_of);

  std::vector<SizeLevel> level_list;
  std::vector<int> order;    // empty if there is but one level
};

}    // namespace grist

#endif
