#include "search/munjiza/mmr.h"

#include "search/stopwatch.h"

#include <algorithm>
#include <cmath>

namespace grist {

void Mmr::search(const SphereView &spheres, std::vector<IndexPair> &pairs)
{
  Stopwatch watch;
  const CenterBox box = box_of(spheres.centers, spheres.count);
  divide(spheres);
  sort(spheres, box);
  last.seconds_subdivision = watch.lap();
  for (int step = 0; step < GROUPS; step++) search_step(spheres, box, step, pairs);
  last.seconds_resolution = watch.lap();
  fill_report();
}

// ---- groups

// The size of a body is the reach of two of its kind: where the skin is wide, bodies do not differ
// much.
void Mmr::divide(const SphereView &spheres)
{
  const auto size_of = [&](double radius) { return 2.0 * radius + spheres.skin; };
  const double radius_max = range_of(spheres.radii, spheres.count).most;
  const double size_max = size_of(radius_max);
  for (Group &group : groups) group.count = 0, group.radius_max = 0.0;
  group_of.resize(spheres.count);
  for (int i = 0; i < spheres.count; i++) {
    const double ratio = size_max / size_of(spheres.radii[i]);
    const int k = ratio < 0x1.0p31 ? std::ilogb(ratio) : GROUPS - 1;
    group_of[i] = static_cast<unsigned char>(k);
    groups[k].count++;
    groups[k].radius_max = std::max(groups[k].radius_max, spheres.radii[i]);
  }
}

void Mmr::sort(const SphereView &spheres, const CenterBox &box)
{
  for (int k = 0; k < GROUPS; k++) {
    Group &group = groups[k];
    if (group.count == 0) {
      group.list.clear();
      continue;
    }
    const double reach = 2.0 * group.radius_max + spheres.skin;
    const IntegerGrid grid(IntegerGrid::edge_for(reach, box));
    group.list.update(spheres, {group.count, group_of.data(), k}, grid, box);
    group.window.open(group.list);
  }
}

// ---- searching

void Mmr::search_step(const SphereView &spheres, const CenterBox &box, int step,
                      std::vector<IndexPair> &pairs)
{
  Group &larger = groups[step];
  if (larger.count == 0) return;
  mask.search(spheres, larger.list, pairs);
  last.distance_checks += mask.checks();

  PairBuffer buffer(pairs);
  for (int k = step + 1; k < GROUPS; k++) {
    Group &smaller = groups[k];
    if (smaller.count == 0) continue;
    const double reach = larger.radius_max + smaller.radius_max + spheres.skin;
    const auto rows_in_reach = [&](const Group &of) {
      const double across = 2.0 * reach / of.list.grid().cell() + 2.0;
      return across * across;
    };
    const bool from_larger =
        larger.count * rows_in_reach(smaller) <= smaller.count * rows_in_reach(larger);
    const Group &from = from_larger ? larger : smaller;
    Group &into = from_larger ? smaller : larger;
    const double beyond = into.radius_max + spheres.skin;
    const double margin = IntegerGrid::margin(reach, box);
    for (const MrEntry *entry = from.list.begin(); entry != from.list.end(); entry++) {
      const int body = entry->body();
      into.window.search(spheres, body, spheres.radii[body] + beyond + margin, buffer);
    }
  }
}

void Mmr::fill_report()
{
  last.memory = group_of.capacity() + mask.memory();
  for (Group &group : groups) {
    last.memory += group.list.memory() + group.window.memory();
    if (group.count == 0) continue;
    last.distance_checks += group.window.checks();
    if (last.levels++ == 0) last.primary_cell = group.list.grid().cell();
    last.secondary_cell = group.list.grid().cell();
  }
}

}    // namespace grist
