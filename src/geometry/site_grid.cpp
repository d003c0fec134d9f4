#include "geometry/site_grid.h"

#include <cmath>

namespace grist {

// Points in a bin, in the mean.
static constexpr double IN_BIN = 2.0;

SiteGrid::SiteGrid(const std::vector<Vector3d> &points)
{
  assert(!points.empty());
  AlignedBox box;
  for (const Vector3d &point : points) box.extend(point);
  low = box.low;

  // Thin boxes are as thick as a bin.
  const double number = static_cast<double>(points.size()) / IN_BIN,
               longest = greatest_of(box.sizes());
  edge = longest > 0.0 ? longest / std::cbrt(number) : 1.0;
  for (int pass = 0; pass < 3; pass++) {
    double volume = 1.0;
    for (int k = 0; k < 3; k++) volume *= std::max(box.sizes()[k], edge);
    edge = std::cbrt(volume / number);
  }
  for (int k = 0; k < 3; k++) count[k] = 1 + static_cast<int>(box.sizes()[k] / edge);

  // Points by bins, in the order of their numbers.
  first.assign(number_of({0, 0, count.z}) + 1, 0);
  for (const Vector3d &point : points) first[number_of(bin_of(point)) + 1]++;
  for (size_t bin = 1; bin < first.size(); bin++) first[bin] += first[bin - 1];
  std::vector<int> next(first.begin(), first.end() - 1);
  order.resize(points.size());
  for (size_t n = 0; n < points.size(); n++)
    order[static_cast<size_t>(next[number_of(bin_of(points[n]))]++)] = static_cast<int>(n);
}

SiteGrid::Bin SiteGrid::bin_of(const Vector3d &place) const
{
  Bin bin;
  for (int k = 0; k < 3; k++)
    bin[k] = std::clamp(static_cast<int>((place[k] - low[k]) / edge), 0, count[k] - 1);
  return bin;
}

double SiteGrid::nearest(const Vector3d &place, int ring) const
{
  if (ring == 0) return 0.0;
  const Bin bin = bin_of(place);
  double to_side = edge;
  for (int k = 0; k < 3; k++) {
    const double from_low = place[k] - low[k] - bin[k] * edge;
    to_side = std::min({to_side, from_low, edge - from_low});
  }
  return (ring - 1) * edge + std::max(to_side, 0.0);
}

}    // namespace grist
