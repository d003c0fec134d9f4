// Contact search by one grid over all spheres: the traditional method that huang2020 section 2
// describes, and that the papers compare with. Units are ignored; every element is compared with
// the elements around it.
//
// Two rules for the size of a cell:
//   maximum diameter   edge >= the largest diameter (Eq. 8): a sphere is compared with those in its
//                      own cell and in the 26 around it, one half of them, so that each pair is
//                      seen once
//   minimum diameter   edge <= sqrt(2)/2 of the smallest diameter (Eq. 10): a sphere is compared
//                      with those in all cells as far as it and the largest sphere can reach (Eq.
//                      11)

#ifndef GRIST_SEARCH_SINGLE_LEVEL_GRID_H
#define GRIST_SEARCH_SINGLE_LEVEL_GRID_H

#include "search/cell_grid.h"
#include "search/pair_search.h"

#include <array>

namespace grist {

enum class CellRule { MAXIMUM_DIAMETER, MINIMUM_DIAMETER };

class SingleLevelGrid : public PairSearch {
 public:
  explicit SingleLevelGrid(CellRule rule = CellRule::MAXIMUM_DIAMETER) : rule(rule) {}

 protected:
  void search(const SphereView &spheres, std::vector<IndexPair> &pairs) override;

 private:
  // Cells as seen from one sphere, both ends included.
  struct Box {
    std::array<int, 3> low, high;
  };

  void compare(int slot, int begin, int end, std::vector<IndexPair> &pairs);
  void compare_neighbors(std::vector<IndexPair> &pairs);
  void compare_boxes(double max_radius, double skin, std::vector<IndexPair> &pairs);
  Box box_around(int slot, double reach) const;
  void walk_table(int slot, const Box &box, std::vector<IndexPair> &pairs);
  void walk_occupied(int slot, int cell, const Box &box, std::vector<IndexPair> &pairs);
  CellGrid::Key next_row(CellGrid::Key key, const Box &box) const;
  int seek(int cell, CellGrid::Key key) const;

  CellRule rule;
  CellGrid grid;
};

}    // namespace grist

#endif
