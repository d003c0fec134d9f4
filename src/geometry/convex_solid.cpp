#include "geometry/convex_solid.h"

#include <stdexcept>

namespace grist {

bool is_thin(const std::vector<Vector3d> &corners, double thinnest)
{
  if (corners.size() < 4) return true;
  try {
    return !(ConvexPolyhedron::from_vertices(corners).inner_radius() >= thinnest);
  } catch (const std::invalid_argument &) {
    return true;    // flat
  }
}

}    // namespace grist
