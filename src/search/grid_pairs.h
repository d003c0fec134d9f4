// Pairs of the spheres that a grid hierarchy holds (grid_hierarchy.h, with the vocabulary).
//
// Each level is searched in itself, and each two levels by looking from one of them into the other,
// whichever costs less. The test is that of is_pair(). Vocabulary:
//   row     neighbouring cells along x, whose spheres lie in consecutive slots
//   block   spheres in consecutive slots, compared at a time (sphere_block.h)

#ifndef GRIST_SEARCH_GRID_PAIRS_H
#define GRIST_SEARCH_GRID_PAIRS_H

#include "search/grid_hierarchy.h"
#include "search/pair_search.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace grist {

class GridPairs {
 public:
  // Appends the pairs of spheres, a < b, those of one owner left out.
  void find(const GridHierarchy &grids, std::vector<IndexPair> &pairs);

  // Passes the pairs on in batches: take(batch) must use them, and may end the search by returning
  // false.
  using Take = std::function<bool(const std::vector<IndexPair> &batch)>;
  void find(const GridHierarchy &grids, const Take &take);

  long distance_checks() const { return checks; }    // of the last call

 private:
  using Index = LevelCells::Index;
  using Level = GridHierarchy::Level;

  // Slots [begin, end) of neighbouring cells; five of them are half a neighbourhood.
  struct Row {
    int begin, end;
  };
  static constexpr int ROWS = 5;

  using Box = GridHierarchy::CellBox;

  bool find_all();
  bool batch_is_taken();
  double cost_of_looking(const Level &from, const Level &into) const;
  Box box_around(const SpherePoint &at, const Level &level) const;    // the cells within reach
  bool keep_owned(const Level &level, int slot, const int *place, Row (&rows)[ROWS]) const;
  bool compare_level(const Level &level);
  bool compare_hashed_level(const Level &level);
  bool look_into(const Level &from, const Level &into);
  void compare_cell(int slot, const Level &level, const Index (&cell)[3], int after);
  void compare_row(int slot, const Row &row);
  void compare_short_rows(int slot, const Row (&rows)[ROWS]);
  void add_pair(int slot, int other);

  const GridHierarchy *grids = nullptr;
  std::vector<IndexPair> *found = nullptr, batch;
  const Take *take = nullptr;
  long checks = 0;
};

}    // namespace grist

#endif
