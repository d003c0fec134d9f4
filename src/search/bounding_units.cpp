#include "search/bounding_units.h"

#include "common/constants.h"
#include "common/preconditions.h"
#include "common/radix_sort.h"
#include "search/safe_reach.h"

#include <algorithm>
#include <cmath>

namespace grist {

// Costs, in comparisons of two spheres.
static constexpr double ELEMENT_COST = 40.0;    // of an element as an item of its own
static constexpr double NEIGHBOR_COST =
    85.0;    // of a group with another item, besides one comparison for each element

// ---- bounds

static double distance_squared(const double *a, const double *b)
{
  const double dx = a[0] - b[0], dy = a[1] - b[1], dz = a[2] - b[2];
  return dx * dx + dy * dy + dz * dz;
}

// Squared distance of the farthest centre from a point. A last block that isn't full reaches back.
static double farthest_squared(const double *centers, int count, const double *from)
{
  double most[SPHERE_BLOCK] = {};
  for (int first = 0; first < count; first += SPHERE_BLOCK) {
    const double *block = centers + 3 * std::max(0, std::min(first, count - SPHERE_BLOCK));
    if (count < SPHERE_BLOCK) {
      for (int k = 0; k < count; k++) most[k] = distance_squared(block + 3 * k, from);
      break;
    }
    GRIST_BLOCK_LOOP
    for (int k = 0; k < SPHERE_BLOCK; k++) {
      const double squared = distance_squared(block + 3 * k, from);
      most[k] = squared > most[k] ? squared : most[k];
    }
  }
  return *std::max_element(most, most + SPHERE_BLOCK);
}

// Eq. 13. Where all radii are equal the farthest centre gives the radius; otherwise a root is
// needed only for elements that stick out of the sphere found so far.
static double bounding_radius(const Elements &elements, const ValueRange &radii,
                              const double *middle)
{
  const double farthest = std::sqrt(farthest_squared(elements.centers, elements.count, middle));
  if (radii.least == radii.most) return farthest + radii.most;
  double radius = std::max(radii.most, farthest + radii.least);
  for (int k = 0; k < elements.count; k++) {
    const double squared = distance_squared(elements.centers + 3 * k, middle);
    const double room = radius - elements.radius(k);
    if (squared > room * room) radius = std::sqrt(squared) + elements.radius(k);
  }
  return radius;
}

// ---- units

void BoundingUnits::make(const SphereView &spheres)
{
  assert(min_elements >= 1 && spheres.count >= 0);
  view = spheres;
  clear();
  unit_count = view.count;
  owners_matter = false;
  all_single = view.within_units || !view.units || all_are_small();
  if (all_single) return;
  unit_count = 0;
  if (!add_units_in_order()) {
    clear();
    add_units_out_of_order();
  }
  pad_groups();
}

void BoundingUnits::clear()
{
  items.count = 0;
  copied_count = 0;
  group_list.clear();
  unit_count = 0;
}

// Whether units are in ascending order, and none has elements enough for a group. If so, counts
// them.
bool BoundingUnits::all_are_small()
{
  const int *units = view.units, apart = min_elements - 1;
  constexpr int SOME = 1024;
  int changes = 0;
  for (int begin = 0; begin < view.count; begin += SOME) {
    int faults = 0;
    const int end = std::min(view.count - begin, SOME) + begin;
    for (int i = begin; i < std::min(end, view.count - 1); i++) {
      faults |= units[i] > units[i + 1];
      changes += (units[i] < units[i + 1]) | (units[i] < 0);
    }
    for (int i = begin; i < std::min(end, view.count - apart); i++)
      faults |= (units[i] == units[i + apart]) & (units[i] >= 0);
    if (faults) return false;
  }
  unit_count = changes + 1;
  owners_matter = unit_count < view.count;
  return true;
}

// Where the run of the unit of sphere `first` ends.
static int run_end(const SphereView &view, int first)
{
  constexpr int SOME = 16;
  const int unit = view.units[first];
  int i = first + 1;
  if (i == view.count || view.units[i] != unit) return i;
  for (int others = 0; i + SOME <= view.count; i += SOME) {
    for (int k = 0; k < SOME; k++) others |= view.units[i + k] ^ unit;
    if (others) break;
  }
  while (i < view.count && view.units[i] == unit) i++;
  return i;
}

// Adds all units in one pass, if the spheres of each follow each other and units ascend; false if
// not.
bool BoundingUnits::add_units_in_order()
{
  int last_unit = -1;
  for (int first = 0, last; first < view.count; first = last) {
    const int unit = view.units[first];
    last = unit < 0 ? first + 1 : run_end(view, first);
    unit_count++;
    if (unit < 0) {
      add_sphere(first, -1);
      continue;
    }
    if (unit <= last_unit) return false;
    last_unit = unit;
    const Run run = {static_cast<std::uint32_t>(unit), first, last - first};
    add_unit(&run, 1);
  }
  return true;
}

// Spheres of units anywhere.
void BoundingUnits::add_units_out_of_order()
{
  find_runs();
  radix_sort(runs, sorted_runs, starts, [](const Run &run) { return std::uint64_t(run.unit); });
  const int size = static_cast<int>(runs.size());
  for (int first = 0, last; first < size; first = last) {
    last = first + 1;
    while (last < size && runs[last].unit == runs[first].unit) last++;
    add_unit(&runs[first], last - first);
    unit_count++;
  }
}

// Runs of spheres of one unit; spheres without are added.
void BoundingUnits::find_runs()
{
  runs.clear();
  for (int first = 0, last; first < view.count; first = last) {
    last = first + 1;
    if (view.units[first] < 0) {
      add_sphere(first, -1);
      unit_count++;
      continue;
    }
    last = run_end(view, first);
    runs.push_back({static_cast<std::uint32_t>(view.units[first]), first, last - first});
  }
}

void BoundingUnits::add_unit(const Run *parts, int count)
{
  assert(count > 0);
  int size = 0;
  for (int n = 0; n < count; n++) size += parts[n].count;
  if (size < min_elements) {
    for (int n = 0; n < count; n++)
      for (int k = 0; k < parts[n].count; k++)
        add_sphere(parts[n].first + k, size == 1 ? -1 : unit_count);
  } else if (count == 1) {
    add_group(parts[0].first, size, false);
  } else {
    const int first = copied_count;
    for (int n = 0; n < count; n++) copy(parts[n].first, parts[n].count);
    add_group(first, size, true);
  }
}

void BoundingUnits::copy(int first, int count)
{
  if (copied_count + count > static_cast<int>(copied_indices.size())) {
    copied_centers.resize(3 * static_cast<std::size_t>(view.count));
    copied_radii.resize(view.count);
    copied_indices.resize(view.count);
  }
  for (int i = first; i < first + count; i++) {
    double *center = copied_centers.data() + 3 * static_cast<std::ptrdiff_t>(copied_count);
    for (int d = 0; d < 3; d++) center[d] = view.center(i)[d];
    copied_radii[copied_count] = view.radii[i];
    copied_indices[copied_count++] = i;
  }
}

Elements BoundingUnits::elements(const Group &group) const
{
  const std::ptrdiff_t first = group.first;
  const double *centers = group.copied ? copied_centers.data() : view.centers;
  const double *radii = group.copied ? copied_radii.data() : view.radii;
  const int *indices = group.copied ? copied_indices.data() + first : nullptr;
  if (group.equal_radii)
    return {centers + 3 * first, &group.max_radius, 0, indices, group.first, group.count};
  return {centers + 3 * first, radii + first, 1, indices, group.first, group.count};
}

void BoundingUnits::Items::grow()
{
  const std::size_t size = 2 * static_cast<std::size_t>(count) + 64;
  centers.resize(3 * size);
  radii.resize(size);
  owners.resize(size);
  of.resize(size);
}

inline void BoundingUnits::Items::add(const double *center, double radius, int owner, int what)
{
  if (count == static_cast<int>(of.size())) grow();
  double *place = centers.data() + 3 * static_cast<std::ptrdiff_t>(count);
  for (int d = 0; d < 3; d++) place[d] = center[d];
  radii[count] = radius;
  owners[count] = owner;
  of[count++] = what;
}

void BoundingUnits::add_group(int first, int count, bool copied)
{
  Group group = {first, count, copied, false, 0.0, {}};
  const Elements all = elements(group);
  const ValueRange radii = range_of(all.radii, count);
  group.equal_radii = radii.least == radii.most;
  group.max_radius = radii.most;
  group.box = box_of(all.centers, count);
  const double middle[3] = {group.box.middle(0), group.box.middle(1), group.box.middle(2)};
  items.add(middle, bounding_radius(all, radii, middle), unit_count, ~groups());
  group_list.push_back(group);
}

// The margin covers the rounding of all distances that are compared with radii and the skin.
void BoundingUnits::pad_groups()
{
  const double most = range_of(items.radii.data(), count()).most;
  const double margin = REACH_ROUNDING * (most + view.skin) + UNDERFLOW_LENGTH;
  for (int item = 0; item < count(); item++)
    if (group(item)) items.radii[item] += margin;
}

// ---- dissolving

// Cost of groups over the cost of their elements, by the mean density of items. Groups on both
// sides of the limit would have the disadvantages of both: those within a factor of two of it are
// all dissolved, or none of them.
void BoundingUnits::dissolve_crowded()
{
  if (!groups()) return;
  estimate_costs();
  constexpr double NEAR = 2.0;
  double sum = 0.0, count = 0.0;
  for (const double ratio : cost_ratios)
    if (ratio > 1.0 / NEAR && ratio < NEAR) {
      sum += ratio;
      count += 1.0;
    }
  const double limit = sum > count ? 1.0 / NEAR : NEAR;
  chosen.assign(group_list.size(), 0);
  bool any = false;
  for (std::size_t g = 0; g < chosen.size(); g++) {
    chosen[g] = cost_ratios[g] > limit;
    any = any || chosen[g];
  }
  if (any) dissolve(chosen);
}

// A group meets the items as near as two radii and the skin. If all were spread evenly over their
// box, that is the sum of (Ra + Rb + skin)^3 over b, which comes from the sums of powers of Rb.
void BoundingUnits::estimate_costs()
{
  double sums[4] = {};
  for (int item = 0; item < count(); item++) {
    const double radius = items.radii[item] + 0.5 * view.skin;
    sums[0] += 1.0;
    sums[1] += radius;
    sums[2] += radius * radius;
    sums[3] += radius * radius * radius;
  }
  const CenterBox box = box_of(items.centers.data(), count());
  cost_ratios.resize(group_list.size());
  for (int item = 0; item < count(); item++) {
    const int g = group_number(item);
    if (g < 0) continue;
    const double radius = items.radii[item] + 0.5 * view.skin, elements = group_list[g].count;
    double room = 1.0;
    for (int d = 0; d < 3; d++) room *= box.extent(d) + 2.0 * radius;
    const double cubes =
        ((sums[0] * radius + 3.0 * sums[1]) * radius + 3.0 * sums[2]) * radius + sums[3];
    const double neighbors = sphere_volume(1.0) * cubes / room;
    cost_ratios[g] = neighbors * (NEIGHBOR_COST + elements) / (ELEMENT_COST * elements);
  }
}

void BoundingUnits::dissolve(const std::vector<char> &which)
{
  assert(which.size() == group_list.size());
  if (std::find(which.begin(), which.end(), 0) == which.end()) {
    all_single = owners_matter = true;
    group_list.clear();
    return;
  }
  Items old;
  std::vector<Group> old_groups;
  std::swap(old, items);
  old_groups.swap(group_list);
  for (int item = 0; item < old.count; item++) {
    const int of = old.of[item], owner = old.owners[item];
    if (of >= 0) {
      add_sphere(of, owner);
    } else if (which[~of]) {
      const Elements all = elements(old_groups[~of]);
      for (int k = 0; k < all.count; k++) add_sphere(all.index(k), owner);
    } else {
      items.add(&old.centers[3 * static_cast<std::size_t>(item)], old.radii[item], owner,
                ~groups());
      group_list.push_back(old_groups[~of]);
    }
  }
}

std::size_t BoundingUnits::memory() const
{
  const std::size_t doubles = items.centers.capacity() + items.radii.capacity() +
      copied_centers.capacity() + copied_radii.capacity();
  const std::size_t ints =
      items.owners.capacity() + items.of.capacity() + copied_indices.capacity();
  return doubles * sizeof(double) + ints * sizeof(int) + group_list.capacity() * sizeof(Group) +
      (runs.capacity() + sorted_runs.capacity()) * sizeof(Run) + starts.capacity() * sizeof(int) +
      cost_ratios.capacity() * sizeof(double) + chosen.capacity();
}

}    // namespace grist
