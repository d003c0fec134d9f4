// What share of a segment is in each part of a grid (packings/part_grid.h).
//
// The force of a contact acts across the segment from the center of a particle to the contact: a
// part has the share of it that is inside. Then the mean of the stress over a slice is the mean
// over its height of the force that passes a plane, over the area: in a bed at rest the weight of
// what is above.

#ifndef GRIST_SENSORS_SEGMENT_SHARES_H
#define GRIST_SENSORS_SEGMENT_SHARES_H

#include "packings/part_grid.h"

#include <utility>
#include <vector>

namespace grist {

// The part that a point, or an image of it, is in; -1: none. Lower ends belong to a part.
int part_at(const PartGrid &grid, const Vector3d &point);

struct PartShare {
  int part;
  double share;    // of the length
};

class SegmentShares {
 public:
  // Shares of the segment from `from` to `from` + `along`. Images of it count, too; what is in no
  // part is left out. A part may come more than once. Valid until the next call.
  const std::vector<PartShare> &find(const PartGrid &grid, const Vector3d &from,
                                     const Vector3d &along);

 private:
  std::vector<double> cuts;    // from 0 to 1
  std::vector<PartShare> shares;

  void cut(const PartGrid &grid, int k, double from, double along);
};

}    // namespace grist

#endif
