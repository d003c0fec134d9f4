#include "search/center_box.h"

#include "common/preconditions.h"
#include "lanes/prefetch.h"

#include <algorithm>

namespace grist {

// Values that are compared at a time: eight centres. Coordinate d is in lanes l with l % 3 = d.
static constexpr int VALUES_AT_ONCE = 24;

// How far ahead of a block memory is asked for.
static constexpr int AHEAD = 10 * VALUES_AT_ONCE;

struct LaneRanges {
  double least[VALUES_AT_ONCE], most[VALUES_AT_ONCE];

  // `period` divides `count`; a last block that isn't full reaches back over the one before it.
  LaneRanges(const double *values, int count, int period)
  {
    for (int l = 0; l < VALUES_AT_ONCE; l++)
      least[l] = most[l] = values[count < VALUES_AT_ONCE ? l % period : l];
    for (int n = 0; n + VALUES_AT_ONCE <= count; n += VALUES_AT_ONCE) include_block(values + n);
    if (count >= VALUES_AT_ONCE)
      include_block(values + count - VALUES_AT_ONCE);
    else
      for (int l = 0; l < count; l++) include(l, values[l]);
    for (int half = VALUES_AT_ONCE / 2; half >= 3; half /= 2)
      for (int l = 0; l < half; l++) {
        least[l] = least[l + half] < least[l] ? least[l + half] : least[l];
        most[l] = most[l + half] > most[l] ? most[l + half] : most[l];
      }
  }

  void include(int l, double value)
  {
    least[l] = value < least[l] ? value : least[l];
    most[l] = value > most[l] ? value : most[l];
  }

  void include_block(const double *values)
  {
    for (int l = 0; l < VALUES_AT_ONCE; l += VALUES_AT_ONCE / 3) prefetch(values + AHEAD + l);
    for (int l = 0; l < VALUES_AT_ONCE; l++) include(l, values[l]);
  }
};

// Up to this number of values a plain loop is faster.
static constexpr int FEW_CENTERS = 16;

// Equal values are common, and quickly recognized.
ValueRange range_of(const double *values, int count)
{
  assert(count > 0);
  int differ = 0;
  for (int n = 1; n < count; n++) differ |= values[n] != values[0];
  if (!differ) return {values[0], values[0]};
  if (count <= FEW_CENTERS) {
    const auto [least, most] = std::minmax_element(values, values + count);
    return {*least, *most};
  }
  const LaneRanges lanes(values, count, 1);
  return {std::min({lanes.least[0], lanes.least[1], lanes.least[2]}),
          std::max({lanes.most[0], lanes.most[1], lanes.most[2]})};
}

CenterBox box_of(const double *centers, int count)
{
  assert(count > 0);
  if (count <= FEW_CENTERS) {
    CenterBox box = {{centers[0], centers[1], centers[2]}, {centers[0], centers[1], centers[2]}};
    for (int n = 1; n < count; n++)
      for (int d = 0; d < 3; d++) {
        box.low[d] = std::min(box.low[d], centers[3 * n + d]);
        box.high[d] = std::max(box.high[d], centers[3 * n + d]);
      }
    return box;
  }
  const LaneRanges lanes(centers, 3 * count, 3);
  return {{lanes.least[0], lanes.least[1], lanes.least[2]},
          {lanes.most[0], lanes.most[1], lanes.most[2]}};
}

}    // namespace grist
