// A grid of equal cells over spheres: every sphere in the one cell that holds its centre.
//
// The spheres are copied in the order of their cells, so that comparing a cell with its neighbours
// reads consecutive memory. Only occupied cells are kept: memory is proportional to the spheres,
// however wide and empty the space between them.
//
// Vocabulary:
//   key    number of a cell, x fastest, then y, then z. After the last cell of each axis a place is
//          left empty, so that the neighbours of a cell at the edge have keys of their own.
//   slot   place of a sphere in the order of cells; spheres of one cell are in the order of their
//          indices
//   label  the number of a sphere's unit, or one of its own; spheres of equal label are not
//          compared. A double, because it is compared next to coordinates, as many at a time.
//
// The grid of single_level_grid.h.

#ifndef GRIST_SEARCH_CELL_GRID_H
#define GRIST_SEARCH_CELL_GRID_H

#include "search/pair_search.h"

#include <array>
#include <cstdint>
#include <vector>

namespace grist {

class CellGrid {
 public:
  using Key = std::uint64_t;

  struct Axis {
    double low, scale;    // cell = (coordinate - low) * scale, rounded down
    int count;            // cells
    Key stride;           // difference of the keys of two neighbours
  };

  // An occupied cell; its spheres end where those of the next cell begin.
  struct Cell {
    Key key;
    int first;    // slot
  };

  // Sorts the spheres into cells with an edge of at least `edge`: larger where the domain is wider
  // than MAX_CELLS.
  void sort(const SphereView &spheres, double edge);

  double edge() const { return cell_edge; }
  const std::array<Axis, 3> &axes() const { return axis; }
  int count() const { return static_cast<int>(index.size()); }

  // Occupied cells in ascending order, and behind them one with a key above all others, its
  // neighbours' included.
  const std::vector<Cell> &cells() const { return occupied; }

  // Where the first sphere with this key or a higher one is, for any key up to keys(); empty when a
  // table of all cells would be out of proportion to the spheres.
  const std::vector<int> &table() const { return starts; }
  Key keys() const { return axis[2].stride * (axis[2].count + 1); }

  double x(int slot) const { return xs[slot]; }
  double y(int slot) const { return ys[slot]; }
  double z(int slot) const { return zs[slot]; }
  double radius(int slot) const { return radii[slot]; }

  // Compares the sphere in one slot with those in the slots [begin, end) and appends the pairs.
  void compare(int slot, int begin, int end, std::vector<IndexPair> &pairs) const;

  std::size_t memory() const;

  static constexpr int MAX_CELLS = (1 << 21) - 1;    // along an axis; the keys of three fit 63 bits

  // More than a distance that counts as touching, over itself: rounding can't put spheres that
  // touch further apart than a cell with this to spare. Coordinates in cells are exact to MAX_CELLS
  // 2^-51.
  static constexpr double ROUNDING = 0x1.0p-26;

 private:
  void measure(const SphereView &spheres, double edge);
  void find_keys(const SphereView &spheres);
  void sort_by_table();
  void sort_by_digits();
  void copy_spheres(const SphereView &spheres);

  std::array<Axis, 3> axis;
  double cell_edge = 0.0;
  double skin = 0.0;
  std::vector<Cell> occupied;
  std::vector<int> starts;
  std::vector<double> xs, ys, zs, radii, labels;    // by slot
  std::vector<int> index;                           // by slot: which sphere it is

  // While sorting.
  struct Entry {
    Key key;
    int sphere;
  };
  std::vector<Entry> entries, sorted;
};

}    // namespace grist

#endif
