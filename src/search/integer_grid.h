// Integerised coordinates: which cell of a cubic grid holds a point (Eq. 5 of munjiza2006, Eq. 7 of
// lazarevic2002).
//
// The grid is anchored near the origin of coordinates, not at the box around the points: then a
// point that stays where it is stays in its cell, whatever the others do, and the order of cells
// depends on the input of one search alone. The origin lies in a cell, away from its faces and its
// centre: otherwise spheres on a lattice that starts at 0, or at half their diameter, would change
// cells at the slightest motion.
//
// An index is a 64-bit integer; edges are chosen so that it never overflows and stays exact enough,
// however far from the origin the points lie.
//
// Vocabulary:
//   reach   distance at which two spheres just make a pair: the sum of the radii and the skin
//   box     the box around all centres

#ifndef GRIST_SEARCH_INTEGER_GRID_H
#define GRIST_SEARCH_INTEGER_GRID_H

#include "search/center_box.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>

namespace grist {

class IntegerGrid {
 public:
  IntegerGrid() = default;    // one cell that holds all
  explicit IntegerGrid(double cell) : edge(cell), inverse(cell < HUGE_LENGTH ? 1.0 / cell : 0.0)
  {
    assert(cell > 0.0);
  }

  // Rises with x, rounding included.
  std::int64_t index(double x) const
  {
    const double t = at(x);
    const auto integer = static_cast<std::int64_t>(t);    // towards zero
    return integer - (t < static_cast<double>(integer));
  }

  // Coordinate in edges of cells: index() is the integer below.
  double at(double x) const { return x * inverse + SHIFT; }
  double face_below(std::int64_t index) const
  {
    return (static_cast<double>(index) - SHIFT) * edge;
  }

  double cell() const { return edge; }

  // The edge of cells such that spheres at most `reach` apart lie in the same or in neighbouring
  // cells. A search with less than SPREAD cells along an axis can keep indices in 32 bits.
  static double edge_for(double reach, const CenterBox &box);
  static constexpr double SPREAD = 0x1.0p30;

  // Beyond all effects of rounding on what is_pair() accepts and on indices, for lengths up to
  // `length` and coordinates within `box`; below a quarter of any edge that edge_for() returns if
  // `length` is the reach.
  static double margin(double length, const CenterBox &box);

  // The square of a longer reach overflows, and is_pair() takes any two spheres. All are in one
  // cell then.
  static constexpr double HUGE_LENGTH = 0x1.0p500;

 private:
  static constexpr double SHIFT = 0.25;

  double edge = std::numeric_limits<double>::infinity(), inverse = 0.0;
};

// ---- implementation

inline double longest_edge(const CenterBox &box)
{
  return std::max({box.extent(0), box.extent(1), box.extent(2)});
}

inline double largest_coordinate(const CenterBox &box)
{
  double most = 0.0;
  for (int d = 0; d < 3; d++)
    most = std::max({most, std::fabs(box.low[d]), std::fabs(box.high[d])});
  return most;
}

// The least power of two above x: edges that follow it change rarely from step to step.
inline double power_above(double x)
{
  if (!(x < 0x1.0p1000)) return std::numeric_limits<double>::infinity();
  return x > 0.0 ? std::ldexp(1.0, std::ilogb(x) + 1) : 0.0;
}

// is_pair() errs by a few units in the 53rd place of the reach, or by 2^-537 where squares
// underflow; at() by 2^-51 of the coordinate.
inline double IntegerGrid::margin(double length, const CenterBox &box)
{
  assert(length >= 0.0);
  return 0x1.0p-46 * length + 0x1.0p-48 * power_above(largest_coordinate(box)) + 0x1.0p-500;
}

inline double IntegerGrid::edge_for(double reach, const CenterBox &box)
{
  assert(reach >= 0.0);
  const double edge = reach + 4.0 * margin(reach, box);
  return std::max(edge, power_above(longest_edge(box)) / SPREAD);
}

}    // namespace grist

#endif
