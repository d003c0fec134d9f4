#include "search/level_cells.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

// A table has no more places than this for each sphere of its level.
static constexpr double PLACES_PER_SPHERE = 4.0;

// Cells of a hashed table over the least edge: few cells to look into, not too much in them.
static constexpr double HASHED_EDGE = 1.5;

// Cells along an axis that coordinates can resolve.
static constexpr double MAX_CELLS = 0x1.0p50;

void LevelCells::divide(const CenterBox &box, double new_edge)
{
  edge = new_edge;
  for (int d = 0; d < 3; d++) {
    const double extent = std::min(box.extent(d), std::numeric_limits<double>::max());
    const double wanted = (d == 0 && !hashed ? PER_EDGE_X : 1) / edge;
    low[d] = box.low[d];
    count[d] = std::min(MAX_CELLS, std::floor(extent * wanted) + 1.0);
    scale[d] = extent * wanted < MAX_CELLS ? wanted : MAX_CELLS / extent;
  }
}

LevelCells LevelCells::make_regular(const CenterBox &box, double least_edge, int spheres)
{
  assert(spheres > 0 && least_edge > 0.0);
  LevelCells cells;
  cells.divide(box, least_edge);
  const auto places_wanted = [&] {
    return (cells.count[0] + PER_EDGE_X) * (cells.count[1] + 1.0) * (cells.count[2] + 1.0);
  };
  while (places_wanted() > PLACES_PER_SPHERE * spheres + 64.0) cells.divide(box, cells.edge * 1.1);
  cells.stride_y = static_cast<Index>(cells.count[0]) + PER_EDGE_X;
  cells.stride_z = (static_cast<Index>(cells.count[1]) + 1) * cells.stride_y;
  return cells;
}

LevelCells LevelCells::make_hashed(const CenterBox &box, double least_edge, int spheres)
{
  assert(spheres > 0 && least_edge > 0.0);
  LevelCells cells;
  cells.hashed = true;
  cells.divide(box, least_edge * HASHED_EDGE);
  Index places = 64;
  while (places < 2.0 * spheres) places *= 2;
  cells.mask = places - 1;
  return cells;
}

}    // namespace grist
