#include "search/single_level_grid.h"

#include "search/center_box.h"
#include "search/stopwatch.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

using Key = CellGrid::Key;

static constexpr Key NONE = std::numeric_limits<Key>::max();    // as behind the last cell

// By Eq. 10 a sphere would visit more and more cells as sizes differ, without a gain: beyond a
// ratio of sizes of about 180, and for spheres of no size, cells stay this much smaller than the
// largest reach.
static constexpr double MAX_CELLS_IN_REACH = 256.0;

void SingleLevelGrid::search(const SphereView &spheres, std::vector<IndexPair> &pairs)
{
  Stopwatch watch;
  const ValueRange radii = range_of(spheres.radii, spheres.count);
  const double min_diameter = 2.0 * radii.least, max_reach = 2.0 * radii.most + spheres.skin;
  if (rule == CellRule::MAXIMUM_DIAMETER)
    grid.sort(spheres, max_reach * (1.0 + CellGrid::ROUNDING));
  else
    grid.sort(spheres, std::max(std::sqrt(0.5) * min_diameter, max_reach / MAX_CELLS_IN_REACH));
  last.seconds_subdivision = watch.lap();

  if (rule == CellRule::MAXIMUM_DIAMETER)
    compare_neighbors(pairs);
  else
    compare_boxes(radii.most, spheres.skin, pairs);
  last.seconds_resolution = watch.lap();

  last.levels = 1;
  last.primary_cell = grid.edge();
  last.memory = grid.memory();
}

void SingleLevelGrid::compare(int slot, int begin, int end, std::vector<IndexPair> &pairs)
{
  if (begin >= end) return;
  last.distance_checks += end - begin;
  grid.compare(slot, begin, end, pairs);
}

// ---- maximum diameter: 13 of the 26 cells around, and the cell itself

namespace {

struct Slots {
  int begin, end;
};

// Finds three neighbours along x by the key of the middle one: in the table, or else by moving on
// from where the last were, because keys come in ascending order.
class RowFinder {
 public:
  RowFinder(const CellGrid &grid) : cells(grid.cells()), table(grid.table()) {}

  Slots find(Key middle)
  {
    if (!table.empty()) return {slot_in_table(middle - 1), slot_in_table(middle + 2)};
    while (cells[begin].key < middle - 1) begin++;
    while (cells[end].key < middle + 2) end++;
    return {cells[begin].first, cells[end].first};
  }

 private:
  int slot_in_table(Key key) const { return table[std::min<Key>(key, table.size() - 1)]; }

  const std::vector<CellGrid::Cell> &cells;
  const std::vector<int> &table;
  int begin = 0, end = 0;    // cells
};

}    // namespace

// Three neighbours along x follow each other in the order of cells. So half the neighbourhood is
// the rest of the own cell with the next along x, and four such rows: the one behind in y, and
// three above in z.
void SingleLevelGrid::compare_neighbors(std::vector<IndexPair> &pairs)
{
  const std::vector<CellGrid::Cell> &cells = grid.cells();
  const Key y = grid.axes()[1].stride, z = grid.axes()[2].stride;
  const std::array<Key, 4> middle = {y, z - y, z, z + y};
  std::array<RowFinder, 4> finders = {grid, grid, grid, grid};

  const int count = static_cast<int>(cells.size()) - 1;
  for (int c = 0; c < count; c++) {
    std::array<Slots, 4> rows;
    for (int row = 0; row < 4; row++) rows[row] = finders[row].find(cells[c].key + middle[row]);
    const int next = cells[c + 1].key == cells[c].key + 1 ? c + 2 : c + 1;
    for (int slot = cells[c].first; slot < cells[c + 1].first; slot++) {
      compare(slot, slot + 1, cells[next].first, pairs);
      for (const Slots &row : rows) compare(slot, row.begin, row.end, pairs);
    }
  }
}

// ---- minimum diameter: all cells in reach

// Each pair is seen from the sphere in the lower slot.
void SingleLevelGrid::compare_boxes(double max_radius, double skin, std::vector<IndexPair> &pairs)
{
  const std::vector<CellGrid::Cell> &cells = grid.cells();
  const int count = static_cast<int>(cells.size()) - 1;
  for (int c = 0; c < count; c++)
    for (int slot = cells[c].first; slot < cells[c + 1].first; slot++) {
      const Box box = box_around(slot, grid.radius(slot) + max_radius + skin);
      if (grid.table().empty())
        walk_occupied(slot, c, box, pairs);
      else
        walk_table(slot, box, pairs);
    }
}

// Eq. 11, in z from the own cell on: spheres in cells before have been compared with this one
// already.
SingleLevelGrid::Box SingleLevelGrid::box_around(int slot, double reach) const
{
  const double at[3] = {grid.x(slot), grid.y(slot), grid.z(slot)};
  Box box;
  for (int d = 0; d < 3; d++) {
    // The last cell comes first, so that std::min takes it also for what is not a number.
    const CellGrid::Axis &axis = grid.axes()[d];
    const double cell = std::min(axis.count - 1.0, (at[d] - axis.low) * axis.scale);
    const double width = std::min<double>(axis.count, reach * axis.scale) + CellGrid::ROUNDING;
    box.low[d] = static_cast<int>(std::max(0.0, d == 2 ? cell : cell - width));
    box.high[d] = static_cast<int>(std::min(axis.count - 1.0, cell + width));
  }
  return box;
}

// Every row of cells along x has its spheres in consecutive slots, and the table says which.
void SingleLevelGrid::walk_table(int slot, const Box &box, std::vector<IndexPair> &pairs)
{
  const std::vector<int> &table = grid.table();
  const Key stride_y = grid.axes()[1].stride, stride_z = grid.axes()[2].stride;
  for (int z = box.low[2]; z <= box.high[2]; z++)
    for (int y = box.low[1]; y <= box.high[1]; y++) {
      const Key row = z * stride_z + y * stride_y;
      const int begin = table[row + box.low[0]], end = table[row + box.high[0] + 1];
      compare(slot, std::max(begin, slot + 1), end, pairs);
    }
}

// Without a table: from one occupied cell in the box to the next, from the own one on.
void SingleLevelGrid::walk_occupied(int slot, int cell, const Box &box,
                                    std::vector<IndexPair> &pairs)
{
  const std::vector<CellGrid::Cell> &cells = grid.cells();
  const Key row_length = box.high[0] - box.low[0];
  for (Key row = next_row(cells[cell].key, box); row != NONE;
       row = next_row(cells[cell].key, box)) {
    cell = seek(cell, row);
    const int begin = cells[cell].first;
    while (cells[cell].key <= row + row_length) cell++;
    compare(slot, std::max(begin, slot + 1), cells[cell].first, pairs);
  }
}

// The key of the first cell of the first row in the box that is not wholly before the cell with
// this key.
Key SingleLevelGrid::next_row(Key key, const Box &box) const
{
  const Key stride_y = grid.axes()[1].stride, stride_z = grid.axes()[2].stride;
  if (key == NONE) return NONE;
  Key z = key / stride_z, y = key % stride_z / stride_y;
  const int x = static_cast<int>(key % stride_y);
  if (x > box.high[0]) y++;
  if (y > static_cast<Key>(box.high[1])) {
    z++;
    y = 0;
  }
  if (z > static_cast<Key>(box.high[2])) return NONE;
  return z * stride_z + std::max<Key>(y, box.low[1]) * stride_y + box.low[0];
}

// The first occupied cell from `cell` on with this key or a higher one; quick if it is near.
int SingleLevelGrid::seek(int cell, Key key) const
{
  const std::vector<CellGrid::Cell> &cells = grid.cells();
  int step = 1;
  const int last = static_cast<int>(cells.size()) - 1;
  while (cell + step < last && cells[cell + step].key < key) {
    cell += step;
    step *= 2;
  }
  const auto begin = cells.begin();
  return std::lower_bound(begin + cell, begin + std::min(cell + step, last), key,
                          [](const CellGrid::Cell &at, Key key) { return at.key < key; }) -
      begin;
}

}    // namespace grist
