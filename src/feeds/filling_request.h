// What a dense filling is asked for: particles, a container, and what is there already
// (dense_filling.h).

#ifndef GRIST_FEEDS_FILLING_REQUEST_H
#define GRIST_FEEDS_FILLING_REQUEST_H

#include "particles/assortment.h"
#include "particles/container.h"
#include "particles/feed_shape.h"
#include "particles/placement.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace grist {

struct SizedShape {
  const FeedShape *shape;
  double size;
};

struct FillingRequest {
  std::vector<SizedShape> particles;    // where not all find room, the last ones are left out
  const Container *container;
  PlacementBox box;
  std::vector<PlacedSolid> obstacles;    // what is there already, in the box
  bool random_orientations = true;
  // Otherwise: from the frame of the template or of the shape file to space.
  Matrix3d orientation = Matrix3d::identity();
  std::uint64_t seed = 1;
  std::function<void(const std::string &)> progress = nullptr;
};

}    // namespace grist

#endif
