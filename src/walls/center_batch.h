// Spheres that are tested together, for their contacts with a wall.

#ifndef GRIST_WALLS_CENTER_BATCH_H
#define GRIST_WALLS_CENTER_BATCH_H

#include "common/preconditions.h"
#include "common/vectors.h"

namespace grist {

// Centers of spheres, in the box or in the frame of the wall, and how near a wall must be to act on
// them. Kernels work on whole vectors: behind the last center, up to the next multiple of WHOLE,
// there are numbers, too.
struct CenterBatch {
  static constexpr int MOST = 64, WHOLE = 8;
  alignas(64) double x[3][MOST], reach[MOST];

  Vector3d center(int k) const
  {
    assert(k >= 0 && k < MOST);
    return {x[0][k], x[1][k], x[2][k]};
  }
  void set(int k, const Vector3d &center, double reach_of)
  {
    assert(k >= 0 && k < MOST);
    for (int d = 0; d < 3; d++) x[d][k] = center[d];
    reach[k] = reach_of;
  }

  // Copies the first center behind the last one.
  void fill(int count)
  {
    assert(count >= 0 && count <= MOST);
    for (int k = count; k % WHOLE != 0; k++) {
      for (auto &lane : x) lane[k] = lane[0];
      reach[k] = reach[0];
    }
  }
};

}    // namespace grist

#endif
