#include "search/two_level_grid.h"

#include "common/preconditions.h"
#include "search/safe_reach.h"
#include "search/stopwatch.h"

#include <cmath>

namespace grist {

// Cells of a local grid for each element, at most.
static constexpr double CELLS_PER_ELEMENT = 8.0;

// ---- second level

// In this order of comparisons what is not a number, as zero times infinity, gives cell 0.
inline int LocalGrid::cell(int d, double coordinate) const
{
  const double at = (coordinate - box.low[d]) * scale[d];
  return at > 0.0 ? static_cast<int>(at < cells[d] ? at : cells[d] - 1.0) : 0;
}

// A counting sort; starts are one place up while they move to their final values.
void LocalGrid::sort(const Elements &elements, const Group &group, double with_skin)
{
  assert(elements.count > 0 && elements.count == group.count);
  assert(with_skin >= 0.0);
  box = group.box;
  max_radius = group.max_radius;
  skin = with_skin;
  const int count = elements.count;
  cell_edge = 2.0 * max_radius + skin + UNDERFLOW_LENGTH;
  const auto cells_along = [&](int d) { return std::floor(box.extent(d) / cell_edge) + 1.0; };
  while (cells_along(0) * cells_along(1) * cells_along(2) > CELLS_PER_ELEMENT * count + 64.0)
    cell_edge *= 1.25;
  for (int d = 0; d < 3; d++) {
    cells[d] = static_cast<int>(cells_along(d));
    scale[d] = 1.0 / cell_edge;
  }

  starts.assign(static_cast<std::size_t>(cells[0]) * cells[1] * cells[2] + 2, 0);
  cell_of.resize(count);
  for (int k = 0; k < count; k++) {
    const double *center = elements.centers + 3 * k;
    cell_of[k] =
        (cell(2, center[2]) * cells[1] + cell(1, center[1])) * cells[0] + cell(0, center[0]);
    starts[cell_of[k] + 2]++;
  }
  for (std::size_t c = 2; c < starts.size(); c++) starts[c] += starts[c - 1];
  if (static_cast<int>(indices.size()) < count) {
    indices.resize(count);
    sorted.resize(count);
  }
  for (int k = 0; k < count; k++) {
    const int slot = starts[cell_of[k] + 1]++;
    sorted.set(slot, elements.centers + 3 * k, elements.radius(k));
    indices[slot] = elements.index(k);
  }
}

void LocalGrid::compare(const SpherePoint &sphere, int index, std::vector<IndexPair> &pairs)
{
  const double center[3] = {sphere.x, sphere.y, sphere.z}, both = sphere.radius + max_radius + skin;
  if (distance_squared(box, center) > both * both) return;
  const double reach = safe_reach(both);
  int low[3], high[3];
  for (int d = 0; d < 3; d++) {
    low[d] = cell(d, center[d] - reach);
    high[d] = cell(d, center[d] + reach);
  }
  for (int z = low[2]; z <= high[2]; z++)
    for (int y = low[1]; y <= high[1]; y++) {
      const int row = (z * cells[1] + y) * cells[0], end = starts[row + high[0] + 1];
      checks += end - starts[row + low[0]];
      for (int begin = starts[row + low[0]]; begin < end; begin += SPHERE_BLOCK) {
        unsigned near = near_in_block(sorted, begin, sphere, skin) & first_bits(end - begin);
        for (; near; near &= near - 1)
          pairs.push_back(ordered_pair(index, indices[begin + lowest_bit(near)]));
      }
    }
}

std::size_t LocalGrid::memory() const
{
  return (starts.capacity() + cell_of.capacity() + indices.capacity()) * sizeof(int) +
      sorted.memory();
}

// ---- first level

TwoLevelGrid::TwoLevelGrid() : units(2) {}

void TwoLevelGrid::search(const SphereView &spheres, std::vector<IndexPair> &pairs)
{
  Stopwatch watch;
  units.make(spheres);
  units.dissolve_crowded();
  first_level.sort({units.centers(), units.radii(), units.owners(), units.count(), spheres.skin});
  last.seconds_subdivision = watch.lap();

  item_pairs.clear();
  first_level_pairs.find(first_level, units.plain() ? pairs : item_pairs);
  sort_by_target();
  for (int target = 0; target + 1 < static_cast<int>(candidate_starts.size()); target++) {
    const int first = candidate_starts[target], last = candidate_starts[target + 1];
    const Group *group = units.group(target);
    if (group && first < last) local.sort(units.elements(*group), *group, spheres.skin);
    for (int n = first; n < last; n++) look_up(target, candidates[n], pairs);
  }
  last.seconds_resolution = watch.lap();
  fill_report();
}

// A counting sort.
void TwoLevelGrid::sort_by_target()
{
  for (IndexPair &items : item_pairs)
    if (!units.group(items.a) && units.group(items.b)) std::swap(items.a, items.b);
  candidate_starts.assign(item_pairs.empty() ? 0 : units.count() + 2, 0);
  candidates.resize(item_pairs.size());
  if (item_pairs.empty()) return;
  for (const IndexPair &items : item_pairs) candidate_starts[items.a + 2]++;
  for (std::size_t n = 2; n < candidate_starts.size(); n++)
    candidate_starts[n] += candidate_starts[n - 1];
  for (const IndexPair &items : item_pairs) candidates[candidate_starts[items.a + 1]++] = items.b;
  candidate_starts.pop_back();
}

// The local grid, if any, is the target's.
void TwoLevelGrid::look_up(int target, int candidate, std::vector<IndexPair> &pairs)
{
  const Group *group = units.group(candidate);
  if (!units.group(target)) {
    pairs.push_back(ordered_pair(units.sphere(target), units.sphere(candidate)));
    return;
  }
  last.unit_pairs++;
  if (!group) {
    local.compare(units.point(candidate), units.sphere(candidate), pairs);
    return;
  }
  const Elements elements = units.elements(*group);
  for (int k = 0; k < elements.count; k++) {
    const double *center = elements.centers + 3 * k;
    local.compare({center[0], center[1], center[2], elements.radius(k)}, elements.index(k), pairs);
  }
}

void TwoLevelGrid::fill_report()
{
  last.units = units.units();
  last.levels = 2;
  last.primary_cell = first_level.coarsest_cell();
  last.secondary_cell = last.unit_pairs ? local.edge() : first_level.finest_cell();
  last.distance_checks = first_level_pairs.distance_checks() + local.distance_checks();
  last.memory = units.memory() + first_level.memory() + local.memory() +
      item_pairs.capacity() * sizeof(IndexPair) +
      (candidate_starts.capacity() + candidates.capacity()) * sizeof(int);
}

}    // namespace grist
