// Pairs of elements of two units whose bounding spheres overlap (huang2020 section 3.2).
//
// The paper gathers the elements of both units in the region D', the overlap of the bounding
// spheres grown by the largest element, and sorts them into a secondary grid if there are any of
// both. Here D' shrinks twice more, at the cost of a few comparisons:
//   - elements of the first unit must reach into the sphere and the box of the second;
//   - elements of the second must reach into the box around those.
// What is left is a handful: comparing all of them is faster than any grid up to BRUTE_LIMIT pairs.
// Beyond it a secondary grid sorts them. The local frame of Eqs. 18, 19 is not needed: a box along
// the axes does as well.
//
// Only the sphere needs a margin (it has one, see bounding_units.h): differences with a box of
// centres are monotonic even as rounded.

#ifndef GRIST_SEARCH_OVERLAP_REGION_H
#define GRIST_SEARCH_OVERLAP_REGION_H

#include "search/bounding_units.h"
#include "search/grid_hierarchy.h"
#include "search/grid_pairs.h"
#include "search/sphere_block.h"

#include <vector>

namespace grist {

// A group as others see it.
struct BoundedGroup {
  Elements elements;
  SpherePoint sphere;    // around it
  CenterBox box;
  double max_radius;    // of its elements
};

class OverlapRegion {
 public:
  // Before the first comparison of a search.
  void start(double skin);

  void compare(const SpherePoint &single, int index, const BoundedGroup &group,
               std::vector<IndexPair> &pairs);
  void compare(const BoundedGroup &a, const BoundedGroup &b, std::vector<IndexPair> &pairs);

  long distance_checks() const { return checks; }
  double secondary_cell() const { return cell; }    // 0 if no grid was made
  std::size_t memory() const;

 private:
  // Elements of one group in D'.
  struct Gathered {
    SphereArrays spheres;
    std::vector<int> indices;
    int count = 0;
    CenterBox box;
    double max_radius = 0.0;

    void clear(int capacity);
    void add(const Elements &elements, int k);
  };

  void gather(const BoundedGroup &group, const SpherePoint &sphere, const CenterBox &box,
              double max_radius, Gathered &into);
  void compare_all(std::vector<IndexPair> &pairs);
  void compare_by_grid(std::vector<IndexPair> &pairs);

  double skin = 0.0;
  double cell = 0.0;
  long checks = 0;
  Gathered near_a, near_b;

  // Memory of the secondary grid.
  GridHierarchy grid;
  GridPairs grid_pairs;
  std::vector<double> centers, radii;
  std::vector<int> owners;
  std::vector<IndexPair> found;
};

}    // namespace grist

#endif
