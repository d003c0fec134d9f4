#include "search/grid_hierarchy.h"

#include "common/preconditions.h"
#include "search/safe_reach.h"

#include <algorithm>

namespace grist {

// Other spheres in the cell of a sphere, on average, from which on cells that were made larger are
// too large.
static constexpr long CROWD = 8;

// More than the rounding of a coordinate in regular cells.
static constexpr double CELL_ROUNDING = 1e-6;

void GridHierarchy::sort(const Input &spheres)
{
  assert(spheres.count > 0 && spheres.owned <= spheres.count);
  assert(spheres.skin >= 0.0);
  input = spheres;
  tables.clear();
  sorted.resize(input.count);
  indices.resize(input.count);
  places.resize(input.count);
  slot_places.resize(input.count);
  domain = box_of(input.centers, input.count);
  if (has_others()) owned_domain = box_of(input.centers, input.owned);
  sizes.divide(input.radii, input.count, input.skin, domain);
  level_list.clear();
  for (const SizeLevel &level : sizes.levels()) {
    level_list.push_back({level, {}, 0, true, {}});
    make_grid(level_list.back());
    find_owned_cells(level_list.back());
  }
}

double GridHierarchy::reach(double radius, const Level &level) const
{
  return safe_reach(radius + level.spheres.max_radius + input.skin);
}

CenterBox GridHierarchy::box_of_level(const SizeLevel &level) const
{
  if (sizes.levels().size() == 1) return domain;
  CenterBox box;
  for (int d = 0; d < 3; d++) box.low[d] = box.high[d] = center(sizes.sphere(level.first))[d];
  for (int n = level.first + 1; n < level.last; n++)
    for (int d = 0; d < 3; d++) {
      box.low[d] = std::min(box.low[d], center(sizes.sphere(n))[d]);
      box.high[d] = std::max(box.high[d], center(sizes.sphere(n))[d]);
    }
  return box;
}

// Regular cells, unless they are larger than spheres need and spheres crowd in them.
void GridHierarchy::make_grid(Level &level)
{
  const CenterBox box = box_of_level(level.spheres);
  const int count = level.spheres.count();
  const double least_edge = reach(level.spheres.max_radius, level) * (1.0 + CELL_ROUNDING);
  level.table = tables.size();
  level.cells = LevelCells::make_regular(box, least_edge, count);
  if (!count_spheres(level) && level.cells.edge > least_edge) {
    level.cells = LevelCells::make_hashed(box, least_edge, count);
    count_spheres(level);
  }
  fill(level);
}

// Counts are two places up. False if spheres crowd.
bool GridHierarchy::count_spheres(const Level &level)
{
  tables.resize(level.table);
  tables.resize(level.table + level.cells.places() + 2 + LevelCells::PER_EDGE_X, 0);
  int *counts = tables.data() + level.table + 2;
  long others = 0;
  for (int n = level.spheres.first; n < level.spheres.last; n++) {
    places[n] = static_cast<int>(level.cells.place(center(sizes.sphere(n))));
    others += 2 * counts[places[n]]++;
  }
  return others <= CROWD * level.spheres.count();
}

// Sorts by counting. Starts are kept one place up while they move from the beginning of a cell to
// its end, which is the beginning of the next.
void GridHierarchy::fill(const Level &level)
{
  int *starts = tables.data() + level.table;
  const std::size_t size = tables.size() - level.table;
  const int first = level.spheres.first, last = level.spheres.last;
  starts[0] = starts[1] = first;
  for (std::size_t place = 2; place < size; place++) starts[place] += starts[place - 1];
  for (int n = first; n < last; n++) {
    const int slot = starts[places[n] + 1]++;
    indices[slot] = sizes.sphere(n);
    slot_places[slot] = places[n];
  }
  for (int slot = first; slot < last; slot++)
    sorted.set(slot, center(indices[slot]), input.radii[indices[slot]]);
}

void GridHierarchy::find_owned_cells(Level &level) const
{
  level.all_owned = !has_others();
  if (level.all_owned) return;
  for (int d = 0; d < 3; d++) {
    level.owned_cells.low[d] = level.cells.cell(d, owned_domain.low[d]);
    level.owned_cells.high[d] = level.cells.cell(d, owned_domain.high[d]);
  }
}

std::size_t GridHierarchy::memory() const
{
  const std::size_t ints =
      tables.capacity() + places.capacity() + slot_places.capacity() + indices.capacity();
  return ints * sizeof(int) + level_list.capacity() * sizeof(Level) + sizes.memory() +
      sorted.memory();
}

}    // namespace grist
