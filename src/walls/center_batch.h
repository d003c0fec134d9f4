// Spheres that are looked at together, for their contacts with a wall.

#ifndef GRIST_WALLS_CENTER_BATCH_H
#define GRIST_WALLS_CENTER_BATCH_H

namespace grist {

// Centers of spheres, in the box or in the frame of the wall, and how near a wall must be to act on
// them.
struct CenterBatch {
  static constexpr int MOST = 64;
  alignas(64) double x[3][MOST], reach[MOST];
};

}    // namespace grist

#endif
