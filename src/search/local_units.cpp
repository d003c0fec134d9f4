#include "search/local_units.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace grist {

void LocalUnits::make(int count, const std::int64_t *clusters, const double *centers_in,
                      const Periods &periods_in)
{
  assert(count == 0 || (clusters && centers_in));
  centers = centers_in;
  periods = periods_in;
  periodic = false;
  for (const auto &row : periods.inverse)
    for (const double value : row) periodic = periodic || value != 0.0;
  if (are_known(count, clusters)) return;
  times_found++;
  find_runs(count, clusters);
  group_runs();
  number_groups(count);
  is_known = !periodic;
  if (is_known) known_clusters.assign(clusters, clusters + count);
}

// Images depend on places, so units with images are found at each call.
bool LocalUnits::are_known(int count, const std::int64_t *clusters) const
{
  return is_known && !periodic && static_cast<int>(known_clusters.size()) == count &&
      std::equal(known_clusters.begin(), known_clusters.end(), clusters);
}

// Distance of a sphere from another, in whole periods; 0 where it is too large to be a periodic
// image.
LocalUnits::Image LocalUnits::image_of(int sphere, int anchor) const
{
  assert(centers && sphere >= 0 && anchor >= 0);
  const double *a = centers + 3 * static_cast<std::ptrdiff_t>(sphere),
               *b = centers + 3 * static_cast<std::ptrdiff_t>(anchor);
  std::int64_t shift[3];
  for (int d = 0; d < 3; d++) {
    double whole = 0.0;
    for (int e = 0; e < 3; e++) whole += periods.inverse[d][e] * (a[e] - b[e]);
    shift[d] = std::fabs(whole) < 0x1.0p60 ? std::llround(whole) : 0;
  }
  return {shift[0], shift[1], shift[2]};
}

void LocalUnits::find_runs(int count, const std::int64_t *clusters)
{
  runs.clear();
  for (int first = 0, last; first < count; first = last) {
    last = first + 1;
    if (clusters[first] > 0)
      for (; last < count && clusters[last] == clusters[first]; last++) {
        if (!periodic) continue;
        const Image shift = image_of(last, first);
        if (shift.x != 0 || shift.y != 0 || shift.z != 0) break;
      }
    runs.push_back({clusters[first], first, last - first, -1});
  }
}

// Runs of one cluster and image belong together.
void LocalUnits::group_runs()
{
  groups.clear();
  clusters_known = 0;
  if (table.empty()) table.resize(1024);
  std::fill(table.begin(), table.end(), -1);
  for (Run &run : runs) {
    if (run.cluster <= 0)
      run.group = -1;
    else
      run.group = group_of_image(group_of_cluster(run), run);
  }
}

int LocalUnits::add_group(const Run &run)
{
  groups.push_back({run.cluster, run.first, 0, -1, -1});
  return static_cast<int>(groups.size()) - 1;
}

// Open addressing: where the first group of the cluster is, or would be.
std::size_t LocalUnits::slot_of(std::int64_t cluster) const
{
  const std::size_t mask = table.size() - 1;
  std::size_t slot = (static_cast<std::uint64_t>(cluster) * 0x9E3779B97F4A7C15u) >> 32;
  for (slot &= mask; table[slot] >= 0 && groups[table[slot]].cluster != cluster;)
    slot = (slot + 1) & mask;
  return slot;
}

// The first group of the run's cluster; a new one if the cluster is not known.
int LocalUnits::group_of_cluster(const Run &run)
{
  const std::size_t slot = slot_of(run.cluster);
  if (table[slot] >= 0) return table[slot];
  const int group = table[slot] = add_group(run);
  if (2 * ++clusters_known > table.size()) grow_table();
  return group;
}

void LocalUnits::grow_table()
{
  const std::vector<int> old = std::move(table);
  table.assign(4 * old.size(), -1);
  for (const int group : old)
    if (group >= 0) table[slot_of(groups[group].cluster)] = group;
}

// The group of the run's image among those of its cluster; a new one if the image is not known.
int LocalUnits::group_of_image(int group, const Run &run)
{
  for (; periodic; group = groups[group].next) {
    const Image shift = image_of(run.first, groups[group].first);
    if (shift.x == 0 && shift.y == 0 && shift.z == 0) break;
    if (groups[group].next < 0) {
      const int added = add_group(run);
      groups[group].next = added;
    }
  }
  groups[group].count += run.count;
  return group;
}

void LocalUnits::number_groups(int count)
{
  unit_list.clear();
  int total = 0;
  for (Group &group : groups) {
    if (group.count < 2) continue;
    group.unit = static_cast<int>(unit_list.size());
    unit_list.push_back({group.cluster, total, 0});
    total += group.count;
  }
  number.resize(count);
  element.resize(total);
  piece_count = 0;
  for (const Run &run : runs) {
    const int label = run.group < 0 ? -1 : groups[run.group].unit;
    std::fill_n(number.begin() + run.first, run.count, label);
    if (label < 0) continue;
    piece_count++;
    Unit &unit = unit_list[label];
    std::iota(element.begin() + unit.first + unit.count,
              element.begin() + unit.first + unit.count + run.count, run.first);
    unit.count += run.count;
  }
}

std::size_t LocalUnits::memory() const
{
  return runs.capacity() * sizeof(Run) + groups.capacity() * sizeof(Group) +
      unit_list.capacity() * sizeof(Unit) + known_clusters.capacity() * sizeof(std::int64_t) +
      (table.capacity() + number.capacity() + element.capacity()) * sizeof(int);
}

}    // namespace grist
