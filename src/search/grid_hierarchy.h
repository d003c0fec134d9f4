// Spheres of very different size, sorted into one grid for each class of size.
//
// A single grid whose cells hold the largest sphere is bad where sizes differ: a cell then holds
// many small ones. Here spheres within about a factor of two in size share a level (size_levels.h),
// a grid with cells of their own diameter (level_cells.h; Eq. 14 of huang2020). grid_pairs.h finds
// the pairs.
//
// Vocabulary:
//   level    the spheres of one class of size, and their cells; coarsest first
//   slot     place of a sphere in the order of levels, and of cells in a level
//   table    of a level: the slot where the spheres of each cell begin

#ifndef GRIST_SEARCH_GRID_HIERARCHY_H
#define GRIST_SEARCH_GRID_HIERARCHY_H

#include "search/level_cells.h"
#include "search/size_levels.h"
#include "search/sphere_block.h"

#include <cstddef>
#include <vector>

namespace grist {

class GridHierarchy {
 public:
  struct Input {
    const double *centers, *radii;
    const int *owners;    // may be null; negative: of none
    int count;            // one at least
    double skin;
    int owned =
        -1;    // pairs of two spheres from this one on may be left out; negative: no pair may
  };

  // Cells, both ends included.
  struct CellBox {
    LevelCells::Index low[3], high[3];
  };

  struct Level {
    SizeLevel spheres;    // their slots
    LevelCells cells;
    std::size_t table;      // where it begins among the tables of all levels
    bool all_owned;         // else there may be spheres whose pairs with each other may be left out
    CellBox owned_cells;    // around all other spheres
  };

  // Sorts spheres into levels and cells. The input must stay as it is until the pairs are found.
  void sort(const Input &input);

  const std::vector<Level> &levels() const { return level_list; }
  double coarsest_cell() const { return level_list.front().cells.edge; }
  double finest_cell() const { return level_list.back().cells.edge; }

  // The first slot of the spheres of each place. They end where those of the next place begin.
  const int *table(const Level &level) const { return tables.data() + level.table; }

  // Arrays by slot: the spheres, the place in the table of their level, and the number in the
  // input.
  const SphereArrays &spheres() const { return sorted; }
  int place(int slot) const { return slot_places[slot]; }
  int index(int slot) const { return indices[slot]; }

  // Whether spheres with these numbers in the input belong to the same owner, so that they are not
  // compared.
  bool have_one_owner(int a, int b) const
  {
    return input.owners && input.owners[a] >= 0 && input.owners[a] == input.owners[b];
  }
  double skin() const { return input.skin; }

  // Largest distance from the centre of a sphere with this radius to that of a sphere of the level
  // that touches it.
  double reach(double radius, const Level &level) const;

  std::size_t memory() const;

 private:
  bool has_others() const { return input.owned > 0 && input.owned < input.count; }
  CenterBox box_of_level(const SizeLevel &level) const;
  void make_grid(Level &level);
  bool count_spheres(const Level &level);
  void fill(const Level &level);
  void find_owned_cells(Level &level) const;
  const double *center(int i) const { return input.centers + 3 * static_cast<std::ptrdiff_t>(i); }

  Input input = {};
  CenterBox domain, owned_domain;
  SizeLevels sizes;
  std::vector<Level> level_list;
  std::vector<int> tables;    // of all levels
  std::vector<int>
      places;    // of spheres in their level's table, in the order of levels, while sorting
  std::vector<int> slot_places;    // the same by slot
  std::vector<int> indices;
  SphereArrays sorted;
};

}    // namespace grist

#endif
