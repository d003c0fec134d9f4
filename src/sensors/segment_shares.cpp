#include "sensors/segment_shares.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

int part_at(const PartGrid &grid, const Vector3d &point)
{
  PartGrid::Place place;
  for (int k = 0; k < 3; k++) {
    const double length = grid.high[k] - grid.low[k];
    double along = point[k] - grid.low[k];
    if (grid.periods[k] > 0.0) along -= grid.periods[k] * std::floor(along / grid.periods[k]);
    if (grid.whole[k]) along = std::min(along, 0.5 * length);
    if (along < 0.0 || along >= length) return -1;
    place[k] = static_cast<int>(along / length * grid.counts[k]);
    assert(is_number_of(place[k], grid.counts[k]));    // the product is rounded below the count
  }
  return grid.number(place);
}

// Adds where the segment passes an edge of parts, or an image of one.
void SegmentShares::cut(const PartGrid &grid, int k, double from, double along)
{
  assert(is_number_of(k, 3));
  if (grid.whole[k] || along == 0.0) return;
  const double least = std::min(from, from + along), most = std::max(from, from + along);
  const double width = (grid.high[k] - grid.low[k]) / grid.counts[k], period = grid.periods[k];
  const int first = period > 0.0 ? static_cast<int>(std::floor((least - grid.high[k]) / period))
                                 : 0;
  const int last = period > 0.0 ? static_cast<int>(std::ceil((most - grid.low[k]) / period)) : 0;
  for (int image = first; image <= last; image++) {
    const double low = grid.low[k] + image * period;
    const int begin = std::max(0, static_cast<int>(std::ceil((least - low) / width)));
    const int end = std::min(grid.counts[k], static_cast<int>(std::floor((most - low) / width)));
    for (int n = begin; n <= end; n++)
      cuts.push_back(std::clamp((low + n * width - from) / along, 0.0, 1.0));
  }
}

const std::vector<PartShare> &SegmentShares::find(const PartGrid &grid, const Vector3d &from,
                                                  const Vector3d &along)
{
  cuts.assign({0.0, 1.0});
  for (int k = 0; k < 3; k++) cut(grid, k, from[k], along[k]);
  std::sort(cuts.begin(), cuts.end());
  shares.clear();
  for (size_t n = 1; n < cuts.size(); n++) {
    if (cuts[n] == cuts[n - 1]) continue;
    const int part = part_at(grid, from + 0.5 * (cuts[n - 1] + cuts[n]) * along);
    if (part >= 0) shares.push_back({part, cuts[n] - cuts[n - 1]});
  }
  return shares;
}

}    // namespace grist
