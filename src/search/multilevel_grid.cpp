#include "search/multilevel_grid.h"

#include "search/stopwatch.h"

namespace grist {

// Units of fewer elements get no bounding sphere.
static constexpr int MIN_ELEMENTS = 4;

// Comparisons in step 3 for each sphere, on average, after which the search starts again.
static constexpr long CHECKS_PER_SPHERE = 200;

MultilevelGrid::MultilevelGrid() : units(MIN_ELEMENTS) {}

void MultilevelGrid::search(const SphereView &spheres, std::vector<IndexPair> &pairs)
{
  Stopwatch watch;
  units.make(spheres);
  units.dissolve_crowded();
  last.seconds_subdivision = watch.lap();
  overlap.start(spheres.skin);
  if (!find_pairs(spheres, pairs)) {
    units.dissolve(std::vector<char>(units.groups(), 1));
    pairs.clear();
    find_pairs(spheres, pairs);
  }
  fill_report();
}

// False if more elements were compared than bounding spheres can save.
bool MultilevelGrid::find_pairs(const SphereView &spheres, std::vector<IndexPair> &pairs)
{
  Stopwatch watch;
  primary.sort({units.centers(), units.radii(), units.owners(), units.count(), spheres.skin,
                units.plain() ? spheres.owned : -1});
  last.seconds_subdivision += watch.lap();
  bool is_worth_it = true;
  if (units.plain()) {
    primary_pairs.find(primary, pairs);
  } else {
    const long most = overlap.distance_checks() + CHECKS_PER_SPHERE * spheres.count;
    primary_pairs.find(primary, [&](const std::vector<IndexPair> &batch) {
      for (const IndexPair &items : batch) resolve(items, pairs);
      return is_worth_it = overlap.distance_checks() <= most;
    });
  }
  last.seconds_resolution += watch.lap();
  return is_worth_it;
}

void MultilevelGrid::resolve(const IndexPair &items, std::vector<IndexPair> &pairs)
{
  const Group *a = units.group(items.a), *b = units.group(items.b);
  if (!a && !b) {
    pairs.push_back(ordered_pair(units.sphere(items.a), units.sphere(items.b)));
    return;
  }
  last.unit_pairs++;
  if (a && b)
    overlap.compare(bounded(items.a, *a), bounded(items.b, *b), pairs);
  else if (a)
    overlap.compare(units.point(items.b), units.sphere(items.b), bounded(items.a, *a), pairs);
  else
    overlap.compare(units.point(items.a), units.sphere(items.a), bounded(items.b, *b), pairs);
}

void MultilevelGrid::fill_report()
{
  last.units = units.units();
  last.levels = static_cast<long>(primary.levels().size());
  last.primary_cell = primary.coarsest_cell();
  last.secondary_cell = overlap.secondary_cell() > 0.0 ? overlap.secondary_cell()
                                                       : primary.finest_cell();
  last.distance_checks = primary_pairs.distance_checks() + overlap.distance_checks();
  last.memory = units.memory() + primary.memory() + overlap.memory();
}

}    // namespace grist
