// Points in the bins of a grid, by rings of bins around a place: what is near comes first.
//
// Ring 0 is the bin of the place, ring k are the bins that are k bins away along one axis at least.
// The order within a ring is that of bins, and of numbers in a bin.

#ifndef GRIST_GEOMETRY_SITE_GRID_H
#define GRIST_GEOMETRY_SITE_GRID_H

#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>
#include <vector>

namespace grist {

class SiteGrid {
 public:
  SiteGrid() = default;
  explicit SiteGrid(const std::vector<Vector3d> &points);

  // Calls see(number of a point) for the points of a ring. The place is that of a point.
  template <class See> void in_ring(const Vector3d &place, int ring, const See &see) const
  {
    const Bin middle = bin_of(place);
    Bin low, high;
    for (int k = 0; k < 3; k++) {
      low[k] = std::max(middle[k] - ring, 0);
      high[k] = std::min(middle[k] + ring, count[k] - 1);
    }
    for (int z = low.z; z <= high.z; z++)
      for (int y = low.y; y <= high.y; y++) {
        const bool is_side = std::max(std::abs(z - middle.z), std::abs(y - middle.y)) == ring;
        const int step = is_side || ring == 0 ? 1 : 2 * ring;
        for (int x = is_side ? low.x : middle.x - ring; x <= middle.x + ring; x += step) {
          if (x < low.x || x > high.x) continue;
          const size_t bin = number_of({x, y, z});
          for (int n = first[bin]; n < first[bin + 1]; n++) see(order[n]);
        }
      }
  }

  // All points of this ring and of those behind it are at least so far away.
  double nearest(const Vector3d &place, int ring) const;

  // Rings from this one on are empty.
  int rings() const { return greatest_of(count); }

 private:
  using Bin = Vector3<int>;
  Vector3d low = Vector3d::zero();
  double edge = 1.0;
  Bin count = Bin::zero();
  std::vector<int> first, order;    // of each bin: where its points begin

  Bin bin_of(const Vector3d &place) const;
  size_t number_of(const Bin &bin) const
  {
    return (static_cast<size_t>(bin.z) * static_cast<size_t>(count.y) +
            static_cast<size_t>(bin.y)) *
        static_cast<size_t>(count.x) +
        static_cast<size_t>(bin.x);
  }
};

}    // namespace grist

#endif
