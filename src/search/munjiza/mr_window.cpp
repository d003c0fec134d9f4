#include "search/munjiza/mr_window.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

void MrWindow::open(const MrList &list)
{
  this->list = &list;
  found.fill(0);
  compared = 0;
  firsts.clear();
  const MrEntry *const begin = list.begin();
  for (int k = 0; k < list.count(); k++)
    if (k == 0 || begin[k].row != begin[k - 1].row) firsts.push_back(k);
  firsts.push_back(list.count());
}

// How far a coordinate is from a layer of cells across the axis.
inline double MrWindow::gap(int axis, std::uint64_t coordinate, double x) const
{
  const double low = list->grid().face_below(list->index(axis, coordinate));
  return std::max({0.0, low - x, x - low - list->grid().cell()});
}

// Half of the chord that a ball of the given radius cuts out of a line, by the squares of radius
// and distance.
static double half_chord(double radius2, double distance2)
{
  return std::sqrt(std::max(0.0, radius2 - distance2));
}

void MrWindow::search(const SphereView &spheres, int sphere, double reach, PairBuffer &pairs)
{
  assert(list && is_number_of(sphere, spheres.count));
  assert(reach >= 0.0);
  if (reach > IntegerGrid::HUGE_LENGTH) reach = std::numeric_limits<double>::infinity();
  const double *center = spheres.center(sphere), reach2 = reach * reach;
  const MrList::Cells layers = list->cells_between(2, center[2] - reach, center[2] + reach);
  for (std::uint64_t z = layers.first; z <= layers.last; z++) {
    const double gap_z = gap(2, z, center[2]), reach_y = half_chord(reach2, gap_z * gap_z);
    const MrList::Cells ys = list->cells_between(1, center[1] - reach_y, center[1] + reach_y);
    std::size_t k = find_row(mr_pair(z, ys.first), found[z % LAYERS]);
    found[z % LAYERS] = std::min(k, row_count() - 1);
    for (; k < row_count() && row(k) <= mr_pair(z, ys.last); k++) {
      const double gap_y = gap(1, static_cast<std::uint32_t>(row(k)), center[1]);
      const double reach_x = half_chord(reach2, gap_z * gap_z + gap_y * gap_y);
      const MrList::Cells cells = list->cells_between(0, center[0] - reach_x, center[0] + reach_x);
      compare_row(spheres, sphere, k, cells, pairs);
    }
    if (k == row_count()) return;
    z = std::max(z, (row(k) >> 32) - 1);    // layers between hold nothing
  }
}

// The first row at or behind the given one, by steps of growing length from one that is near.
std::size_t MrWindow::find_row(std::uint64_t wanted, std::size_t near) const
{
  assert(near < row_count());
  std::size_t low = near, high = near,
              step = 1;    // wanted in (low, high], or at the ends of the list
  if (row(near) < wanted) {
    for (high = near + 1; high < row_count() && row(high) < wanted; step *= 2) {
      low = high;
      high += step;
    }
    high = std::min(high, row_count());
  } else {
    while (low > 0 && row(low) >= wanted) {
      high = low;
      low -= std::min(low, step);
      step *= 2;
    }
    if (row(low) >= wanted) return low;
  }
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (row(middle) < wanted ? low : high) = middle;
  }
  return high;
}

void MrWindow::compare_row(const SphereView &spheres, int sphere, std::size_t row,
                           MrList::Cells cells, PairBuffer &pairs)
{
  const MrEntry *const end = list->begin() + firsts[row + 1];
  const MrEntry *entry = std::lower_bound(
      list->begin() + firsts[row], end, mr_pair(cells.first, 0),
      [](const MrEntry &entry, std::uint64_t place) { return entry.place < place; });
  for (; entry != end && entry->place >> 32 <= cells.last; entry++) {
    const int other = entry->body();
    compared++;
    pairs.make_room();
    pairs.put(sphere, other, is_wanted(spheres, sphere, other) && is_pair(spheres, sphere, other));
  }
}

}    // namespace grist
