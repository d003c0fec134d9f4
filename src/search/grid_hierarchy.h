// Pairs of spheres of very different size: one grid for each class of size.
//
// A single grid whose cells hold the largest sphere is bad where sizes differ: a cell then holds many small ones.
// Here spheres within about a factor of two in size share a level, a grid with cells of their own diameter; each
// level is searched in itself, and each two levels by looking from one of them into the other, whichever costs less.
//
// Vocabulary:
//   level    the spheres of one class of size, and their grid; coarsest first
//   slot     place of a sphere in the order of levels, and of cells in a level
//   row      neighbouring cells along x, whose spheres lie in consecutive slots
//   table    of a level: the slot where each cell begins. Cells are larger where spheres are sparse; where spheres
//            crowd in parts of a wide domain, a hashed table: cells that fall on the same place of it share their
//            slots, and whoever looks into a cell checks whether a sphere is really in it. So memory is
//            proportional to the spheres, wherever they lie.
//   block    spheres in consecutive slots, compared at a time (sphere_block.h)
//   owner    spheres of equal owner are not compared
//
// No tolerance is needed to find the cells in reach: subtracting, scaling and rounding down never exchange the order
// of two coordinates, so what lies between the ends of an interval lies in the cells between those of its ends.

#ifndef GRIST_SEARCH_GRID_HIERARCHY_H
#define GRIST_SEARCH_GRID_HIERARCHY_H

#include "search/center_box.h"
#include "search/pair_search.h"
#include "search/sphere_block.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace grist {

class GridHierarchy {
 public:
  struct Input {
    const double *centers, *radii;
    const int *owners;    // may be null; negative: of none
    int count;            // one at least
    double skin;
  };

  // Sorts spheres into levels and cells. The input must stay as it is until the pairs are found.
  void sort(const Input &input);

  // Appends the pairs of the sorted spheres, a < b, those of one owner left out; the test is that of is_pair().
  void find_pairs(std::vector<IndexPair> &pairs);

  // Hands pairs over in batches instead: take(batch) must use them up, and may end the search by returning false.
  using Take = std::function<bool(const std::vector<IndexPair> &batch)>;
  void find_pairs(const Take &take);

  int levels() const { return static_cast<int>(level_list.size()); }
  double coarsest_cell() const { return level_list.front().edge; }
  double finest_cell() const { return level_list.back().edge; }
  long distance_checks() const { return checks; }
  std::size_t memory() const;

 private:
  using Index = std::int64_t;    // of a cell along an axis, of a place in a table

  struct Level {
    int first = 0, last = 0;    // slots
    double max_radius = 0.0;
    double edge = 0.0;    // of a cell, along x a part of it
    double low[3], scale[3], cells[3];
    bool hashed = false;
    Index stride_y = 0, stride_z = 0;    // of a table that is not hashed
    Index mask = 0;                      // of one that is
    std::size_t table = 0;               // where it begins

    Index cell(int d, double coordinate) const;
    Index hash(Index x, Index y, Index z) const;
    Index place(const double *center) const;
    Index places() const;
  };

  // Slots [begin, end) of neighbouring cells; five of them are half a neighbourhood.
  struct Row {
    int begin, end;
  };
  static constexpr int ROWS = 5;

  // Cells within reach of a sphere, both ends included.
  struct Box {
    Index low[3], high[3];
  };

  void split_by_size(double largest);
  void merge_classes(const std::vector<int> &counts, double largest, std::vector<int> &level_of);
  void make_grid(Level &level);
  void cut(Level &level, const CenterBox &box, double edge, bool hashed) const;
  bool count_spheres(Level &level);
  void fill(Level &level);
  CenterBox box_of_level(const Level &level) const;
  int sphere_at(int n) const { return order.empty() ? n : order[n]; }
  const double *center(int i) const { return input.centers + 3 * static_cast<std::ptrdiff_t>(i); }

  double reach(double radius, const Level &level) const;
  Box box_around(const SpherePoint &at, const Level &level) const;
  double cost_of_looking(const Level &from, const Level &into) const;
  bool find_all();
  bool batch_is_taken();
  bool compare_level(const Level &level);
  bool compare_hashed_level(const Level &level);
  void compare_cell(int slot, const Level &level, const Index (&cell)[3], int after);
  bool look_into(const Level &from, const Level &into);
  void compare_row(int slot, const Row &row);
  void compare_short_rows(int slot, const Row (&rows)[ROWS]);
  void add_pair(int slot, int other);

  Input input = {};
  CenterBox domain;
  long checks = 0;
  std::vector<IndexPair> *found = nullptr, batch;
  const Take *take = nullptr;
  std::vector<Level> level_list;
  std::vector<int> order;          // spheres by level; empty if there is but one
  std::vector<int> tables;         // of all levels
  std::vector<int> places;         // of spheres in their level's table, while sorting
  std::vector<int> slot_places;    // the same by slot
  std::vector<int> indices;        // of spheres, by slot
  SphereArrays spheres;            // by slot
};

}    // namespace grist

#endif
