#include "search/grid_pairs.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cstdint>

namespace grist {

// Pairs that are passed on at a time, or some more.
static constexpr std::size_t BATCH = 1 << 14;

// Looking up a row costs as much as comparing so many spheres.
static constexpr double COST_OF_ROW = 8.0;

void GridPairs::find(const GridHierarchy &in, std::vector<IndexPair> &pairs)
{
  grids = &in;
  found = &pairs;
  take = nullptr;
  find_all();
}

void GridPairs::find(const GridHierarchy &in, const Take &taker)
{
  grids = &in;
  batch.clear();
  found = &batch;
  take = &taker;
  if (find_all()) taker(batch);
}

// False if the receiver of the batches has ended the search.
bool GridPairs::find_all()
{
  assert(!grids->levels().empty());
  checks = 0;
  const std::vector<Level> &levels = grids->levels();
  for (std::size_t m = 0; m < levels.size(); m++) {
    const Level &coarse = levels[m];
    if (!(coarse.cells.hashed ? compare_hashed_level(coarse) : compare_level(coarse))) return false;
    for (std::size_t n = m + 1; n < levels.size(); n++) {
      const Level &fine = levels[n];
      const bool down = cost_of_looking(coarse, fine) < cost_of_looking(fine, coarse);
      if (!(down ? look_into(coarse, fine) : look_into(fine, coarse))) return false;
    }
  }
  return true;
}

bool GridPairs::batch_is_taken()
{
  if (!take || batch.size() < BATCH) return true;
  const bool go_on = (*take)(batch);
  batch.clear();
  return go_on;
}

// ---- levels

// In comparisons.
double GridPairs::cost_of_looking(const Level &from, const Level &into) const
{
  const double far = 2.0 * grids->reach(from.spheres.max_radius, into);
  double cells[3], all = 1.0;
  for (int d = 0; d < 3; d++) {
    cells[d] = std::min(into.cells.count[d], far * into.cells.scale[d] + 1.0);
    all *= into.cells.count[d];
  }
  const double lookups = cells[1] * cells[2] * (into.cells.hashed ? cells[0] : 1.0);
  const double others = cells[0] * cells[1] * cells[2] / all * into.spheres.count();
  return from.spheres.count() * (lookups * COST_OF_ROW + others);
}

GridPairs::Box GridPairs::box_around(const SpherePoint &at, const Level &level) const
{
  const double far = grids->reach(at.radius, level), center[3] = {at.x, at.y, at.z};
  Box box;
  for (int d = 0; d < 3; d++) {
    box.low[d] = level.cells.cell(d, center[d] - far);
    box.high[d] = level.cells.cell(d, center[d] + far);
  }
  return box;
}

// Half the neighbourhood of a cell: the rest of its own row, the row behind it in y, three rows
// above in z.
bool GridPairs::compare_level(const Level &level)
{
  constexpr int NEXT_X = LevelCells::PER_EDGE_X;
  const int *starts = grids->table(level);
  const Index y = level.cells.stride_y, z = level.cells.stride_z;
  const Index middle[ROWS] = {0, y, z - y, z, z + y};
  Row rows[ROWS];
  for (int slot = level.spheres.first; slot < level.spheres.last;) {
    const int *place = starts + grids->place(slot);
    rows[0] = {slot, place[NEXT_X + 1]};
    int longest = rows[0].end - slot;
    for (int r = 1; r < ROWS; r++) {
      rows[r] = {place[middle[r] - NEXT_X], place[middle[r] + NEXT_X + 1]};
      longest = std::max(longest, rows[r].end - rows[r].begin);
    }
    if (!level.all_owned && !keep_owned(level, slot, place, rows)) {
      slot = place[1];
      continue;
    }
    for (const int end = place[1]; slot < end; slot++) {
      rows[0].begin = std::min(slot + 1, rows[0].end);
      if (longest <= SPHERE_BLOCK)
        compare_short_rows(slot, rows);
      else
        for (const Row &row : rows) compare_row(slot, row);
      if (!batch_is_taken()) return false;
    }
  }
  return true;
}

// For a cell without owned spheres: cuts its rows to the cells that may have some. False if none is
// left.
bool GridPairs::keep_owned(const Level &level, int slot, const int *place, Row (&rows)[ROWS]) const
{
  constexpr Index NEXT_X = LevelCells::PER_EDGE_X;
  const Box &owned = level.owned_cells;
  const Index at = grids->place(slot), z = at / level.cells.stride_z,
              y = at % level.cells.stride_z / level.cells.stride_y, x = at % level.cells.stride_y;
  const auto has = [&](int d, Index cell) { return cell >= owned.low[d] && cell <= owned.high[d]; };
  if (has(0, x) && has(1, y) && has(2, z)) return true;
  const Index low = std::max(x - NEXT_X, owned.low[0]) - x,
              high = std::min(x + NEXT_X, owned.high[0]) - x;
  const Index dy[ROWS] = {0, 1, -1, 0, 1}, dz[ROWS] = {0, 0, 1, 1, 1};
  bool any = false;
  for (int r = 0; r < ROWS; r++) {
    if (low > high || !has(1, y + dy[r]) || !has(2, z + dz[r])) {
      rows[r] = {slot, slot};
      continue;
    }
    const Index middle = dy[r] * level.cells.stride_y + dz[r] * level.cells.stride_z;
    rows[r] = {std::max(rows[r].begin, place[middle + low]), place[middle + high + 1]};
    rows[r].end = std::max(rows[r].begin, rows[r].end);
    any = any || rows[r].begin < rows[r].end;
  }
  return any;
}

// Each pair is found from the one in the lower cell, or slot.
bool GridPairs::compare_hashed_level(const Level &level)
{
  for (int slot = level.spheres.first; slot < level.spheres.last; slot++) {
    const SpherePoint at = grids->spheres()[slot];
    const Box box = box_around(at, level);
    const Index own[3] = {level.cells.cell(0, at.x), level.cells.cell(1, at.y),
                          level.cells.cell(2, at.z)};
    for (Index z = own[2]; z <= box.high[2]; z++)
      for (Index y = z == own[2] ? own[1] : box.low[1]; y <= box.high[1]; y++) {
        const bool own_row = z == own[2] && y == own[1];
        for (Index x = own_row ? own[0] : box.low[0]; x <= box.high[0]; x++)
          compare_cell(slot, level, {x, y, z}, own_row && x == own[0] ? slot : -1);
      }
    if (!batch_is_taken()) return false;
  }
  return true;
}

bool GridPairs::look_into(const Level &from, const Level &into)
{
  const int *starts = grids->table(into);
  for (int slot = from.spheres.first; slot < from.spheres.last; slot++) {
    const Box box = box_around(grids->spheres()[slot], into);
    for (Index z = box.low[2]; z <= box.high[2]; z++)
      for (Index y = box.low[1]; y <= box.high[1]; y++) {
        const Index row = z * into.cells.stride_z + y * into.cells.stride_y;
        if (into.cells.hashed)
          for (Index x = box.low[0]; x <= box.high[0]; x++) compare_cell(slot, into, {x, y, z}, -1);
        else
          compare_row(slot, {starts[row + box.low[0]], starts[row + box.high[0] + 1]});
      }
    if (!batch_is_taken()) return false;
  }
  return true;
}

// ---- spheres

// Spheres of this hashed cell alone, in slots above `after`.
inline void GridPairs::compare_cell(int slot, const Level &level, const Index (&cell)[3], int after)
{
  const LevelCells &cells = level.cells;
  const int *starts = grids->table(level) + cells.hash(cell[0], cell[1], cell[2]);
  const int begin = std::max(starts[0], after + 1), end = starts[1];
  if (begin >= end) return;
  checks += end - begin;
  const SphereArrays &spheres = grids->spheres();
  const SpherePoint at = spheres[slot];
  const double skin = grids->skin();
  for (int k = begin; k < end; k++) {
    const double center[3] = {spheres.x[k], spheres.y[k], spheres.z[k]};
    if (is_near(center, spheres.radius[k], at, skin) && cells.cell(0, center[0]) == cell[0] &&
        cells.cell(1, center[1]) == cell[1] && cells.cell(2, center[2]) == cell[2])
      add_pair(slot, k);
  }
}

inline void GridPairs::compare_row(int slot, const Row &row)
{
  const SphereArrays &spheres = grids->spheres();
  const SpherePoint at = spheres[slot];
  if (row.begin < row.end) checks += row.end - row.begin;
  for (int begin = row.begin; begin < row.end; begin += SPHERE_BLOCK) {
    unsigned near = near_in_block(spheres, begin, at, grids->skin()) & first_bits(row.end - begin);
    for (; near; near &= near - 1) add_pair(slot, begin + lowest_bit(near));
  }
}

// Rows of at most a block each, without a branch until all is in one mask: processors predict their
// lengths badly.
inline void GridPairs::compare_short_rows(int slot, const Row (&rows)[ROWS])
{
  const SphereArrays &spheres = grids->spheres();
  const SpherePoint at = spheres[slot];
  std::uint64_t near = 0;
  for (int r = 0; r < ROWS; r++) {
    const int size = rows[r].end - rows[r].begin;
    const std::uint64_t bits =
        near_in_block(spheres, rows[r].begin, at, grids->skin()) & ((1u << size) - 1u);
    near |= bits << (SPHERE_BLOCK * r);
    checks += size;
  }
  for (; near; near &= near - 1) {
    const int bit = lowest_bit(near);
    add_pair(slot, rows[bit / SPHERE_BLOCK].begin + bit % SPHERE_BLOCK);
  }
}

inline void GridPairs::add_pair(int slot, int other)
{
  const int a = grids->index(slot), b = grids->index(other);
  if (!grids->have_one_owner(a, b)) found->push_back(ordered_pair(a, b));
}

}    // namespace grist
