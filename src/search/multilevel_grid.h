// Contact search that treats clusters as units (huang2020 section 3), for spheres and clusters of
// any size and shape.
//
// In three steps:
//   1. bounding units    a sphere and a box around each cluster (bounding_units.h)
//   2. primary grid      which units come near each other. The paper's cells of twice the largest
//                        radius (Eq. 14) are bad where sizes differ, so there is a grid for each
//                        class of size (grid_hierarchy.h)
//   3. resolution        by kind of the two units:
//        single - single    compared in the grid already
//        single - group     the sphere with the group's elements (Eqs. 16, 17)
//        group - group      elements in the overlap region with each other, by a secondary grid if
//                           there are many (overlap_region.h)
//
// Bounding spheres save time as long as few of them overlap. Where many do (rods in a heap, one
// large unit among dust, units whose elements lie far apart), the primary grid holds elements
// instead, at the cost of a grid of elements. Before the search, this is done for units that have
// too many neighbours by an estimate; during the search, for all units if more elements have been
// compared than bounding spheres can save. So no arrangement makes it slower than a search without
// units by more than a small factor.
//
// Where pairs inside units are requested, units are not used: every sphere is an item of the
// primary grid.

#ifndef GRIST_SEARCH_MULTILEVEL_GRID_H
#define GRIST_SEARCH_MULTILEVEL_GRID_H

#include "search/bounding_units.h"
#include "search/grid_hierarchy.h"
#include "search/grid_pairs.h"
#include "search/overlap_region.h"

#include <vector>

namespace grist {

class MultilevelGrid : public PairSearch {
 public:
  MultilevelGrid();

 protected:
  void search(const SphereView &spheres, std::vector<IndexPair> &pairs) override;

 private:
  bool find_pairs(const SphereView &spheres, std::vector<IndexPair> &pairs);
  void resolve(const IndexPair &items, std::vector<IndexPair> &pairs);
  BoundedGroup bounded(int item, const Group &group) const
  {
    return {units.elements(group), units.point(item), group.box, group.max_radius};
  }
  void fill_report();

  BoundingUnits units;
  GridHierarchy primary;
  GridPairs primary_pairs;
  OverlapRegion overlap;
};

}    // namespace grist

#endif
