#include "search/size_levels.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

// Classes of size, each half the one before; the last holds all smaller sizes.
static constexpr int MAX_CLASSES = 64;

// Smaller spheres in a cell of a coarser level up to which they need no level of their own.
static constexpr double ROOM = 3.0;

void SizeLevels::divide(const double *radii, int count, double skin, const CenterBox &domain)
{
  assert(count > 0 && skin >= 0.0);
  level_list.clear();
  order.clear();
  const ValueRange range = range_of(radii, count);
  const double largest = range.most + 0.5 * skin;
  if (largest <= 2.0 * (range.least + 0.5 * skin)) {
    level_list.push_back({0, count, range.most});
    return;
  }

  const auto size_class = [&](int i) {
    const double ratio = largest / (radii[i] + 0.5 * skin);
    return ratio < 0x1.0p63 ? std::ilogb(std::max(ratio, 1.0)) : MAX_CLASSES - 1;
  };
  std::vector<int> counts(MAX_CLASSES, 0), level_of(MAX_CLASSES, 0);
  for (int i = 0; i < count; i++) counts[size_class(i)]++;
  merge_classes(counts, largest, domain, level_of);

  if (level_list.size() > 1) order.resize(count);
  for (int i = 0; i < count; i++) {
    SizeLevel &level = level_list[level_of[size_class(i)]];
    if (!order.empty()) order[level.last] = i;
    level.last++;
    level.max_radius = std::max(level.max_radius, radii[i]);
  }
}

// Makes empty levels. A class joins a coarser level if it has too few spheres to crowd the cells
// there, and not so many more than the level that all of them would take longer.
void SizeLevels::merge_classes(const std::vector<int> &counts, double largest,
                               const CenterBox &domain, std::vector<int> &level_of)
{
  double volume = 1.0, cell = 0.0, in_level = 0.0;
  for (int d = 0; d < 3; d++) volume *= domain.extent(d) + 2.0 * largest;
  int first = 0;
  for (int c = 0; c < MAX_CLASSES; c++) {
    const double smaller = counts[c], in_cell = smaller * (cell / volume);
    if (smaller > 0.0 &&
        (level_list.empty() || !(in_cell * std::max(1.0, smaller / in_level) <= ROOM))) {
      level_list.push_back({first, first, 0.0});
      cell = std::pow(std::ldexp(2.0 * largest, -c), 3);
      in_level = 0.0;
    }
    in_level += smaller;
    first += counts[c];
    level_of[c] = std::max(0, static_cast<int>(level_list.size()) - 1);
  }
}

}    // namespace grist
