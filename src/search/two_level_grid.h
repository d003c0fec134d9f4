// Contact search for multi-sphere particles by two levels of grids (Fang, Hu, Du, Fan, Liu 2015,
// doi:10.1002/nme.4875).
//
//   first level     cells of the greatest bounding diameter D; bounding spheres in it, candidates
//                   from the cells around
//   second level    where bounding spheres overlap, a local space about the target unit (D + d
//                   wide) in cells of the greatest element diameter d, with the target's elements
//                   in it; each element of a candidate unit is looked up there. Here the local
//                   space is the box of the target's elements, whatever D is: elements outside it
//                   are looked up in the cells at its faces
//
// Vocabulary: of the two units of a pair the target has the local grid, the candidate is looked up
// in it. A single sphere is a unit of one element, and always the candidate of a unit of more.
//
// What the paper leaves open:
//   - units of very different size: the first level is a grid for each class of size
//     (grid_hierarchy.h), one grid of cells D if sizes are alike
//   - units that are huge or whose elements lie far apart are dissolved (bounding_units.h), and a
//     local grid has no more cells than a few for each element, so that memory is proportional to
//     the spheres
//   - elements of different size: cells of the target's largest; a candidate's element looks as far
//     as both reach

#ifndef GRIST_SEARCH_TWO_LEVEL_GRID_H
#define GRIST_SEARCH_TWO_LEVEL_GRID_H

#include "search/bounding_units.h"
#include "search/grid_hierarchy.h"
#include "search/grid_pairs.h"
#include "search/sphere_block.h"

#include <vector>

namespace grist {

// The second level: elements of one unit in cells. No tolerance is needed to find the cells in
// reach, as in grid_hierarchy.h.
class LocalGrid {
 public:
  void sort(const Elements &elements, const Group &group, double skin);

  // Looks up a sphere, and appends its pairs with the elements.
  void compare(const SpherePoint &sphere, int index, std::vector<IndexPair> &pairs);

  double edge() const { return cell_edge; }
  long distance_checks() const { return checks; }
  std::size_t memory() const;

 private:
  int cell(int d, double coordinate) const;

  CenterBox box;
  double max_radius = 0.0, skin = 0.0, cell_edge = 0.0;
  double scale[3];
  int cells[3];
  long checks = 0;
  std::vector<int> starts, cell_of, indices;
  SphereArrays sorted;
};

class TwoLevelGrid : public PairSearch {
 public:
  TwoLevelGrid();

 protected:
  void search(const SphereView &spheres, std::vector<IndexPair> &pairs) override;

 private:
  void sort_by_target();
  void look_up(int target, int candidate, std::vector<IndexPair> &pairs);
  void fill_report();

  BoundingUnits units;
  GridHierarchy first_level;
  GridPairs first_level_pairs;
  LocalGrid local;
  std::vector<IndexPair> item_pairs;
  std::vector<int> candidate_starts, candidates;    // by target
};

}    // namespace grist

#endif
