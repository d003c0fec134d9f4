#include "packings/part_grid.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

Vector3d PartGrid::middle(int number) const
{
  assert(is_number_of(number, count()));
  const Place part = {number % counts[0], number / counts[0] % counts[1],
                      number / (counts[0] * counts[1])};
  Vector3d center;
  for (int k = 0; k < 3; k++) center[k] = 0.5 * (edge(k, part[k]) + edge(k, part[k] + 1));
  return center;
}

std::pair<int, int> PartGrid::parts_between(int k, double from, double to) const
{
  assert(is_number_of(k, 3) && counts[k] > 0);
  if (to <= low[k] || from >= high[k]) return {0, -1};
  const double width = (high[k] - low[k]) / counts[k];
  const auto part_at = [&](double x) {
    return std::clamp(static_cast<int>(std::floor((x - low[k]) / width)), 0, counts[k] - 1);
  };
  return {part_at(std::max(from, low[k])), part_at(std::min(to, high[k]))};
}

std::vector<Vector3d> PartGrid::images(const Vector3d &center, double radius) const
{
  assert(radius >= 0.0);
  std::vector<Vector3d> shifts = {Vector3d::zero()};
  for (int k = 0; k < 3; k++) {
    if (periods[k] == 0.0 || whole[k]) continue;
    const int first = static_cast<int>(std::ceil((low[k] - radius - center[k]) / periods[k]));
    const int last = static_cast<int>(std::floor((high[k] + radius - center[k]) / periods[k]));
    std::vector<Vector3d> more;
    for (const Vector3d &shift : shifts)
      for (int n = first; n <= last; n++) {
        more.push_back(shift);
        more.back()[k] = n * periods[k];
      }
    shifts = std::move(more);
  }
  return shifts;
}

}    // namespace grist
