// The cells of one level of a grid hierarchy, and the place in a table that each of them has.
//
// Two kinds:
//   regular   every cell has a place of its own. Cells are as large as the largest sphere of the
//             level, and larger where spheres are sparse, so that the table is in proportion to the
//             spheres
//   hashed    cells share the places of a table, for spheres that crowd in parts of a wide domain.
//             Which of the spheres at a place are in a given cell must be checked for each of them
//
// No tolerance is needed to find the cells in reach: subtracting, scaling and rounding down never
// exchange the order of two coordinates, so what lies between the ends of an interval lies in the
// cells between those of its ends.

#ifndef GRIST_SEARCH_LEVEL_CELLS_H
#define GRIST_SEARCH_LEVEL_CELLS_H

#include "search/center_box.h"

#include <cstdint>

namespace grist {

struct LevelCells {
  using Index = std::int64_t;    // of a cell along an axis, of a place in a table

  // Regular cells are shorter along x by this factor: there are no more rows for that, but less of
  // each is in reach.
  static constexpr int PER_EDGE_X = 2;

  double edge = 0.0;    // of a cell, along x a part of it
  double low[3], scale[3], count[3];
  bool hashed = false;
  Index stride_y = 0, stride_z = 0;    // of a table that is not hashed
  Index mask = 0;                      // of one that is

  // For so many spheres with centres in the box; regular cells are larger than the least edge if
  // there would be too many.
  static LevelCells make_regular(const CenterBox &box, double least_edge, int spheres);
  static LevelCells make_hashed(const CenterBox &box, double least_edge, int spheres);

  Index cell(int d, double coordinate) const;
  Index hash(Index x, Index y, Index z) const;
  Index place(const double *center) const;
  Index places() const;

 private:
  void divide(const CenterBox &box, double new_edge);
};

// ---- implementation

// In this order of comparisons what is not a number, as zero times infinity, gives cell 0.
inline LevelCells::Index LevelCells::cell(int d, double coordinate) const
{
  const double at = (coordinate - low[d]) * scale[d];
  return at > 0.0 ? static_cast<Index>(at < count[d] ? at : count[d] - 1.0) : 0;
}

// Bricks of four cells along each axis are spread over the table; in a brick cells stay neighbours.
inline LevelCells::Index LevelCells::hash(Index x, Index y, Index z) const
{
  std::uint64_t mixed = static_cast<std::uint64_t>(x >> 2) * 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ (mixed >> 32) ^ static_cast<std::uint64_t>(y >> 2)) * 0xD6E8FEB86659FD93u;
  mixed = (mixed ^ (mixed >> 32) ^ static_cast<std::uint64_t>(z >> 2)) * 0xD6E8FEB86659FD93u;
  const Index in_brick = (x & 3) + 4 * (y & 3) + 16 * (z & 3);
  return (static_cast<Index>(mixed >> 32) * 64 + in_brick) & mask;
}

inline LevelCells::Index LevelCells::place(const double *center) const
{
  const Index x = cell(0, center[0]), y = cell(1, center[1]), z = cell(2, center[2]);
  return hashed ? hash(x, y, z) : x + y * stride_y + z * stride_z;
}

// Behind the last cell of each axis is room enough that a neighbour's place is its own.
inline LevelCells::Index LevelCells::places() const
{
  return hashed ? mask + 1 : static_cast<Index>(count[2] + 1.0) * stride_z;
}

}    // namespace grist

#endif
