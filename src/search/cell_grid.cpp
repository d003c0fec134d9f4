#include "search/cell_grid.h"

#include "common/preconditions.h"

#include "search/center_box.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

// Bytes of a table of all cells are in proportion to the spheres while there are no more cells than
// this for each.
static constexpr CellGrid::Key CELLS_PER_SPHERE = 64;

// Spheres that are compared at a time. The arrays by slot are longer by as much, so that a block
// may reach over their end.
static constexpr int CENTERS_AT_ONCE = 8;

void CellGrid::sort(const SphereView &spheres, double edge)
{
  assert(edge >= 0.0);
  skin = spheres.skin;
  measure(spheres, edge);
  find_keys(spheres);
  index.resize(spheres.count);
  starts.clear();
  if (keys() <= CELLS_PER_SPHERE * spheres.count)
    sort_by_table();
  else
    sort_by_digits();
  copy_spheres(spheres);
}

// ---- cells

// Cells between low and high. One cell where numbers that are huge or tiny leave no choice.
static CellGrid::Axis make_axis(double low, double high, double edge)
{
  CellGrid::Axis axis = {low, 0.0, 1, 0};
  const double extent = high - low;
  if (!(extent > 0.0) || !std::isfinite(extent)) return axis;
  const double count = std::min(std::floor(extent / edge) + 1.0, double(CellGrid::MAX_CELLS));
  const double scale = count < CellGrid::MAX_CELLS ? 1.0 / edge : count / extent;
  if (count > 1.0 && std::isfinite(scale)) {
    axis.count = static_cast<int>(count);
    axis.scale = scale;
  }
  return axis;
}

void CellGrid::measure(const SphereView &spheres, double edge)
{
  const CenterBox box = box_of(spheres.centers, spheres.count);
  Key stride = 1;
  cell_edge = edge;
  for (int d = 0; d < 3; d++) {
    axis[d] = make_axis(box.low[d], box.high[d], edge);
    axis[d].stride = stride;
    stride *= axis[d].count + 1;
    if (axis[d].count > 1) cell_edge = std::max(cell_edge, 1.0 / axis[d].scale);
  }
}

void CellGrid::find_keys(const SphereView &spheres)
{
  entries.resize(spheres.count);
  for (int i = 0; i < spheres.count; i++) {
    Key key = 0;
    for (int d = 0; d < 3; d++) {
      // In this order std::min gives the last cell also for what is not a number (0 times
      // infinity).
      const double at = (spheres.center(i)[d] - axis[d].low) * axis[d].scale;
      key += static_cast<Key>(static_cast<int>(std::min(axis[d].count - 1.0, at))) * axis[d].stride;
    }
    entries[i] = {key, i};
  }
}

// ---- sorting

// A counting sort. Starts are kept one place up while they move from the beginning of a cell to its
// end, which is the beginning of the next.
void CellGrid::sort_by_table()
{
  starts.assign(keys() + 2, 0);
  for (const Entry &entry : entries) starts[entry.key + 2]++;
  for (Key key = 2; key < starts.size(); key++) starts[key] += starts[key - 1];
  for (const Entry &entry : entries) index[starts[entry.key + 1]++] = entry.sphere;
  starts.pop_back();

  occupied.clear();
  for (Key key = 0; key < keys(); key++)
    if (starts[key] < starts[key + 1]) occupied.push_back({key, starts[key]});
  occupied.push_back({std::numeric_limits<Key>::max(), count()});
}

// Digit by digit from the lowest, each by counting.
void CellGrid::sort_by_digits()
{
  constexpr int BITS = 11;
  for (int shift = 0; shift < 64 && keys() >> shift > 0; shift += BITS) {
    const auto digit = [&](const Entry &entry) { return (entry.key >> shift) & ((1 << BITS) - 1); };
    std::array<int, (1 << BITS) + 1> first{};
    for (const Entry &entry : entries) first[digit(entry) + 1]++;
    for (int value = 0; value < 1 << BITS; value++) first[value + 1] += first[value];
    sorted.resize(entries.size());
    for (const Entry &entry : entries) sorted[first[digit(entry)]++] = entry;
    std::swap(entries, sorted);
  }

  occupied.clear();
  for (int slot = 0; slot < count(); slot++) {
    index[slot] = entries[slot].sphere;
    if (slot == 0 || entries[slot].key != entries[slot - 1].key)
      occupied.push_back({entries[slot].key, slot});
  }
  occupied.push_back({std::numeric_limits<Key>::max(), count()});
}

void CellGrid::copy_spheres(const SphereView &spheres)
{
  for (std::vector<double> *values : {&xs, &ys, &zs, &radii, &labels}) {
    values->resize(count() + CENTERS_AT_ONCE);
    std::fill_n(values->begin() + count(), CENTERS_AT_ONCE, 0.0);
  }
  for (int slot = 0; slot < count(); slot++) {
    const int i = index[slot];
    xs[slot] = spheres.center(i)[0];
    ys[slot] = spheres.center(i)[1];
    zs[slot] = spheres.center(i)[2];
    radii[slot] = spheres.radii[i];
    labels[slot] = unit_label(spheres, i);
  }
}

// ---- comparing

// A block at a time without branches; only a block in which something touches is looked at sphere
// by sphere. The arithmetic is that of is_pair().
void CellGrid::compare(int slot, int begin, int end, std::vector<IndexPair> &pairs) const
{
  assert(begin >= 0 && begin <= end && end <= count());
  const double x = xs[slot], y = ys[slot], z = zs[slot], radius = radii[slot], label = labels[slot];
  const auto is_near = [&](int other) {
    const double dx = x - xs[other], dy = y - ys[other], dz = z - zs[other];
    const double reach = radius + radii[other] + skin;
    return (dx * dx + dy * dy + dz * dz <= reach * reach) & (label != labels[other]);
  };
  for (int block = begin; block < end; block += CENTERS_AT_ONCE) {
    int near = 0;
    for (int k = 0; k < CENTERS_AT_ONCE; k++) near |= is_near(block + k);
    if (!near) continue;
    for (int other = block; other < std::min(block + CENTERS_AT_ONCE, end); other++)
      if (is_near(other)) pairs.push_back(ordered_pair(index[slot], index[other]));
  }
}

std::size_t CellGrid::memory() const
{
  return occupied.capacity() * sizeof(Cell) +
      (entries.capacity() + sorted.capacity()) * sizeof(Entry) +
      (starts.capacity() + index.capacity()) * sizeof(int) + 5 * xs.capacity() * sizeof(double);
}

}    // namespace grist
