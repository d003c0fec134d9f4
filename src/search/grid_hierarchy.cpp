#include "search/grid_hierarchy.h"

#include "search/safe_reach.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

// A table has no more places than this for each sphere of its level.
static constexpr double PLACES_PER_SPHERE = 4.0;

// Cells are shorter along x by this factor: there are no more rows for that, but less of each is in reach.
static constexpr int CELLS_ALONG_X = 2;

// Other spheres in the cell of a sphere, on average, from which on cells that were made larger are too large.
static constexpr long CROWD = 8;

// Cells of a hashed table over the largest diameter of the level: few cells to look into, not too much in them.
static constexpr double HASHED_EDGE = 1.5;

// Cells along an axis that coordinates can tell apart.
static constexpr double MAX_CELLS = 0x1.0p50;

// Classes of size, each half the one before; all that is smaller still is in the last.
static constexpr int MAX_CLASSES = 64;

// Smaller spheres in a cell of a coarser level up to which they need no level of their own.
static constexpr double ROOM = 3.0;

// Pairs that are handed over at a time, or some more.
static constexpr std::size_t BATCH = 1 << 14;

// Looking up a row costs as much as comparing so many spheres.
static constexpr double COST_OF_ROW = 8.0;

// More than the rounding of a coordinate in cells of a table that is not hashed.
static constexpr double CELL_ROUNDING = 1e-6;

// ---- levels --------------------------------------------------------------------------------------------------

// Half a skin is part of a sphere's size.
void GridHierarchy::sort(const Input &spheres_in)
{
  input = spheres_in;
  checks = 0;
  level_list.clear();
  order.clear();
  tables.clear();
  spheres.resize(input.count);
  indices.resize(input.count);
  places.resize(input.count);
  slot_places.resize(input.count);
  domain = box_of(input.centers, input.count);
  const ValueRange radii = range_of(input.radii, input.count);
  const double largest = radii.most + 0.5 * input.skin;
  if (largest <= 2.0 * (radii.least + 0.5 * input.skin)) {
    level_list.emplace_back();
    level_list[0].last = input.count;
    level_list[0].max_radius = radii.most;
  } else {
    split_by_size(largest);
  }
  for (Level &level : level_list) make_grid(level);
}

void GridHierarchy::split_by_size(double largest)
{
  const auto size_class = [&](int i) {
    const double ratio = largest / (input.radii[i] + 0.5 * input.skin);
    return ratio < 0x1.0p63 ? std::ilogb(std::max(ratio, 1.0)) : MAX_CLASSES - 1;
  };
  std::vector<int> counts(MAX_CLASSES, 0), level_of(MAX_CLASSES, 0);
  for (int i = 0; i < input.count; i++) counts[size_class(i)]++;
  merge_classes(counts, largest, level_of);

  if (level_list.size() > 1) order.resize(input.count);
  for (int i = 0; i < input.count; i++) {
    Level &level = level_list[level_of[size_class(i)]];
    if (!order.empty()) order[level.last] = i;
    level.last++;
    level.max_radius = std::max(level.max_radius, input.radii[i]);
  }
}

// Makes empty levels. A class joins a coarser level when it has too few spheres to crowd the cells there, and not so
// many more than the level that they would suffer much for little.
void GridHierarchy::merge_classes(const std::vector<int> &counts, double largest,
                                  std::vector<int> &level_of)
{
  double volume = 1.0, cell = 0.0, in_level = 0.0;
  for (int d = 0; d < 3; d++) volume *= domain.extent(d) + 2.0 * largest;
  int first = 0;
  for (int c = 0; c < MAX_CLASSES; c++) {
    const double smaller = counts[c], in_cell = smaller * (cell / volume);
    if (smaller > 0.0 &&
        (level_list.empty() || !(in_cell * std::max(1.0, smaller / in_level) <= ROOM))) {
      level_list.emplace_back();
      level_list.back().first = level_list.back().last = first;
      cell = std::pow(std::ldexp(2.0 * largest, -c), 3);
      in_level = 0.0;
    }
    in_level += smaller;
    first += counts[c];
    level_of[c] = std::max(0, static_cast<int>(level_list.size()) - 1);
  }
}

// ---- one level's grid ----------------------------------------------------------------------------------------

// In this order of comparisons what is not a number, as zero times infinity, gives cell 0.
inline GridHierarchy::Index GridHierarchy::Level::cell(int d, double coordinate) const
{
  const double at = (coordinate - low[d]) * scale[d];
  return at > 0.0 ? static_cast<Index>(at < cells[d] ? at : cells[d] - 1.0) : 0;
}

// Bricks of four cells along each axis go somewhere; in a brick cells stay neighbours.
inline GridHierarchy::Index GridHierarchy::Level::hash(Index x, Index y, Index z) const
{
  std::uint64_t mixed = static_cast<std::uint64_t>(x >> 2) * 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ (mixed >> 32) ^ static_cast<std::uint64_t>(y >> 2)) * 0xD6E8FEB86659FD93u;
  mixed = (mixed ^ (mixed >> 32) ^ static_cast<std::uint64_t>(z >> 2)) * 0xD6E8FEB86659FD93u;
  const Index in_brick = (x & 3) + 4 * (y & 3) + 16 * (z & 3);
  return (static_cast<Index>(mixed >> 32) * 64 + in_brick) & mask;
}

inline GridHierarchy::Index GridHierarchy::Level::place(const double *center) const
{
  const Index x = cell(0, center[0]), y = cell(1, center[1]), z = cell(2, center[2]);
  return hashed ? hash(x, y, z) : x + y * stride_y + z * stride_z;
}

// Behind the last cell of each axis is room enough that a neighbour's place is its own.
GridHierarchy::Index GridHierarchy::Level::places() const
{
  return hashed ? mask + 1 : static_cast<Index>(cells[2] + 1.0) * stride_z;
}

CenterBox GridHierarchy::box_of_level(const Level &level) const
{
  if (order.empty()) return domain;
  CenterBox box;
  for (int d = 0; d < 3; d++) box.low[d] = box.high[d] = center(order[level.first])[d];
  for (int n = level.first + 1; n < level.last; n++)
    for (int d = 0; d < 3; d++) {
      box.low[d] = std::min(box.low[d], center(order[n])[d]);
      box.high[d] = std::max(box.high[d], center(order[n])[d]);
    }
  return box;
}

void GridHierarchy::cut(Level &level, const CenterBox &box, double edge, bool hashed) const
{
  level.edge = edge;
  level.hashed = hashed;
  for (int d = 0; d < 3; d++) {
    const double extent = std::min(box.extent(d), std::numeric_limits<double>::max());
    const double wanted = (d == 0 && !hashed ? CELLS_ALONG_X : 1) / edge;
    level.low[d] = box.low[d];
    level.cells[d] = std::min(MAX_CELLS, std::floor(extent * wanted) + 1.0);
    level.scale[d] = extent * wanted < MAX_CELLS ? wanted : MAX_CELLS / extent;
  }
}

// Cells of the largest diameter (Eq. 14 of huang2020), unless too many.
void GridHierarchy::make_grid(Level &level)
{
  const CenterBox box = box_of_level(level);
  const int count = level.last - level.first;
  const double diameter = reach(level.max_radius, level) * (1.0 + CELL_ROUNDING);
  double edge = diameter;
  const auto places_wanted = [&] {
    return (level.cells[0] + CELLS_ALONG_X) * (level.cells[1] + 1.0) * (level.cells[2] + 1.0);
  };
  cut(level, box, edge, false);
  while (places_wanted() > PLACES_PER_SPHERE * count + 64.0) cut(level, box, edge *= 1.1, false);
  level.stride_y = static_cast<Index>(level.cells[0]) + CELLS_ALONG_X;
  level.stride_z = (static_cast<Index>(level.cells[1]) + 1) * level.stride_y;
  level.table = tables.size();
  if (!count_spheres(level) && edge > diameter) {
    cut(level, box, diameter * HASHED_EDGE, true);
    level.mask = 64;
    while (level.mask < 2.0 * count) level.mask *= 2;
    level.mask--;
    count_spheres(level);
  }
  fill(level);
}

// Counts are two places up. False if spheres crowd.
bool GridHierarchy::count_spheres(Level &level)
{
  tables.resize(level.table);
  tables.resize(level.table + level.places() + 2 + CELLS_ALONG_X, 0);
  int *counts = tables.data() + level.table + 2;
  long others = 0;
  for (int n = level.first; n < level.last; n++) {
    places[n] = static_cast<int>(level.place(center(sphere_at(n))));
    others += 2 * counts[places[n]]++;
  }
  return others <= CROWD * (level.last - level.first);
}

// Sorts by counting. Starts are kept one place up while they move from the beginning of a cell to its end, which is
// the beginning of the next.
void GridHierarchy::fill(Level &level)
{
  int *starts = tables.data() + level.table;
  const std::size_t size = tables.size() - level.table;
  starts[0] = starts[1] = level.first;
  for (std::size_t place = 2; place < size; place++) starts[place] += starts[place - 1];
  for (int n = level.first; n < level.last; n++) {
    const int slot = starts[places[n] + 1]++;
    indices[slot] = sphere_at(n);
    slot_places[slot] = places[n];
  }
  for (int slot = level.first; slot < level.last; slot++)
    spheres.set(slot, center(indices[slot]), input.radii[indices[slot]]);
}

std::size_t GridHierarchy::memory() const
{
  const std::size_t ints = order.capacity() + tables.capacity() + places.capacity() +
      slot_places.capacity() + indices.capacity();
  return ints * sizeof(int) + level_list.capacity() * sizeof(Level) + spheres.memory();
}

// ---- looking -------------------------------------------------------------------------------------------------

void GridHierarchy::find_pairs(std::vector<IndexPair> &pairs)
{
  found = &pairs;
  take = nullptr;
  find_all();
}

void GridHierarchy::find_pairs(const Take &taker)
{
  batch.clear();
  found = &batch;
  take = &taker;
  if (find_all()) taker(batch);
}

// False if whoever takes the pairs has ended it.
bool GridHierarchy::find_all()
{
  for (std::size_t m = 0; m < level_list.size(); m++) {
    const Level &coarse = level_list[m];
    if (!(coarse.hashed ? compare_hashed_level(coarse) : compare_level(coarse))) return false;
    for (std::size_t n = m + 1; n < level_list.size(); n++) {
      const Level &fine = level_list[n];
      const bool down = cost_of_looking(coarse, fine) < cost_of_looking(fine, coarse);
      if (!(down ? look_into(coarse, fine) : look_into(fine, coarse))) return false;
    }
  }
  return true;
}

bool GridHierarchy::batch_is_taken()
{
  if (!take || batch.size() < BATCH) return true;
  const bool go_on = (*take)(batch);
  batch.clear();
  return go_on;
}

double GridHierarchy::reach(double radius, const Level &level) const
{
  return safe_reach(radius + level.max_radius + input.skin);
}

GridHierarchy::Box GridHierarchy::box_around(const SpherePoint &at, const Level &level) const
{
  const double far = reach(at.radius, level), center[3] = {at.x, at.y, at.z};
  Box box;
  for (int d = 0; d < 3; d++) {
    box.low[d] = level.cell(d, center[d] - far);
    box.high[d] = level.cell(d, center[d] + far);
  }
  return box;
}

// In comparisons.
double GridHierarchy::cost_of_looking(const Level &from, const Level &into) const
{
  const double far = 2.0 * reach(from.max_radius, into);
  double cells[3], all = 1.0;
  for (int d = 0; d < 3; d++) {
    cells[d] = std::min(into.cells[d], far * into.scale[d] + 1.0);
    all *= into.cells[d];
  }
  const double lookups = cells[1] * cells[2] * (into.hashed ? cells[0] : 1.0);
  const double others = cells[0] * cells[1] * cells[2] / all * (into.last - into.first);
  return (from.last - from.first) * (lookups * COST_OF_ROW + others);
}

// Half the neighbourhood of a cell: the rest of its own row, the row behind it in y, three rows above in z.
bool GridHierarchy::compare_level(const Level &level)
{
  const int *starts = tables.data() + level.table;
  const Index middle[ROWS] = {0, level.stride_y, level.stride_z - level.stride_y, level.stride_z,
                              level.stride_z + level.stride_y};
  Row rows[ROWS];
  for (int slot = level.first; slot < level.last;) {
    const int *place = starts + slot_places[slot];
    rows[0] = {slot, place[CELLS_ALONG_X + 1]};
    int longest = rows[0].end - slot;
    for (int r = 1; r < ROWS; r++) {
      rows[r] = {place[middle[r] - CELLS_ALONG_X], place[middle[r] + CELLS_ALONG_X + 1]};
      longest = std::max(longest, rows[r].end - rows[r].begin);
    }
    for (const int end = place[1]; slot < end; slot++) {
      rows[0].begin = slot + 1;
      if (longest <= SPHERE_BLOCK)
        compare_short_rows(slot, rows);
      else
        for (const Row &row : rows) compare_row(slot, row);
      if (!batch_is_taken()) return false;
    }
  }
  return true;
}

// Each pair is found from the one in the lower cell, or slot.
bool GridHierarchy::compare_hashed_level(const Level &level)
{
  for (int slot = level.first; slot < level.last; slot++) {
    const SpherePoint at = spheres[slot];
    const Box box = box_around(at, level);
    const Index own[3] = {level.cell(0, at.x), level.cell(1, at.y), level.cell(2, at.z)};
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

bool GridHierarchy::look_into(const Level &from, const Level &into)
{
  const int *starts = tables.data() + into.table;
  for (int slot = from.first; slot < from.last; slot++) {
    const Box box = box_around(spheres[slot], into);
    for (Index z = box.low[2]; z <= box.high[2]; z++)
      for (Index y = box.low[1]; y <= box.high[1]; y++) {
        const Index row = z * into.stride_z + y * into.stride_y;
        if (into.hashed)
          for (Index x = box.low[0]; x <= box.high[0]; x++) compare_cell(slot, into, {x, y, z}, -1);
        else
          compare_row(slot, {starts[row + box.low[0]], starts[row + box.high[0] + 1]});
      }
    if (!batch_is_taken()) return false;
  }
  return true;
}

// Spheres of this cell alone, in slots above `after`.
void GridHierarchy::compare_cell(int slot, const Level &level, const Index (&cell)[3], int after)
{
  const int *starts = tables.data() + level.table + level.hash(cell[0], cell[1], cell[2]);
  const SpherePoint at = spheres[slot];
  for (int k = std::max(starts[0], after + 1); k < starts[1]; k++) {
    const double center[3] = {spheres.x[k], spheres.y[k], spheres.z[k]};
    checks++;
    if (is_near(center, spheres.radius[k], at, input.skin) && level.cell(0, center[0]) == cell[0] &&
        level.cell(1, center[1]) == cell[1] && level.cell(2, center[2]) == cell[2])
      add_pair(slot, k);
  }
}

inline void GridHierarchy::compare_row(int slot, const Row &row)
{
  const SpherePoint at = spheres[slot];
  if (row.begin < row.end) checks += row.end - row.begin;
  for (int begin = row.begin; begin < row.end; begin += SPHERE_BLOCK) {
    unsigned near = near_in_block(spheres, begin, at, input.skin) & first_bits(row.end - begin);
    for (; near; near &= near - 1) add_pair(slot, begin + lowest_bit(near));
  }
}

// Rows of at most a block each, without a branch until all is in one mask: processors guess their lengths badly.
inline void GridHierarchy::compare_short_rows(int slot, const Row (&rows)[ROWS])
{
  const SpherePoint at = spheres[slot];
  std::uint64_t near = 0;
  for (int r = 0; r < ROWS; r++) {
    const int size = rows[r].end - rows[r].begin;
    const std::uint64_t bits =
        near_in_block(spheres, rows[r].begin, at, input.skin) & ((1u << size) - 1u);
    near |= bits << (SPHERE_BLOCK * r);
    checks += size;
  }
  for (; near; near &= near - 1) {
    const int bit = lowest_bit(near);
    add_pair(slot, rows[bit / SPHERE_BLOCK].begin + bit % SPHERE_BLOCK);
  }
}

inline void GridHierarchy::add_pair(int slot, int other)
{
  const int a = indices[slot], b = indices[other];
  if (input.owners && input.owners[a] >= 0 && input.owners[a] == input.owners[b]) return;
  found->push_back({std::min(a, b), std::max(a, b)});
}

}    // namespace grist
