#include "meshes/point_weld.h"

#include "common/preconditions.h"
#include "common/space.h"

#include <cstdint>
#include <unordered_map>

namespace grist {
using Cell = Vector3<std::int64_t>;

// Cells are some tolerances wide, so that few points have more than one cell to look at.
static constexpr double CELL = 8.0;

static std::uint64_t key_of(const Cell &cell)
{
  std::uint64_t key = 0;
  for (int d = 0; d < 3; d++)
    key = (key ^ static_cast<std::uint64_t>(cell[d])) * 0x9E3779B97F4A7C15ULL + 0x7F4A7C15ULL;
  return key;
}

std::vector<int> weld(const std::vector<Vector3d> &points, double tolerance,
                      std::vector<Vector3d> &places)
{
  assert(tolerance >= 0.0);
  places.clear();
  std::vector<int> numbers;
  numbers.reserve(points.size());
  if (points.empty()) return numbers;
  Vector3d origin = points.front();
  for (const Vector3d &p : points) origin = least(origin, p);
  const double edge = tolerance > 0.0 ? CELL * tolerance : 1.0;
  std::unordered_multimap<std::uint64_t, int> at;
  at.reserve(points.size());

  const auto cell = [&](const Vector3d &p) -> Cell {
    return vector_cast<std::int64_t>(floor_of((p - origin) / edge));
  };
  const auto find = [&](const Vector3d &p) {
    const Cell low = cell(p - Vector3d::all(tolerance));
    const Cell high = cell(p + Vector3d::all(tolerance));
    for (std::int64_t i = low[0]; i <= high[0]; i++)
      for (std::int64_t j = low[1]; j <= high[1]; j++)
        for (std::int64_t k = low[2]; k <= high[2]; k++) {
          const auto range = at.equal_range(key_of({i, j, k}));
          for (auto n = range.first; n != range.second; ++n)
            if (norm(places[n->second] - p) <= tolerance) return n->second;
        }
    return -1;
  };
  for (const Vector3d &p : points) {
    int number = find(p);
    if (number < 0) {
      number = static_cast<int>(places.size());
      places.push_back(p);
      at.emplace(key_of(cell(p)), number);
    }
    numbers.push_back(number);
  }
  return numbers;
}

}    // namespace grist
